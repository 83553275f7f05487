import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { UnsupportedRule } from "@timbre/contract/speech/endpoints.ts";
import { useRef, useState } from "react";
import { isApiError } from "../../lib/api/api-error.ts";
import { player } from "../../lib/audio/player.ts";
import { collectAlignment, jsonLines, type TimedLine, toAudioStream } from "../../lib/audio/timed-audio.ts";
import { trackUntilSaved } from "../history/history.track.public.ts";
import { subscriptionQuery } from "../usage/usage.public.ts";
import { voicesQuery } from "../voices/voices.public.ts";
import type { GenerationRequest } from "./model/generation-request.ts";
import { estimateKey } from "./speech.queries.ts";

/** What has arrived of a generation: characters of its text and seconds of audio. */
export type Progress = { characters: number; seconds: number };

type Outcome = "none" | "done" | "stopped" | "failed";

const alignmentIntervalMs = 400;
const isAbort = (error: unknown) => error instanceof Error && error.name === "AbortError";

/**
 * Generates speech into the player. Pending until the last byte arrives; playback and word highlighting start with the
 * first.
 */
export function useGeneration() {
	const queryClient = useQueryClient();
	const abort = useRef<AbortController>(undefined);
	const [progress, setProgress] = useState<Progress | null>(null);
	const generation = useMutation({
		mutationFn: async (request: GenerationRequest) => {
			const controller = new AbortController();
			abort.current = controller;
			setProgress(null);
			const startedAt = performance.now();
			const response = await request.open(controller.signal);
			const id = response.historyItemId ?? crypto.randomUUID();
			request.onStart?.(id);
			const alignment = createAlignmentUpdater(id, setProgress);
			const rules: UnsupportedRule[] = [];
			const chunks = toAudioStream(jsonLines(response.body), (line) => {
				alignment.add(line);
				rules.push(...(line.unhonoured_rules ?? []));
				request.onLine?.(line);
			});
			const pace = { startedAt, arrived: () => alignment.arrived(request.item.extra?.text?.length ?? 0) };
			const source = { chunks, mimeType: request.mimeType };
			try {
				await player.load({ ...request.item, id, type: "text-to-speech" }, source, { pace });
			} finally {
				alignment.flush();
			}
			const { error } = player.state();
			if (error && !controller.signal.aborted) throw new Error(`${error} You can play what was generated so far.`);
			return {
				id,
				saved: { historyItemId: response.historyItemId, requestId: response.requestId },
				stopped: controller.signal.aborted,
				rules,
			};
		},
		onSuccess: ({ id, saved }) => {
			void trackUntilSaved(queryClient, id, saved);
		},
		// The voice may have become unavailable since the list was loaded; reload the list to show why.
		onError: (error) => {
			if (!isApiError(error) || !error.code.startsWith("voice_")) return;
			void queryClient.invalidateQueries({ queryKey: voicesQuery.queryKey });
		},
		onSettled: () =>
			Promise.all([
				queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey }),
				queryClient.invalidateQueries({ queryKey: estimateKey }),
			]),
	});
	return {
		start: generation.mutate,
		/** Stops immediately; the audio received so far stays in the player. */
		stop: () => {
			abort.current?.abort();
			player.pause();
		},
		busy: generation.isPending,
		outcome: outcomeOf(generation),
		error: generation.error && !isAbort(generation.error) ? generation.error : null,
		/** Clears the last error. */
		reset: generation.reset,
		rules: generation.data?.rules ?? [],
		/** Null until the first audio arrives. */
		progress,
	};
}

function outcomeOf(generation: { data?: { stopped: boolean }; error: unknown }): Outcome {
	if (generation.error) return isAbort(generation.error) ? "stopped" : "failed";
	if (!generation.data) return "none";
	return generation.data.stopped ? "stopped" : "done";
}

/**
 * Updates the player's alignment at intervals, because a long text has thousands of lines. Lines that arrive at once
 * are shown after the interval, even if no other line follows for a while.
 */
function createAlignmentUpdater(itemId: string, onProgress: (progress: Progress) => void) {
	const alignment = collectAlignment();
	let updatedAt = Number.NEGATIVE_INFINITY;
	let pending: ReturnType<typeof setTimeout> | undefined;
	const flush = () => {
		clearTimeout(pending);
		pending = undefined;
		updatedAt = performance.now();
		player.updateItem(itemId, { alignment: alignment.take() });
		onProgress(alignment.progress());
	};
	return {
		/** What has arrived of a text with this many characters. */
		arrived(characters: number) {
			const { characters: spoken, seconds } = alignment.progress();
			return { seconds, part: characters > 0 ? Math.min(1, spoken / characters) : 1 };
		},
		add(line: TimedLine) {
			alignment.add(line.alignment);
			if (!line.alignment) return;
			const wait = updatedAt + alignmentIntervalMs - performance.now();
			if (wait <= 0) flush();
			else pending ??= setTimeout(flush, wait);
		},
		flush,
	};
}
