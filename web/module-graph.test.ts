import { expect, test } from "vitest";
import { createModuleGraph } from "./module-graph.ts";

const modules: Record<string, { code: string; importedIds?: string[]; isEntry?: boolean }> = {
	page: { code: 'import { Play, Pause as P } from "icons"; Play(P);', importedIds: ["icons"] },
	icons: {
		code: 'import * as all from "list"; export { all }; export { default as Play } from "play"; export * from "rest";',
		importedIds: ["list", "play", "rest"],
	},
	rest: { code: 'import { pause } from "pause"; export { pause as Pause };', importedIds: ["pause"] },
	play: { code: "export default function play() {}" },
	pause: { code: "export const pause = 1;" },
	list: { code: "export const list = 1;" },
	everything: { code: 'import * as icons from "icons"; icons.Play();', importedIds: ["icons"] },
	entry: { code: 'export { default } from "page";', importedIds: ["page"], isEntry: true },
	later: { code: 'const load = () => import("page"); export { load };', importedIds: ["helper"] },
	old: { code: 'module.exports = require("pause");', importedIds: ["pause"] },
};
const needs = createModuleGraph((id) => {
	const known = modules[id];
	return known ? { importedIds: [], isEntry: false, ...known } : null;
});

test("a module needs the definitions of the names that it imports, not all of the package", () => {
	expect([...needs("page")].toSorted()).toEqual(["icons", "pause", "play", "rest"]);
});

test("a module that imports a whole package needs all of it", () => {
	expect([...needs("everything")].toSorted()).toEqual(["icons", "list", "pause", "play", "rest"]);
});

test("an entry needs what it passes on, and any module what the bundler adds", () => {
	expect([...needs("entry")]).toContain("page");
	expect([...needs("later")]).toEqual(["helper"]);
});

test("a CommonJS module needs everything that it imports", () => {
	expect([...needs("old")]).toEqual(["pause"]);
});
