import { excludedDefaultVoices } from "@timbre/contract/voices/rules.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { expect, test } from "vitest";
import { nextVoiceIndex, pickerLines, searchFieldIndex } from "./picker/model/picker-lines.ts";
import { pickerSections } from "./picker/model/picker-sections.ts";
import { unavailableReason } from "./picker/model/unavailable-reason.ts";
import { isListed, isSelectable } from "./voices.choice.public.ts";

const voice = (id: string, more: object = {}) =>
	({
		voice_id: id,
		name: id,
		language: "en",
		labels: {},
		description: null,
		category: "premade",
		origin: "shipped",
		high_quality_base_model_ids: ["m"],
		sharing: null,
		safety_control: null,
		disabled: false,
		is_owner: false,
		...more,
	}) as unknown as Voice;
const voices = ["ann", "ben", "cleo", "dora", "emil", "finn"].map((id) => voice(id));
const shown = (search: string, recent: string[], among = voices) =>
	pickerSections(among, recent, { search, language: "" }).map(
		({ title, voices: list }) => `${title}: ${list.map((one) => one.voice_id).join(" ")}`,
	);

test("VOICES-009 shows up to four recently used voices first, and no voice twice", () => {
	expect(shown("", ["finn", "gone", "ann", "ben", "cleo", "dora"])).toEqual([
		"Recently used: finn ann ben cleo",
		"Default voices: dora emil",
	]);
	expect(shown("", [])).toEqual(["Default voices: ann ben cleo dora emil finn"]);
});

test("groups voices by origin: own, workspace, library, default", () => {
	const mixed = [
		...voices.slice(0, 1),
		voice("copy", { origin: "library", is_owner: true }),
		voice("theirs", { origin: "designed" }),
		voice("mine", { origin: "matched", is_owner: true }),
	];
	expect(shown("", [], mixed)).toEqual([
		"My voices: mine",
		"Workspace voices: theirs",
		"From the library: copy",
		"Default voices: ann",
	]);
});

test("shows search results in one list, matched by name, trait or language, closest names first", () => {
	const some = [
		voice("Lena", { description: "Made for emil" }),
		voice("Emil"),
		voice("Otto", { labels: { gender: "male", age: "old" }, language: "de" }),
	];
	expect(shown("emil", ["Lena"], some)).toEqual(["Results: Emil Lena"]);
	expect(shown("german OLD", [], some)).toEqual(["Results: Otto"]);
	expect(shown("nobody", [], some)).toEqual([]);
	const ones = ["Tone", "The one", "Plain", "One more"].map((name) =>
		voice(name, { labels: { tier: "fake" }, description: "One of many" }),
	);
	expect(shown("one", [], ones)).toEqual(["Results: One more The one Tone Plain"]);
	expect(pickerSections(some, [], { search: " ", language: "de" })[0]?.voices.map((one) => one.name)).toEqual(["Otto"]);
});

test("VOICES-010 shows at most 1,000 voices per section and counts the omitted ones", () => {
	const many = Array.from({ length: 1_200 }, (_, i) => voice(`v${i}`));
	const own = Array.from({ length: 1_001 }, (_, i) => voice(`o${i}`, { origin: "designed", is_owner: true }));
	const sizes = (search: string) =>
		pickerSections([...many, ...own], [], { search, language: "" }).map((one) => [
			one.title,
			one.voices.length,
			one.more,
		]);
	expect(sizes("")).toEqual([
		["My voices", 1_000, 1],
		["Default voices", 1_000, 200],
	]);
	expect(sizes("english")).toEqual([["Results", 1_000, 1_201]]);
});

test("VOICES-022 neither lists nor allows a library voice that its owner disabled", () => {
	const copied = (status?: string) => voice("copy", { origin: "library", sharing: { status } });
	expect(isListed(copied("copied_disabled"))).toBe(false);
	expect(isSelectable(copied("copied_disabled"))).toBe(false);
	expect(isSelectable(copied())).toBe(true);
});

test("VOICES-023 does not list a professional voice without a model", () => {
	const professional = (models: string[]) =>
		voice("pro", { category: "professional", high_quality_base_model_ids: models });
	expect(isListed(professional([]))).toBe(false);
	expect(isListed(professional(["m"]))).toBe(true);
	expect(isListed(voice("plain", { high_quality_base_model_ids: [] }))).toBe(true);
});

test("VOICES-024 does not list default voices on the exclusion list", () => {
	expect(excludedDefaultVoices.length).toBeGreaterThan(0);
	for (const id of excludedDefaultVoices) expect(isListed(voice(id))).toBe(false);
});

test("lists disabled and blocked voices but does not let them be selected", () => {
	for (const why of [{ disabled: true }, { safety_control: "BAN" }]) {
		expect(isListed(voice("silent", why))).toBe(true);
		expect(isSelectable(voice("silent", why))).toBe(false);
	}
	expect(isSelectable(voice("fine"))).toBe(true);
});

test("SAFETY-006 marks unverified voices as not selectable, for users in probation all that are not verified", () => {
	const reasonFor = (is_verified: boolean, requires_verification: boolean, inProbation: boolean) =>
		unavailableReason(
			voice("v", { voice_verification: { is_verified, requires_verification }, tooltip: null }),
			inProbation,
		);
	expect(reasonFor(false, true, false)).toBe("Not verified yet");
	expect(reasonFor(false, false, true)).toBe("Not verified yet");
	expect(reasonFor(false, false, false)).toBeNull();
	expect(reasonFor(true, true, true)).toBeNull();
});

test("lays out titles, numbered voices and notes about omitted voices", () => {
	const lines = pickerLines([
		{ title: "One", voices: voices.slice(0, 1), more: 0 },
		{ title: "Two", voices: voices.slice(1, 3), more: 7 },
	]);
	expect(
		lines.map((line) => (line.kind === "voice" ? `${line.index}: ${line.voice.name} ${line.at}` : line.kind)),
	).toEqual(["title", "0: ann 1", "title", "1: ben 1", "2: cleo 2", "more"]);
});

test("moves through voices and back to the search field by keyboard; Home and End in the search field move the text cursor", () => {
	const from = (at: number) =>
		["ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown", "x"].map((key) => nextVoiceIndex(key, at, 20));
	expect(from(searchFieldIndex)).toEqual([null, 0, null, null, null, null, null]);
	expect(from(0)).toEqual([searchFieldIndex, 1, 0, 19, 0, 7, null]);
	expect(from(19)).toEqual([18, 19, 0, 19, 12, 19, null]);
	expect(nextVoiceIndex("ArrowDown", searchFieldIndex, 0)).toBeNull();
});
