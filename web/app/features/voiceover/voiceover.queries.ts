import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { voiceoverPaths } from "@timbre/contract/voiceover/paths.ts";
import type { ExportFormat } from "@timbre/contract/voiceover/rules.ts";
import type { Voiceover, VoiceoverClip, VoiceoverLine } from "@timbre/contract/voiceover/schemas.ts";
import { call, endpointPath } from "../../lib/api/api.ts";
import { showError } from "../../lib/page/toaster.ts";
import { isBusy } from "./model/jobs.ts";

export const voiceoversPath = "/app/voiceover-studio";
export const voiceoverPath = (id: string) => `${voiceoversPath}/${id}`;

const areaKey = "voiceover";
const pollMs = 1_000;

export const voiceoversQuery = queryOptions({
	queryKey: [areaKey, "list"],
	queryFn: async ({ signal }) => (await call(voiceoverPaths.listVoiceovers, { signal })).voiceovers,
});

/** Polled while speech or an export is being made, or a file is read. */
export const voiceoverQuery = (id: string) =>
	queryOptions({
		queryKey: [areaKey, "one", id],
		queryFn: ({ signal, client, queryKey }) => {
			const known = client.getQueryData<Voiceover>(queryKey);
			const background = known !== undefined && isBusy(known);
			return call(voiceoverPaths.getVoiceover, { params: { voiceover_id: id }, signal, background });
		},
		refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? pollMs : false),
	});

/** Always asked again: what it costs changes with each word. */
export const priceQuery = (id: string, lineId: string | undefined) =>
	queryOptions({
		queryKey: [areaKey, "price", id, lineId ?? "all"],
		queryFn: ({ signal }) =>
			call(voiceoverPaths.getPrice, { params: { voiceover_id: id }, query: { line_id: lineId }, signal }),
		staleTime: 0,
		gcTime: 0,
	});

export const lineAudioUrl = (id: string, lineId: string, version: string): string =>
	`${endpointPath(voiceoverPaths.getLineAudio.path, { voiceover_id: id, line_id: lineId })}?v=${version}`;
export const clipUrl = (id: string, clipId: string, version: "original" | "audio"): string =>
	endpointPath(voiceoverPaths.getClipContent.path, { voiceover_id: id, clip_id: clipId }, { version });
export const exportUrl = (id: string, jobId: string): string =>
	endpointPath(voiceoverPaths.getExportFile.path, { voiceover_id: id, voiceover_job_id: jobId });
export const subtitlesUrl = (id: string): string =>
	endpointPath(voiceoverPaths.getSubtitles.path, { voiceover_id: id });

function useInvalidate() {
	const queryClient = useQueryClient();
	return () => queryClient.invalidateQueries({ queryKey: [areaKey] });
}

export function useCreateVoiceover() {
	const invalidate = useInvalidate();
	return useMutation({
		mutationFn: (name: string) => call(voiceoverPaths.createVoiceover, { body: { name } }),
		onSuccess: () => void invalidate(),
	});
}

export function useRenameVoiceover() {
	const invalidate = useInvalidate();
	return useMutation({
		mutationFn: ({ id, name }: { id: string; name: string }) =>
			call(voiceoverPaths.updateVoiceover, { params: { voiceover_id: id }, body: { name } }),
		onSuccess: invalidate,
	});
}

export function useDeleteVoiceover() {
	const invalidate = useInvalidate();
	return useMutation({
		mutationFn: (id: string) => call(voiceoverPaths.deleteVoiceover, { params: { voiceover_id: id } }),
		onSuccess: invalidate,
		onError: (error) => showError("Couldn't delete the voice-over", error),
	});
}

export type LineChange = Partial<
	Pick<VoiceoverLine, "start_ms" | "end_ms" | "text" | "voice_id" | "speed" | "duck_db"> & Mixing
>;
export type Mixing = Pick<
	VoiceoverLine,
	"trim_start_ms" | "trim_end_ms" | "fade_in_ms" | "fade_out_ms" | "gain_db" | "muted"
