import { useQuery } from "@tanstack/react-query";
import type { Project } from "@timbre/contract/studio/project-schemas.ts";
import { newProjectForm } from "@timbre/contract/studio/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { BookOpenText, FileInput, Plus, Podcast } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { confirm } from "../../lib/forms/confirm.ts";
import { NameDialog } from "../../lib/forms/name-dialog.tsx";
import { toaster } from "../../lib/page/toaster.ts";
import { counted } from "../../lib/text/format.ts";
import { LoadFailure } from "../../shell/page/load-failure.tsx";
import { Page } from "../../shell/page/page.tsx";
import { ProjectRow } from "./components/project-row.tsx";
import { ImportDialog } from "./imports/components/import-dialog.tsx";
import { ImportList } from "./imports/components/import-list.tsx";
import { importsQuery } from "./imports/imports.queries.ts";
import { PodcastDialog } from "./podcasts/components/podcast-dialog.tsx";
import { projectPath, projectsQuery, useCreateProject, useDeleteProject, useUpdateProject } from "./studio.queries.ts";

export const meta = () => [{ title: "Studio - Timbre" }];

export default function StudioPage() {
	const [dialog, setDialog] = useState<"create" | "import" | "podcast" | null>(null);
	const projects = useQuery(projectsQuery);
	const imports = useQuery(importsQuery);
	const hasImports = projects.isSuccess && Boolean(imports.data?.length);
	const actions = (
		<div className="flex flex-wrap justify-center gap-2">
			<Button onClick={() => setDialog("import")}>
				<FileInput aria-hidden="true" />
				Import
			</Button>
			<Button onClick={() => setDialog("podcast")}>
				<Podcast aria-hidden="true" />
				New podcast
			</Button>
			<Button variant="primary" onClick={() => setDialog("create")}>
				<Plus aria-hidden="true" />
				New project
			</Button>
		</div>
	);
	return (
		<Page
			title="Studio"
			description="Books, podcasts and voice-overs, chapter by chapter."
			actions={projects.data?.length ? actions : null}
			className="max-w-4xl"
		>
			{projects.isPending ? <Loading /> : null}
			{projects.isError ? <LoadFailure title="Couldn't load projects" query={projects} /> : null}
			{projects.isSuccess && imports.isError ? <LoadFailure title="Couldn't load imports" query={imports} /> : null}
			{hasImports ? <ImportList imports={imports.data ?? []} projects={projects.data ?? []} /> : null}
			{projects.data?.length === 0 ? (
				<EmptyState icon={<BookOpenText aria-hidden="true" />} title="No projects yet" action={actions}>
					Write a long text in chapters or import a manuscript, give each passage a voice and convert it to audio.
				</EmptyState>
			) : null}
			{projects.data?.length ? (
				<>
					<h2 className={hasImports ? "mb-2 font-medium text-[13px] text-muted" : "sr-only"}>Projects</h2>
					<Projects projects={projects.data} />
				</>
			) : null}
			{dialog === "create" ? <NewDialog onClose={() => setDialog(null)} /> : null}
			{dialog === "podcast" ? <PodcastDialog onClose={() => setDialog(null)} /> : null}
			{dialog === "import" ? <ImportDialog onClose={() => setDialog(null)} /> : null}
		</Page>
	);
}

function Projects({ projects }: { projects: Project[] }) {
	const [renamed, setRenamed] = useState<Project | null>(null);
	const update = useUpdateProject();
	const remove = useDeleteProject();
	const askToDelete = async (project: Project) => {
		const { confirmed } = await confirm({
			title: `Delete ${project.name}?`,
			description: `This deletes the project with ${counted(project.chapters_order.length, "chapter")} and all comments. It can't be undone.`,
			action: "Delete project",
		});
		if (!confirmed) return;
		remove.mutate(project.project_id, {
			onSuccess: () => toaster.show({ tone: "positive", title: "Project deleted", detail: project.name }),
		});
	};
	return (
		<>
			<ul aria-label="Projects" className="rounded-card border border-line bg-raised">
				{projects.map((project) => (
					<ProjectRow
						key={project.project_id}
						project={project}
						onRename={() => setRenamed(project)}
						onDelete={() => void askToDelete(project)}
					/>
				))}
			</ul>
			{renamed ? (
				<NameDialog
					title="Rename project"
					action="Rename"
					schema={newProjectForm}
					initial={renamed.name}
					busy={update.isPending}
					save={(name) => update.mutateAsync({ id: renamed.project_id, name }).then(() => setRenamed(null))}
					onClose={() => setRenamed(null)}
				/>
			) : null}
		</>
	);
}

function NewDialog({ onClose }: { onClose: () => void }) {
	const navigate = useNavigate();
	const creating = useCreateProject();
	return (
		<NameDialog
			title="New project"
			description="A project starts with one empty chapter."
			action="Create project"
			schema={newProjectForm}
			busy={creating.isPending}
			save={async (name) => {
				const { project } = await creating.mutateAsync(name);
				await navigate(projectPath(project.project_id));
			}}
			onClose={onClose}
		/>
	);
}

function Loading() {
	return (
		<div aria-busy="true">
			<p className="sr-only">Loading projects</p>
			<Skeleton className="h-16" />
			<Skeleton className="mt-2 h-16" />
			<Skeleton className="mt-2 h-16" />
		</div>
	);
}
