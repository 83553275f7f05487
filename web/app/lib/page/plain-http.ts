// Browsers withhold some functions from pages that are not served over https. On a home network without https, copying and random ids
// should still work.
type Page = { crypto: Partial<Crypto>; navigator: { clipboard?: Pick<Clipboard, "writeText"> }; document: Document };

/** Adds the missing functions. Does nothing on https and on localhost. */
export function addMissingFunctions(page: Page): void {
	if (!page.crypto.randomUUID)
		Object.defineProperty(page.crypto, "randomUUID", { value: () => randomUUID(page.crypto as Crypto) });
	if (!page.navigator.clipboard)
		Object.defineProperty(page.navigator, "clipboard", {
			value: { writeText: (text: string) => copyBySelection(page.document, text) },
		});
}

function randomUUID(crypto: Crypto): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	// The version and the variant of a random UUID.
	bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
	bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
	const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
	return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The only way to copy without https. */
async function copyBySelection(document: Document, text: string): Promise<void> {
	const focused = document.activeElement;
	const field = document.createElement("textarea");
	field.value = text;
	field.style.position = "fixed";
	field.style.opacity = "0";
	// In an open dialog, because focus can't leave it.
	(focused?.closest("dialog, [role=dialog]") ?? document.body).append(field);
	field.select();
	const copied = document.execCommand("copy");
	field.remove();
	if (focused && "focus" in focused && typeof focused.focus === "function") focused.focus();
	if (!copied) throw new Error("The browser did not copy the text.");
}
