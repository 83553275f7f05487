import type { Chapter, ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import type { Editor } from "@tiptap/react";
import { Pause, Play, TextCursor } from "lucide-react";
import { ago } from "../../../../lib/text/format.ts";
import { blockIds, blockText } from "../../model/block-places.ts";
import { secondsAt } from "../model/spoken.ts";
import { DownloadMenu } from "./download-menu.tsx";
import { useChapterAudio } from "./use-chapter-audio.ts";
import { useSpokenSentence } from "./use-spoken-sentence.ts";

type ChapterAudioProps = { project: ProjectDetails; chapter: Chapter; editor: Editor };

/** Listening to a chapter, from the start or from the cursor. The player at the bottom of the page has the position. */
export function ChapterAudio({ project, chapter, editor }: ChapterAudioProps) {
	const audio = useChapterAudio({
		projectId: project.project_id,
		chapterId: chapter.chapter_id,
		chapterName: chapter.name,
		projectName: project.name,
	});
	useSpokenSentence(editor, audio.itemId, audio.sentences);
	const { snapshot, playing } = audio;
	if (!snapshot) {
		if (audio.isPending) return null;
		return <p className="truncate">{audio.isError ? "Couldn't load the audio of this chapter." : "No audio yet."}</p>;
	}
	const playFromCursor = () =>
		audio.playFrom((sentences) => {
			const { state } = editor;
			const { $from } = state.selection;
			const ids = blockIds(state);
			const place = { blockId: ids[$from.index(0)] ?? "", offset: $from.parentOffset };
			return secondsAt(sentences, ids, place, (id) => blockText(state, id));
		});
	const isPlaying = playing === "playing";
	return (
		<section aria-label="Audio of the chapter" className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
			<Button
				size="small"
				onPointerEnter={audio.prepare}
				onFocus={audio.prepare}
				onClick={audio.toggle}
				title={`Converted ${ago(snapshot.created_at_unix)}`}
			>
				{isPlaying ? (
					<Pause aria-hidden="true" fill="currentColor" strokeWidth={0} />
				) : (
					<Play aria-hidden="true" fill="currentColor" strokeWidth={0} />
				)}
				<span>
					{isPlaying ? "Pause" : "Play"}
					<span className="sr-only"> chapter</span>
				</span>
				<span className="font-normal text-muted tabular max-[90rem]:hidden">
					{formatTime(snapshot.audio_duration_secs)}
				</span>
			</Button>
			<Button
				size="small"
				variant="quiet"
				className="px-2"
				onPointerEnter={audio.prepare}
				onFocus={audio.prepare}
				onClick={playFromCursor}
			>
				<TextCursor aria-hidden="true" />
				Play from here
			</Button>
			<DownloadMenu project={project} chapter={chapter} snapshotId={snapshot.chapter_snapshot_id} />
			{snapshot.is_current ? null : <p className="truncate">Text has changed since</p>}
		</section>
	);
}
