import {
	infiniteQueryOptions,
	keepPreviousData,
	queryOptions,
	useMutation,
	useQueryClient,
} from "@tanstack/react-query";
import { type LibraryVoice, libraryEndpoints } from "@timbre/contract/voices.library.ts";
import { call, callForm } from "../../lib/api.ts";
import { showError } from "../../lib/toaster.ts";
import { type LibraryFilter, libraryQuery } from "./components/library-filter.ts";
import { libraryKey, useVoicesChanged } from "./voices.own.queries.ts";
import { asVoices } from "./voices.public.tsx";

const pageSize = 20;

export const libraryPages = (filter: LibraryFilter) =>
	infiniteQueryOptions({
		queryKey: [...libraryKey, "pages", libraryQuery(filter)],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam, signal }) =>
			asVoices(
				call(libraryEndpoints.listSharedVoices, {
					query: { ...libraryQuery(filter), page_size: pageSize, last_sort_id: pageParam },
					signal,
				}),
			),
		getNextPageParam: (last) => (last.has_more ? (last.last_sort_id ?? undefined) : undefined),
		// While one types, what was found before stays until the new answer is there.
		placeholderData: keepPreviousData,
		staleTime: 60_000,
	});

const mostShown = 6;
const fewestTrending = 3;

/** What people use now; on a server where nobody has used anything yet, what it puts forward. */
export const trendingQuery = queryOptions({
	queryKey: [...libraryKey, "trending"],
	queryFn: async ({ signal }): Promise<{ title: string; voices: LibraryVoice[] }> => {
		const ask = async (query: { sort: "trending"; featured?: string }) =>
			(await call(libraryEndpoints.listSharedVoices, { query: { ...query, page_size: mostShown }, signal })).voices;
		const used = (await ask({ sort: "trending" })).filter((voice) => voice.usage_character_count_7d > 0);
		if (used.length >= fewestTrending) return { title: "Trending this week", voices: used };
		return { title: "Good to begin with", voices: await ask({ sort: "trending", featured: "true" }) };
	},
	staleTime: 5 * 60_000,
});

export const libraryFiltersQuery = queryOptions({
	queryKey: [...libraryKey, "filters"],
	queryFn: ({ signal }) => call(libraryEndpoints.listLibraryFilters, { signal }),
	staleTime: 5 * 60_000,
});

export const libraryVoiceQuery = (ownerId: string, voiceId: string) =>
	queryOptions({
		queryKey: [...libraryKey, "one", ownerId, voiceId],
		queryFn: ({ signal }) =>
			call(libraryEndpoints.getSharedVoice, { params: { public_user_id: ownerId, voice_id: voiceId }, signal }),
	});

const mostAlike = 4;

/** Those of the library that sound most like a voice, itself left out. */
export const similarQuery = (voiceId: string) =>
	queryOptions({
		queryKey: [...libraryKey, "similar", voiceId],
		queryFn: async ({ signal }) => {
			const form = { voice_id: voiceId, top_k: mostAlike + 1 };
			const { voices } = await callForm(libraryEndpoints.findSimilarVoices, { form, signal });
			return voices.filter((voice) => voice.voice_id !== voiceId).slice(0, mostAlike);
		},
		staleTime: 5 * 60_000,
		retry: false,
	});

export async function similarToRecording(file: File): Promise<LibraryVoice[]> {
	const form = { audio_file: file, top_k: 10 };
	return (await callForm(libraryEndpoints.findSimilarVoices, { form })).voices;
}

/** Everywhere the library is shown, the voice is the caller's own from now on. */
function withAdded<T>(data: T, voice: LibraryVoice, addedId: string): T {
	const seen = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(seen);
		if (typeof value !== "object" || value === null) return value;
		if ("public_owner_id" in value && "voice_id" in value) {
			const same = value.voice_id === voice.voice_id && value.public_owner_id === voice.public_owner_id;
			return same ? { ...value, is_added_by_user: true, is_bookmarked: true, added_voice_id: addedId } : value;
		}
		return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, seen(inner)]));
	};
	return seen(data) as T;
}

export function useAddVoice() {
	const queryClient = useQueryClient();
	const changed = useVoicesChanged();
	return useMutation({
		mutationFn: (voice: LibraryVoice) =>
			call(libraryEndpoints.addSharedVoice, {
				params: { public_user_id: voice.public_owner_id, voice_id: voice.voice_id },
				body: { new_name: voice.name },
			}),
		onSuccess: ({ voice_id: addedId }, voice) => {
			queryClient.setQueriesData({ queryKey: libraryKey }, (data) => withAdded(data, voice, addedId));
			return changed();
		},
		onError: (error) => showError("Not added", error),
	});
}
