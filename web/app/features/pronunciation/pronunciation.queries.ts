import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { Dictionary, Locator, pronunciationEndpoints } from "@timbre/contract/pronunciation/endpoints.ts";
import { pronunciationPaths } from "@timbre/contract/pronunciation/paths.ts";
import { call, endpointPath } from "../../lib/api/api.ts";
import { readError, unreachable } from "../../lib/api/api-error.ts";
import { showError } from "../../lib/page/toaster.ts";

const key = "pronunciation";

export const dictionaryPages = (includeArchived: boolean) =>
	infiniteQueryOptions({
		queryKey: [key, "list", includeArchived],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam, signal }) =>
			call(pronunciationPaths.listDictionaries, {
				query: { page_size: 30, include_archived: String(includeArchived), cursor: pageParam },
				signal,
			}),
		getNextPageParam: (last) => last.next_cursor ?? undefined,
	});

export const dictionaryQuery = (id: string) =>
	queryOptions({
		queryKey: [key, "one", id],
		queryFn: ({ signal }) =>
			call(pronunciationPaths.getDictionary, { params: { pronunciation_dictionary_id: id }, signal }),
	});

export const versionPages = (id: string) =>
	infiniteQueryOptions({
		queryKey: [key, "versions", id],
		initialPageParam: undefined as number | undefined,
		queryFn: ({ pageParam, signal }) =>
			call(pronunciationPaths.listVersions, {
				params: { pronunciation_dictionary_id: id },
				query: { page_size: 20, before_version_number: pageParam },
				signal,
			}),
		getNextPageParam: (last) => (last.has_more ? last.versions.at(-1)?.version_number : undefined),
	});

export const defaultsQuery = queryOptions({
	queryKey: [key, "defaults"],
	queryFn: async ({ signal }) =>
		(await call(pronunciationPaths.getDefaults, { signal })).pronunciation_dictionary_locators,
});

export function useInvalidate() {
	const queryClient = useQueryClient();
	return () => queryClient.invalidateQueries({ queryKey: [key] });
}

/** Sets the workspace's defaults optimistically, with a rollback on error. */
export function useSetDefaults() {
	const queryClient = useQueryClient();
	return useMutation({
		// Run in order: each request sends the full list, and the last one must win.
		scope: { id: "pronunciation-defaults" },
		mutationFn: (locators: Locator[]) =>
			call(pronunciationPaths.setDefaults, { body: { pronunciation_dictionary_locators: locators } }),
		onMutate: async (locators) => {
			await queryClient.cancelQueries({ queryKey: defaultsQuery.queryKey });
			const before = queryClient.getQueryData(defaultsQuery.queryKey);
			queryClient.setQueryData(
				defaultsQuery.queryKey,
				locators.map((one) => ({ ...one, version_id: one.version_id ?? null })),
			);
			return before;
		},
		onError: (error, _, before) => {
			if (before) queryClient.setQueryData(defaultsQuery.queryKey, before);
			showError("Couldn't update the default dictionaries", error);
		},
		onSettled: () => queryClient.invalidateQueries({ queryKey: defaultsQuery.queryKey }),
	});
}

/** Renames, archives or restores a dictionary. */
export function useUpdateDictionary() {
	const invalidate = useInvalidate();
	return useMutation({
		mutationFn: ({ id, ...body }: { id: string; name?: string; archived?: boolean }) =>
			call(pronunciationPaths.updateDictionary, { params: { pronunciation_dictionary_id: id }, body }),
		onSuccess: invalidate,
	});
}

/** Sends a multipart form, which `call` does not support. */
export async function importLexicon(
	name: string,
	file: File,
): Promise<ResponseOf<typeof pronunciationEndpoints.createFromFile>> {
	const body = new FormData();
	body.set("name", name);
	body.set("file", file);
	const { method, path } = pronunciationPaths.createFromFile;
	const response = await fetch(path, { method, body, credentials: "same-origin" }).catch(() => {
		throw unreachable();
	});
	if (!response.ok) throw await readError(response);
	return response.json();
}

export const dictionaryPath = (id: string) => `/app/speech-synthesis/pronunciation/${id}`;

export const lexiconUrl = (dictionary: Pick<Dictionary, "id">, versionId: string) =>
	endpointPath(pronunciationPaths.downloadVersion.path, { dictionary_id: dictionary.id, version_id: versionId });
