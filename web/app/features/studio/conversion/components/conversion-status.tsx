import { useQuery } from "@tanstack/react-query";
import type { Conversion } from "@timbre/contract/studio/conversion-schemas.ts";
import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { CircleCheck, CircleSlash, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useStored } from "../../../../lib/storage/use-stored.ts";
import { canChange } from "../../studio.queries.ts";
import { misreadPath } from "../../takes/takes.queries.ts";
import { conversionsQuery, useCancelConversion, useRefreshAudio } from "../conversion.queries.ts";
import {
	activeConversions,
	announcement,
	type ChapterName,
	doneChapters,
	endText,
	latestEnded,
	percent,
	progressText,
} from "../model/progress.ts";

const noConversions: Conversion[] = [];
/** An older result is no news. */
const newsSeconds = 24 * 3600;

/** Conversions that run or wait, and how the last one ended. */
export function ConversionStatus({ project }: { project: ProjectDetails }) {
	const { project_id, chapters } = project;
	const { data: conversions = noConversions, isSuccess } = useQuery(conversionsQuery(project_id));
	const nameOf: ChapterName = (id) => chapters.find(({ chapter_id }) => chapter_id === id)?.name ?? "a deleted chapter";
	const announced = useChanges(project_id, isSuccess ? conversions : null, nameOf);
	const [seen, setSeen] = useStored(`studio-conversion:${project_id}`, "", "xi");
	const active = activeConversions(conversions);
	const ended = active.length === 0 ? latestEnded(conversions) : undefined;
	const isNews =
		ended && ended.conversion_id !== seen && Date.now() / 1000 - (ended.finished_at_unix ?? 0) < newsSeconds;
	return (
		<>
			<p role="status" className="sr-only">
				{announced}
			</p>
			{active.length > 0 ? (
				<ul aria-label="Conversions" className="border-line border-b bg-sunken">
					{active.map((conversion) => (
						<Running
							key={conversion.conversion_id}
							conversion={conversion}
							nameOf={nameOf}
							editable={canChange(project)}
						/>
					))}
				</ul>
			) : null}
			{ended && isNews ? (
				<Ended conversion={ended} nameOf={nameOf} onDismiss={() => setSeen(ended.conversion_id)} />
			) : null}
		</>
	);
}

/** Loads what a conversion has changed, and returns what to announce. */
function useChanges(projectId: string, conversions: readonly Conversion[] | null, nameOf: ChapterName): string {
	const [announced, setAnnounced] = useState("");
	const before = useRef<readonly Conversion[] | null>(null);
	const latest = useRef({ nameOf, refresh: useRefreshAudio(projectId) });
	latest.current.nameOf = nameOf;
	useEffect(() => {
		const known = before.current;
		before.current = conversions;
		if (!known || !conversions) return;
		const text = announcement(known, conversions, latest.current.nameOf);
		if (text !== null) setAnnounced(text);
		if (doneChapters(known) !== doneChapters(conversions)) void latest.current.refresh();
	}, [conversions]);
	return announced;
}

type RunningProps = { conversion: Conversion; nameOf: ChapterName; editable: boolean };

function Running({ conversion, nameOf, editable }: RunningProps) {
	const cancel = useCancelConversion(conversion.project_id);
	const { title, detail } = progressText(conversion, nameOf);
	return (
		<li className="flex items-center gap-4 border-line border-b px-4 py-2.5 last:border-b-0 md:px-6">
			<div className="flex min-w-0 flex-1 flex-col gap-1.5">
				<p className="flex flex-wrap items-baseline justify-between gap-x-4 tabular">
					<span className="max-w-full truncate" title={title}>
						{title}
					</span>
					<span className="text-[13px] text-muted">{detail}</span>
				</p>
				{conversion.state === "running" ? (
					<Progress label="Progress of the conversion" value={percent(conversion)} />
				) : null}
			</div>
			{editable ? (
				<Button
					size="small"
					busy={cancel.isPending}
					onClick={() => cancel.mutate(conversion.conversion_id)}
					aria-label="Cancel conversion"
				>
					Cancel
				</Button>
			) : null}
		</li>
	);
}

type EndedProps = { conversion: Conversion; nameOf: ChapterName; onDismiss: () => void };

function Ended({ conversion, nameOf, onDismiss }: EndedProps) {
	const { title, detail } = endText(conversion, nameOf);
	const failed = conversion.state === "failed";
	const left = conversion.misread - conversion.mended;
	const Icon = conversion.state === "done" ? CircleCheck : CircleSlash;
	return (
		<div
			role={failed ? "alert" : undefined}
			className="flex items-start gap-3 border-line border-b bg-sunken px-4 py-2.5 md:px-6"
		>
			<Icon
				aria-hidden="true"
				className={`mt-0.5 size-4 shrink-0 ${failed ? "text-danger" : conversion.state === "done" ? "text-positive" : "text-muted"}`}
			/>
			<p className="min-w-0 flex-1 break-words">
				<strong className="font-medium">{title}</strong> {detail}{" "}
				{left > 0 ? (
					<Link to={misreadPath(conversion.project_id)} className="whitespace-nowrap underline underline-offset-4">
						Review misread sentences
					</Link>
				) : null}
			</p>
			<IconButton label="Dismiss" size="small" className="-my-1 -mr-2" onClick={onDismiss}>
				<X aria-hidden="true" />
			</IconButton>
		</div>
	);
}
