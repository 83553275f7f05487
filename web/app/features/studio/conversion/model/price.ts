// What a conversion costs, in words.
import type { Price } from "@timbre/contract/studio/conversion-schemas.ts";
import { count, counted } from "../../../../lib/text/format.ts";

export type Counts = Omit<Price, "chapters">;
export type ScopeKind = "block" | "chapter" | "project";

/** "1,204,300 characters, 380 new: 380 credits". */
export function priceText({ characters, new_characters, credits }: Counts): string {
	if (characters === 0) return "0 characters";
	if (new_characters === characters) return `${counted(characters, "character")}: ${counted(credits, "credit")}`;
	const cost = new_characters === 0 && credits === 0 ? "free" : counted(credits, "credit");
	return `${counted(characters, "character")}, ${count(new_characters)} new: ${cost}`;
}

/** What is behind the price, a sentence for each fact that matters. */
export function priceDetails(price: Counts): string[] {
	const { sentences, new_sentences, stale_sentences, locked_sentences, left_out_sentences } = price;
	const details: string[] = [];
	if (sentences > 0) details.push(newText(sentences, new_sentences));
	if (stale_sentences > 0) {
		details.push(
			stale_sentences === 1
				? "1 sentence is stale: its voice, model, settings or pronunciation has changed. It is generated again."
				: `${count(stale_sentences)} sentences are stale: their voice, model, settings or pronunciation has changed. They are generated again.`,
		);
	}
	if (locked_sentences > 0)
		details.push(
			`${locked_sentences === 1 ? "1 sentence is locked and keeps its" : `${count(locked_sentences)} sentences are locked and keep their`} audio.`,
		);
	if (left_out_sentences > 0)
		details.push(
			`${left_out_sentences === 1 ? "1 sentence was" : `${count(left_out_sentences)} sentences were`} changed in locked paragraphs. Unlock them to include the changes.`,
		);
	return details;
}

function newText(sentences: number, fresh: number): string {
	if (fresh === 0) return "All sentences are already paid for.";
	if (fresh === sentences) return sentences === 1 ? "1 sentence, new." : `${count(sentences)} sentences, all new.`;
	return `${count(fresh)} of ${counted(sentences, "sentence")} ${fresh === 1 ? "is" : "are"} new.`;
}

/** Null if there are enough credits, or nobody knows. */
export function shortage({ credits }: Counts, left: number | undefined): string | null {
	if (left === undefined || credits <= left) return null;
	return `${counted(credits - left, "credit")} missing. Convert less, or wait for your next credits.`;
}
