import type { Chapter } from "@timbre/contract/studio/project-schemas.ts";
import { expect, test } from "vitest";
import { currentChapter, moved } from "./chapters.ts";

const chapters = ["a", "b"].map((chapter_id) => ({ chapter_id }) as Chapter);

test("opens the chapter of the address, and the first one if it is missing or unknown", () => {
	expect(currentChapter(chapters, "b")?.chapter_id).toBe("b");
	expect(currentChapter(chapters, null)?.chapter_id).toBe("a");
	expect(currentChapter(chapters, "gone")?.chapter_id).toBe("a");
	expect(currentChapter([], "a")).toBeUndefined();
});

test("moves a chapter by one place and not past the ends", () => {
	expect(moved(["a", "b", "c"], "b", -1)).toEqual(["b", "a", "c"]);
	expect(moved(["a", "b", "c"], "b", 1)).toEqual(["a", "c", "b"]);
	expect(moved(["a", "b"], "a", -1)).toBeNull();
	expect(moved(["a", "b"], "b", 1)).toBeNull();
	expect(moved(["a", "b"], "gone", 1)).toBeNull();
});
