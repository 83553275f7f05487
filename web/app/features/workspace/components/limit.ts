/** A limit as people write it: "20,000", "20 000" or nothing at all, which is no limit. Undefined: not a whole number of credits. */
export function readLimit(written: string): number | null | undefined {
	const digits = written.replace(/[\s,.'_]/g, "");
	if (digits === "") return written.trim() === "" ? null : undefined;
	if (!/^\d{1,15}$/.test(digits)) return undefined;
	return Number(digits);
}

export const limitFault = "Write a whole number of credits, or nothing for no limit.";
