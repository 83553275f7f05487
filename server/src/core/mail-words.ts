// A mail's words twice: as plain text and as HTML that says the same. What somebody else wrote is only ever words in either.

export type MailWords = {
	heading: string;
	/** Before the code or the link. */
	lines: readonly string[];
	/** Stands alone in its line. */
	code?: string;
	link?: { label: string; url: string };
	/** After it: how long it holds, what to do if it was not you. */
	after?: readonly string[];
};

export function writeMail(words: MailWords): { text: string; html: string } {
	return { text: asText(words), html: asHtml(words) };
}

function asText({ heading, lines, code, link, after = [] }: MailWords): string {
	return [heading, ...lines, ...(code ? [code] : []), ...(link ? [`${link.label}:\n${link.url}`] : []), ...after].join(
		"\n\n",
	);
}

const body = "margin:0;padding:32px 16px;background:#f6f5f3;color:#1c1b1a;font:16px/1.55 system-ui,sans-serif";
const card = "max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px";
const button =
	"display:inline-block;padding:12px 20px;border-radius:8px;background:#1c1b1a;color:#ffffff;text-decoration:none;font-weight:600";
const brand = "margin:0 0 24px;font-weight:600;letter-spacing:0.02em;color:#6b6764";
const digits = "margin:24px 0;font:600 28px/1.2 ui-monospace,monospace;letter-spacing:4px";

function asHtml({ heading, lines, code, link, after = [] }: MailWords): string {
	const paragraph = (line: string) => `<p style="margin:0 0 16px">${escaped(line)}</p>`;
	return [
		'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
		`<title>${escaped(heading)}</title></head><body style="${body}"><div style="${card}">`,
		`<p style="${brand}">Timbre</p>`,
		`<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escaped(heading)}</h1>`,
		...lines.map(paragraph),
		code ? `<p style="${digits}">${escaped(code)}</p>` : "",
		link
			? `<p style="margin:24px 0"><a href="${escaped(link.url)}" style="${button}">${escaped(link.label)}</a></p>`
			: "",
		...after.map(paragraph),
		"</div></body></html>",
	].join("");
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
	return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
