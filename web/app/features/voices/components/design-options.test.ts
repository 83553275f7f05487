import { expect, test } from "vitest";
import { costWords, noWishes, wishesBody, wishesFault } from "./design-options.tsx";

test("without a text one is chosen, and without a seed there is none", () => {
	expect(wishesBody(noWishes)).toEqual({ text: null, auto_generate_text: true, guidance_scale: 5, seed: null });
	expect(wishesBody({ text: ` ${"a".repeat(100)} `, guidance: 8, seed: " 7 " })).toEqual({
		text: "a".repeat(100),
		auto_generate_text: false,
		guidance_scale: 8,
		seed: 7,
	});
});

test("a text too short to judge a voice by and a seed that is no number are refused before they are sent", () => {
	expect(wishesFault(noWishes)).toBeNull();
	expect(wishesFault({ ...noWishes, text: "short" })).toMatch(/at least 100 characters, now 5/);
	expect(wishesFault({ ...noWishes, seed: "1.5" })).toMatch(/whole number/);
	expect(wishesFault({ ...noWishes, seed: "2147483648" })).toMatch(/whole number/);
	expect(wishesFault({ ...noWishes, seed: "0" })).toBeNull();
});

test("what three previews cost is said before they are made", () => {
	expect(costWords(" ")).toBe("About 300 credits.");
	expect(costWords("a".repeat(120))).toBe("At most 360 credits.");
});
