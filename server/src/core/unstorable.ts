/** Characters that a database cannot keep: NUL, and half of a surrogate pair. Told at the door, or they would be a failure after the work is done. */
export const unstorableReason = "Holds a NUL or half of a character, which no text can have.";

/** Where in a parsed input a text is that cannot be kept; undefined when there is none. Depth is bounded by what the schema let through. */
export function unstorable(value: unknown, storable = isStorable): (string | number)[] | undefined {
	if (typeof value === "string") return storable(value) ? undefined : [];
	if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return undefined;
	for (const [key, inner] of Object.entries(value)) {
		const place = storable(key) ? unstorable(inner, storable) : [];
		if (place) return [Array.isArray(value) ? Number(key) : key.toWellFormed(), ...place];
	}
	return undefined;
}

const isStorable = (text: string) => text.isWellFormed() && withoutNul(text);

/** Where text comes in pieces, a pair may be cut between two of them. */
export const withoutNul = (text: string) => !text.includes("\u0000");
