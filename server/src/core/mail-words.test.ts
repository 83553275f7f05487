import { expect, test } from "vitest";
import { writeMail } from "./mail-words.ts";

test("the text and the HTML of a mail say the same, and a code stands alone in its line", () => {
	const words = { heading: "A heading", lines: ["First.", "Second."], code: "123456", after: ["Last."] };
	const { text, html } = writeMail({ ...words, link: { label: "Open", url: "https://voice.example/app?a=1&b=2" } });
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

test("what somebody else wrote becomes no tag and no attribute", () => {
	const { html } = writeMail({ heading: "<b>", lines: [`<img src=x onerror="x()"> & 'more'`] });
	expect(html).not.toMatch(/<(b|img)\b/);
	expect(html).toContain("&lt;img src=x onerror=&quot;x()&quot;&gt; &amp; &#39;more&#39;");
});
