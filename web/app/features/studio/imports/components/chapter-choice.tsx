import type { DocumentImport } from "@timbre/contract/studio/import-schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { memo, useCallback, useRef } from "react";
import { counted } from "../../../../lib/text/format.ts";

type FoundChapter = NonNullable<DocumentImport["document"]>["chapters"][number];
type ChapterChoiceProps = {
	chapters: readonly FoundChapter[];
	/** Positions. */
	selected: readonly number[];
	/** What is selected, in words. */
	summary: string;
	error: string | undefined;
	onChange: (selected: number[]) => void;
};

/** The chapters that were found, each to be imported or not. */
export function ChapterChoice({ chapters, selected, summary, error, onChange }: ChapterChoiceProps) {
	const latest = useRef({ selected, onChange });
	latest.current = { selected, onChange };
	// Stable, so that a book of 500 chapters renders only the row that changes.
	const toggle = useCallback((at: number, on: boolean) => {
		const { selected, onChange } = latest.current;
		onChange(on ? [...selected, at] : selected.filter((other) => other !== at));
	}, []);
	const isSelected = new Set(selected);
	return (
		<section aria-labelledby="found-chapters">
			<div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
				<h2 id="found-chapters" className="font-medium">
					Chapters
				</h2>
				<div className="flex items-center gap-1">
					<p role="status" className="mr-2 text-[13px] text-muted tabular">
						{summary}
					</p>
					<Button variant="quiet" size="small" onClick={() => onChange(chapters.map((_, at) => at))}>
						Select all
					</Button>
					<Button variant="quiet" size="small" onClick={() => onChange([])}>
						Select none
					</Button>
				</div>
			</div>
			{error ? (
				<p role="alert" className="mb-2 text-[13px] text-danger">
					{error}
				</p>
			) : null}
			<ol aria-labelledby="found-chapters" className="rounded-card border border-line bg-raised">
				{chapters.map((chapter, at) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a chapter is its position, and names repeat
					<Row key={at} chapter={chapter} at={at} checked={isSelected.has(at)} onToggle={toggle} />
				))}
			</ol>
		</section>
	);
}

type RowProps = { chapter: FoundChapter; at: number; checked: boolean; onToggle: (at: number, on: boolean) => void };

const Row = memo(function Row({ chapter, at, checked, onToggle }: RowProps) {
	return (
		<li className="border-line border-b px-4 py-3 last:border-b-0">
			<div className="flex items-start justify-between gap-4">
				<Checkbox
					label={chapter.name}
					checked={checked}
					onChange={(on) => onToggle(at, on)}
					className="min-w-0 items-start break-words font-medium"
				/>
				<span className="shrink-0 text-[13px] text-muted tabular">{counted(chapter.words, "word")}</span>
			</div>
			<p dir="auto" className="truncate pl-[28px] text-muted" title={chapter.opening}>
				{chapter.opening}
			</p>
		</li>
	);
});
