import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { UnhonouredRule } from "@timbre/contract/speech.ts";
import type { NewPlayerItem } from "@timbre/ui/audio/player-item.ts";
import { useRef } from "react";
import type { openLines } from "../../lib/api.ts";
import { isApiError } from "../../lib/api-error.ts";
import { player } from "../../lib/player.ts";
import { collectAlignment, jsonLines, soundOf, type TimedLine } from "../../lib/timed-sound.ts";
import { followIntoLists } from "../history/history.follow.public.ts";
import { subscriptionQuery } from "../usage/usage.public.tsx";
import { voicesQuery } from "../voices/voices.public.tsx";
import { estimateKey } from "./speech.queries.ts";

export type SpeakRequest = {
	open: (signal: AbortSignal) => ReturnType<typeof openLines>;
	mimeType: string;
	item: Omit<NewPlayerItem, "id" | "type">;
	/** The first bytes are here, under this id. */
	onStart?: (itemId: string) => void;
	onLine?: (line: TimedLine) => void;
};

type Outcome = "none" | "done" | "stopped" | "failed";

const tellTimesMs = 400;
const isAbort = (error: unknown) => error instanceof Error && error.name === "AbortError";

/** Speaks into the player. Pending until the last byte is here; the sound starts with the first, and its words are timed as they come. */
export function useSpeaking() {
	const queryClient = useQueryClient();
	const abort = useRef<AbortController>(undefined);
	const speaking = useMutation({
		mutationFn: async (request: SpeakRequest) => {
			const controller = new AbortController();
			abort.current = controller;
			const answer = await request.open(controller.signal);
			const id = answer.historyItemId ?? crypto.randomUUID();
			request.onStart?.(id);
			const times = timesFor(id);
			const rules: UnhonouredRule[] = [];
			const chunks = soundOf(jsonLines(answer.body), (line) => {
				times.add(line);
				rules.push(...(line.unhonoured_rules ?? []));
				request.onLine?.(line);
			});
			await player.load({ ...request.item, id, type: "text-to-speech" }, { chunks, mimeType: request.mimeType });
			times.tell();
			const { error } = player.state();
			if (error && !controller.signal.aborted) throw new Error(`${error} What has arrived can be played.`);
			return {
				id,
				saved: { historyItemId: answer.historyItemId, requestId: answer.requestId },
				stopped: controller.signal.aborted,
				rules,
			};
		},
		onSuccess: ({ id, saved }) => {
			void followIntoLists(queryClient, id, saved);
		},
		// Blocked, silenced or gone since the list was read: the list tells more.
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
		speak: speaking.mutate,
		/** Silence at once; what has arrived stays in the player. */
		stop: () => {
			abort.current?.abort();
			player.pause();
		},
		busy: speaking.isPending,
		outcome: outcomeOf(speaking),
		error: speaking.error && !isAbort(speaking.error) ? speaking.error : null,
		/** Forgets the last error. */
		reset: speaking.reset,
		rules: speaking.data?.rules ?? [],
	};
}

function outcomeOf(speaking: { data?: { stopped: boolean }; error: unknown }): Outcome {
	if (speaking.error) return isAbort(speaking.error) ? "stopped" : "failed";
	if (!speaking.data) return "none";
	return speaking.data.stopped ? "stopped" : "done";
}

/** Tells the player when each letter sounds, not with every line: a long text has thousands. */
function timesFor(itemId: string) {
	const alignment = collectAlignment();
	let told = 0;
	const tell = () => {
		told = performance.now();
		player.describe(itemId, { alignment: alignment.take() });
	};
	return {
		add(line: TimedLine) {
			alignment.add(line.alignment);
			if (line.alignment && performance.now() - told > tellTimesMs) tell();
		},
		tell,
	};
}
