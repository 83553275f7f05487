import { useQuery } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { ArrowLeft, BookOpenText } from "lucide-react";
import { Link, useParams } from "react-router";
import { isApiError } from "../../../lib/api/api-error.ts";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { projectPath, projectQuery, studioPath } from "../studio.queries.ts";
import { ExportView } from "./components/export-view.tsx";
import { exportsQuery } from "./exports.queries.ts";

export const meta = () => [{ title: "Export - Timbre" }];

export default function ExportPage() {
	const { projectId = "" } = useParams();
	const project = useQuery(projectQuery(projectId));
	const exports = useQuery(exportsQuery(projectId));
	const notFound = [project, exports].some(
		({ isError, error }) => isError && isApiError(error) && [404, 422].includes(error.status),
	);
	const failed = [project, exports].find(({ isError, data }) => isError && data === undefined);
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
				<h1 className="shrink-0 font-semibold text-[15px]">{notFound ? "Project not found" : "Export"}</h1>
				<p className="ml-2 truncate text-muted" title={project.data?.name}>
					{notFound ? null : project.data?.name}
				</p>
			</div>
			<div className="min-h-0 flex-1 overflow-y-auto">
				<div className="mx-auto w-full max-w-3xl px-4 pt-6 pb-16 md:px-8">
					{notFound ? (
						<EmptyState
							icon={<BookOpenText aria-hidden="true" />}
							title="Project not found"
							action={
								<Button asChild>
									<Link to={studioPath}>View all projects</Link>
								</Button>
							}
						>
							It may have been deleted, or it belongs to another workspace.
						</EmptyState>
					) : project.data && exports.data ? (
						<ExportView key={projectId} project={project.data} exports={exports.data} />
					) : failed?.error ? (
						<LoadFailure
							title="Couldn't load the exports"
							query={{ error: failed.error, isFetching: failed.isFetching, refetch: failed.refetch }}
						/>
					) : (
						<Loading />
					)}
				</div>
			</div>
		</div>
	);
}

function Loading() {
	return (
		<div aria-busy="true">
			<p className="sr-only">Loading exports</p>
			<Skeleton className="h-56" />
			{[0, 1].map((index) => (
				<Skeleton key={index} className="mt-4 h-16" />
			))}
		</div>
	);
}
