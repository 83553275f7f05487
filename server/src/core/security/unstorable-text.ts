// PostgreSQL can't store NUL characters or unpaired surrogates. Reject them when parsing input instead of failing after
// the work is done.

export const unstorableReason = "Contains a NUL character or an unpaired surrogate.";

/** The path of the first text that can't be stored, or undefined. Takes parsed input, so its depth is bounded. */
export function findUnstorableText(value: unknown, storable = isStorable): (string | number)[] | undefined {
	if (typeof value === "string") return storable(value) ? undefined : [];
	if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return undefined;
	for (const [key, inner] of Object.entries(value)) {
		const path = storable(key) ? findUnstorableText(inner, storable) : [];
		if (path) return [Array.isArray(value) ? Number(key) : key.toWellFormed(), ...path];
	}
	return undefined;
}

const isStorable = (text: string) => text.isWellFormed() && hasNoNul(text);

/** For text that arrives in pieces: a surrogate pair may be split between two of them. */
export const hasNoNul = (text: string) => !text.includes("\u0000");
