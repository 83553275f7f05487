import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Cast, CastLine } from "@timbre/contract/studio/cast-schemas.ts";
import { studioPaths } from "@timbre/contract/studio/paths.ts";
import { useRef } from "react";
import { call } from "../../../lib/api/api.ts";
import { showError } from "../../../lib/page/toaster.ts";
import { audioKey, pollMs, projectPath, projectQuery, studioKey } from "../studio.queries.ts";
import { lineKey } from "./model/review.ts";

export const castPath = (projectId: string) => `${projectPath(projectId)}/cast`;

const castKey = (projectId: string) => [studioKey, "cast", projectId] as const;
const linesKey = (projectId: string) => [studioKey, "lines", projectId] as const;
const isFinding = ({ state }: Cast) => state === "finding";

/** The characters of a project, polled while speakers are looked for. */
export const castQuery = (projectId: string) =>
	queryOptions({
		queryKey: castKey(projectId),
		queryFn: ({ signal, client }) => {
			const known = client.getQueryData<Cast>(castKey(projectId));
			const background = known && isFinding(known);
			return call(studioPaths.getCast, { params: { project_id: projectId }, signal, background });
		},
		refetchInterval: ({ state }) => (state.data && isFinding(state.data) ? pollMs : false),
	});

/** The first lines whose speaker is unsure. */
export const unsureLinesQuery = (projectId: string) =>
	queryOptions({
		queryKey: [...linesKey(projectId), "unsure"],
		queryFn: ({ signal }) =>
			call(studioPaths.listLines, { params: { project_id: projectId }, query: { unsure: "true" }, signal }),
		// Refetched when something has changed, so that the list doesn't move while it is worked on.
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
	});

/** Lines of a chapter, to know who speaks in it. */
export const chapterLinesQuery = (projectId: string, chapterId: string) =>
	queryOptions({
		queryKey: [...linesKey(projectId), "chapter", chapterId],
		queryFn: async ({ signal }) =>
			(
				await call(studioPaths.listLines, {
					params: { project_id: projectId },
					query: { chapter_id: chapterId },
					signal,
				})
			).lines,
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 60_000,
	});

/** Loads what depends on the lines of the project again. */
export function useRefreshCast(projectId: string) {
	const queryClient = useQueryClient();
	return () =>
		Promise.all([
			queryClient.invalidateQueries({ queryKey: castKey(projectId) }),
			queryClient.invalidateQueries({ queryKey: linesKey(projectId) }),
			queryClient.invalidateQueries({ queryKey: projectQuery(projectId).queryKey }),
		]);
}

export function useFindSpeakers(projectId: string) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (assignVoices: boolean) =>
			call(studioPaths.findSpeakers, { params: { project_id: projectId }, body: { assign_voices: assignVoices } }),
		onSuccess: (cast) => queryClient.setQueryData(castKey(projectId), cast),
		onError: (error) => {
			showError("Couldn't start the search", error);
			void queryClient.invalidateQueries({ queryKey: castKey(projectId) });
		},
	});
}

export function useCreateCharacter(projectId: string) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (name: string) =>
			call(studioPaths.createCharacter, { params: { project_id: projectId }, body: { name } }),
		onSuccess: () => queryClient.invalidateQueries({ queryKey: castKey(projectId) }),
	});
}

export function useRenameCharacter(projectId: string) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: ({ id, name }: { id: string; name: string }) =>
			call(studioPaths.updateCharacter, { params: { project_id: projectId, character_id: id }, body: { name } }),
		onSuccess: () => queryClient.invalidateQueries({ queryKey: castKey(projectId) }),
	});
}

type VoiceChange = { id: string; voiceId: string | null };