>;
export type ClipChange = Partial<Mixing & Pick<VoiceoverClip, "offset_ms" | "track">>;

/** What changes the content of one voice-over. */
export function useContent(id: string) {
	const queryClient = useQueryClient();
	const { queryKey } = voiceoverQuery(id);
	const params = { voiceover_id: id };
	const reload = () => queryClient.invalidateQueries({ queryKey });
	const failed = (title: string) => (error: unknown) => {
		void reload();
		showError(title, error);
	};
	// Changes run in order: the last one wins.
	const scope = { id: `voiceover-${id}` };
	return {
		addLine: useMutation({
			scope,
			mutationFn: (body: { start_ms: number; end_ms: number; text: string }) =>
				call(voiceoverPaths.createLine, { params, body }),
			onSuccess: reload,
			onError: failed("Couldn't add the line"),
		}),
		changeLine: useMutation({
			scope,
			mutationFn: ({ lineId, change }: { lineId: string; change: LineChange }) =>
				call(voiceoverPaths.updateLine, { params: { ...params, line_id: lineId }, body: change }),
			onMutate: ({ lineId, change }) => {
				// Shown at once; how it fits follows from the server.
				queryClient.setQueryData(
					queryKey,
					(known) =>
						known && {
							...known,
							lines: known.lines.map((line) => (line.line_id === lineId ? { ...line, ...change } : line)),
						},
				);
			},
			onSuccess: reload,
			onError: failed("Couldn't change the line"),
		}),
		deleteLine: useMutation({
			scope,
			mutationFn: (lineId: string) => call(voiceoverPaths.deleteLine, { params: { ...params, line_id: lineId } }),
			onSuccess: reload,
			onError: failed("Couldn't delete the line"),
		}),
		importLines: useMutation({
			scope,
			mutationFn: (subtitles: string) => call(voiceoverPaths.importLines, { params, body: { subtitles } }),
			onSuccess: reload,
			onError: failed("Couldn't import the subtitles"),
		}),
		addClip: useMutation({
			scope,
			mutationFn: (body: { upload_id: string; kind: "source" | "sound"; track?: number }) =>
				call(voiceoverPaths.createClip, { params, body }),
			onSuccess: reload,
			onError: failed("Couldn't add the file"),
		}),
		changeClip: useMutation({
			scope,
			mutationFn: ({ clipId, change }: { clipId: string; change: ClipChange }) =>
				call(voiceoverPaths.updateClip, { params: { ...params, clip_id: clipId }, body: change }),
			onSuccess: reload,
			onError: failed("Couldn't change the clip"),
		}),
		deleteClip: useMutation({
			scope,
			mutationFn: (clipId: string) => call(voiceoverPaths.deleteClip, { params: { ...params, clip_id: clipId } }),
			onSuccess: reload,
			onError: failed("Couldn't remove the clip"),
		}),
	};
}
export type Content = ReturnType<typeof useContent>;

/** Errors are shown where it is started. */
export function useGenerate(id: string) {
	const invalidate = useInvalidate();
	return useMutation({
		mutationFn: (lineId: string | undefined) =>
			call(voiceoverPaths.createSpeech, { params: { voiceover_id: id }, body: { line_id: lineId } }),
		onSuccess: invalidate,
	});
}

export function useExport(id: string) {
	const invalidate = useInvalidate();
	return useMutation({
		mutationFn: (body: { format: ExportFormat; allow_problems: boolean }) =>
			call(voiceoverPaths.createExport, { params: { voiceover_id: id }, body }),
		onSuccess: invalidate,
	});
}

export function useCancelJob(id: string) {
	const invalidate = useInvalidate();
	return useMutation({
		mutationFn: (jobId: string) =>
			call(voiceoverPaths.cancelJob, { params: { voiceover_id: id, voiceover_job_id: jobId } }),
		onSuccess: invalidate,
		onError: (error) => showError("Couldn't cancel the job", error),
	});
}
