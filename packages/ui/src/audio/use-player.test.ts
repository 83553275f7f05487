import { expect, test } from "vitest";
import { playerKey } from "./use-player.ts";

/** A key pressed on an element of this kind. */
const on = (kind: string, key: string) => playerKey(key, (selector) => selector.split(", ").includes(kind));

test("PLAYER-005 PLAYER-006 space toggles and arrows seek 3 seconds", () => {
	expect(on("main", " ")).toBe("toggle");
	expect(on("main", "ArrowLeft")).toBe(-3);
	expect(on("main", "ArrowRight")).toBe(3);
	expect(on("main", "ArrowUp")).toBeNull();
	expect(on("main", "a")).toBeNull();
});

test("where a control has a use for the key it keeps it", () => {
	expect(on("textarea", " ")).toBeNull();
	expect(on("textarea", "ArrowLeft")).toBeNull();
	expect(on("[role=slider]", "ArrowRight")).toBeNull();
	expect(on("button", " ")).toBeNull();
	expect(on("button", "ArrowRight")).toBe(3);
});
