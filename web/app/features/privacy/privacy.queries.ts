import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { DataExport } from "@timbre/contract/privacy/endpoints.ts";
import { privacyPaths } from "@timbre/contract/privacy/paths.ts";
import { call } from "../../lib/api/api.ts";
import { showError, toaster } from "../../lib/page/toaster.ts";

export const privacyQuery = queryOptions({
	queryKey: ["privacy", "mine"],
	queryFn: ({ signal }) => call(privacyPaths.getPrivacy, { signal, background: true }),
	staleTime: 300_000,
});

const pollMs = 1_500;

const isRunning = (archive: DataExport | null | undefined) =>
	archive?.status === "waiting" || archive?.status === "running";

const exportQuery = queryOptions({
	queryKey: ["privacy", "data-export"],
	queryFn: async ({ signal }) => (await call(privacyPaths.getLatestDataExport, { signal })).data_export,
	refetchInterval: ({ state }) => (isRunning(state.data) ? pollMs : false),
	// The export runs on the server, so always refetch.
	staleTime: 0,
});

/** The latest data export and its actions. */
export function useDataExport() {
	const queryClient = useQueryClient();
	const archive = useQuery(exportQuery);
	const setExport = (next: DataExport) => queryClient.setQueryData(exportQuery.queryKey, next);
	const start = useMutation({
		mutationFn: () => call(privacyPaths.createDataExport, {}),
		onSuccess: setExport,
		onError: (error) => showError("Couldn't start the export", error),
	});
	const cancel = useMutation({
		mutationFn: (id: string) => call(privacyPaths.cancelDataExport, { params: { data_export_id: id } }),
		onSuccess: (canceled) => {
			setExport(canceled);
			toaster.show({ title: "Archive removed" });
		},
		onError: (error) => showError("Couldn't remove the archive", error),
	});
	return { archive, isRunning: isRunning(archive.data), start, cancel };
}

/** Saves the opt-out in the account, for every browser the user signs in with. */
export function useAccountOptOut(): (optOut: boolean) => Promise<void> {
	const queryClient = useQueryClient();
	return async (optOutCCPA) => {
		const state = await call(privacyPaths.updatePrivacy, { body: { optOutCCPA } });
		queryClient.setQueryData(privacyQuery.queryKey, (before) => before && { ...before, ...state });
	};
}
