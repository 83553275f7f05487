import type { DocumentImport } from "@timbre/contract/studio/import-schemas.ts";
import type { Project } from "@timbre/contract/studio/project-schemas.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { toaster } from "../../../../lib/page/toaster.ts";
import { ago } from "../../../../lib/text/format.ts";
import { importPath, useDeleteImport } from "../imports.queries.ts";
import { isWorking, progressText } from "../model/import-state.ts";
import { confirmDelete } from "./confirm-delete.ts";

type ImportListProps = { imports: readonly DocumentImport[]; projects: readonly Project[] };

/** Imports that wait for the user or are in progress. */
export function ImportList({ imports, projects }: ImportListProps) {
	const remove = useDeleteImport();
	const heading = useRef<HTMLHeadingElement>(null);
	// The pressed button disappears with its row, so the keyboard continues at the list.
	const moveFocus = useRef(false);
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list has changed
	useEffect(() => {
		if (moveFocus.current) heading.current?.focus();
		moveFocus.current = false;
	}, [imports]);
	const askToDelete = async (found: DocumentImport) => {
		if (!(await confirmDelete(found))) return;
		remove.mutate(found, {
			onSuccess: () => {
				moveFocus.current = true;
				toaster.show({ tone: "positive", title: "Import deleted", detail: found.source_name });
			},
		});
	};
	return (
		<section aria-labelledby="imports-heading" className="mb-8">
			<h2
				ref={heading}
				id="imports-heading"
				tabIndex={-1}
				className="mb-2 font-medium text-[13px] text-muted outline-none"
			>
				Imports
			</h2>
			<ul aria-labelledby="imports-heading" className="rounded-card border border-line bg-raised">
				{imports.map((found) => (
					<ImportRow
						key={found.import_id}
						found={found}
						projectName={projects.find(({ project_id }) => project_id === found.project_id)?.name}
						onDelete={() => void askToDelete(found)}
					/>
				))}
			</ul>
		</section>
	);
}

type ImportRowProps = { found: DocumentImport; projectName: string | undefined; onDelete: () => void };

function ImportRow({ found, projectName, onDelete }: ImportRowProps) {
	const { import_id, source_name, state, error, progress, created_at_unix } = found;
	return (
		<li className="flex items-center gap-3 border-line border-b py-3 pr-3 pl-4 last:border-b-0">
			<div className="min-w-0 flex-1">
				<p className="flex min-w-0 items-center gap-2">
					<Link
						to={importPath(import_id)}
						title={source_name}
						className="truncate rounded-sm font-medium underline-offset-4 hover:underline"
					>
						{source_name}
					</Link>
					{state === "failed" ? <Badge tone="danger">Failed</Badge> : null}
				</p>
				{state === "failed" && error ? <p className="break-words text-[13px] text-danger">{error}</p> : null}
				{isWorking(found) ? (
					<div className="my-1 flex max-w-md flex-col gap-1.5">
						<p className="text-[13px] text-muted tabular">{progressText(found)}</p>
						<Progress label={`Progress of ${source_name}`} value={progress * 100} />
					</div>
				) : null}
				<p className="break-words text-[13px] text-muted">
					{[state === "review" && "Ready for review", projectName && `for ${projectName}`, ago(created_at_unix)]
						.filter(Boolean)
						.join(" · ")}
				</p>
			</div>
			{state === "review" ? (
				<Button asChild size="small">
					<Link to={importPath(import_id)} aria-label={`Review ${source_name}`}>
						Review
					</Link>
				</Button>
			) : null}
			<IconButton label={`Delete import of ${source_name}`} size="small" onClick={onDelete}>
				<Trash2 aria-hidden="true" />
			</IconButton>
		</li>
	);
}
