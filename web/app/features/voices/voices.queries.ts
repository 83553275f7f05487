import { queryOptions } from "@tanstack/react-query";
import { voicesEndpoints } from "@timbre/contract/voices/endpoints.ts";
import { call } from "../../lib/api.ts";

export const previewProgressQuery = queryOptions({
	queryKey: ["voices", "preview-progress"],
	queryFn: ({ signal }) => call(voicesEndpoints.getPreviewProgress, { signal }),
	// Poll only while previews are being rendered.
	refetchInterval: (query) => (query.state.data?.running ? 2_000 : false),
});
