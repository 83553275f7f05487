/** Escapes what is not a template's own text. */
export const escapeHtml = (text: string): string =>
	text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export function money(amount: number, currency: string): string {
	return new Intl.NumberFormat("en", { style: "currency", currency }).format(amount / 100);
}

export const dateOf = (seconds: number): string =>
	new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(seconds * 1000);

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 28rem; padding: 2rem 1rem; }
h1 { font-size: 1.5rem; line-height: 1.2; }
form, dl, table { display: grid; gap: 0.75rem; margin: 1.5rem 0; }
dl { grid-template-columns: 1fr auto; } dd { margin: 0; text-align: right; }
label { display: grid; gap: 0.25rem; }
input, button { font: inherit; min-height: 2.75rem; padding: 0 0.75rem; border-radius: 0.5rem; border: 1px solid GrayText; }
button { cursor: pointer; }
.note { color: GrayText; font-size: 0.875rem; }
.error { border-left: 3px solid #c62828; padding-left: 0.75rem; }
li { margin: 0.5rem 0; }
`;

/** A page that looks like no other, so nobody enters a real card. */
export function page(title: string, body: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="note">Test mode. No money moves here; use a test card such as 4242 4242 4242 4242.</p>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>`;
}

export const errorNote = (message: string | undefined): string =>
	message === undefined ? "" : `<p class="error" role="alert">${escapeHtml(message)}</p>`;
