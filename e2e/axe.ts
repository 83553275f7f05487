import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Runs axe on the current page, with all rules or only the given ones. Returns one line per violation. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
	if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
	const { violations } = await page.evaluate(async (only) => {
		const { axe } = window as unknown as { axe: { run(root: Document, options: object): Promise<AxeResults> } };
		// Disable transitions, so colors are checked in their final state.
		const noTransitions = new CSSStyleSheet();
		noTransitions.replaceSync("*, *::before, *::after { transition: none !important }");
		document.adoptedStyleSheets.push(noTransitions);
		try {
			return await axe.run(document, {
				resultTypes: ["violations"],
				...(only ? { runOnly: { type: "rule", values: only } } : {}),
			});
		} finally {
			document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== noTransitions);
		}
	}, rules ?? null);
	return violations.flatMap(({ id, nodes }) =>
		nodes.map(({ target, html }) => `${id}: ${target.join(" ")} ${html.slice(0, 160)}`),
	);
}
