import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { HistoryExport } from "@timbre/contract/history/endpoints.ts";
import { historyPaths } from "@timbre/contract/history/paths.ts";
import { call } from "../../lib/api/api.ts";
import { isApiError } from "../../lib/api/api-error.ts";
import { showError, toaster } from "../../lib/page/toaster.ts";
import { useStored } from "../../lib/storage/use-stored.ts";
import { filterQuery, type HistoryFilter } from "./model/history-filter.ts";

const pollMs = 1_000;

const exportKey = (exportId: string) => ["history-export", exportId] as const;
const isRunning = (archive: HistoryExport | undefined) =>
	archive?.status === "waiting" || archive?.status === "running";

const exportQuery = (exportId: string) =>
	queryOptions({
		queryKey: exportKey(exportId),
		queryFn: ({ signal }) => call(historyPaths.getExport, { params: { export_id: exportId }, signal }),
		enabled: exportId !== "",
		refetchInterval: ({ state }) => (isRunning(state.data) ? pollMs : false),
		// The server continues on its own, so cached progress is always outdated.
		staleTime: 0,
	});

export type ExportTarget = { ids: string[] } | { filter: HistoryFilter };

/** The most recently requested archive. The server builds it, so only its id is stored in the browser. */
export function useExport() {
	const queryClient = useQueryClient();
	const [exportId, setExportId] = useStored("draft:history-export", "");
	const archive = useQuery(exportQuery(exportId));
	const start = useMutation({
		mutationFn: ({ target, format }: { target: ExportTarget; format: "mp3" | "wav" }) =>
			call(historyPaths.createExport, {
				body: {
					output_format: format,
					...("ids" in target ? { history_item_ids: target.ids } : { filter: filterQuery(target.filter) }),
				},
			}),
		onSuccess: (started) => {
			queryClient.setQueryData(exportKey(started.export_id), started);
			setExportId(started.export_id);
		},
		onError: (error) => showError("Couldn't create the archive", error),
	});
	const cancel = useMutation({
		mutationFn: () => call(historyPaths.cancelExport, { params: { export_id: exportId } }),
		onSuccess: () => {
			setExportId("");
			toaster.show({ title: "Archive canceled" });
		},
		onError: (error) => showError("Couldn't cancel the archive", error),
	});
	const notFound = archive.isError && isApiError(archive.error) && archive.error.status === 404;
	return {
		archive: exportId && !notFound ? archive.data : undefined,
		running: isRunning(archive.data),
		start,
		cancel,
		dismiss: () => setExportId(""),
	};
}
