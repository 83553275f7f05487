import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type DataExport, privacyEndpoints } from "@timbre/contract/privacy.ts";
import { call } from "../../lib/api.ts";
import { showError, toaster } from "../../lib/toaster.ts";

export const privacyQuery = queryOptions({
	queryKey: ["privacy", "mine"],
	queryFn: ({ signal }) => call(privacyEndpoints.getPrivacy, { signal, background: true }),
	staleTime: 300_000,
});

const pollMs = 1_500;

const isUnderWay = (archive: DataExport | null | undefined) =>
	archive?.status === "waiting" || archive?.status === "running";

const exportQuery = queryOptions({
	queryKey: ["privacy", "data-export"],
	queryFn: async ({ signal }) => (await call(privacyEndpoints.getLatestDataExport, { signal })).data_export,
	refetchInterval: ({ state }) => (isUnderWay(state.data) ? pollMs : false),
	// The server goes on by itself; whoever looks in now and then wants the truth.
	staleTime: 0,
});

/** The archive asked for last, and what can be done with it. */
export function useDataExport() {
	const queryClient = useQueryClient();
	const archive = useQuery(exportQuery);
	const know = (next: DataExport) => queryClient.setQueryData(exportQuery.queryKey, next);
	const start = useMutation({
		mutationFn: () => call(privacyEndpoints.createDataExport, {}),
		onSuccess: know,
		onError: (error) => showError("No archive was started", error),
	});
	const cancel = useMutation({
		mutationFn: (id: string) => call(privacyEndpoints.cancelDataExport, { params: { data_export_id: id } }),
		onSuccess: (cancelled) => {
			know(cancelled);
			toaster.show({ title: "The archive was removed" });
		},
		onError: (error) => showError("Not removed", error),
	});
	return { archive, underWay: isUnderWay(archive.data), start, cancel };
}

/** The account's word on sale and sharing, for every browser one signs in with. */
export function useAccountOptOut(): (optOut: boolean) => Promise<void> {
	const queryClient = useQueryClient();
	return async (optOutCCPA) => {
		const state = await call(privacyEndpoints.updatePrivacy, { body: { optOutCCPA } });
		queryClient.setQueryData(privacyQuery.queryKey, (before) => before && { ...before, ...state });
	};
}
