import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useStored } from "../../../lib/storage/use-stored.ts";
import { ImportDialog } from "../imports/components/import-dialog.tsx";
import { PodcastDialog } from "../podcasts/components/podcast-dialog.tsx";
import { canChange, creationStarted, isPodcast } from "../studio.queries.ts";

type Wording = { doing: string; done: string; progress: string; failed: string };

const importing: Wording = {
	doing: "Importing chapters",
	done: "The chapters were imported.",
	progress: "Progress of the import",
	failed: "The import failed.",
};
const writing: Wording = {
	doing: "Writing the script",
	done: "The script is written. Check it, then convert it to audio.",
	progress: "Progress of the script",
	failed: "The script wasn't written.",
};

/** How far a project is that is made in the background, from a document over the API or as a podcast, or why it failed. */
export function CreationStatus({ project }: { project: ProjectDetails }) {
	const { state, creation_meta, project_id } = project;
	const wording = isPodcast(project) ? writing : importing;
	const [again, setAgain] = useState(false);
	// The failure stays in the project, so remember that the user has seen it.
	const [seen, setSeen] = useStored("studio-failed-import", "", "xi");
	const [wasCreating, setWasCreating] = useState(state === "creating");
	if (state === "creating" && !wasCreating) setWasCreating(true);
	const creating = state === "creating";
	// It may be done before this page is shown. Set after that, because only changes of a status are announced.
	const { state: from } = useLocation();
	useEffect(() => {
		if (from === creationStarted) setWasCreating(true);
	}, [from]);
	useEffect(() => {
		if (creating && seen === project_id) setSeen("");
	}, [creating, seen, project_id, setSeen]);
	const failed = !creating && creation_meta?.status === "failed" && seen !== project_id;
	const announced = creating ? `${wording.doing}.` : wasCreating && !failed ? wording.done : "";
	return (
		<>
			<p role="status" className="sr-only">
				{announced}
			</p>
			{creating ? (
				<div className="flex flex-col gap-1.5 border-line border-b bg-sunken px-4 py-3 md:px-6">
					<p className="tabular">
						{wording.doing}, {Math.min(99, Math.floor((creation_meta?.creation_progress ?? 0) * 100))}%
					</p>
					<Progress label={wording.progress} value={(creation_meta?.creation_progress ?? 0) * 100} />
				</div>
			) : null}
			{failed ? (
				<div
					role="alert"
					className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b bg-sunken px-4 py-3 md:px-6"
				>
					<p className="min-w-0 flex-1 basis-64 break-words">
						<strong className="font-medium">{wording.failed}</strong> {creation_meta?.error}
					</p>
					<div className="flex gap-2">
						{canChange(project) ? (
							<Button size="small" onClick={() => setAgain(true)}>
								{isPodcast(project) ? "New podcast" : "Import again"}
							</Button>
						) : null}
						<Button size="small" variant="quiet" onClick={() => setSeen(project_id)}>
							Dismiss
						</Button>
					</div>
				</div>
			) : null}
			{again && isPodcast(project) ? <PodcastDialog onClose={() => setAgain(false)} /> : null}
			{again && !isPodcast(project) ? <ImportDialog projectId={project_id} onClose={() => setAgain(false)} /> : null}
		</>
	);
}
