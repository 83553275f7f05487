import audiobookChapter from "./audiobook-chapter.md?raw";
import helpDeskLine from "./help-desk-line.md?raw";
import schoolReadingList from "./school-reading-list.md?raw";

/** Example sources by slug. Invariant: imported by loaders only. */
export const exampleTexts: Readonly<Record<string, string>> = {
	"audiobook-chapter": audiobookChapter,
	"help-desk-line": helpDeskLine,
	"school-reading-list": schoolReadingList,
};
