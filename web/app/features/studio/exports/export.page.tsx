import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { useParams } from "react-router";
import { ProjectSubpage } from "../components/project-subpage.tsx";
import { projectQuery } from "../studio.queries.ts";
import { ExportView } from "./components/export-view.tsx";
import { exportsQuery } from "./exports.queries.ts";

export const meta = () => [{ title: "Export - Timbre" }];

export default function ExportPage() {
	const { projectId = "" } = useParams();
	return (
		<ProjectSubpage
			projectId={projectId}
			title="Export"
			project={useQuery(projectQuery(projectId))}
			found={useQuery(exportsQuery(projectId))}
			failure="Couldn't load the exports"
			loading={<Loading />}
			className="max-w-3xl pt-6"
		>
			{(project, exports) => <ExportView key={projectId} project={project} exports={exports} />}
		</ProjectSubpage>
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
