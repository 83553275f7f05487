import type { CastLine, Character } from "@timbre/contract/studio/cast-schemas.ts";
import { expect, test } from "vitest";
import { castAnnouncement, progressText } from "./cast-state.ts";
import { assignedText, guessOf, guessText, likelyCharacters, maxLikely } from "./review.ts";
import { resolveReviewKey } from "./review-keys.ts";

const character = (character_id: string, lines = 0) =>
	({ character_id, name: `The ${character_id}`, lines }) as Character;
const line = (character_id: string | null, confidence = 0.62) => ({ character_id, confidence }) as CastLine;

test("tells guesses, the narrator and unknown speakers apart", () => {
	const characters = [character("ada")];
	expect(guessOf(line("ada"), characters)).toEqual({ characterId: "ada", name: "The ada", confidence: 0.62 });
	expect(guessOf(line(null), characters)).toMatchObject({ characterId: null, name: "Narrator" });
	expect(guessOf(line(null, 0), characters)).toBeUndefined();
	expect(guessOf(line("gone"), characters)).toBeUndefined();
	expect(guessText(guessOf(line("ada"), characters))).toBe("Guess, 62%");
	expect(guessText(undefined)).toBe("Speaker unknown");
});

test("offers those who speak in the chapter first, then those with the most lines", () => {
	const characters = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"].map((id, at) => character(id, 100 - at));
	const likely = likelyCharacters(characters, [line("d"), line("j"), line("j"), line(null)]);
	expect(likely.map(({ character_id }) => character_id)).toEqual(["j", "d", "a", "b", "c", "e", "f", "g", "h"]);
	expect(likely).toHaveLength(maxLikely);
});

test("says what was assigned and what is left", () => {
	expect(assignedText({ characterId: "a", name: "Ada" }, 11)).toBe("Assigned to Ada. 11 left.");
	expect(assignedText({ characterId: null, name: "Narrator" }, 0)).toBe(
		"Assigned to the narrator. All lines are checked.",
	);
});

const press = (key: string, more = {}) => ({
	key,
	ctrlKey: false,
	metaKey: false,
	altKey: false,
	shiftKey: false,
	...more,
});
const inReview = { isWithin: () => false, inReview: true };
const within = (kind: string) => ({ isWithin: (selector: string) => selector.includes(kind), inReview: true });

test("keys move, confirm and choose", () => {
	expect(resolveReviewKey(press("j"), inReview)).toEqual({ do: "move", by: 1 });
	expect(resolveReviewKey(press("K"), inReview)).toEqual({ do: "move", by: -1 });
	expect(resolveReviewKey(press("Enter"), inReview)).toEqual({ do: "confirm" });
	expect(resolveReviewKey(press("n"), inReview)).toEqual({ do: "narrator" });
	expect(resolveReviewKey(press("9"), inReview)).toEqual({ do: "choose", at: 8 });
	expect(resolveReviewKey(press("0"), inReview)).toBeNull();
});

test("keys do nothing while typing, in menus and with modifiers, and change nothing outside the review", () => {
	for (const kind of ["input", "[role=menu]"])
		for (const key of ["j", "n", "1", "Enter"]) expect(resolveReviewKey(press(key), within(kind))).toBeNull();
	expect(resolveReviewKey(press("k", { ctrlKey: true }), inReview)).toBeNull();
	expect(resolveReviewKey(press("Enter"), within("button"))).toBeNull();
	const outside = { ...inReview, inReview: false };
	expect(resolveReviewKey(press("j"), outside)).toEqual({ do: "move", by: 1 });
	for (const key of ["n", "1", "Enter"]) expect(resolveReviewKey(press(key), outside)).toBeNull();
});

test("announces the start and the end of a search that is watched", () => {
	const cast = { state: "ready", progress: 1, error: null, lines: 40, unsure_lines: 12, characters: [] } as const;
	const shown = { ...cast, characters: [character("ada"), character("tom")] };
	expect(castAnnouncement({ ...shown, state: "finding" }, true)).toBe("Finding speakers.");
	expect(castAnnouncement(shown, true)).toBe("Found 2 characters. 12 lines to check.");
	expect(castAnnouncement(shown, false)).toBe("");
	expect(progressText({ progress: 1 })).toBe("Finding speakers, 99%");
});
