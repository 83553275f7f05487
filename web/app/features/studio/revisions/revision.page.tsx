import { useQuery } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { FileDiff } from "lucide-react";
import { Link, useParams } from "react-router";
import { isApiError } from "../../../lib/api/api-error.ts";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { projectPath, projectQuery } from "../studio.queries.ts";
import { RevisionView } from "./components/revision-view.tsx";
import { revisionQuery } from "./revisions.queries.ts";

export const meta = () => [{ title: "Revised manuscript - Timbre" }];

export default function RevisionPage() {
	const { projectId = "", revisionId = "" } = useParams();
	const project = useQuery(projectQuery(projectId));
	const revision = useQuery(revisionQuery({ project_id: projectId, revision_id: revisionId }));
	const notFound = [project, revision].some(
		({ isError, error }) => isError && isApiError(error) && [404, 422].includes(error.status),
	);
	if (project.data && revision.data && !notFound)
		return <RevisionView key={revisionId} project={project.data} revision={revision.data} />;
	const failed = [project, revision].find(({ isError, data }) => isError && data === undefined);
	return (
		<div className="mx-auto w-full max-w-4xl px-4 pt-4 pb-16 md:px-8">
			<h1 className="sr-only">{notFound ? "Revision not found" : "Revised manuscript"}</h1>
			{notFound ? (
				<EmptyState
					icon={<FileDiff aria-hidden="true" />}
					title="Revision not found"
					action={
						<Button asChild>
							<Link to={projectPath(projectId)}>Go to the project</Link>
						</Button>
					}
				>
					It was discarded, or it wasn't applied within a week.
				</EmptyState>
			) : failed?.error ? (
				<LoadFailure
					title="Couldn't load the revision"
					query={{ error: failed.error, isFetching: failed.isFetching, refetch: failed.refetch }}
				/>
			) : (
				<div aria-busy="true">
					<p className="sr-only">Loading revision</p>
					<Skeleton className="h-7 w-64" />
					<Skeleton className="mt-8 h-24" />
					<Skeleton className="mt-6 h-48" />
				</div>
			)}
		</div>
	);
}
