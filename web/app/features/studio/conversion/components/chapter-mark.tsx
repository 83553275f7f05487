import type { Conversion } from "@timbre/contract/studio/conversion-schemas.ts";
import type { Chapter } from "@timbre/contract/studio/project-schemas.ts";
import { CircleAlert, CircleCheck, CircleDashed, Clock } from "lucide-react";
import { chapterInWork, chapterText } from "../model/progress.ts";

/** Whether a chapter has audio, or what is being done with it: an icon for the list. */
export function ChapterIcon({ chapter }: { chapter: Chapter }) {
	if (!chapter.can_be_downloaded) return null;
	const isCurrent = chapter.statistics.characters_unconverted === 0;
	const Icon = isCurrent ? CircleCheck : CircleDashed;
	const text = isCurrent ? "Has audio" : "Text has changed since the last conversion";
	return (
		<span title={text} className="shrink-0">
			<Icon aria-hidden="true" className={`size-3.5 ${isCurrent ? "text-positive" : "text-muted"}`} />
			<span className="sr-only">. {text}.</span>
		</span>
	);
}

type ChapterProgressProps = { chapter: Chapter; conversions: readonly Conversion[] };

/** Below the name of a chapter: how far its conversion is, or why the last one failed. */
export function ChapterProgress({ chapter, conversions }: ChapterProgressProps) {
	const inWork = chapterInWork(conversions, chapter.chapter_id);
	if (inWork && inWork.state !== "done") {
		return (
			<span className="flex items-center gap-1.5 truncate text-muted text-xs tabular">
				<Clock aria-hidden="true" className="size-3 shrink-0" />
				<span className="truncate">{chapterText(inWork)}</span>
			</span>
		);
	}
	if (!inWork && chapter.last_conversion_error) {
		return (
			<span className="flex items-center gap-1.5 text-danger text-xs" title={chapter.last_conversion_error}>
				<CircleAlert aria-hidden="true" className="size-3 shrink-0" />
				<span className="truncate">Failed: {chapter.last_conversion_error}</span>
			</span>
		);
	}
	return null;
}
