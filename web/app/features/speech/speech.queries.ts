import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Model } from "@timbre/contract/models.ts";
import { speechEndpoints } from "@timbre/contract/speech.ts";
import type { Voice } from "@timbre/contract/voices.ts";
import { estimateDuration } from "@timbre/ui/audio/time.ts";
import { useRef } from "react";
import { openAudio } from "../../lib/api.ts";
import { messageOf } from "../../lib/api-error.ts";
import { player } from "../../lib/player.ts";
import { toaster } from "../../lib/toaster.ts";
import { findSaved, historyKey } from "../history/history.public.tsx";
import { subscriptionQuery } from "../usage/usage.public.tsx";

export type SpeechInput = { text: string; voice: Voice; model: Model | undefined; speed: number };

const stopped = (error: unknown) => error instanceof Error && error.name === "AbortError";

/** Speaks a text into the player. `generate` is pending until the last byte is here; the sound starts with the first. */
export function useGeneration() {
	const queryClient = useQueryClient();
	const abort = useRef<AbortController>(undefined);
	const generation = useMutation({
		mutationFn: async ({ text, voice, model, speed }: SpeechInput) => {
			const controller = new AbortController();
			abort.current = controller;
			const audio = await openAudio(speechEndpoints.stream, {
				params: { voice_id: voice.voice_id },
				query: {},
				body: { text, model_id: model?.model_id, voice_settings: { speed } },
				signal: controller.signal,
			});
			const id = audio.historyItemId ?? crypto.randomUUID();
			await player.load(
				{
					id,
					kind: "text-to-speech",
					title: text,
					description: voice.name,
					voiceId: voice.voice_id,
					estimatedDuration: estimateDuration(text) / speed,
					fileName: `${voice.name}.mp3`,
				},
				audio,
			);
			return {
				id,
				saved: { historyItemId: audio.historyItemId, requestId: audio.requestId },
				stopped: controller.signal.aborted,
			};
		},
		onSuccess: ({ id, saved }) => {
			void findSaved(saved).then(async (item) => {
				if (item) player.describe(id, { fileName: item.file_name });
				await queryClient.invalidateQueries({ queryKey: historyKey });
			});
		},
		onError: (error) => {
			if (!stopped(error)) toaster.show({ tone: "danger", title: "No speech was made", detail: messageOf(error) });
		},
		onSettled: () => queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey }),
	});
	return {
		generate: generation.mutate,
		/** Silence at once; what has arrived stays in the player. */
		stop: () => {
			abort.current?.abort();
			player.pause();
		},
		busy: generation.isPending,
		/** How the last one ended. */
		outcome: outcomeOf(generation),
	};
}

type Outcome = "none" | "done" | "stopped" | "failed";

function outcomeOf(generation: { data?: { stopped: boolean }; error: unknown }): Outcome {
	if (generation.error) return stopped(generation.error) ? "stopped" : "failed";
	if (!generation.data) return "none";
	return generation.data.stopped ? "stopped" : "done";
}
