import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "@timbre/contract/endpoint.ts";
import type { exportEndpoints } from "@timbre/contract/studio/exports/endpoints.ts";
import type { ProjectExport } from "@timbre/contract/studio/exports/export-schemas.ts";
import { studioPaths } from "@timbre/contract/studio/paths.ts";
import { call, callForm, endpointPath } from "../../../lib/api/api.ts";
import { showError } from "../../../lib/page/toaster.ts";
import { pollMs, projectPath, projectQuery, studioKey } from "../studio.queries.ts";
import { isActive } from "./model/exports.ts";

export const exportsPath = (projectId: string) => `${projectPath(projectId)}/export`;

/** Exports of a project, newest first. Polled while one is made. */
export const exportsQuery = (projectId: string) =>
	queryOptions({
		queryKey: [studioKey, "exports", projectId],
		queryFn: async ({ signal, client }) => {
			const known = client.getQueryData<ProjectExport[]>([studioKey, "exports", projectId]);
			const background = known?.some(isActive);
			return (await call(studioPaths.listExports, { params: { project_id: projectId }, signal, background })).exports;
		},
		refetchInterval: ({ state }) => (state.data?.some(isActive) ? pollMs : false),
	});

export const fileUrl = ({ project_id, export_id }: ProjectExport): string =>
	endpointPath(studioPaths.downloadExport.path, { project_id, export_id });

export type NewExport = NonNullable<RequestOf<typeof exportEndpoints.createExport>["body"]>;

/** Errors are shown where it is started. */
export function useStartExport(projectId: string) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (body: NewExport) => call(studioPaths.createExport, { params: { project_id: projectId }, body }),
		onSuccess: () => queryClient.invalidateQueries({ queryKey: exportsQuery(projectId).queryKey }),
	});
}

export function useCancelExport(projectId: string) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (id: string) => call(studioPaths.cancelExport, { params: { project_id: projectId, export_id: id } }),
		onSuccess: () => queryClient.invalidateQueries({ queryKey: exportsQuery(projectId).queryKey }),
		onError: (error) => showError("Couldn't cancel the export", error),
	});
}

export function useDeleteExport(projectId: string) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (id: string) => call(studioPaths.deleteExport, { params: { project_id: projectId, export_id: id } }),
		onSuccess: () => queryClient.invalidateQueries({ queryKey: exportsQuery(projectId).queryKey }),
		onError: (error) => showError("Couldn't delete the export", error),
	});
}

/** A picture, or null to remove the one that is there. Errors are shown where it is chosen. */
export function useSetCover(projectId: string) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: async (cover: File | null) => {
			const params = { project_id: projectId };
			if (cover) await callForm(studioPaths.setCover, { params, form: { cover } });
			else await call(studioPaths.deleteCover, { params });
		},
		onSuccess: () => queryClient.invalidateQueries({ queryKey: projectQuery(projectId).queryKey }),
	});
}
