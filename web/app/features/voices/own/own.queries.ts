import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import { voiceMakingPaths } from "@timbre/contract/voice-making/paths.ts";
import { voicesPaths } from "@timbre/contract/voices/paths.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { call, callForm, endpointPath } from "../../../lib/api/api.ts";
import { player } from "../../../lib/audio/player.ts";
import { showError, toaster } from "../../../lib/page/toaster.ts";
import { isPreviewing, voicesKey, withVoicesError } from "../voices.public.ts";
import { libraryKey, useVoicesChanged, voiceQuery } from "../voices.refresh.public.ts";
import { type OwnView, viewQuery } from "./model/own-view.ts";

const pageSize = 20;

export const ownVoicePages = (view: OwnView) =>
	infiniteQueryOptions({
		queryKey: [...voicesKey, "pages", view],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam, signal }) =>
			withVoicesError(
				call(voicesPaths.searchVoices, {
					query: {
						...viewQuery(view),
						page_size: pageSize,
						next_page_token: pageParam,
						include_total_count: pageParam ? "false" : "true",
					},
					signal,
				}),
			),
		getNextPageParam: (last) => (last.has_more ? (last.next_page_token ?? undefined) : undefined),
		placeholderData: keepPreviousData,
	});

type VoiceEdit = { name: string; description: string; labels: Record<string, string> };

export function useEditVoice(voiceId: string) {
	const changed = useVoicesChanged();
	return useMutation({
		mutationFn: ({ name, description, labels }: VoiceEdit) =>
			callForm(voiceMakingPaths.editVoice, {
				params: { voice_id: voiceId },
				form: { name, description, labels: JSON.stringify(labels) },
			}),
		onSuccess: () => {
			toaster.show({ tone: "positive", title: "Saved" });
			return changed();
		},
	});
}

export function useDeleteVoice() {
	const queryClient = useQueryClient();
	const changed = useVoicesChanged();
	return useMutation({
		mutationFn: (voice: Pick<Voice, "voice_id" | "name">) =>
			call(voicesPaths.deleteVoice, { params: { voice_id: voice.voice_id } }),
		onSuccess: (_, voice) => {
			if (isPreviewing(voice.voice_id, player.state())) player.clear();
			toaster.show({ tone: "positive", title: "Voice deleted", detail: voice.name });
			// The library marks voices that the user has added.
			void queryClient.invalidateQueries({ queryKey: libraryKey });
			return changed();
		},
		onError: (error) => showError("Couldn't delete the voice", error),
	});
}

type Pages = { pages: { voices: Voice[] }[]; pageParams: unknown[] };

/** Optimistic: rolled back if the request fails. */
export function useFavorite() {
	const queryClient = useQueryClient();
	const setFavorite = (voiceId: string, at: number | null) => {
		const update = (voice: Voice) => (voice.voice_id === voiceId ? { ...voice, favorited_at_unix: at } : voice);
		queryClient.setQueriesData<Pages>({ queryKey: [...voicesKey, "pages"] }, (data) =>
			data ? { ...data, pages: data.pages.map((page) => ({ ...page, voices: page.voices.map(update) })) } : data,
		);
		queryClient.setQueryData<Voice>(voiceQuery(voiceId).queryKey, (voice) => voice && update(voice));
	};
	return useMutation({
		mutationFn: ({ voice, favorite }: { voice: Voice; favorite: boolean }) =>
			call(voicesPaths.favoriteVoice, {
				params: { voice_id: voice.voice_id },
				body: { favorite: favorite },
			}),
		onMutate: ({ voice, favorite }) => setFavorite(voice.voice_id, favorite ? Math.floor(Date.now() / 1000) : null),
		onError: (error, { voice }) => {
			setFavorite(voice.voice_id, voice.favorited_at_unix);
			showError("Couldn't update favorites", error);
		},
	});
}

export function useDeleteSample(voiceId: string) {
	const changed = useVoicesChanged();
	return useMutation({
		mutationFn: (sampleId: string) =>
			call(voicesPaths.deleteSample, { params: { voice_id: voiceId, sample_id: sampleId } }),
		onSuccess: changed,
		onError: (error) => showError("Couldn't delete the recording", error),
	});
}

export const sampleUrl = (voiceId: string, sampleId: string) =>
	endpointPath(voicesPaths.getSampleAudio.path, { voice_id: voiceId, sample_id: sampleId });
