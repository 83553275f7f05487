import { foldText } from "../../voices/voices.public.ts";
import type { NewPublication } from "./sharing.repo.ts";

/** Words not allowed in published names and descriptions. Full words, lowercase. */
const blockedWords = new Set(
	"nazi hitler rape rapist porn porno pornographic xxx nigger faggot kike chink spic tranny retard pedo pedophile paedophile genocide terrorist isis".split(
		" ",
	),
);

/** Declines texts with a blocked word. */
export function reviewTexts(texts: readonly string[]): Pick<NewPublication, "reviewStatus" | "reviewMessage"> {
	const found = [...new Set(texts.flatMap((text) => foldText(text).split(/[^\p{L}\p{N}]+/u)))].filter((word) =>
		blockedWords.has(word),
	);
	return found.length === 0
		? { reviewStatus: "allowed", reviewMessage: null }
		: {
				reviewStatus: "declined",
				reviewMessage: `The name, description and labels are public and can't contain: ${found.join(", ")}.`,
			};
}
