import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { studioPaths } from "@timbre/contract/studio/paths.ts";
import { call, endpointPath } from "../../../lib/api/api.ts";
import { showError } from "../../../lib/page/toaster.ts";
import { useRefreshAudio } from "../conversion/conversion.queries.ts";
import { chapterAudioKey, projectPath, projectQuery } from "../studio.queries.ts";

type Chapter = { project_id: string; chapter_id: string };
type Block = Chapter & { block_id: string };
/** A sentence of a block. The server rejects it if its text has changed. */
export type SentenceRef = Block & { index: number; text: string };

export const misreadPath = (projectId: string): string => `${projectPath(projectId)}/misread`;

/** The sentences of a chapter and whether they have audio. */
export const sentencesQuery = ({ project_id, chapter_id }: Chapter) =>
	queryOptions({
		queryKey: [...chapterAudioKey({ project_id, chapter_id }), "sentences"],
		queryFn: ({ signal }) => call(studioPaths.listSentences, { params: { project_id, chapter_id }, signal }),
	});

/** The sentences of a block with all of their takes. */
export const takesQuery = ({ project_id, chapter_id, block_id }: Block) =>
	queryOptions({
		queryKey: [...chapterAudioKey({ project_id, chapter_id }), "takes", block_id],
		queryFn: async ({ signal }) =>
			(await call(studioPaths.listTakes, { params: { project_id, chapter_id, block_id }, signal })).sentences,
	});

/** Misread sentences in reading order. */
export const misreadQuery = (projectId: string) =>
	queryOptions({
		queryKey: ["studio-misread", projectId],
		queryFn: async ({ signal }) =>
			(await call(studioPaths.listMisread, { params: { project_id: projectId }, signal })).sentences,
		// Loaded when the page is opened, so that the list doesn't move while it is walked through.
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
	});

/** Loads what depends on the text of a chapter again. */
export function useRefreshChapter(chapter: Chapter) {
	const queryClient = useQueryClient();
	return () =>
		Promise.all([
			queryClient.invalidateQueries({ queryKey: chapterAudioKey(chapter) }),
			queryClient.invalidateQueries({ queryKey: projectQuery(chapter.project_id).queryKey }),
		]);
}

export const takeAudioUrl = (projectId: string, takeId: string): string =>
	endpointPath(studioPaths.getTakeAudio.path, { project_id: projectId, take_id: takeId });

export const blockAudioUrl = ({ project_id, chapter_id, block_id }: Block): string =>
	endpointPath(studioPaths.getBlockAudio.path, { project_id, chapter_id, block_id });

const sentenceRequest = ({ project_id, chapter_id, block_id, index, text }: SentenceRef) => ({
	params: { project_id, chapter_id, block_id },
	body: { index, text },
});

/** Generates another take and uses it. */
export function useCreateTake(projectId: string) {
	const refresh = useRefreshAudio(projectId);
	return useMutation({
		mutationFn: async (sentence: SentenceRef) => (await call(studioPaths.createTake, sentenceRequest(sentence))).take,
		onError: (error) => showError("Couldn't generate another take", error),
		onSettled: refresh,
	});
}

/** Uses a take; null goes back to the current voice and settings. */
export function useChooseTake(projectId: string) {
	const refresh = useRefreshAudio(projectId);
	return useMutation({
		mutationFn: ({ sentence, takeId }: { sentence: SentenceRef; takeId: string | null }) => {
			const { params, body } = sentenceRequest(sentence);
			return call(studioPaths.chooseTake, { params, body: { ...body, take_id: takeId } });
		},
		onError: (error) => showError("Couldn't use this take", error),
		onSettled: refresh,
	});
}

/** Locks or unlocks a block. */
export function useLockBlock({ project_id, chapter_id, block_id }: Block) {
	const refresh = useRefreshAudio(project_id);
	const params = { project_id, chapter_id, block_id };
	return useMutation({
		mutationFn: (locked: boolean) => call(locked ? studioPaths.lockBlock : studioPaths.unlockBlock, { params }),
		onError: (error, locked) =>
			showError(locked ? "Couldn't lock the paragraph" : "Couldn't unlock the paragraph", error),
		onSettled: refresh,
	});
}

/** Says that a misread take is fine. */
export function useAcceptTake(projectId: string) {
	const refresh = useRefreshAudio(projectId);
	return useMutation({
		mutationFn: (takeId: string) =>
			call(studioPaths.acceptTake, { params: { project_id: projectId, take_id: takeId } }),
		onError: (error) => showError("Couldn't accept the take", error),
		onSuccess: refresh,
	});
}

export type Rehearsed = { replaces: "paragraphs" | "headings" } | { replaces: "character"; character_id: string };

/** Speaks up to three passages in another voice. Free. Errors are shown where it is started. */
export function useRehearse(projectId: string) {
	return useMutation({
		mutationFn: ({ voiceId, rehearsed }: { voiceId: string; rehearsed: Rehearsed }) =>
			call(studioPaths.rehearse, { params: { project_id: projectId }, body: { voice_id: voiceId, ...rehearsed } }),
	});
}
