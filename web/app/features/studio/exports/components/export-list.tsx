import type { ProjectExport } from "@timbre/contract/studio/exports/export-schemas.ts";
import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { useEffect, useRef } from "react";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { canChange } from "../../studio.queries.ts";
import { useCancelExport, useDeleteExport } from "../exports.queries.ts";
import { titleOf } from "../model/exports.ts";
import { ExportRow } from "./export-row.tsx";

type ExportListProps = { project: ProjectDetails; exports: readonly ProjectExport[] };

/** Earlier exports and those that are made, newest first. */
export function ExportList({ project, exports }: ExportListProps) {
	const cancel = useCancelExport(project.project_id);
	const remove = useDeleteExport(project.project_id);
	const heading = useRef<HTMLHeadingElement>(null);
	// The pressed button disappears with its row, so the keyboard continues at the list.
	const moveFocus = useRef(false);
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list has changed
	useEffect(() => {
		if (moveFocus.current) heading.current?.focus();
		moveFocus.current = false;
	}, [exports]);
	const askToDelete = async (one: ProjectExport) => {
		const { confirmed } = await confirm({
			title: "Delete this export?",
			description: `This deletes the file of ${titleOf(one)}. You can export the project again.`,
			action: "Delete export",
			cancel: "Keep export",
		});
		if (!confirmed) return;
		moveFocus.current = true;
		remove.mutate(one.export_id);
	};
	return (
		<section aria-labelledby="exports-heading">
			<h2 ref={heading} id="exports-heading" tabIndex={-1} className="mb-3 font-medium text-[15px] outline-none">
				Exports
			</h2>
			{exports.length === 0 ? (
				<p className="text-muted">Nothing was exported yet.</p>
			) : (
				<ul aria-labelledby="exports-heading" className="flex flex-col gap-3">
					{exports.map((one) => (
						<ExportRow
							key={one.export_id}
							found={one}
							editable={canChange(project)}
							canceling={cancel.isPending && cancel.variables === one.export_id}
							onCancel={() => cancel.mutate(one.export_id)}
							onDelete={() => void askToDelete(one)}
						/>
					))}
				</ul>
			)}
		</section>
	);
}
