import {
	infiniteQueryOptions,
	keepPreviousData,
	queryOptions,
	useMutation,
	useQueryClient,
} from "@tanstack/react-query";
import type { LibraryVoice } from "@timbre/contract/voice-library/endpoints.ts";
import { voiceLibraryPaths } from "@timbre/contract/voice-library/paths.ts";
import { call, callForm } from "../../lib/api/api.ts";
import { showError } from "../../lib/page/toaster.ts";
import { withVoicesError } from "../voices/voices.public.ts";
import { libraryKey, useVoicesChanged } from "../voices/voices.refresh.public.ts";
import { type LibraryFilter, libraryQuery } from "./model/library-filter.ts";

const pageSize = 20;

export const libraryPages = (filter: LibraryFilter) =>
	infiniteQueryOptions({
		queryKey: [...libraryKey, "pages", libraryQuery(filter)],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam, signal }) =>
			withVoicesError(
				call(voiceLibraryPaths.listSharedVoices, {
					query: { ...libraryQuery(filter), page_size: pageSize, last_sort_id: pageParam },
					signal,
				}),
			),
		getNextPageParam: (last) => (last.has_more ? (last.last_sort_id ?? undefined) : undefined),
		// Keep the previous results visible until the new ones arrive.
		placeholderData: keepPreviousData,
		staleTime: 60_000,
	});

const maxTrending = 6;
const minTrending = 3;

/** Trending voices, or featured ones on a server without enough recent usage. */
export const trendingQuery = queryOptions({
	queryKey: [...libraryKey, "trending"],
	queryFn: async ({ signal }): Promise<{ title: string; voices: LibraryVoice[] }> => {
		const listVoices = async (query: { sort: "trending"; featured?: string }) =>
			(await call(voiceLibraryPaths.listSharedVoices, { query: { ...query, page_size: maxTrending }, signal })).voices;
		const used = (await listVoices({ sort: "trending" })).filter((voice) => voice.usage_character_count_7d > 0);
		if (used.length >= minTrending) return { title: "Trending this week", voices: used };
		return { title: "Featured voices", voices: await listVoices({ sort: "trending", featured: "true" }) };
	},
	staleTime: 5 * 60_000,
});

export const libraryFiltersQuery = queryOptions({
	queryKey: [...libraryKey, "filters"],
	queryFn: ({ signal }) => call(voiceLibraryPaths.listLibraryFilters, { signal }),
	staleTime: 5 * 60_000,
});

export const libraryVoiceQuery = (ownerId: string, voiceId: string) =>
	queryOptions({
		queryKey: [...libraryKey, "one", ownerId, voiceId],
		queryFn: ({ signal }) =>
			call(voiceLibraryPaths.getSharedVoice, { params: { public_user_id: ownerId, voice_id: voiceId }, signal }),
	});

const maxSimilar = 4;

/** The library voices most similar to a voice, excluding itself. */
export const similarQuery = (voiceId: string) =>
	queryOptions({
		queryKey: [...libraryKey, "similar", voiceId],
		queryFn: async ({ signal }) => {
			const form = { voice_id: voiceId, top_k: maxSimilar + 1 };
			const { voices } = await callForm(voiceLibraryPaths.findSimilarVoices, { form, signal });
			return voices.filter((voice) => voice.voice_id !== voiceId).slice(0, maxSimilar);
		},
		staleTime: 5 * 60_000,
		retry: false,
	});

export async function similarToRecording(file: File): Promise<LibraryVoice[]> {
	const form = { audio_file: file, top_k: 10 };
	return (await callForm(voiceLibraryPaths.findSimilarVoices, { form })).voices;
}

/** Marks the voice as added in all cached library data. */
function withAdded<T>(data: T, voice: LibraryVoice, addedId: string): T {
	const update = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(update);
		if (typeof value !== "object" || value === null) return value;
		if ("public_owner_id" in value && "voice_id" in value) {
			const same = value.voice_id === voice.voice_id && value.public_owner_id === voice.public_owner_id;
			return same ? { ...value, is_added_by_user: true, is_bookmarked: true, added_voice_id: addedId } : value;
		}
		return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, update(inner)]));
	};
	return update(data) as T;
}

export function useAddVoice() {
	const queryClient = useQueryClient();
	const changed = useVoicesChanged();
	return useMutation({
		mutationFn: (voice: LibraryVoice) =>
			call(voiceLibraryPaths.addSharedVoice, {
				params: { public_user_id: voice.public_owner_id, voice_id: voice.voice_id },
				body: { new_name: voice.name },
			}),
		onSuccess: ({ voice_id: addedId }, voice) => {
			queryClient.setQueriesData({ queryKey: libraryKey }, (data) => withAdded(data, voice, addedId));
			return changed();
		},
		onError: (error) => showError("Couldn't add the voice", error),
	});
}
