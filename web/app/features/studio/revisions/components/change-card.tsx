import type { RevisionChange } from "@timbre/contract/studio/revision/schemas.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import type { Ref } from "react";
import { kindNames, type MarkedPart, noteOf, partsOf, spokenText } from "../model/changes.ts";

const tones = { changed: "warning", added: "positive", deleted: "danger", moved: "accent" } as const;

export function KindBadge({ kind }: Pick<RevisionChange, "kind">) {
	return (
		<Badge tone={tones[kind]} className="shrink-0">
			{kindNames[kind]}
		</Badge>
	);
}

type ChangeCardProps = {
	ref: Ref<HTMLElement>;
	change: RevisionChange;
	chapter: string;
	/** "3 of 12". */
	position: string;
};

/** A change with its words. */
export function ChangeCard({ ref, change, chapter, position }: ChangeCardProps) {
	const note = noteOf(change);
	return (
		<article
			ref={ref}
			tabIndex={-1}
			aria-label={`Change ${position}, ${chapter}: ${spokenText(change).slice(0, 600)}`}
			className="flex scroll-my-4 flex-col gap-3 rounded-card p-4 focus-visible:-outline-offset-2"
		>
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-[13px]">
				<KindBadge kind={change.kind} />
				<p className="flex min-w-0 items-baseline gap-3 text-muted">
					<span className="shrink-0 tabular">{position}</span>
					<span className="truncate" title={chapter}>
						{chapter}
					</span>
				</p>
			</div>
			<p dir="auto" className="max-w-2xl whitespace-pre-wrap break-words text-base/7">
				<Marked parts={partsOf(change)} />
			</p>
			{note ? <p className="text-[13px] text-muted">{note}</p> : null}
		</article>
	);
}

/** Added words are underlined, and deleted ones struck through. */
export function Marked({ parts }: { parts: readonly MarkedPart[] }) {
	return parts.map(({ kind, text }, index) => {
		// biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of a text never change
		if (kind === "same") return <span key={index}>{text}</span>;
		return kind === "added" ? (
			<ins key={index} className="text-positive decoration-2 underline-offset-4">
				{text}
			</ins>
		) : (
			<del key={index} className="text-danger decoration-2">
				{text}
			</del>
		);
		// biome-ignore-end lint/suspicious/noArrayIndexKey: the parts of a text never change
	});
}
