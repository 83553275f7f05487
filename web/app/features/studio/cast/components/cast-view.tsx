import { useQuery } from "@tanstack/react-query";
import type { Cast } from "@timbre/contract/studio/cast-schemas.ts";
import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@timbre/ui/primitives/tabs.tsx";
import { ArrowLeft, CircleAlert, Plus, Users } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { count } from "../../../../lib/text/format.ts";
import { voicesQuery } from "../../../voices/voices.public.ts";
import { studioVoices, voiceNames } from "../../model/studio-voices.ts";
import { canChange, projectPath } from "../../studio.queries.ts";
import { useRefreshCast } from "../cast.queries.ts";
import { castAnnouncement, progressText } from "../model/cast-state.ts";
import { CharacterList } from "./character-list.tsx";
import { FindDialog, FindForm } from "./find-speakers.tsx";
import { LineReview } from "./line-review.tsx";
import { NewCharacterDialog } from "./new-character-dialog.tsx";

const noVoices: Voice[] = [];

/** The cast of a project in each of its states. */
export function CastView({ project, cast }: { project: ProjectDetails; cast: Cast }) {
	const [dialog, setDialog] = useState<"find" | "create" | null>(null);
	const { data: allVoices = noVoices } = useQuery(voicesQuery);
	const voices = useMemo(() => studioVoices(allVoices), [allVoices]);
	const nameOf = useMemo(() => voiceNames(allVoices, project), [allVoices, project]);
	const title = useRef<HTMLHeadingElement>(null);
	const wasFinding = useSearchEnd(project.project_id, cast);
	const { state, characters } = cast;
	const editable = canChange(project);
	const isEmpty = characters.length === 0 && cast.lines === 0;
	// The pressed button is gone when the search starts, so the keyboard continues at the top.
	useEffect(() => {
		if (state === "finding" && document.activeElement === document.body) title.current?.focus();
	}, [state]);
	return (
		<div className="flex h-full min-h-0 flex-col">
			<p role="status" className="sr-only">
				{castAnnouncement(cast, wasFinding)}
			</p>
			<div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-4 py-2 md:px-6">
				<div className="flex min-w-0 flex-1 basis-20 items-center gap-1">
					<Link
						to={projectPath(project.project_id)}
						aria-label="Back to the project"
						className="-ml-2 flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-ink"
					>
						<ArrowLeft aria-hidden="true" className="size-4" />
					</Link>
					<h1 ref={title} tabIndex={-1} className="shrink-0 font-semibold text-[15px] outline-none">
						Cast
					</h1>
					<p className="ml-2 truncate text-muted max-sm:hidden" title={project.name}>
						{project.name}
					</p>
				</div>
				{editable && state !== "finding" ? (
					<div className="flex items-center gap-2">
						{isEmpty ? null : (
							<Button size="small" onClick={() => setDialog("find")}>
								{state === "none" ? "Find speakers" : "Find again"}
							</Button>
						)}
						<Button size="small" onClick={() => setDialog("create")}>
							<Plus aria-hidden="true" />
							Add character
						</Button>
					</div>
				) : null}
			</div>
			<div className="min-h-0 flex-1 overflow-y-auto">
				<div className="mx-auto w-full max-w-4xl px-4 pt-4 pb-16 md:px-8">
					{state === "finding" ? <Finding cast={cast} /> : null}
					{state === "failed" && !isEmpty ? (
						<div
							role="alert"
							className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-sunken px-4 py-3"
						>
							<p className="min-w-0 flex-1 basis-64 break-words">
								<strong className="font-medium">Couldn't find speakers.</strong> {cast.error}
							</p>
							{editable ? (
								<Button size="small" onClick={() => setDialog("find")}>
									Try again
								</Button>
							) : null}
						</div>
					) : null}
					{isEmpty && state !== "finding" ? <NoCast project={project} cast={cast} /> : null}
					{isEmpty ? null : (
						<CastTabs cast={cast}>
							{(tab) =>
								tab === "lines" ? (
									<LineReview project={project} cast={cast} />
								) : (
									<CharacterList project={project} characters={characters} voices={voices} nameOf={nameOf} />
								)
							}
						</CastTabs>
					)}
				</div>
			</div>
			{dialog === "find" ? <FindDialog projectId={project.project_id} onClose={() => setDialog(null)} /> : null}
			{dialog === "create" ? (
				<NewCharacterDialog
					projectId={project.project_id}
					onCreated={() => setDialog(null)}
					onClose={() => setDialog(null)}
				/>
			) : null}
		</div>
	);
}

/** Loads the lines again when a search has ended. Returns whether there was one while this is shown. */
function useSearchEnd(projectId: string, { state }: Cast): boolean {
	const [wasFinding, setWasFinding] = useState(state === "finding");
	if (state === "finding" && !wasFinding) setWasFinding(true);
	const before = useRef(state);
	const refresh = useRef(useRefreshCast(projectId));
	useEffect(() => {
		if (before.current === "finding" && state !== "finding") void refresh.current();
		before.current = state;
	}, [state]);
	return wasFinding;
}

function Finding({ cast }: { cast: Cast }) {
	return (
		<div className="mx-auto mb-6 flex w-full max-w-md flex-col gap-3 py-8 text-center">
			<p className="font-medium text-[15px] tabular">{progressText(cast)}</p>
			<Progress label="Progress of the search" value={cast.progress * 100} />
			<p className="text-balance text-muted">You can leave this page or close the tab. The search continues.</p>
		</div>
	);
}

function NoCast({ project, cast: { state, error } }: { project: ProjectDetails; cast: Cast }) {
	const editable = canChange(project);
	if (state === "failed") {
		return (
			<div role="alert">
				<EmptyState
					icon={<CircleAlert aria-hidden="true" />}
					title="Couldn't find speakers"
					action={editable ? <FindForm projectId={project.project_id} action="Try again" /> : null}
				>
					{error}
				</EmptyState>
			</div>
		);
	}
	if (state === "ready") {
		return (
			<EmptyState
				icon={<Users aria-hidden="true" />}
				title="No direct speech found"
				action={editable ? <FindForm projectId={project.project_id} action="Find again" /> : null}
			>
				The chapters have no text in quotation marks. You can also add characters and say in the text what they speak.
			</EmptyState>
		);
	}
	return (
		<EmptyState
			icon={<Users aria-hidden="true" />}
			title={editable ? "Find who speaks" : "No characters yet"}
			action={editable ? <FindForm projectId={project.project_id} action="Find speakers" /> : null}
		>
			{editable
				? "Timbre finds the dialogue in all chapters and who says each line. You check the lines it isn't sure about."
				: "Nobody has looked for speakers in this project."}
		</EmptyState>
	);
}

type CastTabsProps = { cast: Cast; children: (tab: "characters" | "lines") => ReactNode };

function CastTabs({ cast, children }: CastTabsProps) {
	const [search, setSearch] = useSearchParams();
	const tab = search.get("tab") === "lines" ? "lines" : "characters";
	return (
		<Tabs value={tab} onValueChange={(next) => setSearch(next === "lines" ? { tab: "lines" } : {}, { replace: true })}>
			<TabsList>
				<TabsTrigger value="characters">
					Characters <span className="text-muted tabular">{count(cast.characters.length)}</span>
				</TabsTrigger>
				<TabsTrigger value="lines">
					Lines to check <span className="text-muted tabular">{count(cast.unsure_lines)}</span>
				</TabsTrigger>
			</TabsList>
			<TabsContent value="characters">{children("characters")}</TabsContent>
			<TabsContent value="lines">{children("lines")}</TabsContent>
		</Tabs>
	);
}
