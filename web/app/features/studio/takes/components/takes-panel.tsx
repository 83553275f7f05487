import { useQuery } from "@tanstack/react-query";
import type { SentenceTakes as SentenceWithTakes } from "@timbre/contract/studio/take-schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { type Editor, useEditorState } from "@tiptap/react";
import { Lock, LockOpen } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { player } from "../../../../lib/audio/player.ts";
import { useDebouncedValue } from "../../../../lib/forms/use-debounced-value.ts";
import { PlayButton } from "../../components/play-button.tsx";
import { usePlaying } from "../../components/use-playing.ts";
import { blockAtCursor } from "../../model/block-places.ts";
import { usedTake } from "../model/sentences.ts";
import { blockAudioUrl, sentencesQuery, takesQuery, useLockBlock } from "../takes.queries.ts";
import { MarkLegend } from "./mark-legend.tsx";
import { SentenceTakes } from "./sentence-takes.tsx";

type ChapterRef = { project_id: string; chapter_id: string };
type TakesPanelProps = { editor: Editor; chapter: ChapterRef; editable: boolean };

/** The takes of the paragraph at the cursor. */
export function TakesPanel({ editor, chapter, editable }: TakesPanelProps) {
	const current = useEditorState({ editor, selector: () => blockAtCursor(editor.state)?.id ?? null });
	// Moving through the text with the arrow keys must not load each paragraph on the way.
	const blockId = useDebouncedValue(current, 200);
	return (
		<section aria-label="Takes of the paragraph" className="flex flex-col gap-4">
			{blockId === null ? (
				<p className="text-muted">Place the cursor in a paragraph to see its takes.</p>
			) : (
				<BlockTakes key={blockId} chapter={chapter} blockId={blockId} editable={editable} />
			)}
			<MarkLegend />
		</section>
	);
}

type BlockTakesProps = { chapter: ChapterRef; blockId: string; editable: boolean };

function BlockTakes({ chapter, blockId, editable }: BlockTakesProps) {
	const [announced, setAnnounced] = useState("");
	const found = useQuery(takesQuery({ ...chapter, block_id: blockId }));
	const { data: sentences } = useQuery(sentencesQuery(chapter));
	const locked = sentences?.locked_blocks.includes(blockId) ?? false;
	if (found.isError && !found.data)
		return (
			<p role="alert" className="text-danger">
				Couldn't load the takes. {messageOf(found.error)}
			</p>
		);
	if (!found.data)
		return (
			<div aria-busy="true">
				<p className="sr-only">Loading takes</p>
				<Skeleton className="h-16" />
				<Skeleton className="mt-2 h-16" />
			</div>
		);
	return (
		<>
			<p role="status" className="sr-only">
				{announced}
			</p>
			<BlockBar
				block={{ ...chapter, block_id: blockId }}
				sentences={found.data}
				editable={editable}
				locked={locked}
				onAnnounce={setAnnounced}
			/>
			{found.data.length === 0 ? <p className="text-muted">This paragraph has no words to speak.</p> : null}
			<ol aria-label="Sentences" className="flex flex-col gap-4 empty:hidden">
				{found.data.map((sentence) => (
					<SentenceTakes
						key={`${sentence.index} ${sentence.text}`}
						chapter={chapter}
						sentence={sentence}
						editable={editable}
						locked={locked}
						onAnnounce={setAnnounced}
					/>
				))}
			</ol>
		</>
	);
}

type BlockBarProps = {
	block: ChapterRef & { block_id: string };
	sentences: readonly SentenceWithTakes[];
	editable: boolean;
	locked: boolean;
	onAnnounce: (text: string) => void;
};

/** Plays and locks the whole paragraph. */
function BlockBar({ block, sentences, editable, locked, onAnnounce }: BlockBarProps) {
	const lock = useLockBlock(block);
	const used = sentences.map(usedTake);
	// What is heard changes with the takes in use.
	const itemId = `studio-block:${block.block_id}:${used.map((take) => take?.take_id ?? "").join()}`;
	const playing = usePlaying(itemId);
	const hasAudio = used.some((take) => take !== undefined);
	const complete = used.length > 0 && used.every((take) => take !== undefined);
	const play = () => {
		if (playing !== "idle") return player.toggle();
		const title = sentences.map(({ text }) => text).join(" ");
		void player.load(
			{ id: itemId, type: "voicePreview", player: { title, description: "Paragraph" } },
			{ url: blockAudioUrl(block) },
		);
	};
	if (!hasAudio && !locked)
		return sentences.length === 0 ? null : (
			<p className="text-muted">
				{sentences.some(({ takes }) => takes.length > 0)
					? "Stale: the takes have another voice or other settings. Convert the paragraph, or restore a take."
					: "No audio yet. Convert the chapter, or generate single sentences here."}
			</p>
		);
	return (
		<div className="flex flex-col gap-2">
			<div className="flex flex-wrap items-center gap-2">
				{hasAudio ? <PlayButton what="paragraph" playing={playing === "playing"} onClick={play} /> : null}
				{editable ? (
					<Button
						size="small"
						busy={lock.isPending}
						disabled={!locked && !complete}
						onClick={() =>
							lock.mutate(!locked, {
								onSuccess: () => onAnnounce(locked ? "The paragraph is unlocked." : "The paragraph is locked."),
							})
						}
					>
						{locked ? <LockOpen aria-hidden="true" /> : <Lock aria-hidden="true" />}
						{locked ? "Unlock paragraph" : "Lock paragraph"}
					</Button>
				) : null}
			</div>
			<p className="text-[13px] text-muted">
				{locked
					? "Locked: this audio stays as it is, whatever voice or settings change."
					: complete
						? "Locking keeps this audio as it is, whatever voice or settings change."
						: "Convert the paragraph before you lock it."}
			</p>
		</div>
	);
}
