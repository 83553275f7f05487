import { useQuery } from "@tanstack/react-query";
import type { LibraryVoice } from "@timbre/contract/voice-library/endpoints.ts";
import { serverOwnerId } from "@timbre/contract/voice-library/rules.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { DetailList, DetailSection } from "@timbre/ui/primitives/detail-list.tsx";
import { Sheet } from "@timbre/ui/primitives/overlays/sheet.tsx";
import { AudioWaveform, Star } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { toaster } from "../../../lib/page/toaster.ts";
import { count, dateOf } from "../../../lib/text/format.ts";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { CopyId, DetailHead, DetailLanguages, DetailLoading, DetailTerms } from "../../voices/voices.detail.public.tsx";
import { formatLabel, formatOrigin } from "../../voices/voices.format.public.ts";
import { formatOwner, libraryBadges, libraryTraits, toPreviewable } from "../model/library-text.ts";
import { libraryVoiceQuery, similarQuery, useAddVoice } from "../voice-library.queries.ts";
import { AddButton } from "./add-button.tsx";
import { LibraryRow } from "./library-row.tsx";

type OpenedVoice = { ownerId: string; voiceId: string };

type LibraryDetailProps = {
	opened: OpenedVoice | null;
	/** Shown while the full voice loads. */
	known?: LibraryVoice;
	onOpen: (voice: LibraryVoice) => void;
	onClose: () => void;
};

/** Details of a library voice, in a side sheet. */
export function LibraryDetail({ opened, known, onOpen, onClose }: LibraryDetailProps) {
	return (
		<Sheet open={opened !== null} onOpenChange={(open) => !open && onClose()} side="right" title="Voice">
			{opened ? <Content key={opened.voiceId} opened={opened} known={known} onOpen={onOpen} /> : null}
		</Sheet>
	);
}

type ContentProps = { opened: OpenedVoice; known?: LibraryVoice; onOpen: (voice: LibraryVoice) => void };

function Content({ opened, known, onOpen }: ContentProps) {
	const query = useQuery({
		...libraryVoiceQuery(opened.ownerId, opened.voiceId),
		placeholderData: known,
		retry: false,
	});
	if (query.isError) return <LoadFailure title="Couldn't load the voice" query={query} />;
	const voice = query.data;
	if (!voice) return <DetailLoading />;
	const previewed = toPreviewable(voice);
	return (
		<div className="flex flex-col gap-6 px-4 pt-1 pb-8">
			<DetailHead voice={previewed} summary={formatOwner(voice)} />
			<div className="flex flex-wrap gap-2">
				<AddButton voice={voice} variant="primary" />
				{voice.public_owner_id === serverOwnerId ? <SaveButton voice={voice} /> : null}
			</div>
			{voice.description ? <p className="leading-6">{voice.description}</p> : null}
			<DetailLanguages voice={previewed} />
			<DetailTerms badges={libraryBadges(voice)} />
			<DetailSection title="Details">
				<DetailList details={detailsOf(voice)} />
			</DetailSection>
			<Similar voice={voice} onOpen={onOpen} />
		</div>
	);
}

/** Shipped voices need no adding; saving one lists it among the user's voices. */
function SaveButton({ voice }: { voice: LibraryVoice }) {
	const adding = useAddVoice();
	if (voice.is_bookmarked) return null;
	return (
		<Button
			size="small"
			busy={adding.isPending}
			onClick={() =>
				adding.mutate(voice, {
					onSuccess: () => toaster.show({ tone: "positive", title: "Saved to My voices", detail: voice.name }),
				})
			}
		>
			{adding.isPending ? null : <Star aria-hidden="true" />}
			Save to My voices
		</Button>
	);
}

function detailsOf(voice: LibraryVoice) {
	const others = ["pitch", "pace", "brightness", "clarity", "tier"] as const;
	return [
		["Traits", libraryTraits(voice)],
		["Accent", formatLabel(voice.accent)],
		...others.map((name) => [name[0]?.toUpperCase() + name.slice(1), voice.labels[name]] as const),
		["Origin", formatOrigin({ origin: voice.origin, similarity: null })],
		["Added", voice.cloned_by_count > 0 ? `${count(voice.cloned_by_count)} times` : null],
		[
			"Usage",
			voice.usage_character_count_1y > 0
				? `${count(voice.usage_character_count_1y)} characters in the past year`
				: null,
		],
		["In the library", `Since ${dateOf(voice.date_unix)}`],
		["Voice ID", <CopyId key="id" voiceId={voice.added_voice_id ?? voice.voice_id} />],
	] as const;
}

/** Loads on request, because comparing a voice with the full library takes the server a moment. */
function Similar({ voice, onOpen }: { voice: LibraryVoice; onOpen: (voice: LibraryVoice) => void }) {
	const [requested, setRequested] = useState(false);
	const similar = useQuery({ ...similarQuery(voice.voice_id), enabled: requested });
	if (!similar.data) {
		return (
			<DetailSection title="Similar voices">
				<Button
					size="small"
					busy={similar.isFetching}
					onClick={() => (requested ? similar.refetch() : setRequested(true))}
				>
					<AudioWaveform aria-hidden="true" />
					Find similar voices
				</Button>
				{similar.isError ? (
					<p role="alert" className="mt-2 text-[13px] text-danger">
						{messageOf(similar.error)}
					</p>
				) : null}
			</DetailSection>
		);
	}
	return (
		<DetailSection title="Similar voices">
			{similar.data.length === 0 ? (
				<p className="text-muted">No similar voices in the library.</p>
			) : (
				<ul aria-label="Similar voices">
					{similar.data.map((other) => (
						<LibraryRow key={other.voice_id} voice={other} onOpen={onOpen} />
					))}
				</ul>
			)}
		</DetailSection>
	);
}
