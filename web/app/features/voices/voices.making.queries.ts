import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ConsentScope, cloningEndpoints } from "@timbre/contract/voices.cloning.ts";
import { designEndpoints } from "@timbre/contract/voices.design.ts";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import type { NewPlayerItem } from "@timbre/ui/audio/player-item.ts";
import { call, callForm, endpointPath } from "../../lib/api.ts";
import { player } from "../../lib/player.ts";
import { bytesOf } from "../../lib/timed-sound.ts";
import { useVoicesChanged } from "./voices.own.queries.ts";

// Making a voice: what a voice is while it is being made, and all that moves it on. Everything is kept on the server, so that a page
// that is closed is only a page that is closed.

export const clonePath = "/app/voice-lab/clone";
export const designPath = "/app/voice-lab/design";
export const professionalPath = "/app/professional-voice-cloning";
export const verificationPath = "/app/voice-verification";

/** Apart from the lists of voices: a sentence that somebody is reading must not change because a list was read anew. */
export const makingKey = (voiceId: string) => ["voice-making", voiceId] as const;
const key = (voiceId: string, what: string) => [...makingKey(voiceId), what] as const;
const sentences = ["consent", "captcha"];

/** Being made: the workflow moves it on without us. */
export const isUnderWay = (state: string | undefined): boolean => state === "queued" || state === "fine_tuning";

export const trainingQuery = (voiceId: string) =>
	queryOptions({
		queryKey: key(voiceId, "training"),
		queryFn: ({ signal }) =>
			call(cloningEndpoints.getTraining, { params: { voice_id: voiceId }, signal, background: true }),
		refetchInterval: (query) => (isUnderWay(query.state.data?.state) ? 1_000 : false),
		staleTime: 0,
	});

export const consentQuery = (voiceId: string) =>
	queryOptions({
		queryKey: key(voiceId, "consent"),
		queryFn: ({ signal }) => call(cloningEndpoints.getConsent, { params: { voice_id: voiceId }, signal }),
		// The sentence counts once and for minutes: one that was fetched by merely coming back to the window would undo the one being read.
		refetchOnWindowFocus: false,
		staleTime: 60_000,
	});

export const captchaQuery = (voiceId: string) =>
	queryOptions({
		queryKey: key(voiceId, "captcha"),
		queryFn: ({ signal }) => call(cloningEndpoints.getCaptcha, { params: { voice_id: voiceId }, signal }),
		refetchOnWindowFocus: false,
		staleTime: 60_000,
		gcTime: 0,
		retry: false,
	});

/** Reads anew what is known of a voice, but not the sentence that is being read. */
export function useRefreshVoice(voiceId: string) {
	const queryClient = useQueryClient();
	const changed = useVoicesChanged();
	return () =>
		Promise.all([
			changed(),
			queryClient.invalidateQueries({
				queryKey: makingKey(voiceId),
				predicate: ({ queryKey }) => !sentences.includes(String(queryKey[2])),
			}),
		]);
}

export function useGiveConsent(voiceId: string) {
	const queryClient = useQueryClient();
	const refresh = useRefreshVoice(voiceId);
	return useMutation({
		mutationFn: (given: { recording: File; scope: ConsentScope[]; expiresInDays: number | null }) =>
			callForm(cloningEndpoints.giveConsent, {
				params: { voice_id: voiceId },
				form: { recording: given.recording, scope: given.scope, expires_in_days: given.expiresInDays },
			}),
		onSuccess: ({ consent }) => {
			queryClient.setQueryData(consentQuery(voiceId).queryKey, consent);
			void refresh();
		},
		// A sentence that was read is used up, also where it was not accepted: the next try needs another.
		onError: () => queryClient.invalidateQueries({ queryKey: consentQuery(voiceId).queryKey }),
	});
}

export function useRevokeConsent(voiceId: string) {
	const queryClient = useQueryClient();
	const refresh = useRefreshVoice(voiceId);
	return useMutation({
		mutationFn: () => call(cloningEndpoints.revokeConsent, { params: { voice_id: voiceId } }),
		onSuccess: (consent) => {
			queryClient.setQueryData(consentQuery(voiceId).queryKey, consent);
			void refresh();
		},
	});
}

export function useSolveCaptcha(voiceId: string) {
	const queryClient = useQueryClient();
	const refresh = useRefreshVoice(voiceId);
	return useMutation({
		mutationFn: (recording: File) =>
			callForm(cloningEndpoints.solveCaptcha, { params: { voice_id: voiceId }, form: { recording } }),
		// Not waited for: what asked may be gone from the page as soon as the list is new.
		onSuccess: () => {
			void refresh();
			void queryClient.invalidateQueries({ queryKey: consentQuery(voiceId).queryKey });
		},
		onError: () => queryClient.invalidateQueries({ queryKey: captchaQuery(voiceId).queryKey }),
	});
}

export function useCancelTraining(voiceId: string) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: () => call(cloningEndpoints.cancelTraining, { params: { voice_id: voiceId } }),
		onSuccess: (training) => queryClient.setQueryData(trainingQuery(voiceId).queryKey, training),
	});
}

/** A voice made from recordings that cannot speak yet: something is left to do. */
export function isUnfinished(voice: Voice, category: "cloned" | "professional"): boolean {
	return (
		voice.is_owner && voice.category === category && (voice.disabled || voice.high_quality_base_model_ids.length === 0)
	);
}

export type Clip = {
	id: string;
	title: string;
	description: string;
	url: string;
	voiceId: string;
	language?: string | null;
};

function clipItem({ id, title, description, voiceId, language }: Omit<Clip, "url">): NewPlayerItem {
	return {
		id,
		type: "voicePreview",
		player: { title, description, voice_id: voiceId, language: language ?? null },
	};
}

/** Plays or pauses a clip in the one player. */
export function toggleClip(clip: Clip): void {
	if (player.state().item?.id === clip.id) {
		player.toggle();
		return;
	}
	void player.load(clipItem(clip), { url: clip.url });
}

/** The same for a sound that comes inside an answer. */
export async function toggleSound(
	clip: Omit<Clip, "url">,
	load: () => Promise<{ audio_base_64: string; media_type: string }>,
): Promise<void> {
	if (player.state().item?.id === clip.id) {
		player.toggle();
		return;
	}
	const sound = await load();
	const chunks = new Blob([bytesOf(sound.audio_base_64)]).stream();
	void player.load(clipItem(clip), { chunks, mimeType: sound.media_type });
}

export const designPreviewUrl = (generatedVoiceId: string): string =>
	endpointPath(designEndpoints.streamVoicePreview.path, { generated_voice_id: generatedVoiceId });
