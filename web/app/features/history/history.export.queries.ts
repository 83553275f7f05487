import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type HistoryExport, historyEndpoints } from "@timbre/contract/history.ts";
import { call } from "../../lib/api.ts";
import { isApiError } from "../../lib/api-error.ts";
import { showError, toaster } from "../../lib/toaster.ts";
import { useStored } from "../../lib/use-stored.ts";
import { filterQuery, type HistoryFilter } from "./components/history-filter.ts";

const pollMs = 1_000;

const exportKey = (exportId: string) => ["history-export", exportId] as const;
const isUnderWay = (archive: HistoryExport | undefined) =>
	archive?.status === "waiting" || archive?.status === "running";

const exportQuery = (exportId: string) =>
	queryOptions({
		queryKey: exportKey(exportId),
		queryFn: ({ signal }) => call(historyEndpoints.getExport, { params: { export_id: exportId }, signal }),
		enabled: exportId !== "",
		refetchInterval: ({ state }) => (isUnderWay(state.data) ? pollMs : false),
		// The server goes on by itself; whoever looks in now and then wants the truth.
		staleTime: 0,
	});

export type ExportWanted = { ids: string[] } | { filter: HistoryFilter };

/** The archive asked for last. It is made by the server, so its id in this browser is all that has to outlive the tab. */
export function useExport() {
	const queryClient = useQueryClient();
	const [exportId, setExportId] = useStored("draft:history-export", "");
	const archive = useQuery(exportQuery(exportId));
	const start = useMutation({
		mutationFn: ({ wanted, format }: { wanted: ExportWanted; format: "mp3" | "wav" }) =>
			call(historyEndpoints.createExport, {
				body: {
					output_format: format,
					...("ids" in wanted ? { history_item_ids: wanted.ids } : { filter: filterQuery(wanted.filter) }),
				},
			}),
		onSuccess: (started) => {
			queryClient.setQueryData(exportKey(started.export_id), started);
			setExportId(started.export_id);
		},
		onError: (error) => showError("No archive was started", error),
	});
	const cancel = useMutation({
		mutationFn: () => call(historyEndpoints.cancelExport, { params: { export_id: exportId } }),
		onSuccess: () => {
			setExportId("");
			toaster.show({ title: "The archive was cancelled" });
		},
		onError: (error) => showError("Not cancelled", error),
	});
	const lost = archive.isError && isApiError(archive.error) && archive.error.status === 404;
	return {
		archive: exportId && !lost ? archive.data : undefined,
		underWay: isUnderWay(archive.data),
		start,
		cancel,
		forget: () => setExportId(""),
	};
}
