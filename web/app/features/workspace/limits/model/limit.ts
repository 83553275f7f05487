import { z } from "zod";

/** Parses "20,000" or "20 000". Returns null for no limit if empty, and undefined if it isn't a whole number. */
export function parseLimit(text: string): number | null | undefined {
	const digits = text.replace(/[\s,.'_]/g, "");
	if (digits === "") return text.trim() === "" ? null : undefined;
	if (!/^\d{1,15}$/.test(digits)) return undefined;
	return Number(digits);
}

export const limitError = "Enter a whole number of credits, or leave empty for no limit.";

/** A limit as entered in a form. */
export const limitField = z.string().transform((text, context) => {
	const limit = parseLimit(text);
	if (limit !== undefined) return limit;
	context.addIssue({ code: "custom", message: limitError });
	return z.NEVER;
});
