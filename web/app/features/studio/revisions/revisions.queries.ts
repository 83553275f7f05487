import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "@timbre/contract/endpoint.ts";
import { studioPaths } from "@timbre/contract/studio/paths.ts";
import type { revisionEndpoints } from "@timbre/contract/studio/revision/endpoints.ts";
import type { Revision } from "@timbre/contract/studio/revision/schemas.ts";
import type { DroppedKind, RevisionChangeKind } from "@timbre/contract/studio/rules.ts";
import { call, callForm } from "../../../lib/api/api.ts";
import { showError } from "../../../lib/page/toaster.ts";
import type { ImportSource } from "../imports/imports.queries.ts";
import { pollMs, projectPath, studioKey } from "../studio.queries.ts";
import { isWorking } from "./model/revision-state.ts";

type Ref = Pick<Revision, "project_id" | "revision_id">;

export const revisionPath = ({ project_id, revision_id }: Ref): string =>
	`${projectPath(project_id)}/revisions/${revision_id}`;

const listKey = (projectId: string) => [studioKey, "revisions", projectId] as const;
const oneKey = ({ project_id, revision_id }: Ref) => [...listKey(project_id), revision_id] as const;

/** Revisions of a project, newest first. Polled while one is in progress. */
export const revisionsQuery = (projectId: string) =>
	queryOptions({
		queryKey: [...listKey(projectId), "list"],
		queryFn: async ({ signal }) =>
			(await call(studioPaths.listRevisions, { params: { project_id: projectId }, signal, background: true }))
				.revisions,
		refetchInterval: ({ state }) => (state.data?.some(isWorking) ? pollMs : false),
	});

/** A revision, polled while it is in progress. */
export const revisionQuery = (path: Ref) =>
	queryOptions({
		queryKey: [...oneKey(path), "revision"],
		queryFn: ({ signal }) => call(studioPaths.getRevision, { params: path, signal, background: true }),
		refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? pollMs : false),
	});

/** What a revision changes, page by page. `comparison` differs after it was compared again. */
export const changesQuery = (path: Ref, kind: RevisionChangeKind | undefined) =>
	infiniteQueryOptions({
		queryKey: [...oneKey(path), "changes", kind ?? "all"],
		queryFn: ({ signal, pageParam }) =>
			call(studioPaths.listRevisionChanges, { params: path, query: { kind, from: pageParam }, signal }),
		initialPageParam: 0,
		getNextPageParam: (page) => page.next ?? undefined,
		staleTime: Number.POSITIVE_INFINITY,
	});

export function useCreateRevision(projectId: string) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: ({ source, signal }: { source: ImportSource; signal: AbortSignal }) =>
			callForm(studioPaths.createRevision, { params: { project_id: projectId }, form: { ...source }, signal }),
		onSuccess: (created) => {
			queryClient.setQueryData(revisionQuery(created).queryKey, created);
			void queryClient.invalidateQueries({ queryKey: revisionsQuery(projectId).queryKey });
		},
	});
}

export function useCompareAgain(path: Ref) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (keep: readonly DroppedKind[]) =>
			call(studioPaths.compareRevision, { params: path, body: { keep: [...keep] } }),
		onSuccess: (changed) => {
			queryClient.removeQueries({ queryKey: [...oneKey(path), "changes"] });
			queryClient.setQueryData(revisionQuery(path).queryKey, changed);
		},
		onError: (error) => showError("Couldn't compare again", error),
	});
}

type Application = NonNullable<RequestOf<typeof revisionEndpoints.applyRevision>["body"]>;

/** Errors are shown where it is started. */
export function useApplyRevision(path: Ref) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (body: Application) => call(studioPaths.applyRevision, { params: path, body }),
		onSuccess: (changed) => queryClient.setQueryData(revisionQuery(path).queryKey, changed),
		// It may be refused because the project has changed.
		onError: () => queryClient.invalidateQueries({ queryKey: revisionQuery(path).queryKey }),
	});
}

export function useDiscardRevision(path: Ref) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: () => call(studioPaths.deleteRevision, { params: path }),
		onSuccess: () => queryClient.invalidateQueries({ queryKey: revisionsQuery(path.project_id).queryKey }),
		onError: (error) => showError("Couldn't discard the revision", error),
	});
}
