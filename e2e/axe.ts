import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds in the page as it stands, a line each: all its rules, or only those named. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
	if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
	const { violations } = await page.evaluate(async (only) => {
		const { axe } = window as unknown as { axe: { run(root: Document, options: object): Promise<AxeResults> } };
		// A colour on its way to another (the word that is being spoken, say) is not what anybody reads by.
		const atOnce = new CSSStyleSheet();
		atOnce.replaceSync("*, *::before, *::after { transition: none !important }");
		document.adoptedStyleSheets.push(atOnce);
		try {
			return await axe.run(document, {
				resultTypes: ["violations"],
				...(only ? { runOnly: { type: "rule", values: only } } : {}),
			});
		} finally {
			document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== atOnce);
		}
	}, rules ?? null);
	return violations.flatMap(({ id, nodes }) =>
		nodes.map(({ target, html }) => `${id}: ${target.join(" ")} ${html.slice(0, 160)}`),
	);
}
