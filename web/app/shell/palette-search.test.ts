import { expect, test } from "vitest";
import { appPages } from "./app-routes.ts";
import { allPlaces } from "./navigation-places.ts";
import { matching, nextIndex } from "./palette-search.ts";

const entries = [
	{ id: "speech", label: "Text to speech", words: "tts speak" },
	{ id: "keys", label: "API keys" },
	{ id: "theme", label: "Use the dark theme", words: "appearance" },
];

test("every word typed must be found, in the name or in the words behind it", () => {
	expect(matching(entries, "tts").map(({ id }) => id)).toEqual(["speech"]);
	expect(matching(entries, "dark app").map(({ id }) => id)).toEqual(["theme"]);
	expect(matching(entries, "keys dark")).toEqual([]);
	expect(matching(entries, "  ")).toHaveLength(3);
});

test("a name that begins with what was typed comes before one that only has it inside", () => {
	expect(matching(entries, "t").map(({ id }) => id)).toEqual(["speech", "theme", "keys"].filter((id) => id !== "keys"));
	expect(matching(entries, "the").map(({ id }) => id)[0]).toBe("theme");
});

test("the mark goes round at both ends and to them with Home and End", () => {
	expect(nextIndex("ArrowDown", 2, 3)).toBe(0);
	expect(nextIndex("ArrowUp", 0, 3)).toBe(2);
	expect([nextIndex("Home", 1, 3), nextIndex("End", 1, 3)]).toEqual([0, 2]);
	expect(nextIndex("a", 1, 3)).toBeNull();
	expect(nextIndex("ArrowDown", 0, 0)).toBeNull();
});

test("the palette knows every built page by name, and no page that is not built", () => {
	// Second addresses of a page, and pages one is led through once.
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
	expect(allPlaces.map((place) => place.to).toSorted()).toEqual(built.toSorted());
});
