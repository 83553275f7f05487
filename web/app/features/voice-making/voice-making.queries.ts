import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ConsentScope } from "@timbre/contract/voice-making/cloning.ts";
import { voiceMakingPaths } from "@timbre/contract/voice-making/paths.ts";
import type { ConsentLanguage } from "@timbre/contract/voice-making/rules.ts";
import { call, callForm, endpointPath } from "../../lib/api/api.ts";
import { showError } from "../../lib/page/toaster.ts";
import { useVoicesChanged } from "../voices/voices.refresh.public.ts";
import { isTraining } from "./model/progress.ts";

// Queries for creating a voice from recordings. All state is on the server, so closing the page loses nothing.

/** Not under the voices key: refetching a list must not replace a sentence that someone is reading. */
export const voiceCreationKey = (voiceId: string) => ["voice-creation", voiceId] as const;
const key = (voiceId: string, what: string) => [...voiceCreationKey(voiceId), what] as const;
const sentences = ["consent", "captcha"];

export const trainingQuery = (voiceId: string) =>
	queryOptions({
		queryKey: key(voiceId, "training"),
		queryFn: ({ signal }) =>
			call(voiceMakingPaths.getTraining, { params: { voice_id: voiceId }, signal, background: true }),
		refetchInterval: (query) => (isTraining(query.state.data?.state) ? 1_000 : false),
		staleTime: 0,
	});

export const consentQuery = (voiceId: string) =>
	queryOptions({
		queryKey: key(voiceId, "consent"),
		queryFn: ({ signal }) => call(voiceMakingPaths.getConsent, { params: { voice_id: voiceId }, query: {}, signal }),
		// A sentence is single-use and short-lived: refetching on focus would invalidate the one being read.
		refetchOnWindowFocus: false,
		staleTime: 60_000,
	});

export const captchaQuery = (voiceId: string) =>
	queryOptions({
		queryKey: key(voiceId, "captcha"),
		queryFn: ({ signal }) => call(voiceMakingPaths.getCaptcha, { params: { voice_id: voiceId }, query: {}, signal }),
		refetchOnWindowFocus: false,
		staleTime: 60_000,
		gcTime: 0,
		retry: false,
	});

/** Refetches everything about a voice except the sentence being read. */
export function useRefreshVoice(voiceId: string) {
	const queryClient = useQueryClient();
	const changed = useVoicesChanged();
	return () =>
		Promise.all([
			changed(),
			queryClient.invalidateQueries({
				queryKey: voiceCreationKey(voiceId),
				predicate: ({ queryKey }) => !sentences.includes(String(queryKey[2])),
			}),
		]);
}

/** Replaces the sentence with one in another language. The server remembers the language for later sentences. */
export function useConsentLanguage(voiceId: string) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (language: ConsentLanguage) =>
			call(voiceMakingPaths.getConsent, { params: { voice_id: voiceId }, query: { language } }),
		onSuccess: (consent) => queryClient.setQueryData(consentQuery(voiceId).queryKey, consent),
		onError: (error) => showError("Couldn't change the language", error),
	});
}

/** As `useConsentLanguage`, for a captcha. */
export function useCaptchaLanguage(voiceId: string) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (language: ConsentLanguage) =>
			call(voiceMakingPaths.getCaptcha, { params: { voice_id: voiceId }, query: { language } }),
		onSuccess: (captcha) => queryClient.setQueryData(captchaQuery(voiceId).queryKey, captcha),
		onError: (error) => showError("Couldn't change the language", error),
	});
}

export function useGiveConsent(voiceId: string) {
	const queryClient = useQueryClient();
	const refresh = useRefreshVoice(voiceId);
	return useMutation({
		mutationFn: (input: { recording: File; scope: ConsentScope[]; expiresInDays: number | null }) =>
			callForm(voiceMakingPaths.giveConsent, {
				params: { voice_id: voiceId },
				form: { recording: input.recording, scope: input.scope, expires_in_days: input.expiresInDays },
			}),
		onSuccess: ({ consent }) => {
			queryClient.setQueryData(consentQuery(voiceId).queryKey, consent);
			void refresh();
		},
		// Every attempt uses up the sentence, even a failed one, so fetch a new one.
		onError: () => queryClient.invalidateQueries({ queryKey: consentQuery(voiceId).queryKey }),
	});
}

export function useRevokeConsent(voiceId: string) {
	const queryClient = useQueryClient();
	const refresh = useRefreshVoice(voiceId);
	return useMutation({
		mutationFn: () => call(voiceMakingPaths.revokeConsent, { params: { voice_id: voiceId } }),
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
			callForm(voiceMakingPaths.solveCaptcha, { params: { voice_id: voiceId }, form: { recording } }),
		// Not awaited: the calling component may unmount as soon as the list is refetched.
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
		mutationFn: () => call(voiceMakingPaths.cancelTraining, { params: { voice_id: voiceId } }),
		onSuccess: (training) => queryClient.setQueryData(trainingQuery(voiceId).queryKey, training),
	});
}

export const designPreviewUrl = (generatedVoiceId: string): string =>
	endpointPath(voiceMakingPaths.streamVoicePreview.path, { generated_voice_id: generatedVoiceId });
