import { expect, test } from "vitest";
import { appPages } from "../navigation/app-routes.ts";
import { allItems } from "../navigation/navigation-items.ts";
import { nextIndex, searchEntries } from "./palette-search.ts";

const entries = [
	{ id: "speech", label: "Text to speech", keywords: "tts speak" },
	{ id: "keys", label: "API keys" },
	{ id: "theme", label: "Switch to the dark theme", keywords: "appearance" },
];

test("every search word must match the label or the keywords", () => {
	expect(searchEntries(entries, "tts").map(({ id }) => id)).toEqual(["speech"]);
	expect(searchEntries(entries, "dark app").map(({ id }) => id)).toEqual(["theme"]);
	expect(searchEntries(entries, "keys dark")).toEqual([]);
	expect(searchEntries(entries, "  ")).toHaveLength(3);
});

test("labels that start with the search text rank before labels that contain it", () => {
	expect(searchEntries(entries, "t").map(({ id }) => id)).toEqual(
		["speech", "theme", "keys"].filter((id) => id !== "keys"),
	);
	expect(searchEntries(entries, "the").map(({ id }) => id)[0]).toBe("theme");
});

test("the selection wraps at both ends and jumps with Home and End", () => {
	expect(nextIndex("ArrowDown", 2, 3)).toBe(0);
	expect(nextIndex("ArrowUp", 0, 3)).toBe(2);
	expect([nextIndex("Home", 1, 3), nextIndex("End", 1, 3)]).toEqual([0, 2]);
	expect(nextIndex("a", 1, 3)).toBeNull();
	expect(nextIndex("ArrowDown", 0, 0)).toBeNull();
});

test("the palette lists every built page and no planned page", () => {
	// Aliases, and pages only reached through onboarding or an invite.
	const beside = [
		"/app/speech-synthesis",
		"/app/onboarding",
		"/app/onboarding/next",
		"/app/settings/webhooks",
		"/app/invite",
	];
	const built = appPages
		.filter((page) => page.state === "built" && !page.path.includes(":") && !beside.includes(page.path))
		.map((page) => page.path);
	expect(allItems.map((item) => item.to).toSorted()).toEqual(built.toSorted());
});
