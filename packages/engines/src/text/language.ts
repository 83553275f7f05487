// Language tags (BCP 47). The rest of the product has the same functions in the contract's language.ts.

/** "en-GB" → "en". */
export function primaryLanguage(tag: string): string {
	return tag.toLowerCase().split(/[-_]/)[0] ?? tag;
}

/** Whether two tags name the same language, in any region. */
export function isSameLanguage(one: string, other: string): boolean {
	return primaryLanguage(one) === primaryLanguage(other);
}

export function isEnglish(tag: string): boolean {
	return primaryLanguage(tag) === "en";
}
