import type { ProjectExport } from "@timbre/contract/studio/exports/export-schemas.ts";
import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { useEffect, useRef, useState } from "react";
import { canChange } from "../../studio.queries.ts";
import { announcement } from "../model/exports.ts";
import { ExportForm } from "./export-form.tsx";
import { ExportList } from "./export-list.tsx";

type ExportViewProps = { project: ProjectDetails; exports: readonly ProjectExport[] };

/** Makes files of a project, and lists those that were made. */
export function ExportView({ project, exports }: ExportViewProps) {
	const announced = useAnnouncement(exports);
	return (
		<>
			<p role="status" className="sr-only">
				{announced}
			</p>
			{canChange(project) ? <ExportForm project={project} exports={exports} /> : null}
			<ExportList project={project} exports={exports} />
		</>
	);
}

/** What to announce when an export ends. */
function useAnnouncement(exports: readonly ProjectExport[]): string {
	const [announced, setAnnounced] = useState("");
	const before = useRef(exports);
	useEffect(() => {
		const text = announcement(before.current, exports);
		before.current = exports;
		if (text !== null) setAnnounced(text);
	}, [exports]);
	return announced;
}
