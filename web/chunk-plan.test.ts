import { expect, test } from "vitest";
import { planFiles, type Visit } from "./chunk-plan.ts";

const module = (id: string, bytes: number, needs: string[] = []) => ({ id, bytes, needs });
const visit = (start: string, wanted: Partial<Visit> = {}): Visit => ({
	starts: [start],
	requestBytes: 1_000,
	unusedWeight: 1,
	maxUnused: Number.POSITIVE_INFINITY,
	...wanted,
});
const files = (...args: Parameters<typeof planFiles>) =>
	planFiles(...args)
		.map((file) => file.map(({ id }) => id).toSorted())
		.toSorted();

test("modules that the same pages load share a file, and those of one page are left to it", () => {
	const modules = [
		module("home", 10, ["a", "b", "own"]),
		module("other", 10, ["a", "b"]),
		module("a", 5_000),
		module("b", 5_000),
		module("own", 5_000),
	];
	expect(files(modules, [visit("home"), visit("other")])).toEqual([["a", "b"]]);
});

test("small files are merged if that saves more requests than it adds unused code", () => {
	const modules = [
		module("home", 10, ["small", "large", "shared"]),
		module("other", 10, ["small", "shared"]),
		module("third", 10, ["large", "shared"]),
		module("small", 100),
		module("large", 50_000),
		module("shared", 50_000),
	];
	expect(files(modules, [visit("home"), visit("other"), visit("third")])).toEqual([["large"], ["shared", "small"]]);
});

test("a page with a limit loads no more unused code than that", () => {
	const modules = [
		module("home", 0, ["small", "shared"]),
		module("other", 0, ["small", "shared"]),
		module("public", 0, ["shared"]),
		module("small", 300),
		module("shared", 1_000),
	];
	const plan = (maxUnused: number) => files(modules, [visit("home"), visit("other"), visit("public", { maxUnused })]);
	expect(plan(0.5)).toEqual([["shared", "small"]]);
	expect(plan(0.1)).toEqual([["shared"], ["small"]]);
});

test("unused code counts with everything that it imports", () => {
	const modules = [
		module("home", 0, ["small", "shared"]),
		module("other", 0, ["small", "shared"]),
		module("third", 0, ["shared", "heavy"]),
		module("fourth", 0, ["shared"]),
		module("small", 10, ["heavy"]),
		module("shared", 10),
		module("heavy", 90_000),
	];
	const plan = files(
		modules,
		["home", "other", "third", "fourth"].map((start) => visit(start)),
	);
	expect(plan.find((file) => file.includes("shared"))).not.toContain("small");
});

test("files do not import each other in a cycle", () => {
	// Merging top and bottom alone would save the most, but middle stands between them.
	const modules = [
		module("home", 0, ["top"]),
		module("other", 0, ["top"]),
		module("third", 0, ["middle"]),
		...["x", "y", "z"].map((id) => module(id, 0, ["bottom"])),
		module("top", 10, ["middle"]),
		module("middle", 900_000, ["bottom"]),
		module("bottom", 10),
	];
	const plan = files(
		modules,
		["home", "other", "third", "x", "y", "z"].map((start) => visit(start)),
	);
	const fileOf = (id: string) => plan.findIndex((file) => file.includes(id));
	expect(fileOf("top") === fileOf("bottom") && fileOf("middle") !== fileOf("top")).toBe(false);
});
