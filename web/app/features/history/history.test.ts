import { expect, test } from "vitest";
import { filterQuery, noFilter, readFilter, writeFilter } from "./components/history-filter.ts";
import { allSelected, isSelected, nothingSelected, pressed, without } from "./components/selection.ts";

const rows = ["a", "b", "c", "d", "e"];
const chosen = (selection: typeof nothingSelected) => [...selection.ids].sort().join("");

test("shift chooses every row between, and the next shift from there takes them back", () => {
	const one = pressed(nothingSelected, rows, 1, false);
	const range = pressed(one, rows, 3, true);
	expect(chosen(range)).toBe("bcd");
	expect(chosen(pressed(range, rows, 1, true))).toBe("");
});

test("everything minus one row is the loaded rows without it", () => {
	const minus = pressed(allSelected, rows, 2, false);
	expect(minus.all).toBe(false);
	expect(chosen(minus)).toBe("abde");
	expect(isSelected(allSelected, "never loaded")).toBe(true);
});

test("what is deleted is no longer chosen", () => {
	expect(chosen(without(pressed(nothingSelected, rows, 0, false), ["a"]))).toBe("");
});

test("a filter survives the way through the address, and nonsense in it is passed over", () => {
	const filter = { search: "sea & sky", voice: "v1", source: "TTS", from: "2026-01-02", to: "2026-01-03" };
	expect(readFilter(writeFilter(new URLSearchParams("item=x"), filter))).toEqual(filter);
	expect(readFilter(new URLSearchParams("source=EVIL&from=yesterday&to=2026-13-40"))).toEqual(noFilter);
});

test("the last day of a range is meant whole, in the reader's own time", () => {
	const { date_after_unix, date_before_unix } = filterQuery({ ...noFilter, from: "2026-03-01", to: "2026-03-01" });
	expect(date_after_unix).toBe(new Date(2026, 2, 1).getTime() / 1000);
	expect(date_before_unix).toBe(new Date(2026, 2, 2).getTime() / 1000);
});
