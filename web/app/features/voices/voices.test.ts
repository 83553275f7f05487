import type { Voice } from "@timbre/contract/voices.ts";
import { expect, test } from "vitest";
import { isPickable, sectionsOf } from "./voices.choice.public.ts";

const voice = (id: string, more: Partial<Voice> = {}) =>
	({ voice_id: id, name: id, language: "en", labels: {}, description: null, ...more }) as Voice;
const voices = ["ann", "ben", "cleo", "dora", "emil", "finn"].map((id) => voice(id));
const shown = (search: string, recent: string[]) =>
	sectionsOf(voices, recent, { search, language: "" }).map(
		({ title, voices: list }) => `${title}: ${list.map((one) => one.voice_id).join(" ")}`,
	);

test("up to four voices used last come first, and none is shown twice", () => {
	expect(shown("", ["finn", "gone", "ann", "ben", "cleo", "dora"])).toEqual([
		"Recently used: finn ann ben cleo",
		"All other voices: dora emil",
	]);
	expect(shown("", [])).toEqual(["All voices: ann ben cleo dora emil finn"]);
});

test("while one searches there is one list of what fits", () => {
	expect(shown("e", ["ben"])).toEqual(["Found: ann ben cleo dora emil finn"]);
	expect(shown("emil", ["ben"])).toEqual(["Found: emil"]);
	expect(shown("nobody", [])).toEqual([]);
});

test("a section shows at most a thousand voices", () => {
	const many = Array.from({ length: 1_200 }, (_, i) => voice(`v${i}`));
	expect(sectionsOf(many, [], { search: "", language: "" })[0]?.voices).toHaveLength(1_000);
});

test("a professional voice that no model speaks cannot be picked", () => {
	const facts = { category: "professional", disabled: false, high_quality_base_model_ids: [] } as const;
	expect(isPickable({ ...facts, high_quality_base_model_ids: [] })).toBe(false);
	expect(isPickable({ ...facts, high_quality_base_model_ids: ["m"] })).toBe(true);
	expect(isPickable({ category: "premade", disabled: true, high_quality_base_model_ids: ["m"] })).toBe(false);
});
