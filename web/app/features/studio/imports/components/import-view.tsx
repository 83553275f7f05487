import { useQueryClient } from "@tanstack/react-query";
import type { DocumentImport } from "@timbre/contract/studio/import-schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { ArrowLeft, CircleAlert, CircleCheck } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { projectPath, projectQuery, studioPath } from "../../studio.queries.ts";
import { useDeleteImport } from "../imports.queries.ts";
import { announcement, isWorking, progressText } from "../model/import-state.ts";
import { confirmDelete } from "./confirm-delete.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { ImportReview } from "./import-review.tsx";

/** An import in each of its states. */
export function ImportView({ found }: { found: DocumentImport }) {
	const navigate = useNavigate();
	const remove = useDeleteImport();
	const title = useRef<HTMLHeadingElement>(null);
	const { state, document } = found;
	const waits = found.replaced_voices.length > 0;
	// What was focused may be gone with the previous state, so the keyboard continues at the top of the new one.
	const shownState = useRef(state);
	useEffect(() => {
		if (shownState.current === state) return;
		shownState.current = state;
		if (window.document.activeElement === window.document.body) title.current?.focus();
	}, [state]);
	const expectChapters = useOpenProject(found);
	const askToDelete = async () => {
		if (!(await confirmDelete(found))) return;
		await remove.mutateAsync(found);
		await navigate(found.project_id && state !== "writing" ? projectPath(found.project_id) : studioPath);
	};
	const heading = (text: string, actions: ReactNode) => (
		<div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-4 py-2 md:px-6">
			<div className="flex min-w-0 flex-1 basis-32 items-center gap-1">
				<Link
					to={studioPath}
					aria-label="All projects"
					className="-ml-2 flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-ink"
				>
					<ArrowLeft aria-hidden="true" className="size-4" />
				</Link>
				<h1 ref={title} tabIndex={-1} className="truncate font-semibold text-[15px] outline-none" title={text}>
					{text}
				</h1>
			</div>
			<div className="flex items-center gap-2">{actions}</div>
		</div>
	);
	const deleteButton = (text: string) => (
		<Button size="small" busy={remove.isPending} onClick={() => void askToDelete()}>
			{text}
		</Button>
	);
	return (
		<div className="flex h-full min-h-0 flex-col">
			<p role="status" className="sr-only">
				{announcement(found)}
			</p>
			{state === "review" && document ? (
				<ImportReview
					found={found}
					document={document}
					heading={(actions) =>
						heading(
							"Review import",
							<>
								{deleteButton("Cancel")}
								{actions}
							</>,
						)
					}
					onAccept={expectChapters}
				/>
			) : null}
			{isWorking(found) ? (
				<>
					{heading(found.source_name, state === "reading" ? deleteButton("Cancel") : null)}
					<Working found={found} />
				</>
			) : null}
			{state === "completed" ? (
				<>
					{heading(found.source_name, null)}
					{waits ? (
						<ReplacedVoices found={found} />
					) : (
						<p className="px-4 py-16 text-center text-muted">Opening the project</p>
					)}
				</>
			) : null}
			{state === "failed" ? (
				<>
					{heading(found.source_name, null)}
					<Failed found={found} deleteButton={deleteButton("Delete import")} />
				</>
			) : null}
		</div>
	);
}

/**
 * Opens the project when its chapters are there, at the first new one. The returned function is called before that,
 * with the ids of the chapters that the project already has.
 */
function useOpenProject({ state, project_id, replaced_voices }: DocumentImport) {
	// What was replaced is read first.
	const opens = state === "completed" && replaced_voices.length === 0;
	const navigate = useNavigate();
	const queryClient = useQueryClient();
	const known = useRef<readonly string[]>(undefined);
	useEffect(() => {
		if (!opens || project_id === null) return;
		let left = false;
		const open = async () => {
			const project = await queryClient.fetchQuery({ ...projectQuery(project_id), staleTime: 0 }).catch(() => null);
			if (left) return;
			const first = project?.chapters.find(({ chapter_id }) => known.current && !known.current.includes(chapter_id));
			await navigate(`${projectPath(project_id)}${first ? `?chapter=${first.chapter_id}` : ""}`, { replace: true });
		};
		void open();
		return () => {
			left = true;
		};
	}, [opens, project_id, navigate, queryClient]);
	return (chapterIds: readonly string[]) => {
		known.current = chapterIds;
	};
}

function Working({ found }: { found: DocumentImport }) {
	return (
		<div className="mx-auto flex w-full max-w-md flex-col gap-3 px-4 py-16 text-center">
			<p className="font-medium text-[15px] tabular">{progressText(found)}</p>
			<Progress label="Progress of the import" value={found.progress * 100} />
			<p className="text-balance text-muted">
				You can leave this page or close the tab. The import continues and is listed in Studio.
			</p>
		</div>
	);
}

function ReplacedVoices({ found: { project_id, replaced_voices } }: { found: DocumentImport }) {
	return (
		<EmptyState
			icon={<CircleCheck aria-hidden="true" />}
			title="The project was imported"
			action={
				<Button asChild variant="primary" size="small">
					<Link to={project_id ? projectPath(project_id) : studioPath}>Open project</Link>
				</Button>
			}
		>
			This workspace doesn't have {replaced_voices.length === 1 ? "the voice" : "these voices"}:{" "}
			{replaced_voices.join(", ")}. Audio that came with the bundle stays. New audio has the default voice until you
			choose another one.
		</EmptyState>
	);
}

function Failed({ found, deleteButton }: { found: DocumentImport; deleteButton: ReactNode }) {
	const [importing, setImporting] = useState(false);
	return (
		<>
			<EmptyState
				icon={<CircleAlert aria-hidden="true" />}
				title={`Couldn't import this ${found.kind}`}
				action={
					<div className="flex flex-wrap justify-center gap-2">
						<Button size="small" variant="primary" onClick={() => setImporting(true)}>
							Import another file
						</Button>
						{deleteButton}
					</div>
				}
			>
				{found.error}
			</EmptyState>
			{importing ? (
				<ImportDialog
					projectId={found.kind === "bundle" ? undefined : (found.project_id ?? undefined)}
					onClose={() => setImporting(false)}
				/>
			) : null}
		</>
	);
}
