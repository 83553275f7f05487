import { expect, test } from "vitest";
import { renderMail } from "./mail-template.ts";

test("renders the same content as text and HTML, with the code on its own line", () => {
	const content = { heading: "A heading", lines: ["First.", "Second."], code: "123456", after: ["Last."] };
	const { text, html } = renderMail({ ...content, link: { label: "Open", url: "https://voice.example/app?a=1&b=2" } });
	expect(text).toBe("A heading\n\nFirst.\n\nSecond.\n\n123456\n\nOpen:\nhttps://voice.example/app?a=1&b=2\n\nLast.");
	for (const part of [
		"A heading",
		"First.",
		"Second.",
		"123456",
		"Last.",
		'href="https://voice.example/app?a=1&amp;b=2"',
	])
		expect(html).toContain(part);
});

test("escapes user input in HTML", () => {
	const { html } = renderMail({ heading: "<b>", lines: [`<img src=x onerror="x()"> & 'more'`] });
	expect(html).not.toMatch(/<(b|img)\b/);
	expect(html).toContain("&lt;img src=x onerror=&quot;x()&quot;&gt; &amp; &#39;more&#39;");
});
