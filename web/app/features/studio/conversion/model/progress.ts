// How far conversions are, in words.
import type { Conversion } from "@timbre/contract/studio/conversion-schemas.ts";
import { count, counted } from "../../../../lib/text/format.ts";

export type ConversionChapter = Conversion["chapters"][number];
export type ChapterName = (chapterId: string) => string;

export const isActive = ({ state }: Pick<Conversion, "state">): boolean => state === "queued" || state === "running";

/** Those that have not ended, in the order in which they run. */
export const activeConversions = (conversions: readonly Conversion[]): Conversion[] =>
	conversions
		.filter(isActive)
		.toSorted((a, b) => Number(b.state === "running") - Number(a.state === "running") || orderOf(a) - orderOf(b));

const orderOf = ({ queue_position, created_at_unix }: Conversion) => queue_position ?? created_at_unix;

/** The one that ended last. */
export function latestEnded(conversions: readonly Conversion[]): Conversion | undefined {
	return conversions
		.filter((one) => !isActive(one))
		.toSorted((a, b) => (b.finished_at_unix ?? 0) - (a.finished_at_unix ?? 0))[0];
}

/** Never 100 before it is done. */
export const percent = ({ progress }: Pick<Conversion, "progress">): number => Math.min(99, Math.floor(progress * 100));

/** The chapter in the conversion that is working on it, or will. */
export function chapterInWork(conversions: readonly Conversion[], chapterId: string): ConversionChapter | undefined {
	for (const { chapters } of activeConversions(conversions)) {
		const found = chapters.find((one) => one.chapter_id === chapterId);
		if (found) return found;
	}
	return undefined;
}

/** "42 of 180 sentences". */
export function chapterText({ state, sentences, sentences_done }: ConversionChapter): string {
	if (state === "done") return "Done";
	if (state === "waiting") return "Waiting";
	if (state === "joining") return "Putting the audio together";
	return sentences === 0 ? "Starting" : `${count(sentences_done)} of ${counted(sentences, "sentence")}`;
}

/** "Converting Dusk", and "Chapter 2 of 3, 42 of 180 sentences, 37%". */
export function progressText(conversion: Conversion, nameOf: ChapterName): { title: string; detail: string } {
	const { state, queue_position, chapters } = conversion;
	if (state === "queued") return { title: queuedText(conversion, queue_position ?? 0, nameOf), detail: "" };
	const at = chapters.findIndex((one) => one.state === "rendering" || one.state === "joining");
	const chapter = chapters[at];
	const share = `${percent(conversion)}%`;
	if (!chapter) return { title: `Converting ${targetText(conversion, nameOf)}`, detail: share };
	const place = chapters.length > 1 ? [`chapter ${count(at + 1)} of ${count(chapters.length)}`] : [];
	const detail = [...place, lowerFirst(chapterText(chapter)), share].join(", ");
	return { title: `Converting ${nameOf(chapter.chapter_id)}`, detail: upperFirst(detail) };
}

function queuedText(conversion: Conversion, ahead: number, nameOf: ChapterName): string {
	const target = targetText(conversion, nameOf);
	return ahead === 0 ? `Starting to convert ${target}` : `Queued: ${target}, ${counted(ahead, "conversion")} ahead`;
}

/** "a paragraph of Dusk", "Dusk" or "the project". */
export function targetText(
	{ chapter_id, block_id }: Pick<Conversion, "chapter_id" | "block_id">,
	nameOf: ChapterName,
): string {
	if (chapter_id === null) return "the project";
	return block_id === null ? nameOf(chapter_id) : `a paragraph of ${nameOf(chapter_id)}`;
}

/** What take check did. Empty if it found nothing. */
export function takeCheckText({ misread, mended }: Pick<Conversion, "misread" | "mended">): string {
	if (misread === 0) return "";
	const found = `Take check found ${counted(misread, "misread sentence")}`;
	if (mended === 0) return `${found}.`;
	const which = misread === 1 ? "it" : mended === misread ? "all of them" : `${count(mended)} of them`;
	return `${found} and read ${which} again, free of charge.`;
}

/** What happened and what to do. */
export function endText(conversion: Conversion, nameOf: ChapterName): { title: string; detail: string } {
	const target = upperFirst(targetText(conversion, nameOf));
	if (conversion.state === "done") return { title: `${target} is done.`, detail: takeCheckText(conversion) };
	if (conversion.state === "canceled")
		return {
			title: `Canceled: ${targetText(conversion, nameOf)}.`,
			detail: "What was generated stays and is free when you convert again.",
		};
	const reason = conversion.error ?? "Something went wrong.";
	return {
		title: `Couldn't convert ${targetText(conversion, nameOf)}.`,
		// Unexpected failures say so themselves.
		detail: /convert again/i.test(reason) ? reason : `${reason} What was generated stays. Convert again to continue.`,
	};
}

/** How many chapters are done: when it changes, there is new audio. */
export const doneChapters = (conversions: readonly Conversion[]): string =>
	conversions
		.map(
			({ conversion_id, state, chapters }) =>
				`${conversion_id} ${state} ${chapters.filter((one) => one.state === "done").length}`,
		)
		.join();

/** What a screen reader hears: when work starts, when a chapter is done, and how it ends. Not each sentence. */
export function announcement(
	before: readonly Conversion[],
	now: readonly Conversion[],
	nameOf: ChapterName,
): string | null {
	for (const conversion of now) {
		const known = before.find(({ conversion_id }) => conversion_id === conversion.conversion_id);
		if (!isActive(conversion)) {
			if (!known || !isActive(known) || conversion.state === "failed") continue;
			const { title, detail } = endText(conversion, nameOf);
			return `${title} ${detail}`.trim();
		}
		if (!known || known.state !== conversion.state) {
			return conversion.state === "running"
				? `Converting ${targetText(conversion, nameOf)}.`
				: `${queuedText(conversion, conversion.queue_position ?? 0, nameOf)}.`;
		}
		const finished = conversion.chapters.find(
			(one, at) => one.state === "done" && known.chapters[at]?.state !== "done",
		);
		if (finished && conversion.chapters.length > 1) return `${nameOf(finished.chapter_id)} is done.`;
	}
	return null;
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
