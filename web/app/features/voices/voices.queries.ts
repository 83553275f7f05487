import { queryOptions } from "@tanstack/react-query";
import { voiceLibraryEndpoints } from "@timbre/contract/voice-library/endpoints.ts";
import { call } from "../../lib/api.ts";

export const previewProgressQuery = queryOptions({
	queryKey: ["voices", "preview-progress"],
	queryFn: ({ signal }) => call(voiceLibraryEndpoints.getPreviewProgress, { signal }),
	// Poll only while previews are being rendered.
	refetchInterval: (query) => (query.state.data?.running ? 2_000 : false),
});
