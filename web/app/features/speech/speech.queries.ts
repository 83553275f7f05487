import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { pronunciationEndpoints } from "@timbre/contract/pronunciation.ts";
import { speechEndpoints, type Takes } from "@timbre/contract/speech.ts";
import { call } from "../../lib/api.ts";
import { showError } from "../../lib/toaster.ts";
import { historyKey } from "../history/history.public.tsx";
import type { speechRequest } from "./components/speech-request.ts";

export const estimateKey = ["speech", "estimate"] as const;

/** What a text would cost. An older question is given up when a newer is asked; its answer stays until the new one is here. */
export const estimateQuery = (voiceId: string, body: ReturnType<typeof speechRequest>) =>
	queryOptions({
		queryKey: [...estimateKey, voiceId, body],
		queryFn: async ({ signal }) => ({
			...(await call(speechEndpoints.estimate, { params: { voice_id: voiceId }, body, signal })),
			text: body.text,
		}),
		enabled: body.text.trim() !== "",
		placeholderData: keepPreviousData,
		staleTime: 60_000,
		gcTime: 60_000,
		retry: false,
	});

/** The same for a dialogue; `wanted` is its request as JSON. */
export const dialogueEstimateQuery = (wanted: string) =>
	queryOptions({
		queryKey: [...estimateKey, "dialogue", wanted],
		queryFn: ({ signal }) => call(speechEndpoints.dialogueEstimate, { body: JSON.parse(wanted), signal }),
		enabled: !wanted.includes('"inputs":[]'),
		placeholderData: keepPreviousData,
		staleTime: 60_000,
		gcTime: 60_000,
		retry: false,
	});

const takesKey = (historyItemId: string) => ["speech", "takes", historyItemId] as const;
const firstPollMs = 1_500;
const longestPollMs = 10_000;

/** The sentences of a generation and what was misread. Asked again while the server is listening, less and less often. */
export const takesQuery = (historyItemId: string) =>
	queryOptions({
		queryKey: takesKey(historyItemId),
		queryFn: ({ signal }) => call(speechEndpoints.getTakes, { params: { history_item_id: historyItemId }, signal }),
		refetchInterval: ({ state }) =>
			state.data?.check === "running" ? Math.min(longestPollMs, firstPollMs * 1.25 ** state.dataUpdateCount) : false,
		retry: 3,
		retryDelay: 1_000,
	});

/** Speaks one sentence anew, or has a generation listened to; `onTakes` hears what is true after it. */
export function useTakeActions(historyItemId: string, onRetaken: (takes: Takes, index: number) => void) {
	const queryClient = useQueryClient();
	const params = { history_item_id: historyItemId };
	const keep = (takes: Takes) => {
		queryClient.setQueryData(takesKey(historyItemId), takes);
		return queryClient.invalidateQueries({ queryKey: [...historyKey, "item", historyItemId] });
	};
	const retake = useMutation({
		mutationFn: (index: number) => call(speechEndpoints.retake, { params: { ...params, index } }),
		onSuccess: async (takes, index) => {
			await keep(takes);
			onRetaken(takes, index);
		},
		onError: (error) => showError("No new take was made", error),
	});
	const check = useMutation({
		mutationFn: () => call(speechEndpoints.checkTakes, { params }),
		onSuccess: keep,
		onError: (error) => showError("The check did not start", error),
	});
	return { retake, check };
}

export const dictionariesQuery = queryOptions({
	queryKey: ["pronunciation", "for-speech"],
	queryFn: async ({ signal }) =>
		(
			await call(pronunciationEndpoints.listDictionaries, {
				query: { page_size: 100, sort: "name", sort_direction: "ASCENDING", include_archived: "false" },
				signal,
			})
		).pronunciation_dictionaries,
	staleTime: 30_000,
});
