import { useQuery } from "@tanstack/react-query";
import type { Conversion } from "@timbre/contract/studio/conversion-schemas.ts";
import type { Chapter, ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { chapterForm } from "@timbre/contract/studio/schemas.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/overlays/dropdown-menu.tsx";
import { ArrowDown, ArrowUp, Ellipsis, FileDiff, FileInput, Pencil, Plus, TextSearch, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { confirm } from "../../../lib/forms/confirm.ts";
import { NameDialog } from "../../../lib/forms/name-dialog.tsx";
import { toaster } from "../../../lib/page/toaster.ts";
import { ChapterIcon, ChapterProgress } from "../conversion/components/chapter-mark.tsx";
import { conversionsQuery } from "../conversion/conversion.queries.ts";
import { ImportDialog } from "../imports/components/import-dialog.tsx";
import { moved } from "../model/chapters.ts";
import { RevisionDialog } from "../revisions/components/revision-dialog.tsx";
import { SearchDialog } from "../search/components/search-dialog.tsx";
import {
	canChange,
	useCreateChapter,
	useDeleteChapter,
	useOrderChapters,
	useRenameChapter,
} from "../studio.queries.ts";

const noConversions: Conversion[] = [];

type ChapterListProps = { project: ProjectDetails; currentId: string | undefined; onChoose?: () => void };

/** The chapters of a project in reading order, each a link to its text. */
export function ChapterList({ project, currentId, onChoose }: ChapterListProps) {
	const [adding, setAdding] = useState(false);
	const [importing, setImporting] = useState(false);
	const [revising, setRevising] = useState(false);
	const [searching, setSearching] = useState(false);
	const [renamed, setRenamed] = useState<Chapter | null>(null);
	const [announcement, setAnnouncement] = useState("");
	const [, setSearch] = useSearchParams();
	const rename = useRenameChapter(project.project_id);
	const create = useCreateChapter(project.project_id);
	const remove = useDeleteChapter(project.project_id);
	const order = useOrderChapters(project.project_id);
	const { data: conversions = noConversions } = useQuery(conversionsQuery(project.project_id));
	const editable = canChange(project);
	const ids = project.chapters.map(({ chapter_id }) => chapter_id);
	const move = (chapter: Chapter, by: -1 | 1) => {
		const next = moved(ids, chapter.chapter_id, by);
		if (!next) return;
		order.mutate(next);
		setAnnouncement(`${chapter.name} is now chapter ${next.indexOf(chapter.chapter_id) + 1} of ${next.length}.`);
	};
	const askToDelete = async (chapter: Chapter) => {
		const { confirmed } = await confirm({
			title: `Delete ${chapter.name}?`,
			description: "This deletes the text and the comments of the chapter. It can't be undone.",
			action: "Delete chapter",
		});
		if (!confirmed) return;
		remove.mutate(chapter.chapter_id, {
			onSuccess: () => toaster.show({ tone: "positive", title: "Chapter deleted", detail: chapter.name }),
		});
	};
	return (
		<div className="flex flex-col gap-2">
			<h2 className="px-2 font-medium text-[13px] text-muted">Chapters</h2>
			{project.chapters.length === 0 ? <p className="px-2 text-muted">No chapters yet.</p> : null}
			<ol aria-label="Chapters" className="flex flex-col gap-0.5">
				{project.chapters.map((chapter, at) => (
					<li
						key={chapter.chapter_id}
						className={cn(
							"flex items-center rounded-control pr-1 hover:bg-hover",
							chapter.chapter_id === currentId && "bg-hover",
						)}
					>
						<Link
							to={`?chapter=${chapter.chapter_id}`}
							aria-current={chapter.chapter_id === currentId ? "page" : undefined}
							title={chapter.name}
							onClick={onChoose}
							className="flex min-w-0 flex-1 flex-col rounded-control px-2 py-1.5 text-muted aria-[current=page]:text-ink"
						>
							<span className={cn("flex items-center gap-1.5", chapter.chapter_id === currentId && "font-medium")}>
								<span className="truncate">{chapter.name}</span>
								<ChapterIcon chapter={chapter} />
							</span>
							<ChapterProgress chapter={chapter} conversions={conversions} />
						</Link>
						{editable ? (
							<DropdownMenu>
								<DropdownMenuTrigger asChild>
									<IconButton
										label={`More actions for ${chapter.name}`}
										tooltip={false}
										size="small"
										className="size-7"
									>
										<Ellipsis aria-hidden="true" />
									</IconButton>
								</DropdownMenuTrigger>
								<DropdownMenuContent align="end">
									<DropdownMenuItem onSelect={() => setRenamed(chapter)}>
										<Pencil aria-hidden="true" />
										Rename
									</DropdownMenuItem>
									<DropdownMenuItem disabled={at === 0} onSelect={() => move(chapter, -1)}>
										<ArrowUp aria-hidden="true" />
										Move up
									</DropdownMenuItem>
									<DropdownMenuItem disabled={at === ids.length - 1} onSelect={() => move(chapter, 1)}>
										<ArrowDown aria-hidden="true" />
										Move down
									</DropdownMenuItem>
									<DropdownMenuItem onSelect={() => void askToDelete(chapter)}>
										<Trash2 aria-hidden="true" />
										Delete
									</DropdownMenuItem>
								</DropdownMenuContent>
							</DropdownMenu>
						) : null}
					</li>
				))}
			</ol>
			<div className="flex flex-col">
				{editable ? (
					<>
						<Button variant="quiet" size="small" className="justify-start px-2" onClick={() => setAdding(true)}>
							<Plus aria-hidden="true" />
							Add chapter
						</Button>
						<Button variant="quiet" size="small" className="justify-start px-2" onClick={() => setImporting(true)}>
							<FileInput aria-hidden="true" />
							Import chapters
						</Button>
						{ids.length > 0 ? (
							<Button
								variant="quiet"
								size="small"
								className="justify-start px-2 text-left"
								onClick={() => setRevising(true)}
							>
								<FileDiff aria-hidden="true" />
								Import a revised manuscript
							</Button>
						) : null}
					</>
				) : null}
				<Button variant="quiet" size="small" className="justify-start px-2" onClick={() => setSearching(true)}>
					<TextSearch aria-hidden="true" />
					{editable ? "Find and replace" : "Find"}
				</Button>
			</div>
			<p role="status" className="sr-only">
				{announcement}
			</p>
			{adding ? (
				<NameDialog
					title="New chapter"
					action="Create chapter"
					schema={chapterForm}
					initial={`Chapter ${project.chapters.length + 1}`}
					busy={create.isPending}
					save={async (name) => {
						const chapter = await create.mutateAsync(name);
						setAdding(false);
						setSearch({ chapter: chapter.chapter_id });
						onChoose?.();
					}}
					onClose={() => setAdding(false)}
				/>
			) : null}
			{importing ? <ImportDialog projectId={project.project_id} onClose={() => setImporting(false)} /> : null}
			{revising ? <RevisionDialog projectId={project.project_id} onClose={() => setRevising(false)} /> : null}
			{searching ? (
				<SearchDialog
					project={project}
					onOpenChapter={() => {
						setSearching(false);
						onChoose?.();
					}}
					onClose={() => setSearching(false)}
				/>
			) : null}
			{renamed ? (
				<NameDialog
					title="Rename chapter"
					action="Rename"
					schema={chapterForm}
					initial={renamed.name}
					busy={rename.isPending}
					save={(name) => rename.mutateAsync({ id: renamed.chapter_id, name }).then(() => setRenamed(null))}
					onClose={() => setRenamed(null)}
				/>
			) : null}
		</div>
	);
}
