import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { pronunciationPaths } from "@timbre/contract/pronunciation/paths.ts";
import type { Takes } from "@timbre/contract/speech/endpoints.ts";
import { speechPaths } from "@timbre/contract/speech/paths.ts";
import { call } from "../../lib/api/api.ts";
import { showError } from "../../lib/page/toaster.ts";
import { historyKey } from "../history/history.public.ts";
import { subscriptionQuery } from "../usage/usage.public.ts";
import type { speechRequest } from "./model/speech-request.ts";

export const estimateKey = ["speech", "estimate"] as const;

/**
 * Cost estimate of a text. A newer request cancels an older one; the previous result is shown until the new one
 * arrives.
 */
export const estimateQuery = (voiceId: string, body: ReturnType<typeof speechRequest>) =>
	queryOptions({
		queryKey: [...estimateKey, voiceId, body],
		queryFn: async ({ signal }) => ({
			...(await call(speechPaths.estimate, { params: { voice_id: voiceId }, body, signal })),
			text: body.text,
		}),
		enabled: body.text.trim() !== "",
		placeholderData: keepPreviousData,
		staleTime: 60_000,
		gcTime: 60_000,
		retry: false,
	});

/** Cost estimate of a dialogue; `request` is its body as JSON. */
export const dialogueEstimateQuery = (request: string) =>
	queryOptions({
		queryKey: [...estimateKey, "dialogue", request],
		queryFn: ({ signal }) => call(speechPaths.dialogueEstimate, { body: JSON.parse(request), signal }),
		enabled: !request.includes('"inputs":[]'),
		placeholderData: keepPreviousData,
		staleTime: 60_000,
		gcTime: 60_000,
		retry: false,
	});

const takesKey = (historyItemId: string) => ["speech", "takes", historyItemId] as const;
const firstPollMs = 1_500;
const maxPollMs = 10_000;

/** The sentences of a generation and their misread words. Polls with growing intervals while the check is running. */
export const takesQuery = (historyItemId: string) =>
	queryOptions({
		queryKey: takesKey(historyItemId),
		queryFn: ({ signal }) => call(speechPaths.getTakes, { params: { history_item_id: historyItemId }, signal }),
		refetchInterval: ({ state }) =>
			state.data?.check === "running" ? Math.min(maxPollMs, firstPollMs * 1.25 ** state.dataUpdateCount) : false,
		retry: 3,
		retryDelay: 1_000,
	});

/** Retakes a sentence or requests a take check. */
export function useTakeActions(historyItemId: string, onRetaken: (takes: Takes, index: number) => void) {
	const queryClient = useQueryClient();
	const params = { history_item_id: historyItemId };
	const store = (takes: Takes) => {
		queryClient.setQueryData(takesKey(historyItemId), takes);
		return Promise.all([
			queryClient.invalidateQueries({ queryKey: [...historyKey, "item", historyItemId] }),
			queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey }),
		]);
	};
	const retake = useMutation({
		mutationFn: (index: number) => call(speechPaths.retake, { params: { ...params, index } }),
		onSuccess: async (takes, index) => {
			await store(takes);
			onRetaken(takes, index);
		},
		onError: (error) => showError("Couldn't retake the sentence", error),
	});
	const check = useMutation({
		mutationFn: () => call(speechPaths.checkTakes, { params }),
		onSuccess: store,
		onError: (error) => showError("Couldn't start the check", error),
	});
	const accept = useMutation({
		mutationFn: ({ index, start, end }: { index: number; start: number; end: number }) =>
			call(speechPaths.acceptWord, { params: { ...params, index }, body: { start, end } }),
		onSuccess: store,
		onError: (error) => showError("Couldn't accept the word", error),
	});
	return { retake, check, accept };
}

const learnedWords = "Learned words";

/** Adds a rule to the first of these dictionaries, or to one for learned words. Resolves to the dictionary's id. */
export function useTeachWord(dictionaries: readonly string[]) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: async ({ word, alias }: { word: string; alias: string }) => {
			const rules = [{ type: "alias" as const, string_to_replace: word, alias }];
			const known = await queryClient.fetchQuery(dictionariesQuery);
			const id = dictionaries[0] ?? known.find(({ name }) => name === learnedWords)?.id;
			if (id === undefined)
				return (await call(pronunciationPaths.createFromRules, { body: { name: learnedWords, rules } })).id;
			await call(pronunciationPaths.addRules, { params: { pronunciation_dictionary_id: id }, body: { rules } });
			return id;
		},
		onSuccess: () => queryClient.invalidateQueries({ queryKey: dictionariesQuery.queryKey.slice(0, 1) }),
	});
}

export const dictionariesQuery = queryOptions({
	queryKey: ["pronunciation", "for-speech"],
	queryFn: async ({ signal }) =>
		(
			await call(pronunciationPaths.listDictionaries, {
				query: { page_size: 100, sort: "name", sort_direction: "ASCENDING", include_archived: "false" },
				signal,
			})
		).pronunciation_dictionaries,
	staleTime: 30_000,
});
