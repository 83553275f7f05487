import { expect, test } from "vitest";
import { appPages, appRoutes } from "./app-routes.ts";
import { comingText } from "./coming-texts.ts";

test("every page that is not built says what it will be, and leads only to pages that are", () => {
	const built = appPages.filter((page) => page.state === "built").map((page) => page.path);
	for (const page of appPages.filter((one) => one.state === "coming")) {
		const { what, today } = comingText(page.path);
		expect(what, page.path).not.toBe("");
		expect(today.length, page.path).toBeGreaterThan(0);
		for (const { to } of today) expect(built, page.path).toContain(to);
	}
});

test("no path is listed twice, and all lie below /app", () => {
	expect(new Set(appRoutes).size).toBe(appRoutes.length);
	expect(appRoutes.filter((path) => !/^\/app(\/[a-z0-9-]+)+$/.test(path))).toEqual([]);
});
