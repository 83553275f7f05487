import { useQuery } from "@tanstack/react-query";
import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { newProjectForm } from "@timbre/contract/studio/schemas.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Sheet } from "@timbre/ui/primitives/overlays/sheet.tsx";
import { ArrowLeft, BookOpenText, ListTree, PackageOpen, Pencil, Users } from "lucide-react";
import { type ReactNode, Suspense, useMemo, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { NameDialog } from "../../../lib/forms/name-dialog.tsx";
import { lazyPart } from "../../../lib/page/lazy-part.ts";
import { useMedia } from "../../../lib/page/use-media.ts";
import { voicesQuery } from "../../voices/voices.public.ts";
import { castPath } from "../cast/cast.queries.ts";
import { ConversionStatus } from "../conversion/components/conversion-status.tsx";
import { ConvertButton } from "../conversion/components/convert-button.tsx";
import type { OpenText } from "../conversion/components/convert-dialog.tsx";
import { exportsPath } from "../exports/exports.queries.ts";
import { currentChapter } from "../model/chapters.ts";
import { studioVoices, voiceNames } from "../model/studio-voices.ts";
import { ScriptNote } from "../podcasts/components/script-note.tsx";
import { ReviewButton } from "../reviews/components/review-button.tsx";
import { RevisionStatus } from "../revisions/components/revision-status.tsx";
import { canChange, isPodcast, studioPath, useUpdateProject } from "../studio.queries.ts";
import { ChapterList } from "./chapter-list.tsx";
import { CreationStatus } from "./creation-status.tsx";
import { ProjectSettings } from "./project-settings.tsx";

// The editor is most of the code of this page; the chapters are usable before it has loaded.
const ChapterEditor = lazyPart(async () => (await import("../editor/components/chapter-editor.tsx")).ChapterEditor);

const noVoices: Voice[] = [];

/** A project with its chapters and the text of one of them. */
export function ProjectView({ project }: { project: ProjectDetails }) {
	const [search] = useSearchParams();
	const { data: allVoices = noVoices } = useQuery(voicesQuery);
	const [listOpen, setListOpen] = useState(false);
	const wide = useMedia("(min-width: 64rem)");
	const chapter = currentChapter(project.chapters, search.get("chapter"));
	const voices = useMemo(() => studioVoices(allVoices), [allVoices]);
	const nameOf = useMemo(() => voiceNames(allVoices, project), [allVoices, project]);
	const openText = useRef<OpenText | null>(null);
	const heading = (aside: ReactNode) => (
		<Heading project={project} onChapters={wide ? undefined : () => setListOpen(true)}>
			{aside}
			{project.chapters.length > 0 ? (
				<ReviewButton project={project} chapter={chapter} voices={voices} openText={openText} />
			) : null}
			{canChange(project) && project.chapters.length > 0 ? (
				<ConvertButton project={project} chapter={chapter} openText={openText} />
			) : null}
		</Heading>
	);
	return (
		<div className="flex h-full min-h-0">
			{wide ? (
				<nav aria-label="Chapters" className="w-56 shrink-0 overflow-y-auto border-line border-r px-3 py-4">
					<ChapterList project={project} currentId={chapter?.chapter_id} />
				</nav>
			) : (
				<Sheet open={listOpen} onOpenChange={setListOpen} title={project.name} side="left">
					<nav aria-label="Chapters" className="px-3 pb-6">
						<ChapterList project={project} currentId={chapter?.chapter_id} onChoose={() => setListOpen(false)} />
						<Link
							to={exportsPath(project.project_id)}
							className="mt-3 flex h-9 items-center gap-2 rounded-control px-2 text-muted hover:bg-hover hover:text-ink md:hidden"
						>
							<PackageOpen aria-hidden="true" className="size-4" />
							Export
						</Link>
					</nav>
				</Sheet>
			)}
			<div className="flex min-w-0 flex-1 flex-col">
				<CreationStatus project={project} />
				<ConversionStatus project={project} />
				<ScriptNote project={project} />
				<RevisionStatus project={project} />
				{chapter ? (
					<Suspense fallback={<Loading heading={heading(null)} />}>
						<ChapterEditor
							key={chapter.chapter_id}
							project={project}
							chapter={chapter}
							voices={voices}
							nameOf={nameOf}
							heading={heading}
							settings={<ProjectSettings project={project} voices={voices} nameOf={nameOf} />}
							openText={openText}
						/>
					</Suspense>
				) : (
					<>
						{heading(null)}
						<NoChapters project={project} />
					</>
				)}
			</div>
		</div>
	);
}

function NoChapters({ project }: { project: ProjectDetails }) {
	const creating = project.state === "creating";
	const text = canChange(project) ? "Add or import a chapter to start." : "This project has no chapters yet.";
	return (
		<EmptyState
			icon={<BookOpenText aria-hidden="true" />}
			title={creating ? (isPodcast(project) ? "Writing the script" : "Importing the document") : "No chapters yet"}
		>
			{creating ? "The text appears here when it is ready. You can leave this page." : text}
		</EmptyState>
	);
}

type HeadingProps = { project: ProjectDetails; onChapters: (() => void) | undefined; children: ReactNode };

function Heading({ project, onChapters, children }: HeadingProps) {
	const [renaming, setRenaming] = useState(false);
	const update = useUpdateProject();
	return (
		<div className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-2 border-line border-b px-4 py-2 md:gap-x-4 md:px-6">
			<div className="flex min-w-0 flex-1 basis-44 items-center gap-1 md:basis-48">
				<Link
					to={studioPath}
					aria-label="All projects"
					className="-ml-2 flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-ink"
				>
					<ArrowLeft aria-hidden="true" className="size-4" />
				</Link>
				{onChapters ? (
					<IconButton label="Chapters" size="small" onClick={onChapters}>
						<ListTree aria-hidden="true" />
					</IconButton>
				) : null}
				<h1 className="truncate font-semibold text-[15px]" title={project.name}>
					{project.name}
				</h1>
				{canChange(project) ? (
					<IconButton label="Rename project" size="small" onClick={() => setRenaming(true)}>
						<Pencil aria-hidden="true" />
					</IconButton>
				) : (
					<Badge>Read only</Badge>
				)}
				<Link
					to={castPath(project.project_id)}
					title="Cast"
					className="flex h-8 shrink-0 items-center gap-1.5 rounded-control px-2 font-medium text-[13px] text-muted hover:bg-hover hover:text-ink"
				>
					<Users aria-hidden="true" className="size-4" />
					<span className="max-md:sr-only">Cast</span>
				</Link>
				<Link
					to={exportsPath(project.project_id)}
					className="flex h-8 shrink-0 items-center gap-1.5 rounded-control px-2 font-medium text-[13px] text-muted hover:bg-hover hover:text-ink max-md:hidden"
				>
					<PackageOpen aria-hidden="true" className="size-4" />
					Export
				</Link>
			</div>
			{children}
			{renaming ? (
				<NameDialog
					title="Rename project"
					action="Rename"
					schema={newProjectForm}
					initial={project.name}
					busy={update.isPending}
					save={(name) => update.mutateAsync({ id: project.project_id, name }).then(() => setRenaming(false))}
					onClose={() => setRenaming(false)}
				/>
			) : null}
		</div>
	);
}

function Loading({ heading }: { heading: ReactNode }) {
	return (
		<>
			{heading}
			<div aria-busy="true" className="mx-auto w-full max-w-3xl px-4 py-8 md:px-8">
				<p className="sr-only">Loading chapter</p>
				<Skeleton className="h-8 w-1/2" />
				<Skeleton className="mt-6 h-20" />
				<Skeleton className="mt-4 h-28" />
			</div>
		</>
	);
}
