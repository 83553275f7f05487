import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds in the page as it stands, a line each: all its rules, or only those named. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
	if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
	const { violations } = await page.evaluate((only) => {
		const { axe } = window as unknown as { axe: { run(root: Document, options: object): Promise<AxeResults> } };
		return axe.run(document, {
			resultTypes: ["violations"],
			...(only ? { runOnly: { type: "rule", values: only } } : {}),
		});
	}, rules ?? null);
	return violations.flatMap(({ id, nodes }) =>
		nodes.map(({ target, html }) => `${id}: ${target.join(" ")} ${html.slice(0, 160)}`),
	);
}
