import type { UseQueryResult } from "@tanstack/react-query";
import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { isApiError } from "../../../lib/api/api-error.ts";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { projectPath, studioPath } from "../studio.queries.ts";
import { ProjectNotFound } from "./project-not-found.tsx";

type ProjectSubpageProps<Data> = {
	projectId: string;
	title: string;
	project: UseQueryResult<ProjectDetails>;
	/** What the page shows of the project. */
	found: UseQueryResult<Data>;
	/** Title of a failure to load either. */
	failure: string;
	loading: ReactNode;
	className: string;
	children: (project: ProjectDetails, data: Data) => ReactNode;
};

/** A page about one side of a project, with a way back to it. */
export function ProjectSubpage<Data>(props: ProjectSubpageProps<Data>) {
	const { projectId, title, project, found, failure, loading, className, children } = props;
	const notFound = [project, found].some(
		({ isError, error }) => isError && isApiError(error) && [404, 422].includes(error.status),
	);
	const failed = [project, found].find(({ isError, data }) => isError && data === undefined);
	return (
		<div className="flex h-full min-h-0 flex-col">
			<div className="flex min-h-14 items-center gap-1 border-line border-b px-4 py-2 md:px-6">
				<Link
					to={notFound ? studioPath : projectPath(projectId)}
					aria-label={notFound ? "All projects" : "Back to the project"}
					className="-ml-2 flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-ink"
				>
					<ArrowLeft aria-hidden="true" className="size-4" />
				</Link>
				<h1 className="shrink-0 font-semibold text-[15px]">{notFound ? "Project not found" : title}</h1>
				<p className="ml-2 truncate text-muted" title={project.data?.name}>
					{notFound ? null : project.data?.name}
				</p>
			</div>
			<div className="min-h-0 flex-1 overflow-y-auto">
				<div className={`mx-auto w-full px-4 pb-16 md:px-8 ${className}`}>
					{notFound ? (
						<ProjectNotFound />
					) : project.data && found.data !== undefined ? (
						children(project.data, found.data)
					) : failed?.error ? (
						<LoadFailure
							title={failure}
							query={{ error: failed.error, isFetching: failed.isFetching, refetch: failed.refetch }}
						/>
					) : (
						loading
					)}
				</div>
			</div>
		</div>
	);
}
