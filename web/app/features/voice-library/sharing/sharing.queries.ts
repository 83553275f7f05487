import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { historyPaths } from "@timbre/contract/history/paths.ts";
import { voiceLibraryPaths } from "@timbre/contract/voice-library/paths.ts";
import type { statsRanges } from "@timbre/contract/voice-library/rules.ts";
import { call } from "../../../lib/api/api.ts";
import { useAgreement } from "../../privacy/privacy.agreements.public.ts";
import { libraryKey, useVoicesChanged } from "../../voices/voices.refresh.public.ts";
import type { PublishBody } from "./model/publish-values.ts";

const key = (voiceId: string) => ["voice-sharing", voiceId] as const;

export const voiceShareQuery = (voiceId: string) =>
	queryOptions({
		queryKey: [...key(voiceId), "terms"],
		queryFn: ({ signal }) => call(voiceLibraryPaths.getVoiceShare, { params: { voice_id: voiceId }, signal }),
	});

export type StatsRange = (typeof statsRanges)[number];

export const shareStatsQuery = (voiceId: string, range: StatsRange) =>
	queryOptions({
		queryKey: [...key(voiceId), "stats", range],
		queryFn: ({ signal }) =>
			call(voiceLibraryPaths.getShareStats, { params: { voice_id: voiceId }, body: { range }, signal }),
		staleTime: 60_000,
	});

/** Recent generations of the voice, to choose a preview from. */
export const recentGenerationsQuery = (voiceId: string) =>
	queryOptions({
		queryKey: [...key(voiceId), "said"],
		queryFn: async ({ signal }) =>
			(await call(historyPaths.listHistory, { query: { voice_id: voiceId, page_size: 10 }, signal })).history,
	});

export const sharedLinkQuery = (ownerId: string, voiceId: string) =>
	queryOptions({
		queryKey: [...libraryKey, "link", ownerId, voiceId],
		queryFn: ({ signal }) =>
			call(voiceLibraryPaths.getSharedLink, { params: { public_user_id: ownerId, voice_id: voiceId }, signal }),
	});

function useSharingChanged(voiceId: string) {
	const queryClient = useQueryClient();
	const changed = useVoicesChanged();
	return () =>
		Promise.all([
			queryClient.invalidateQueries({ queryKey: key(voiceId) }),
			queryClient.invalidateQueries({ queryKey: libraryKey }),
			changed(),
		]);
}

export function useShareByLink(voiceId: string) {
	return useMutation({
		mutationFn: (body: { enable: boolean; emails: string[] }) =>
			call(voiceLibraryPaths.shareVoice, { params: { voice_id: voiceId }, body }),
		onSuccess: useSharingChanged(voiceId),
	});
}

export function usePublish(voiceId: string) {
	const terms = useAgreement("licensing");
	return useMutation({
		mutationFn: async (body: PublishBody) => {
			await terms.agree();
			return call(voiceLibraryPaths.publishVoice, { params: { voice_id: voiceId }, body });
		},
		onSuccess: useSharingChanged(voiceId),
	});
}

export function useUnpublish(voiceId: string) {
	return useMutation({
		mutationFn: () => call(voiceLibraryPaths.unpublishVoice, { params: { voice_id: voiceId } }),
		onSuccess: useSharingChanged(voiceId),
	});
}
