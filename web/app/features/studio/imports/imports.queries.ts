import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "@timbre/contract/endpoint.ts";
import type { DocumentImport } from "@timbre/contract/studio/import-schemas.ts";
import type { importEndpoints } from "@timbre/contract/studio/imports.ts";
import { studioPaths } from "@timbre/contract/studio/paths.ts";
import { call, callForm } from "../../../lib/api/api.ts";
import { showError } from "../../../lib/page/toaster.ts";
import { pollMs, studioKey, studioPath } from "../studio.queries.ts";
import { isWorking } from "./model/import-state.ts";
import { isBundle } from "./model/source.ts";

export const importPath = (id: string) => `${studioPath}/imports/${id}`;

/** Imports of the user that aren't completed, newest first. Polled while one is in progress. */
export const importsQuery = queryOptions({
	queryKey: [studioKey, "imports"],
	queryFn: async ({ signal }) => (await call(studioPaths.listImports, { signal, background: true })).imports,
	refetchInterval: ({ state }) => (state.data?.some(isWorking) ? pollMs : false),
});

/** An import, polled while it is in progress. */
export const importQuery = (id: string) =>
	queryOptions({
		queryKey: [studioKey, "import", id],
		queryFn: ({ signal }) => call(studioPaths.getImport, { params: { import_id: id }, signal, background: true }),
		refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? pollMs : false),
	});

export type ImportSource = { file: File } | { url: string };
type NewImport = { source: ImportSource; projectId?: string; signal: AbortSignal };

/** A bundle always becomes a project of its own. */
const send = ({ source, projectId, signal }: NewImport) =>
	"file" in source && projectId === undefined && isBundle(source.file)
		? callForm(studioPaths.importBundle, { form: source, signal })
		: callForm(studioPaths.createImport, { form: { ...source, project_id: projectId }, signal });

export function useCreateImport() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: send,
		onSuccess: (created) => {
			queryClient.setQueryData(importQuery(created.import_id).queryKey, created);
			void queryClient.invalidateQueries({ queryKey: importsQuery.queryKey });
		},
	});
}

type Acceptance = NonNullable<RequestOf<typeof importEndpoints.acceptImport>["body"]>;

export function useAcceptImport(id: string) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (body: Acceptance) => call(studioPaths.acceptImport, { params: { import_id: id }, body }),
		// Awaited, so that the form doesn't become usable again before the new state is known.
		onSuccess: () => queryClient.invalidateQueries({ queryKey: [studioKey] }),
	});
}

export function useDeleteImport() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: ({ import_id }: Pick<DocumentImport, "import_id">) =>
			call(studioPaths.deleteImport, { params: { import_id } }),
		onSuccess: () => queryClient.invalidateQueries({ queryKey: importsQuery.queryKey }),
		onError: (error) => showError("Couldn't delete the import", error),
	});
}
