import { useQuery } from "@tanstack/react-query";
import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import type { Revision } from "@timbre/contract/studio/revision/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Link } from "react-router";
import { canChange } from "../../studio.queries.ts";
import { isWorking, progressText } from "../model/revision-state.ts";
import { revisionPath, revisionsQuery } from "../revisions.queries.ts";

const noRevisions: Revision[] = [];

/** Revised manuscripts that wait for their user. */
export function RevisionStatus({ project }: { project: ProjectDetails }) {
	const { data: revisions = noRevisions } = useQuery({
		...revisionsQuery(project.project_id),
		enabled: canChange(project),
	});
	const open = revisions.filter(({ state }) => state !== "applied");
	if (open.length === 0) return null;
	return (
		<ul aria-label="Revised manuscripts" className="border-line border-b bg-sunken">
			{open.map((revision) => (
				<li
					key={revision.revision_id}
					className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2 md:px-6"
				>
					<p className="flex min-w-0 flex-1 basis-48 gap-2">
						<strong className="truncate font-medium" title={revision.source_name}>
							{revision.source_name}
						</strong>
						<span className="shrink-0 text-muted">{stateText(revision)}</span>
					</p>
					<Button asChild size="small">
						<Link to={revisionPath(revision)} aria-label={`Review changes of ${revision.source_name}`}>
							Review changes
						</Link>
					</Button>
				</li>
			))}
		</ul>
	);
}

function stateText(revision: Revision): string {
	if (isWorking(revision)) return progressText(revision);
	return revision.state === "failed" ? "Failed" : "Ready for review";
}
