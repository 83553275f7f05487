import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Conversion } from "@timbre/contract/studio/conversion-schemas.ts";
import { studioPaths } from "@timbre/contract/studio/paths.ts";
import { call, endpointPath, openAudio } from "../../../lib/api/api.ts";
import { saveFile } from "../../../lib/api/download.ts";
import { showError } from "../../../lib/page/toaster.ts";
import { subscriptionQuery } from "../../usage/usage.public.ts";
import { audioKey, chapterAudioKey, pollMs, projectQuery, studioKey } from "../studio.queries.ts";
import { isActive } from "./model/progress.ts";

/** `block_id` needs the chapter, too. */
export type Scope = { chapter_id?: string; block_id?: string };
type Chapter = { project_id: string; chapter_id: string };

/** Conversions of a project, newest first, polled while one has not ended. */
export const conversionsQuery = (projectId: string) =>
	queryOptions({
		queryKey: [studioKey, "conversions", projectId],
		queryFn: async ({ signal, client, queryKey }) => {
			const background = client.getQueryData<Conversion[]>(queryKey)?.some(isActive);
			return (await call(studioPaths.listConversions, { params: { project_id: projectId }, signal, background }))
				.conversions;
		},
		refetchInterval: ({ state }) => (state.data?.some(isActive) ? pollMs : false),
	});

/** Always asked again: what it costs changes with each word. */
export const priceQuery = (projectId: string, scope: Scope) =>
	queryOptions({
		queryKey: [...audioKey(projectId), "price", scope],
		queryFn: ({ signal }) => call(studioPaths.getPrice, { params: { project_id: projectId }, query: scope, signal }),
		staleTime: 0,
		gcTime: 0,
	});

/** The newest audio of a chapter; null if there is none. */
export const chapterAudioQuery = (chapter: Chapter) =>
	queryOptions({
		queryKey: [...chapterAudioKey(chapter), "snapshot"],
		queryFn: async ({ signal }) =>
			(await call(studioPaths.listChapterSnapshots, { params: chapter, signal })).snapshots[0] ?? null,
	});

/** When the sentences of a snapshot are spoken. A snapshot never changes. */
export const timesQuery = (chapter: Chapter, snapshotId: string) =>
	queryOptions({
		queryKey: [studioKey, "times", snapshotId],
		queryFn: ({ signal }) =>
			call(studioPaths.getChapterSnapshotTimes, { params: { ...chapter, chapter_snapshot_id: snapshotId }, signal }),
		staleTime: Number.POSITIVE_INFINITY,
	});

/** The newest audio of the whole project; null if there is none. */
export const projectAudioQuery = (projectId: string) =>
	queryOptions({
		queryKey: [...audioKey(projectId), "project-snapshot"],
		queryFn: async ({ signal }) =>
			(await call(studioPaths.listProjectSnapshots, { params: { project_id: projectId }, signal })).snapshots[0] ??
			null,
	});

export const chapterAudioUrl = (chapter: Chapter, snapshotId: string): string =>
	endpointPath(studioPaths.getChapterSnapshotAudio.path, { ...chapter, chapter_snapshot_id: snapshotId });

/** Loads everything again that a new generation changes: prices, takes, snapshots, and the credits left. */
export function useRefreshAudio(projectId: string) {
	const queryClient = useQueryClient();
	return () =>
		Promise.all([
			queryClient.invalidateQueries({ queryKey: audioKey(projectId) }),
			queryClient.invalidateQueries({ queryKey: projectQuery(projectId).queryKey }),
			queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey }),
		]);
}

/** Puts a conversion into the list, which is then polled. */
function useShowConversion(projectId: string) {
	const queryClient = useQueryClient();
	const { queryKey } = conversionsQuery(projectId);
	return (conversion: Conversion) => {
		queryClient.setQueryData(queryKey, (known = []) => {
			const isKnown = known.some(({ conversion_id }) => conversion_id === conversion.conversion_id);
			if (!isKnown) return [conversion, ...known];
			return known.map((one) => (one.conversion_id === conversion.conversion_id ? conversion : one));
		});
		void queryClient.invalidateQueries({ queryKey });
	};
}

/** Errors are shown where it is started. */
export function useStartConversion(projectId: string) {
	const show = useShowConversion(projectId);
	return useMutation({
		mutationFn: (scope: Scope) =>
			call(studioPaths.createConversion, { params: { project_id: projectId }, body: scope }),
		onSuccess: show,
	});
}

export function useCancelConversion(projectId: string) {
	const show = useShowConversion(projectId);
	return useMutation({
		mutationFn: (id: string) =>
			call(studioPaths.cancelConversion, { params: { project_id: projectId, conversion_id: id } }),
		onSuccess: show,
		onError: (error) => showError("Couldn't cancel the conversion", error),
	});
}

type ProjectDownload = { snapshotId: string; format: "mp3" | "zip"; name: string };

/** Saves the audio of all chapters: one MP3, or a zip archive with one for each chapter. */
export function useDownloadProject(projectId: string) {
	return useMutation({
		mutationFn: async ({ snapshotId, format, name }: ProjectDownload) => {
			const params = { project_id: projectId, project_snapshot_id: snapshotId };
			const { chunks, mimeType } =
				format === "zip"
					? await openAudio(studioPaths.archiveProjectSnapshot, { params })
					: await openAudio(studioPaths.streamProjectSnapshot, { params, body: { convert_to_mpeg: false } });
			const blob = await new Response(chunks).blob();
			saveFile(new Blob([blob], { type: mimeType }), `${name}.${format}`);
		},
		onError: (error) => showError("Couldn't download the project", error),
	});
}
