import type { RevisionChange } from "@timbre/contract/studio/revision/schemas.ts";
import { expect, test } from "vitest";
import { noteOf, partsOf, spokenText } from "./changes.ts";
import { announcement, chapterText, countsText, progressText } from "./revision-state.ts";

const counts = { unchanged: 9_028, changed: 61, added: 1, deleted: 0, moved: 0 };

test("says what stays and what is different", () => {
	expect(countsText(counts)).toBe("9,028 sentences stay as they are. 61 changed, 1 added.");
	expect(countsText({ ...counts, unchanged: 1, changed: 0, added: 0 })).toBe("1 sentence stays as it is.");
	const chapter = { ...counts, name: "Dusk", previous_name: "Dusk", is_deleted: false };
	expect(chapterText(chapter)).toBeNull();
	expect(chapterText({ ...chapter, previous_name: "Dawn" })).toBe("was “Dawn”");
	expect(chapterText({ ...chapter, previous_name: null })).toBe("is new");
	expect(chapterText({ ...chapter, is_deleted: true })).toBe("is deleted");
});

test("never says that reading is done before it is", () => {
	expect(progressText({ state: "reading", progress: 0.999 })).toBe("Reading the manuscript, 99%");
	expect(announcement({ state: "failed", error: "The file is damaged.", comparison: null })).toBe(
		"The revision failed. The file is damaged.",
	);
});

const change = (fields: Partial<RevisionChange>): RevisionChange => ({
	index: 0,
	kind: "changed",
	chapter: 0,
	sentences: 1,
	before: null,
	after: null,
	words: [],
	from_chapter: null,
	...fields,
});

test("a change is read out with the text before and after it", () => {
	const changed = change({ before: "He slept.", after: "She slept.", words: [{ kind: "same", text: "slept." }] });
	expect(spokenText(changed)).toBe("Changed from: He slept. To: She slept.");
	expect(partsOf(changed)).toEqual([{ kind: "same", text: "slept." }]);
	expect(partsOf(change({ kind: "deleted", before: "Gone." }))).toEqual([{ kind: "deleted", text: "Gone." }]);
	expect(noteOf(change({ kind: "moved", after: "Here.", from_chapter: "Dusk" }))).toBe(
		"Moved here from Dusk. Keeps its audio.",
	);
	expect(spokenText(change({ kind: "moved", after: "Here.", from_chapter: "Dusk", sentences: 3 }))).toBe(
		"Moved: Here. 3 sentences, moved here from Dusk. Keeps its audio.",
	);
});
