// Language tags (BCP 47). The engines import nothing of ours and have the same functions in text/language.ts.

const names = new Intl.DisplayNames(["en"], { type: "language" });

/** "en-GB" → "en". */
export function primaryLanguage(tag: string): string {
	return tag.toLowerCase().split(/[-_]/)[0] ?? tag;
}

/** The shortest code and usual spelling of a tag: "deu" → "de", "pt_br" → "pt-BR"; invalid tags are returned unchanged. */
export function canonicalLanguage(tag: string): string {
	try {
		return Intl.getCanonicalLocales(tag.trim().replaceAll("_", "-"))[0] ?? tag;
	} catch {
		return tag;
	}
}

/** Whether two tags name the same language, in any region. */
export function isSameLanguage(one: string, other: string): boolean {
	return primaryLanguage(one) === primaryLanguage(other);
}

export function isEnglish(tag: string): boolean {
	return primaryLanguage(tag) === "en";
}

/** "en-GB" → "British English"; invalid tags are returned unchanged. */
export function languageName(tag: string): string {
	try {
		return names.of(tag) ?? tag;
	} catch {
		return tag;
	}
}
