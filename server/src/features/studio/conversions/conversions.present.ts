import { AppError } from "@timbre/contract/errors.ts";
import type { Conversion } from "@timbre/contract/studio/conversion-schemas.ts";
import { unix } from "../../../core/time.ts";
import type { ConversionChapterRow, ConversionRow } from "./conversions.repo.ts";

/** Joining a chapter is a small part of the work. */
const joinedShare = 0.05;

export function presentConversion(row: ConversionRow, chapters: readonly ConversionChapterRow[]): Conversion {
	return {
		conversion_id: row.id,
		project_id: row.project_id,
		chapter_id: row.chapter_id,
		block_id: row.block_id,
		state: row.state as Conversion["state"],
		progress: row.state === "done" ? 1 : progressOf(chapters),
		queue_position: row.ahead,
		characters: row.characters,
		credits: row.credits,
		misread: row.misread,
		mended: row.mended,
		error: row.error,
		chapters: chapters.map(({ chapter_id, state, sentences, sentences_done }) => ({
			chapter_id,
			state: state as Conversion["chapters"][number]["state"],
			sentences,
			sentences_done,
		})),
		created_at_unix: unix(row.created_at),
		finished_at_unix: row.finished_at === null ? null : unix(row.finished_at),
	};
}

function progressOf(chapters: readonly ConversionChapterRow[]): number {
	if (chapters.length === 0) return 0;
	return chapters.reduce((sum, chapter) => sum + chapterProgress(chapter), 0) / chapters.length;
}

/** From 0 to 1. */
export function chapterProgress({
	state,
	sentences,
	sentences_done,
}: Pick<ConversionChapterRow, "state" | "sentences" | "sentences_done">): number {
	if (state === "done") return 1;
	if (state === "waiting") return 0;
	return (1 - joinedShare) * (sentences === 0 ? 1 : Math.min(1, sentences_done / sentences));
}

export const conversionNotFound = () =>
	new AppError("conversion_not_found", "This conversion doesn't exist in this project.");
