/** Text or attribute content: escaped, without characters that XML 1.0 has no way to write. */
export function escapeXml(text: string): string {
	return text
		.toWellFormed()
		.replaceAll(notAllowed, "")
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;");
}

const notAllowed = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Makes ids that XML allows out of names. No two calls return the same id. */
export function createIds(prefix: string): (name: string) => string {
	const taken = new Set<string>();
	return (name) => {
		const plain = `${prefix}${name.replaceAll(/[^\w-]/g, "-")}`;
		let id = plain;
		for (let copy = 2; taken.has(id); copy++) id = `${plain}-${copy}`;
		taken.add(id);
		return id;
	};
}

/** A valid BCP 47 tag: that of the book, or "und" if it is none. */
export function languageTag(language: string): string {
	try {
		return Intl.getCanonicalLocales(language.replaceAll("_", "-"))[0] ?? "und";
	} catch {
		return "und";
	}
}