/** Changes the voice of a character optimistically, with a rollback on error. */
export function useSetCharacterVoice(projectId: string) {
	const queryClient = useQueryClient();
	const queryKey = castQuery(projectId).queryKey;
	const mutationKey = ["studio-voice", projectId];
	const show = ({ id, voiceId }: VoiceChange) =>
		queryClient.setQueryData(queryKey, (known) => known && withVoice(known, id, voiceId));
	return useMutation({
		mutationKey,
		// Run in order, so that the last choice wins.
		scope: { id: `studio-voice-${projectId}` },
		mutationFn: ({ id, voiceId }: VoiceChange) =>
			call(studioPaths.updateCharacter, {
				params: { project_id: projectId, character_id: id },
				body: { voice_id: voiceId },
			}),
		onMutate: async (change) => {
			await queryClient.cancelQueries({ queryKey });
			const before = queryClient.getQueryData(queryKey)?.characters.find((one) => one.character_id === change.id);
			show(change);
			return before;
		},
		onError: (error, { id }, before) => {
			if (before) show({ id, voiceId: before.voice_id });
			showError("Couldn't change the voice", error);
		},
		onSettled: () => {
			// A response in between would show the old voice of a change that is still to be saved.
			if (queryClient.isMutating({ mutationKey }) > 1) return;
			void queryClient.invalidateQueries({ queryKey });
			void queryClient.invalidateQueries({ queryKey: projectQuery(projectId).queryKey });
			void queryClient.invalidateQueries({ queryKey: audioKey(projectId) });
		},
	});
}

const withVoice = (cast: Cast, id: string, voiceId: string | null): Cast => ({
	...cast,
	characters: cast.characters.map((one) => (one.character_id === id ? { ...one, voice_id: voiceId } : one)),
});

export function useMergeCharacter(projectId: string) {
	const refresh = useRefreshCast(projectId);
	return useMutation({
		mutationFn: ({ id, into }: { id: string; into: string }) =>
			call(studioPaths.mergeCharacter, { params: { project_id: projectId, character_id: id }, body: { into } }),
		onSuccess: refresh,
	});
}

export function useDeleteCharacter(projectId: string) {
	const refresh = useRefreshCast(projectId);
	return useMutation({
		mutationFn: (id: string) =>
			call(studioPaths.deleteCharacter, { params: { project_id: projectId, character_id: id } }),
		onSuccess: refresh,
		onError: (error) => showError("Couldn't delete the character", error),
	});
}

/** The list is filled up when it gets shorter than this. */
const refillAt = 20;

type Assignment = { line: CastLine; characterId: string | null };

/** Assigns an unsure line, which leaves the list at once. If it fails, the list is loaded again. */
export function useAssignLine(projectId: string) {
	const queryClient = useQueryClient();
	const { queryKey } = unsureLinesQuery(projectId);
	const mutationKey = ["studio-assign", projectId];
	const failed = useRef(false);
	return useMutation({
		mutationKey,
		scope: { id: `studio-assign-${projectId}` },
		mutationFn: ({ line: { chapter_id, block_id, start, end, text }, characterId }: Assignment) =>
			call(studioPaths.assignLine, {
				params: { project_id: projectId, chapter_id },
				body: { block_id, start, end, text, character_id: characterId },
			}),
		onMutate: async ({ line }) => {
			queryClient.setQueryData(
				queryKey,
				(known) => known && { ...known, lines: known.lines.filter((one) => lineKey(one) !== lineKey(line)) },
			);
			queryClient.setQueryData(
				castQuery(projectId).queryKey,
				(known) => known && { ...known, unsure_lines: Math.max(0, known.unsure_lines - 1) },
			);
			await Promise.all([
				queryClient.cancelQueries({ queryKey }),
				queryClient.cancelQueries({ queryKey: castKey(projectId) }),
			]);
		},
		onError: (error) => {
			failed.current = true;
			showError("Couldn't assign the line", error);
		},
		onSettled: () => {
			// Until all are saved, the server still lists lines that have been assigned here.
			if (queryClient.isMutating({ mutationKey }) > 1) return;
			const known = queryClient.getQueryData(queryKey);
			const short = known?.has_more && known.lines.length < refillAt;
			if (failed.current || short) void queryClient.invalidateQueries({ queryKey });
			failed.current = false;
			void queryClient.invalidateQueries({ queryKey: castKey(projectId) });
		},
	});
}
