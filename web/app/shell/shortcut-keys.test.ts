import { describe, expect, test } from "vitest";
import { meaningOf } from "./shortcut-keys.ts";

const press = (key: string, held: Partial<Record<"ctrlKey" | "metaKey" | "altKey", boolean>> = {}) => ({
	key,
	ctrlKey: false,
	metaKey: false,
	altKey: false,
	...held,
});
const nowhere = { within: () => false, waiting: false, apple: false };
const inField = { ...nowhere, within: (selector: string) => selector.includes("textarea") };
const inDialog = { ...nowhere, within: (selector: string) => selector.includes("[role=dialog]") };

describe("keys of the whole app", () => {
	test("Ctrl-K opens the palette, also from a text; on Apple's machines it is the command key", () => {
		expect(meaningOf(press("k", { ctrlKey: true }), nowhere)).toEqual({ do: "palette" });
		expect(meaningOf(press("k", { ctrlKey: true }), inField)).toEqual({ do: "palette" });
		expect(meaningOf(press("k", { metaKey: true }), { ...nowhere, apple: true })).toEqual({ do: "palette" });
		expect(meaningOf(press("k", { ctrlKey: true }), { ...nowhere, apple: true })).toBeNull();
		expect(meaningOf(press("k", { metaKey: true }), nowhere)).toBeNull();
	});

	test("? lists the shortcuts, but not while one types and not under a dialog", () => {
		expect(meaningOf(press("?"), nowhere)).toEqual({ do: "shortcuts" });
		expect(meaningOf(press("?"), inField)).toBeNull();
		expect(meaningOf(press("?"), inDialog)).toBeNull();
	});

	test("G and a letter lead to a page; a letter alone, or another letter, does nothing", () => {
		expect(meaningOf(press("g"), nowhere)).toEqual({ do: "await" });
		expect(meaningOf(press("g"), inField)).toBeNull();
		expect(meaningOf(press("v"), { ...nowhere, waiting: true })).toEqual({ do: "go", to: "/app/voices" });
		expect(meaningOf(press("v"), { ...inField, waiting: true })).toBeNull();
		expect(meaningOf(press("v"), nowhere)).toBeNull();
		expect(meaningOf(press("x"), { ...nowhere, waiting: true })).toBeNull();
		expect(meaningOf(press("g", { ctrlKey: true }), nowhere)).toBeNull();
	});
});
