import type { Chapter } from "@timbre/contract/studio/project-schemas.ts";

/** The chapter of the address, or the first one. */
export function currentChapter(chapters: readonly Chapter[], id: string | null): Chapter | undefined {
	return chapters.find(({ chapter_id }) => chapter_id === id) ?? chapters[0];
}

/** The ids with one moved up or down by a place; null if it is already at that end. */
export function moved(ids: readonly string[], id: string, by: -1 | 1): string[] | null {
	const from = ids.indexOf(id);
	const to = from + by;
	if (from < 0 || to < 0 || to >= ids.length) return null;
	return ids.toSpliced(from, 1).toSpliced(to, 0, id);
}
