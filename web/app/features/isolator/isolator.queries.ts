import {
	type InfiniteData,
	infiniteQueryOptions,
	queryOptions,
	useMutation,
	useQueryClient,
} from "@tanstack/react-query";
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { EndpointAt } from "@timbre/contract/endpoints-by-id.ts";
import { isolatorPaths } from "@timbre/contract/isolator/paths.ts";
import type { IsolationFormat } from "@timbre/contract/isolator/rules.ts";
import { call, endpointPath } from "../../lib/api/api.ts";
import { showError, toaster } from "../../lib/page/toaster.ts";

export type Isolation = ResponseOf<EndpointAt<typeof isolatorPaths.getIsolation>>;
type HistoryPage = ResponseOf<EndpointAt<typeof isolatorPaths.listIsolations>>;
export type IsolationItem = HistoryPage["items"][number];

const pollMs = 1_000;
const listPollMs = 3_000;
const pageSize = 30;
const historyKey = ["isolations"];
const isolationKey = (id: string) => ["isolation", id];

export const isRunning = ({ state }: Pick<Isolation, "state">) => state === "queued" || state === "running";

export const isolationQuery = (id: string) =>
	queryOptions({
		queryKey: isolationKey(id),
		queryFn: ({ signal }) => call(isolatorPaths.getIsolation, { params: { isolation_id: id }, signal }),
		refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? pollMs : false),
	});

export const isolationsQuery = (search: string) =>
	infiniteQueryOptions({
		queryKey: [...historyKey, search],
		initialPageParam: 1,
		queryFn: ({ pageParam, signal }) =>
			call(isolatorPaths.listIsolations, { query: { page: pageParam, page_size: pageSize, search }, signal }),
		getNextPageParam: (last, pages) => (last.has_more ? pages.length + 1 : undefined),
		refetchInterval: ({ state }) =>
			state.data?.pages.some(({ items }) => items.some(({ processing }) => processing)) ? listPollMs : false,
	});

export function useCreateIsolation() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (body: { upload_id: string; output_format: IsolationFormat }) =>
			call(isolatorPaths.createIsolation, { body }),
		onSuccess: (created) => {
			queryClient.setQueryData(isolationKey(created.isolation_id), created);
			return queryClient.invalidateQueries({ queryKey: historyKey });
		},
		onError: (error) => showError("Couldn't start", error),
	});
}

export function useCancelIsolation() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (id: string) => call(isolatorPaths.cancelIsolation, { params: { isolation_id: id } }),
		onSuccess: (canceled) => {
			queryClient.setQueryData(isolationKey(canceled.isolation_id), canceled);
			return queryClient.invalidateQueries({ queryKey: historyKey });
		},
		onError: (error) => showError("Couldn't cancel", error),
	});
}

type Pages = InfiniteData<HistoryPage, number>;

/** Deletes immediately and shows a toast with an undo action. */
export function useDeleteIsolation() {
	const queryClient = useQueryClient();
	const refresh = () => queryClient.invalidateQueries({ queryKey: historyKey });
	const restoring = useMutation({
		mutationFn: (id: string) => call(isolatorPaths.restoreIsolation, { params: { history_item_id: id } }),
		onSuccess: (restored) => {
			queryClient.setQueryData(isolationKey(restored.isolation_id), restored);
			toaster.show({ title: "Restored" });
			return refresh();
		},
		onError: (error) => showError("Couldn't restore", error),
	});
	return useMutation({
		mutationFn: (id: string) => call(isolatorPaths.deleteIsolation, { params: { history_item_id: id } }),
		onMutate: async (id) => {
			await queryClient.cancelQueries({ queryKey: historyKey });
			const before = queryClient.getQueriesData<Pages>({ queryKey: historyKey });
			queryClient.setQueriesData<Pages>({ queryKey: historyKey }, (data) => data && without(data, id));
			return { before };
		},
		onSuccess: (_, id) => {
			toaster.show({ title: "Deleted", action: { label: "Undo", onAction: () => restoring.mutate(id) } });
			return refresh();
		},
		onError: (error, _, context) => {
			for (const [key, data] of context?.before ?? []) queryClient.setQueryData(key, data);
			showError("Couldn't delete", error);
		},
	});
}

function without(data: Pages, id: string): Pages {
	const pages = data.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) }));
	return { ...data, pages };
}

export const audioUrl = (id: string, version: "isolated" | "original", format?: IsolationFormat) =>
	endpointPath(isolatorPaths.getIsolationAudio.path, { isolation_id: id }, { version, format });
export const videoUrl = (id: string) => endpointPath(isolatorPaths.getIsolationVideo.path, { isolation_id: id });
