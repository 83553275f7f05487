import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { voiceLibraryPaths } from "@timbre/contract/voice-library/paths.ts";
import { voicesPaths } from "@timbre/contract/voices/paths.ts";
import { call } from "../../lib/api/api.ts";
import { subscriptionQuery } from "../usage/usage.public.ts";
import { voicesKey } from "./voices.public.ts";

/** Not under the voices key: changes to own voices don't affect the library. */
export const libraryKey = ["voice-library"] as const;

export const voiceQuery = (voiceId: string) =>
	queryOptions({
		queryKey: [...voicesKey, "one", voiceId],
		queryFn: ({ signal }) => call(voicesPaths.getVoice, { params: { voice_id: voiceId }, query: {}, signal }),
	});

export const previewProgressQuery = queryOptions({
	queryKey: ["voices", "preview-progress"],
	queryFn: ({ signal }) => call(voiceLibraryPaths.getPreviewProgress, { signal }),
	// Poll only while previews are being rendered.
	refetchInterval: (query) => (query.state.data?.running ? 2_000 : false),
});

/** Refetches voices and the subscription, which holds their limits. */
export function useVoicesChanged() {
	const queryClient = useQueryClient();
	return () =>
		Promise.all([
			queryClient.invalidateQueries({ queryKey: voicesKey }),
			queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey }),
		]);
}
