import { expect, test } from "vitest";
import { plannedText } from "../app/coming-texts.ts";
import { appPages, appRoutes } from "./app-routes.ts";

test("every planned page describes itself and links only to built pages", () => {
	const built = appPages.filter((page) => page.state === "built").map((page) => page.path);
	for (const page of appPages.filter((one) => one.state === "coming")) {
		const { what, today } = plannedText(page.path);
		expect(what, page.path).not.toBe("");
		expect(today.length, page.path).toBeGreaterThan(0);
		for (const { to } of today) expect(built, page.path).toContain(to);
	}
});

test("paths are unique and start with /app", () => {
	expect(new Set(appRoutes).size).toBe(appRoutes.length);
	expect(appRoutes.filter((path) => !/^\/app(\/[a-z0-9-]+)+$/.test(path))).toEqual([]);
});
