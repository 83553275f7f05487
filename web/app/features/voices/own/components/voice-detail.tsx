import { useQuery } from "@tanstack/react-query";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { DetailList, DetailSection } from "@timbre/ui/primitives/detail-list.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Sheet } from "@timbre/ui/primitives/overlays/sheet.tsx";
import { AudioLines, FolderPlus, Pencil, Share2, Trash2 } from "lucide-react";
import { Link } from "react-router";
import { speechPath } from "../../../../lib/session/redirect.ts";
import { dateOf } from "../../../../lib/text/format.ts";
import { LoadFailure } from "../../../../shell/page/load-failure.tsx";
import { collectionsQuery } from "../../collections/collections.queries.ts";
import { CopyId, DetailHead, DetailLanguages, DetailLoading, DetailTerms } from "../../voices.detail.public.tsx";
import { formatLabel, formatOrigin, ownsVoice, termBadges, termsOf } from "../../voices.format.public.ts";
import { voiceTraits } from "../../voices.public.ts";
import { voiceQuery } from "../../voices.refresh.public.ts";
import { canEdit, canShare } from "../model/voice-rights.ts";
import { voiceState } from "../model/voice-state.ts";
import type { VoiceMenuActions } from "./voice-menu.tsx";
import { VoiceSamples } from "./voice-samples.tsx";

type VoiceDetailProps = {
	voiceId: string | null;
	/** Shown while the full voice loads. */
	known?: Voice;
	actions: VoiceMenuActions;
	onClose: () => void;
};

/** Details of a usable voice, in a side sheet. */
export function VoiceDetail({ voiceId, known, actions, onClose }: VoiceDetailProps) {
	return (
		<Sheet open={voiceId !== null} onOpenChange={(open) => !open && onClose()} side="right" title="Voice">
			{voiceId ? <Content key={voiceId} voiceId={voiceId} known={known} actions={actions} /> : null}
		</Sheet>
	);
}

function Content({ voiceId, known, actions }: { voiceId: string; known?: Voice; actions: VoiceMenuActions }) {
	const query = useQuery({ ...voiceQuery(voiceId), placeholderData: known, retry: false });
	if (query.isError) return <LoadFailure title="Couldn't load the voice" query={query} />;
	const voice = query.data;
	if (!voice) return <DetailLoading />;
	const state = voiceState(voice);
	return (
		<div className="flex flex-col gap-6 px-4 pt-1 pb-8">
			<DetailHead voice={voice} summary={voiceTraits(voice)} />
			{state ? (
				<div className="rounded-card border border-line bg-raised px-4 py-3">
					<Badge tone={state.tone}>{state.label}</Badge>
					<p className="mt-2">{state.detail}</p>
					{state.next && voice.is_owner ? (
						<Button asChild size="small" className="mt-3">
							<Link to={state.next.to}>{state.next.label}</Link>
						</Button>
					) : null}
				</div>
			) : null}
			<div className="flex flex-wrap gap-2">
				{voice.disabled ? null : (
					<Button asChild size="small" variant="primary">
						<Link to={`${speechPath}?voice=${voice.voice_id}`} aria-label={`Use ${voice.name} for speech`}>
							<AudioLines aria-hidden="true" />
							Use
						</Link>
					</Button>
				)}
				<Button size="small" onClick={() => actions.collect(voice)}>
					<FolderPlus aria-hidden="true" />
					Collections
				</Button>
				{canShare(voice) ? (
					<Button size="small" onClick={() => actions.share(voice)}>
						<Share2 aria-hidden="true" />
						Share
					</Button>
				) : null}
				{canEdit(voice) ? (
					<>
						<Button size="small" onClick={() => actions.edit(voice)}>
							<Pencil aria-hidden="true" />
							Edit
						</Button>
						<IconButton
							label={voice.origin === "library" ? "Remove" : "Delete"}
							variant="outline"
							size="small"
							onClick={() => actions.remove(voice)}
						>
							<Trash2 aria-hidden="true" />
						</IconButton>
					</>
				) : null}
			</div>
			{voice.description ? <p className="whitespace-pre-line leading-6">{voice.description}</p> : null}
			<DetailLanguages voice={voice} />
			<DetailTerms badges={termBadges(termsOf(voice))} />
			<VoiceSamples voice={voice} />
			<DetailSection title="Details">
				<VoiceFacts voice={voice} />
			</DetailSection>
		</div>
	);
}

const labelNames = {
	accent: "Accent",
	gender: "Gender",
	age: "Age",
	descriptive: "Style",
	use_case: "Use case",
	pitch: "Pitch",
	pace: "Pace",
	brightness: "Brightness",
};

function VoiceFacts({ voice }: { voice: Voice }) {
	const { data: collections } = useQuery(collectionsQuery);
	const inside = collections?.filter(({ collection_id }) => voice.collection_ids?.includes(collection_id)) ?? [];
	return (
		<DetailList
			details={[
				["Origin", formatOrigin(voice)],
				["Owner", ownerOf(voice)],
				...Object.entries(labelNames).map(([name, shown]) => [shown, formatLabel(voice.labels[name] ?? "")] as const),
				["Collections", inside.map(({ title }) => title).join(", ")],
				["Models", voice.high_quality_base_model_ids.join(", ")],
				["Created", voice.created_at_unix ? dateOf(voice.created_at_unix) : null],
				["Voice ID", <CopyId key="id" voiceId={voice.voice_id} />],
			]}
		/>
	);
}

function ownerOf(voice: Voice): string {
	if (voice.origin === "shipped") return "This server";
	if (voice.origin === "library" || (voice.sharing && !ownsVoice(voice.sharing)))
		return "Another user, from the library";
	return voice.is_owner ? "You" : "A member of this workspace";
}
