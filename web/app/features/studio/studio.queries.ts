import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { studioPaths } from "@timbre/contract/studio/paths.ts";
import type { Project, ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { call, callForm } from "../../lib/api/api.ts";
import { showError } from "../../lib/page/toaster.ts";

export const studioPath = "/app/studio";
export const projectPath = (id: string) => `${studioPath}/${id}`;
/** The state of the navigation to a project whose creation was just started. */
export const creationStarted = "creation-started";

export const studioKey = "studio";
const listKey = [studioKey, "list"] as const;
const projectKey = (id: string) => [studioKey, "one", id] as const;
/** Everything that a new generation, or a change of what is spoken, makes out of date. */
export const audioKey = (projectId: string) => [studioKey, "audio", projectId] as const;
/** What depends on the text of a chapter. */
export const chapterAudioKey = ({ project_id, chapter_id }: { project_id: string; chapter_id: string }) =>
	[...audioKey(project_id), "chapter", chapter_id] as const;

export const pollMs = 1_500;
const isCreating = ({ state }: Pick<Project, "state">) => state === "creating";
const isBusy = ({ state }: Pick<Project, "state">) => state !== "default";

export const projectsQuery = queryOptions({
	queryKey: listKey,
	queryFn: async ({ signal, client }) => {
		const background = client.getQueryData<Project[]>(listKey)?.some(isBusy);
		return (await call(studioPaths.listProjects, { signal, background })).projects;
	},
	refetchInterval: ({ state }) => (state.data?.some(isBusy) ? pollMs : false),
});

/**
 * A project with its chapters, without their text: that comes over the connection of the editor. Polled while a
 * document is imported.
 */
export const projectQuery = (id: string) =>
	queryOptions({
		queryKey: projectKey(id),
		queryFn: ({ signal, client }) => {
			const known = client.getQueryData<ProjectDetails>(projectKey(id));
			const background = known && isCreating(known);
			return call(studioPaths.getProject, { params: { project_id: id }, signal, background });
		},
		refetchInterval: ({ state }) => (state.data && isCreating(state.data) ? pollMs : false),
	});

export const canChange = ({ access_level }: Pick<Project, "access_level">) =>
	access_level === "admin" || access_level === "editor";

/** Whether the project is made, or was last made, from the script of a podcast. */
export const isPodcast = ({ creation_meta }: Pick<Project, "creation_meta">) =>
	creation_meta?.type === "generate_podcast";

function useInvalidate() {
	const queryClient = useQueryClient();
	return () => queryClient.invalidateQueries({ queryKey: [studioKey] });
}

export function useCreateProject() {
	const invalidate = useInvalidate();
	return useMutation({
		mutationFn: (name: string) => callForm(studioPaths.createProject, { form: { name } }),
		onSuccess: () => void invalidate(),
	});
}

export type ProjectChange = {
	id: string;
	name?: string;
	default_title_voice_id?: string;
	default_paragraph_voice_id?: string;
	quality_check?: boolean;
};

export function useUpdateProject() {
	const invalidate = useInvalidate();
	return useMutation({
		mutationFn: ({ id, ...body }: ProjectChange) =>
			call(studioPaths.updateDetails, { params: { project_id: id }, body }),
		onSuccess: invalidate,
	});
}

export function useDeleteProject() {
	const invalidate = useInvalidate();
	return useMutation({
		mutationFn: (id: string) => call(studioPaths.deleteProject, { params: { project_id: id } }),
		onSuccess: invalidate,
		onError: (error) => showError("Couldn't delete the project", error),
	});
}

export function useCreateChapter(projectId: string) {
	const invalidate = useInvalidate();
	return useMutation({
		mutationFn: async (name: string) =>
			(await call(studioPaths.createChapter, { params: { project_id: projectId }, body: { name } })).chapter,
		onSuccess: invalidate,
	});
}

export function useRenameChapter(projectId: string) {
	const invalidate = useInvalidate();
	return useMutation({
		mutationFn: ({ id, name }: { id: string; name: string }) =>
			call(studioPaths.updateChapter, { params: { project_id: projectId, chapter_id: id }, body: { name } }),
		onSuccess: invalidate,
	});
}

export function useDeleteChapter(projectId: string) {
	const invalidate = useInvalidate();
	return useMutation({
		mutationFn: (id: string) => call(studioPaths.deleteChapter, { params: { project_id: projectId, chapter_id: id } }),
		onSuccess: invalidate,
		onError: (error) => showError("Couldn't delete the chapter", error),
	});
}

/** Reorders the chapters optimistically, with a rollback on error. */
export function useOrderChapters(projectId: string) {
	const queryClient = useQueryClient();
	const { queryKey } = projectQuery(projectId);
	return useMutation({
		// Run in order: each request sends all ids, and the last one must win.
		scope: { id: `studio-order-${projectId}` },
		mutationFn: (ids: string[]) =>
			call(studioPaths.orderChapters, { params: { project_id: projectId }, body: { chapter_ids: ids } }),
		onMutate: async (ids) => {
			await queryClient.cancelQueries({ queryKey });
			const before = queryClient.getQueryData(queryKey);
			queryClient.setQueryData(queryKey, (known) => known && inOrder(known, ids));
			return before;
		},
		onError: (error, _, before) => {
			if (before) queryClient.setQueryData(queryKey, before);
			showError("Couldn't move the chapter", error);
		},
		onSettled: () => queryClient.invalidateQueries({ queryKey }),
	});
}

const inOrder = (project: ProjectDetails, ids: string[]): ProjectDetails => ({
	...project,
	chapters_order: ids,
	chapters: project.chapters.toSorted((a, b) => ids.indexOf(a.chapter_id) - ids.indexOf(b.chapter_id)),
});
