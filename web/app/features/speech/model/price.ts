import { count, counted } from "../../../lib/text/format.ts";

export type Price = {
	characters: number;
	/** The server's estimate for exactly this text; undefined while it is loading. */
	estimate: { newCharacters: number; credits: number } | undefined;
	/** Why the estimate failed. */
	failed: string | undefined;
	limit: number | undefined;
	left: number | undefined;
	tooLong: boolean;
	overCredits: boolean;
	ready: boolean;
};

type PriceInput = Pick<Price, "characters" | "estimate" | "failed" | "limit" | "left"> & {
	empty: boolean;
	/** Whether the workspace may exceed its credit limit. */
	allowsOverage?: boolean;
};

export function priceOf({ empty, allowsOverage = false, ...input }: PriceInput): Price {
	const { characters, estimate, limit, left } = input;
	const tooLong = limit !== undefined && characters > limit;
	const overCredits = !allowsOverage && left !== undefined && estimate !== undefined && estimate.credits > left;
	return { ...input, tooLong, overCredits, ready: !empty && !tooLong && !overCredits };
}

/** "412 characters, 38 new: 38 credits" */
export function priceText({ characters, estimate }: Pick<Price, "characters" | "estimate">): string {
	if (characters === 0) return "0 characters";
	if (!estimate) return `${counted(characters, "character")} …`;
	const partlyPaid = estimate.newCharacters < characters;
	return `${counted(characters, "character")}${partlyPaid ? `, ${count(estimate.newCharacters)} new` : ""}: ${counted(estimate.credits, "credit")}`;
}
