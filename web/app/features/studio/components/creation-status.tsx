import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { useEffect, useState } from "react";
import { useStored } from "../../../lib/storage/use-stored.ts";
import { ImportDialog } from "../imports/components/import-dialog.tsx";
import { canChange } from "../studio.queries.ts";

/** The import of a project over the API: its progress, or why it failed. */
export function CreationStatus({ project }: { project: ProjectDetails }) {
	const { state, creation_meta, project_id } = project;
	const [importing, setImporting] = useState(false);
	// The failure stays in the project, so remember that the user has seen it.
	const [seen, setSeen] = useStored("studio-failed-import", "", "xi");
	const [wasCreating, setWasCreating] = useState(state === "creating");
	if (state === "creating" && !wasCreating) setWasCreating(true);
	const creating = state === "creating";
	useEffect(() => {
		if (creating && seen === project_id) setSeen("");
	}, [creating, seen, project_id, setSeen]);
	const failed = !creating && creation_meta?.status === "failed" && seen !== project_id;
	const announced = creating ? "Importing chapters." : wasCreating && !failed ? "The chapters were imported." : "";
	return (
		<>
			<p role="status" className="sr-only">
				{announced}
			</p>
			{creating ? (
				<div className="flex flex-col gap-1.5 border-line border-b bg-sunken px-4 py-3 md:px-6">
					<p className="tabular">
						Importing chapters, {Math.min(99, Math.floor((creation_meta?.creation_progress ?? 0) * 100))}%
					</p>
					<Progress label="Progress of the import" value={(creation_meta?.creation_progress ?? 0) * 100} />
				</div>
			) : null}
			{failed ? (
				<div
					role="alert"
					className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b bg-sunken px-4 py-3 md:px-6"
				>
					<p className="min-w-0 flex-1 basis-64 break-words">
						<strong className="font-medium">The import failed.</strong> {creation_meta?.error}
					</p>
					<div className="flex gap-2">
						{canChange(project) ? (
							<Button size="small" onClick={() => setImporting(true)}>
								Import again
							</Button>
						) : null}
						<Button size="small" variant="quiet" onClick={() => setSeen(project_id)}>
							Dismiss
						</Button>
					</div>
				</div>
			) : null}
			{importing ? <ImportDialog projectId={project_id} onClose={() => setImporting(false)} /> : null}
		</>
	);
}
