import { z } from "zod";
import { maxSearchCharacters } from "./rules.ts";
import { line } from "./schemas.ts";

/** For the endpoints and the dialog. */
export const searchOptions = z.object({
	query: line(maxSearchCharacters, "The text to find").min(1, "Enter the text to find."),
	replacement: line(maxSearchCharacters, "The replacement"),
	match_case: z.boolean().default(false),
	whole_words: z.boolean().default(false),
});
export type SearchOptions = z.output<typeof searchOptions>;
