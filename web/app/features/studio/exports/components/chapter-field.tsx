import type { Chapter } from "@timbre/contract/studio/project-schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { useId } from "react";
import { counted } from "../../../../lib/text/format.ts";

type ChapterFieldProps = {
	chapters: readonly Chapter[];
	/** Undefined means all, also those that are added later. */
	chosen: readonly string[] | undefined;
	onChange: (chosen: readonly string[] | undefined) => void;
};

/** Which chapters to export. */
export function ChapterField({ chapters, chosen, onChange }: ChapterFieldProps) {
	const id = useId();
	const ids = chapters.map(({ chapter_id }) => chapter_id);
	const isChosen = new Set(chosen);
	const toggle = (chapterId: string, on: boolean) =>
		onChange(ids.filter((one) => (one === chapterId ? on : isChosen.has(one))));
	return (
		<fieldset className="flex min-w-0 flex-col gap-1.5" aria-describedby={`${id}-count`}>
			<legend className="mb-1.5 font-medium">Chapters</legend>
			<div className="flex flex-wrap items-center gap-x-4 gap-y-1">
				<Checkbox
					label={`All ${counted(ids.length, "chapter")}`}
					checked={chosen === undefined}
					onChange={(all) => onChange(all ? undefined : ids)}
				/>
				{chosen ? (
					<Button variant="quiet" size="small" onClick={() => onChange([])}>
						Select none
					</Button>
				) : null}
			</div>
			<p id={`${id}-count`} className="text-[13px] text-muted">
				{chosen?.length === 0
					? "Select at least one chapter."
					: chosen
						? `${counted(chosen.length, "chapter")} selected`
						: null}
			</p>
			{chosen ? (
				<ol className="max-h-72 overflow-y-auto rounded-control border border-line">
					{chapters.map(({ chapter_id, name }) => (
						<li key={chapter_id} className="border-line border-b px-3 py-2 last:border-b-0">
							<Checkbox
								label={name}
								checked={isChosen.has(chapter_id)}
								onChange={(on) => toggle(chapter_id, on)}
								className="min-w-0 items-start break-words"
							/>
						</li>
					))}
				</ol>
			) : null}
		</fieldset>
	);
}
