import { expect, test } from "vitest";
import { filterQuery, noFilter, readFilter, writeFilter } from "./history-filter.ts";
import { allSelected, deselect, emptySelection, isSelected, toggleRow } from "./selection.ts";

const rows = ["a", "b", "c", "d", "e"];
const selected = (selection: typeof emptySelection) => [...selection.ids].sort().join("");

test("shift selects all rows in between, and the next shift deselects them", () => {
	const one = toggleRow(emptySelection, rows, 1, false);
	const range = toggleRow(one, rows, 3, true);
	expect(selected(range)).toBe("bcd");
	expect(selected(toggleRow(range, rows, 1, true))).toBe("");
});

test("deselecting one row of all leaves the other loaded rows selected", () => {
	const minus = toggleRow(allSelected, rows, 2, false);
	expect(minus.all).toBe(false);
	expect(selected(minus)).toBe("abde");
	expect(isSelected(allSelected, "never loaded")).toBe(true);
});

test("deleted rows are deselected", () => {
	expect(selected(deselect(toggleRow(emptySelection, rows, 0, false), ["a"]))).toBe("");
});

test("a filter survives a round trip through the URL, and invalid values are ignored", () => {
	const filter = { search: "sea & sky", voice: "v1", source: "TTS", from: "2026-01-02", to: "2026-01-03" };
	expect(readFilter(writeFilter(new URLSearchParams("item=x"), filter))).toEqual(filter);
	expect(readFilter(new URLSearchParams("source=EVIL&from=yesterday&to=2026-13-40"))).toEqual(noFilter);
});

test("a range includes its last day, in the user's time zone", () => {
	const { date_after_unix, date_before_unix } = filterQuery({ ...noFilter, from: "2026-03-01", to: "2026-03-01" });
	expect(date_after_unix).toBe(new Date(2026, 2, 1).getTime() / 1000);
	expect(date_before_unix).toBe(new Date(2026, 2, 2).getTime() / 1000);
});
