// Checks every route: no axe violations, nothing clipped or overflowing. The gate looks at the first page of each template at every
// width and in both themes, at the others on a phone, at public ones as the server sends them, and at empty ones in the light theme.
// LOOKS=all looks at all of them at every width and in both themes.
import { expect } from "@playwright/test";
import { wordsWithoutScripts } from "./in-page.ts";
import { allStates, fileNameOf, fillPath, lookAround, open, test } from "./looks.ts";
import { appPaths, emptyAppPaths, isFirstOfTemplate, publicPaths, unlistedPaths } from "./routes.ts";

const statesOf = (path: string) => (isFirstOfTemplate(path) ? "all" : "phone");

async function expectCompletePage(visitor: Parameters<typeof open>[0]): Promise<void> {
	await expect(visitor.page.getByRole("heading", { level: 1 })).toHaveCount(1);
	expect(await visitor.page.title()).not.toBe("");
}

for (const path of publicPaths.filter((path) => allStates || isFirstOfTemplate(path))) {
	test(`${path} is accessible and fits every width in both themes, and is complete without scripts`, async ({
		visit,
	}) => {
		const visitor = await visit("visitor");
		await open(visitor, path);
		await expectCompletePage(visitor);
		const { words, missing } = await visitor.page.evaluate(wordsWithoutScripts);
		expect(words).toBeGreaterThan(50);
		expect(missing.length / words, `only present with scripts: ${missing.slice(0, 20).join(" ")}`).toBeLessThanOrEqual(
			0.05,
		);
		await lookAround(visitor, fileNameOf(path));
	});
}

for (const path of publicPaths.filter((path) => !allStates && !isFirstOfTemplate(path))) {
	// Same template as a page that axe has checked: only the texts and their lengths differ.
	test(`${path} fits a phone without scripts`, async ({ visit }) => {
		const reader = await visit("reader");
		await open(reader, path);
		await expectCompletePage(reader);
		await lookAround(reader, fileNameOf(path), "layout on a phone");
	});
}

for (const path of unlistedPaths) {
	test(`${path} is accessible and fits every width in both themes`, async ({ visit }) => {
		const visitor = await visit("visitor");
		await open(visitor, await fillPath(path));
		await expectCompletePage(visitor);
		await lookAround(visitor, fileNameOf(path));
	});
}

for (const [as, paths] of [
	["full", appPaths],
	["fresh", emptyAppPaths],
] as const) {
	for (const path of paths) {
		test(`${path} (${as} account) is accessible and its layout holds`, async ({ visit }) => {
			const visitor = await visit(as);
			await open(visitor, await fillPath(path));
			expect(new URL(visitor.page.url()).pathname, "still signed in").not.toBe("/app/sign-in");
			await expectCompletePage(visitor);
			await lookAround(
				visitor,
				`${fileNameOf(path)}${as === "fresh" ? "-empty" : ""}`,
				as === "fresh" ? "light" : statesOf(path),
			);
		});
	}
}
