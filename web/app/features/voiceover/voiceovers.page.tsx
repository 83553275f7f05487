import { useQuery } from "@tanstack/react-query";
import { type VoiceoverItem, voiceoverForm } from "@timbre/contract/voiceover/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Clapperboard, Plus } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { confirm } from "../../lib/forms/confirm.ts";
import { NameDialog } from "../../lib/forms/name-dialog.tsx";
import { toaster } from "../../lib/page/toaster.ts";
import { LoadFailure } from "../../shell/page/load-failure.tsx";
import { Page } from "../../shell/page/page.tsx";
import { VoiceoverRow } from "./components/voiceover-row.tsx";
import {
	useCreateVoiceover,
	useDeleteVoiceover,
	useRenameVoiceover,
	voiceoverPath,
	voiceoversQuery,
} from "./voiceover.queries.ts";

export const meta = () => [{ title: "Voice-over studio - Timbre" }];

export default function VoiceoversPage() {
	const [creating, setCreating] = useState(false);
	const voiceovers = useQuery(voiceoversQuery);
	const action = (
		<Button variant="primary" onClick={() => setCreating(true)}>
			<Plus aria-hidden="true" />
			New voice-over
		</Button>
	);
	return (
		<Page
			title="Voice-over studio"
			description="Speech in time with your video, on a timeline."
			actions={voiceovers.data?.length ? action : null}
			className="max-w-4xl"
		>
			{voiceovers.isPending ? (
				<div aria-busy="true">
					<p className="sr-only">Loading voice-overs</p>
					<Skeleton className="h-16" />
					<Skeleton className="mt-2 h-16" />
				</div>
			) : null}
			{voiceovers.isError ? <LoadFailure title="Couldn't load voice-overs" query={voiceovers} /> : null}
			{voiceovers.data?.length === 0 ? (
				<EmptyState icon={<Clapperboard aria-hidden="true" />} title="No voice-overs yet" action={action}>
					Add a video, write lines for its scenes, and export it with speech that fits.
				</EmptyState>
			) : null}
			{voiceovers.data?.length ? <Voiceovers voiceovers={voiceovers.data} /> : null}
			{creating ? <NewDialog onClose={() => setCreating(false)} /> : null}
		</Page>
	);
}

function Voiceovers({ voiceovers }: { voiceovers: VoiceoverItem[] }) {
	const [renamed, setRenamed] = useState<VoiceoverItem | null>(null);
	const rename = useRenameVoiceover();
	const remove = useDeleteVoiceover();
	const askToDelete = async ({ voiceover_id, name }: VoiceoverItem) => {
		const { confirmed } = await confirm({
			title: `Delete ${name}?`,
			description: "This deletes the voice-over with its video, speech and exports. It can't be undone.",
			action: "Delete voice-over",
		});
		if (!confirmed) return;
		remove.mutate(voiceover_id, {
			onSuccess: () => toaster.show({ tone: "positive", title: "Voice-over deleted", detail: name }),
		});
	};
	return (
		<>
			<h2 className="sr-only">Your voice-overs</h2>
			<ul aria-label="Voice-overs" className="rounded-card border border-line bg-raised">
				{voiceovers.map((voiceover) => (
					<VoiceoverRow
						key={voiceover.voiceover_id}
						voiceover={voiceover}
						onRename={() => setRenamed(voiceover)}
						onDelete={() => void askToDelete(voiceover)}
					/>
				))}
			</ul>
			{renamed ? (
				<NameDialog
					title="Rename voice-over"
					action="Rename"
					schema={voiceoverForm}
					initial={renamed.name}
					busy={rename.isPending}
					save={(name) => rename.mutateAsync({ id: renamed.voiceover_id, name }).then(() => setRenamed(null))}
					onClose={() => setRenamed(null)}
				/>
			) : null}
		</>
	);
}

function NewDialog({ onClose }: { onClose: () => void }) {
	const navigate = useNavigate();
	const creating = useCreateVoiceover();
	return (
		<NameDialog
			title="New voice-over"
			description="It starts empty. Add a video and lines next."
			action="Create voice-over"
			schema={voiceoverForm}
			busy={creating.isPending}
			save={async (name) => {
				const { voiceover_id } = await creating.mutateAsync(name);
				await navigate(voiceoverPath(voiceover_id));
			}}
			onClose={onClose}
		/>
	);
}
