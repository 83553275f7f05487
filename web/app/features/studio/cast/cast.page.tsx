import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { useParams } from "react-router";
import { isApiError } from "../../../lib/api/api-error.ts";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { ProjectNotFound } from "../components/project-not-found.tsx";
import { projectQuery } from "../studio.queries.ts";
import { castQuery } from "./cast.queries.ts";
import { CastView } from "./components/cast-view.tsx";

export const meta = () => [{ title: "Cast - Timbre" }];

export default function CastPage() {
	const { projectId = "" } = useParams();
	const project = useQuery(projectQuery(projectId));
	const cast = useQuery(castQuery(projectId));
	const notFound = [project, cast].some(
		({ isError, error }) => isError && isApiError(error) && [404, 422].includes(error.status),
	);
	if (project.data && cast.data && !notFound)
		return <CastView key={projectId} project={project.data} cast={cast.data} />;
	const failed = [project, cast].find(({ isError }) => isError);
	return (
		<div className="mx-auto w-full max-w-4xl px-4 pt-4 pb-16 md:px-8">
			<h1 className="sr-only">{notFound ? "Project not found" : "Cast"}</h1>
			{notFound ? (
				<ProjectNotFound />
			) : failed?.error ? (
				<LoadFailure
					title="Couldn't load the cast"
					query={{ error: failed.error, isFetching: failed.isFetching, refetch: failed.refetch }}
				/>
			) : (
				<Loading />
			)}
		</div>
	);
}

function Loading() {
	return (
		<div aria-busy="true">
			<p className="sr-only">Loading cast</p>
			<Skeleton className="h-7 w-40" />
			<Skeleton className="mt-8 h-9" />
			{[0, 1, 2, 3].map((index) => (
				<Skeleton key={index} className="mt-3 h-16" />
			))}
		</div>
	);
}
