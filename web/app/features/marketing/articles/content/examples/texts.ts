import type { Block } from "../../model/markdown.ts";
import audiobookChapter from "./audiobook-chapter.md?blocks";
import helpDeskLine from "./help-desk-line.md?blocks";
import schoolReadingList from "./school-reading-list.md?blocks";

/** Example texts by slug. Invariant: imported by loaders only. */
export const exampleTexts: Readonly<Record<string, Block[]>> = {
	"audiobook-chapter": audiobookChapter,
	"help-desk-line": helpDeskLine,
	"school-reading-list": schoolReadingList,
};
