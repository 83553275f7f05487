import { expect, test } from "vitest";
import { resolvePlayerKey } from "./use-player.ts";

/** Presses a key on an element that matches `kind`. */
const on = (kind: string, key: string) => resolvePlayerKey(key, (selector) => selector.split(", ").includes(kind));

test("PLAYER-005 PLAYER-006 space toggles and arrows seek 3 seconds", () => {
	expect(on("main", " ")).toBe("toggle");
	expect(on("main", "ArrowLeft")).toBe(-3);
	expect(on("main", "ArrowRight")).toBe(3);
	expect(on("main", "ArrowUp")).toBeNull();
	expect(on("main", "a")).toBeNull();
});

test("leaves keys to controls that use them", () => {
	expect(on("textarea", " ")).toBeNull();
	expect(on("textarea", "ArrowLeft")).toBeNull();
	expect(on("[role=slider]", "ArrowRight")).toBeNull();
	expect(on("button", " ")).toBeNull();
	expect(on("button", "ArrowRight")).toBe(3);
});
