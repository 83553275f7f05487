import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ConsentScope } from "@timbre/contract/voice-making/cloning.ts";
import type { ConsentLink, ConsentRequest } from "@timbre/contract/voice-making/consent-links.ts";
import { voiceMakingPaths } from "@timbre/contract/voice-making/paths.ts";
import type { ConsentLanguage } from "@timbre/contract/voice-making/rules.ts";
import { useEffect, useEffectEvent } from "react";
import { call, callForm } from "../../../lib/api/api.ts";
import { showError } from "../../../lib/page/toaster.ts";
import { consentQuery, useRefreshVoice, voiceCreationKey } from "../voice-making.queries.ts";

// Consent by link: what the owner of a voice sees, and what the speaker does with the link.

const linksQuery = (voiceId: string) =>
	queryOptions({
		queryKey: [...voiceCreationKey(voiceId), "links"],
		queryFn: async ({ signal }) =>
			(await call(voiceMakingPaths.listConsentLinks, { params: { voice_id: voiceId }, signal, background: true }))
				.links,
		refetchInterval: (query) => (query.state.data?.[0]?.status === "waiting" ? 5_000 : false),
		staleTime: 0,
	});

/** The latest link of a voice. Refetches everything else about the voice when the speaker has decided. */
export function useLatestLink(voiceId: string): ConsentLink | undefined {
	const queryClient = useQueryClient();
	const refresh = useRefreshVoice(voiceId);
	const { data: links } = useQuery(linksQuery(voiceId));
	const { data: consent } = useQuery(consentQuery(voiceId));
	const news = links?.[0]?.status === "given" && consent?.given === null;
	const reload = useEffectEvent(() => {
		void queryClient.invalidateQueries({ queryKey: consentQuery(voiceId).queryKey });
		void refresh();
	});
	useEffect(() => {
		if (news) reload();
	}, [news]);
	return links?.[0];
}

export type LinkRequest = {
	purpose: string;
	email: string;
	scope: ConsentScope[];
	language: ConsentLanguage;
	days: number;
};

export function useCreateLink(voiceId: string) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: ({ purpose, email, scope, language, days }: LinkRequest) =>
			call(voiceMakingPaths.createConsentLink, {
				params: { voice_id: voiceId },
				body: { purpose, scope, language, expires_in_days: days, email: email || null },
			}),
		onSuccess: () => queryClient.invalidateQueries({ queryKey: linksQuery(voiceId).queryKey }),
	});
}

export function useRevokeLink(voiceId: string) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (linkId: string) =>
			call(voiceMakingPaths.revokeConsentLink, { params: { voice_id: voiceId, link_id: linkId } }),
		onError: (error) => showError("Couldn't revoke the link", error),
		onSettled: () => queryClient.invalidateQueries({ queryKey: linksQuery(voiceId).queryKey }),
	});
}

export const requestQuery = (token: string) =>
	queryOptions({
		queryKey: ["consent-request", token],
		queryFn: ({ signal }) => call(voiceMakingPaths.openConsentLink, { body: { token }, signal }),
		// A sentence is single-use and short-lived: refetching on focus would replace the one being read.
		refetchOnWindowFocus: false,
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});

type Reading = { recording: File; scope: ConsentScope[]; expiresInDays: number | null };

/** What a speaker can do with a link. Each returns the request as it is afterwards. */
export function useDecision(token: string) {
	const queryClient = useQueryClient();
	const { queryKey } = requestQuery(token);
	const show = (request: ConsentRequest) => queryClient.setQueryData(queryKey, request);
	// A rejected reading uses up the sentence, and a link may have been used or revoked meanwhile.
	const reload = () => queryClient.invalidateQueries({ queryKey });
	const changeLanguage = useMutation({
		mutationFn: (language: ConsentLanguage) => call(voiceMakingPaths.openConsentLink, { body: { token, language } }),
		onSuccess: show,
		onError: (error) => showError("Couldn't change the language", error),
	});
	const give = useMutation({
		mutationFn: ({ recording, scope, expiresInDays }: Reading) =>
			callForm(voiceMakingPaths.giveConsentByLink, {
				form: { token, recording, scope, expires_in_days: expiresInDays, accept_voice_processing: true },
			}),
		onSuccess: ({ request }) => show(request),
		onError: reload,
	});
	const refuse = useMutation({
		mutationFn: () => call(voiceMakingPaths.denyConsentByLink, { body: { token } }),
		onSuccess: show,
		onError: (error) => {
			showError("Couldn't refuse", error);
			void reload();
		},
	});
	const revoke = useMutation({
		mutationFn: () => call(voiceMakingPaths.revokeConsentByLink, { body: { token } }),
		onSuccess: show,
		onError: (error) => {
			showError("Couldn't revoke consent", error);
			void reload();
		},
	});
	return { changeLanguage, give, refuse, revoke };
}
