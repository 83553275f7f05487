import type { DocumentImport } from "@timbre/contract/studio/import-schemas.ts";
import { expect, test } from "vitest";
import { chosenPositions, describePassage, reviewForm, selectionText, suggestedName } from "./review.ts";

const named = (source_name: string, title: string | null = null) =>
	suggestedName({ source_name, document: { title } as DocumentImport["document"] });

test("a new project is named after the title of the document, or else its file or address", () => {
	expect(named("lighthouse.epub", " The Lighthouse ")).toBe("The Lighthouse");
	expect(named("The Lighthouse v1.2.docx")).toBe("The Lighthouse v1.2");
	expect(named("lighthouse")).toBe("lighthouse");
	expect(named("https://example.com/stories/The%20Lighthouse.html?page=1")).toBe("The Lighthouse");
	expect(named("https://example.com/100%/")).toBe("100%");
	expect(named("https://example.com/")).toBe("example.com");
	expect(named("book.pdf", `a${"🌊".repeat(300)}`)).toBe(`a${"🌊".repeat(99)}`);
	expect(named("book.pdf", "The\nLighthouse")).toBe("The Lighthouse");
	expect(named(".md")).toBe(".md");
});

test("says what is selected", () => {
	const chapters = [1_000, 200, 1].map((words) => ({ words, name: "", characters: 0, opening: "" }));
	expect(selectionText({ chapters }, [2, 0, 1])).toBe("3 chapters, 1,201 words");
	expect(selectionText({ chapters }, [0])).toBe("1 of 3 chapters, 1,000 words");
	expect(selectionText({ chapters }, [])).toBe("0 of 3 chapters, 0 words");
});

test("sends positions in reading order, and none for all chapters", () => {
	expect(chosenPositions(3, [2, 0])).toEqual([0, 2]);
	expect(chosenPositions(3, [2, 0, 1])).toBeUndefined();
});

test("needs a chapter, and a name for a new project only", () => {
	const issues = (isNew: boolean, name: string, chapters: number[]) =>
		reviewForm(isNew)
			.safeParse({ name, chapters, keep: [] })
			.error?.issues.map(({ message }) => message);
	expect(issues(true, " ", [])).toEqual(["The name can't be empty.", "Select at least one chapter."]);
	expect(issues(false, "", [0])).toBeUndefined();
});

test("says where a passage was left out", () => {
	const passage = { text: "12", count: 112, chapter: "The tide", page: 3 };
	expect(describePassage(passage)).toBe("112 times · The tide · page 3");
	expect(describePassage({ ...passage, count: 1, page: null })).toBe("The tide");
});
