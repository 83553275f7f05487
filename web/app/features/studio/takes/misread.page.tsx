import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { useParams } from "react-router";
import { ProjectSubpage } from "../components/project-subpage.tsx";
import { projectQuery } from "../studio.queries.ts";
import { MisreadReview } from "./components/misread-review.tsx";
import { misreadQuery } from "./takes.queries.ts";

export const meta = () => [{ title: "Misread sentences - Timbre" }];

export default function MisreadPage() {
	const { projectId = "" } = useParams();
	return (
		<ProjectSubpage
			projectId={projectId}
			title="Misread sentences"
			project={useQuery(projectQuery(projectId))}
			found={useQuery(misreadQuery(projectId))}
			failure="Couldn't load the misread sentences"
			loading={<Loading />}
			className="max-w-4xl pt-4"
		>
			{(project, sentences) => <MisreadReview key={projectId} project={project} sentences={sentences} />}
		</ProjectSubpage>
	);
}

function Loading() {
	return (
		<div aria-busy="true">
			<p className="sr-only">Loading misread sentences</p>
			<Skeleton className="h-48" />
			<Skeleton className="mt-2 h-11" />
			<Skeleton className="mt-2 h-11" />
		</div>
	);
}
