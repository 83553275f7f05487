import type { TranscriptDocument } from "./types.ts";

const style =
	"body{font:16px/1.6 system-ui,sans-serif;max-width:42rem;margin:2rem auto;padding:0 1rem;color:#1c1c1e;background:#fff}" +
	"time{color:#6b6b70;font-variant-numeric:tabular-nums;margin-inline-end:.5rem}" +
	"@media(prefers-color-scheme:dark){body{color:#f2f2f4;background:#161618}time{color:#a0a0a8}}";

export function writeHtml({ title, language, paragraphs }: TranscriptDocument): string {
	const body = paragraphs.map(({ time, speaker, text }) => {
		const heading = [
			...(time === undefined ? [] : [`<time>${time}</time>`]),
			...(speaker === undefined ? [] : [`<strong>${escapeXml(speaker)}:</strong>`]),
		].join(" ");
		return `<p>${heading}${heading === "" ? "" : " "}${escapeXml(text)}</p>`;
	});
	return [
		"<!doctype html>",
		`<html lang="${escapeXml(language)}" dir="auto">`,
		`<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeXml(title)}</title><style>${style}</style></head>`,
		`<body><h1>${escapeXml(title)}</h1>`,
		...body,
		"</body></html>",
		"",
	].join("\n");
}

/** Without control characters, which XML does not allow. */
export function escapeXml(text: string): string {
	return (
		text
			// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
			.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
			.replaceAll("&", "&amp;")
			.replaceAll("<", "&lt;")
			.replaceAll(">", "&gt;")
			.replaceAll('"', "&quot;")
	);
}
