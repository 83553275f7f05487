import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { useParams } from "react-router";
import { isApiError } from "../../lib/api/api-error.ts";
import { LoadFailure } from "../../shell/page/load-failure.tsx";
import { ProjectNotFound } from "./components/project-not-found.tsx";
import { ProjectView } from "./components/project-view.tsx";
import { projectQuery } from "./studio.queries.ts";

export const meta = () => [{ title: "Studio project - Timbre" }];

export default function ProjectPage() {
	const { projectId = "" } = useParams();
	const found = useQuery(projectQuery(projectId));
	const notFound = found.isError && isApiError(found.error) && [404, 422].includes(found.error.status);
	// A refetch that fails must not take away the text that is being edited, unless the project is gone.
	if (found.data && !notFound) return <ProjectView key={found.data.project_id} project={found.data} />;
	return (
		<div className="mx-auto w-full max-w-5xl px-4 pt-4 pb-16 md:px-8">
			{found.isPending ? <Loading /> : null}
			{notFound ? (
				<>
					<h1 className="sr-only">Project not found</h1>
					<ProjectNotFound />
				</>
			) : null}
			{found.isError && !notFound ? (
				<>
					<h1 className="sr-only">Studio project</h1>
					<LoadFailure title="Couldn't load the project" query={found} />
				</>
			) : null}
		</div>
	);
}

function Loading() {
	return (
		<div aria-busy="true">
			<h1 className="sr-only">Studio project</h1>
			<p className="sr-only">Loading project</p>
			<Skeleton className="h-7 w-64" />
			<Skeleton className="mt-4 h-9" />
			{["h-16", "h-24", "h-16"].map((height, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
				<Skeleton key={index} className={`mt-6 ${height}`} />
			))}
		</div>
	);
}
