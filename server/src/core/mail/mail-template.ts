// Renders an email as plain text and as HTML with the same content. All text is escaped, so user input is never markup.

export type MailContent = {
	heading: string;
	/** Paragraphs before the code or link. */
	lines: readonly string[];
	/** On a line of its own. */
	code?: string;
	link?: { label: string; url: string };
	/** Paragraphs after it: when it expires, what to do if it wasn't you. */
	after?: readonly string[];
};

export function renderMail(content: MailContent): { text: string; html: string } {
	return { text: renderText(content), html: renderHtml(content) };
}

function renderText({ heading, lines, code, link, after = [] }: MailContent): string {
	return [heading, ...lines, ...(code ? [code] : []), ...(link ? [`${link.label}:\n${link.url}`] : []), ...after].join(
		"\n\n",
	);
}

const bodyStyle = "margin:0;padding:32px 16px;background:#f6f5f3;color:#1c1b1a;font:16px/1.55 system-ui,sans-serif";
const cardStyle = "max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px";
const buttonStyle =
	"display:inline-block;padding:12px 20px;border-radius:8px;background:#1c1b1a;color:#ffffff;text-decoration:none;font-weight:600";
const brandStyle = "margin:0 0 24px;font-weight:600;letter-spacing:0.02em;color:#6b6764";
const codeStyle = "margin:24px 0;font:600 28px/1.2 ui-monospace,monospace;letter-spacing:4px";

function renderHtml({ heading, lines, code, link, after = [] }: MailContent): string {
	const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`;
	return [
		'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
		`<title>${escapeHtml(heading)}</title></head><body style="${bodyStyle}"><div style="${cardStyle}">`,
		`<p style="${brandStyle}">Timbre</p>`,
		`<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(heading)}</h1>`,
		...lines.map(paragraph),
		code ? `<p style="${codeStyle}">${escapeHtml(code)}</p>` : "",
		link
			? `<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="${buttonStyle}">${escapeHtml(link.label)}</a></p>`
			: "",
		...after.map(paragraph),
		"</div></body></html>",
	].join("");
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
	return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
