import { describe, expect, test } from "vitest";
import { resolveShortcut } from "./shortcut-keys.ts";

const press = (key: string, held: Partial<Record<"ctrlKey" | "metaKey" | "altKey", boolean>> = {}) => ({
	key,
	ctrlKey: false,
	metaKey: false,
	altKey: false,
	...held,
});
const nowhere = { isWithin: () => false, waiting: false, apple: false };
const inField = { ...nowhere, isWithin: (selector: string) => selector.includes("textarea") };
const inDialog = { ...nowhere, isWithin: (selector: string) => selector.includes("[role=dialog]") };

describe("global shortcuts", () => {
	test("Ctrl-K opens the palette, even from a text field; on Apple devices Command-K does", () => {
		expect(resolveShortcut(press("k", { ctrlKey: true }), nowhere)).toEqual({ do: "palette" });
		expect(resolveShortcut(press("k", { ctrlKey: true }), inField)).toEqual({ do: "palette" });
		expect(resolveShortcut(press("k", { metaKey: true }), { ...nowhere, apple: true })).toEqual({ do: "palette" });
		expect(resolveShortcut(press("k", { ctrlKey: true }), { ...nowhere, apple: true })).toBeNull();
		expect(resolveShortcut(press("k", { metaKey: true }), nowhere)).toBeNull();
	});

	test("? shows the shortcuts, but not while typing or in a dialog", () => {
		expect(resolveShortcut(press("?"), nowhere)).toEqual({ do: "shortcuts" });
		expect(resolveShortcut(press("?"), inField)).toBeNull();
		expect(resolveShortcut(press("?"), inDialog)).toBeNull();
	});

	test("G followed by a letter opens a page; other keys do nothing", () => {
		expect(resolveShortcut(press("g"), nowhere)).toEqual({ do: "await" });
		expect(resolveShortcut(press("g"), inField)).toBeNull();
		expect(resolveShortcut(press("v"), { ...nowhere, waiting: true })).toEqual({ do: "go", to: "/app/voices" });
		expect(resolveShortcut(press("v"), { ...inField, waiting: true })).toBeNull();
		expect(resolveShortcut(press("v"), nowhere)).toBeNull();
		expect(resolveShortcut(press("x"), { ...nowhere, waiting: true })).toBeNull();
		expect(resolveShortcut(press("g", { ctrlKey: true }), nowhere)).toBeNull();
	});
});
