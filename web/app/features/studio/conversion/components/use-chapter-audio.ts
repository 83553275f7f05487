import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { player } from "../../../../lib/audio/player.ts";
import { showError } from "../../../../lib/page/toaster.ts";
import { usePlaying } from "../../components/use-playing.ts";
import { chapterAudioQuery, chapterAudioUrl, timesQuery } from "../conversion.queries.ts";
import { chapterItemId, type TimedSentence } from "../model/spoken.ts";

type ChapterRef = { projectId: string; chapterId: string; chapterName: string; projectName: string };
type FindStart = (sentences: readonly TimedSentence[]) => number | null;

/** Plays the newest audio of a chapter in the shared player. */
export function useChapterAudio({ projectId, chapterId, chapterName, projectName }: ChapterRef) {
	const queryClient = useQueryClient();
	const chapter = useMemo(() => ({ project_id: projectId, chapter_id: chapterId }), [projectId, chapterId]);
	const { data: snapshot = null, isPending, isError } = useQuery(chapterAudioQuery(chapter));
	const itemId = snapshot ? chapterItemId(snapshot.chapter_snapshot_id) : undefined;
	const playing = usePlaying(itemId);
	const times = useQuery({ ...timesQuery(chapter, snapshot?.chapter_snapshot_id ?? ""), enabled: playing !== "idle" });
	const load = async () => {
		if (!snapshot || itemId === undefined) return null;
		const { chapter_snapshot_id, audio_duration_secs } = snapshot;
		const found = await queryClient.ensureQueryData(timesQuery(chapter, chapter_snapshot_id));
		const url = chapterAudioUrl(chapter, chapter_snapshot_id);
		if (player.state().item?.id !== itemId)
			void player.load(
				{
					id: itemId,
					type: "voicePreview",
					peaks: found.peaks.map((peak) => peak / 255),
					downloadUrl: url,
					fileName: `${chapterName}.mp3`,
					player: { title: chapterName, description: projectName, duration: audio_duration_secs * 1000 },
				},
				{ url },
			);
		return found;
	};
	return {
		snapshot,
		isPending,
		isError,
		playing,
		itemId,
		sentences: times.data?.sentences,
		/** Before it is needed. */
		prepare() {
			if (snapshot) void queryClient.prefetchQuery(timesQuery(chapter, snapshot.chapter_snapshot_id));
		},
		toggle() {
			if (playing !== "idle") return player.toggle();
			load().catch((error: unknown) => showError("Couldn't play the chapter", error));
		},
		/** Plays from the sentence that `find` chooses. Without one, from the start. */
		playFrom(find: FindStart) {
			load().then(
				(found) => {
					if (!found) return;
					player.seek(find(found.sentences) ?? 0);
					player.play();
				},
				(error: unknown) => showError("Couldn't play the chapter", error),
			);
		},
	};
}
export type ChapterAudioControls = ReturnType<typeof useChapterAudio>;
