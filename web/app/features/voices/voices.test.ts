import type { Voice } from "@timbre/contract/voices.entities.ts";
import { excludedDefaultVoices } from "@timbre/contract/voices.picking.ts";
import { expect, test } from "vitest";
import { linesOf, searchField, voiceAfter } from "./components/picker-lines.ts";
import { sectionsOf } from "./components/picker-sections.ts";
import { isMakingClone, newlyControlled } from "./components/safety-turns.ts";
import { hindranceOf } from "./components/voice-choice.tsx";
import { isOffered, isPickable } from "./voices.choice.public.ts";

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
	sectionsOf(among, recent, { search, language: "" }).map(
		({ title, voices: list }) => `${title}: ${list.map((one) => one.voice_id).join(" ")}`,
	);

test("VOICES-009 up to four voices used last come first, and none is shown twice", () => {
	expect(shown("", ["finn", "gone", "ann", "ben", "cleo", "dora"])).toEqual([
		"Recently used: finn ann ben cleo",
		"Default voices: dora emil",
	]);
	expect(shown("", [])).toEqual(["Default voices: ann ben cleo dora emil finn"]);
});

test("voices stand by where they come from: one's own, the workspace's, those from the library, the defaults", () => {
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

test("while one searches there is one list of what fits, by name, trait or language, the nearest names first", () => {
	const some = [
		voice("Lena", { description: "Made for emil" }),
		voice("Emil"),
		voice("Otto", { labels: { gender: "male", age: "old" }, language: "de" }),
	];
	expect(shown("emil", ["Lena"], some)).toEqual(["Found: Emil Lena"]);
	expect(shown("german OLD", [], some)).toEqual(["Found: Otto"]);
	expect(shown("nobody", [], some)).toEqual([]);
	const ones = ["Tone", "The one", "Plain", "One more"].map((name) =>
		voice(name, { labels: { tier: "fake" }, description: "One of many" }),
	);
	expect(shown("one", [], ones)).toEqual(["Found: One more The one Tone Plain"]);
	expect(sectionsOf(some, [], { search: " ", language: "de" })[0]?.voices.map((one) => one.name)).toEqual(["Otto"]);
});

test("VOICES-010 a section shows at most a thousand voices and says how many it leaves out", () => {
	const many = Array.from({ length: 1_200 }, (_, i) => voice(`v${i}`));
	const own = Array.from({ length: 1_001 }, (_, i) => voice(`o${i}`, { origin: "designed", is_owner: true }));
	const sizes = (search: string) =>
		sectionsOf([...many, ...own], [], { search, language: "" }).map((one) => [one.title, one.voices.length, one.more]);
	expect(sizes("")).toEqual([
		["My voices", 1_000, 1],
		["Default voices", 1_000, 200],
	]);
	expect(sizes("english")).toEqual([["Found", 1_000, 1_201]]);
});

test("VOICES-022 a library voice whose owner has ended its use is neither offered nor usable", () => {
	const copied = (status: string) => voice("copy", { origin: "library", sharing: { status } });
	expect(isOffered(copied("copied_disabled"))).toBe(false);
	expect(isPickable(copied("copied_disabled"))).toBe(false);
	expect(isPickable(copied("copied"))).toBe(true);
});

test("VOICES-023 a professional voice that no model speaks is not offered", () => {
	const professional = (models: string[]) =>
		voice("pro", { category: "professional", high_quality_base_model_ids: models });
	expect(isOffered(professional([]))).toBe(false);
	expect(isOffered(professional(["m"]))).toBe(true);
	expect(isOffered(voice("plain", { high_quality_base_model_ids: [] }))).toBe(true);
});

test("VOICES-024 default voices on the fixed list are not offered", () => {
	expect(excludedDefaultVoices.length).toBeGreaterThan(0);
	for (const id of excludedDefaultVoices) expect(isOffered(voice(id))).toBe(false);
});

test("a voice that is disabled or blocked stays in the list, and cannot be chosen", () => {
	for (const why of [{ disabled: true }, { safety_control: "BAN" }]) {
		expect(isOffered(voice("silent", why))).toBe(true);
		expect(isPickable(voice("silent", why))).toBe(false);
	}
	expect(isPickable(voice("fine"))).toBe(true);
});

test("SAFETY-006 an unverified voice, or any not verified to who is in probation, says so and cannot be chosen", () => {
	const said = (is_verified: boolean, requires_verification: boolean, inProbation: boolean) =>
		hindranceOf(voice("v", { voice_verification: { is_verified, requires_verification }, tooltip: null }), inProbation);
	expect(said(false, true, false)).toBe("Not verified yet");
	expect(said(false, false, true)).toBe("Not verified yet");
	expect(said(false, false, false)).toBeNull();
	expect(said(true, true, true)).toBeNull();
});

test("the list is titles, voices counted through, and what is left out", () => {
	const lines = linesOf([
		{ title: "One", voices: voices.slice(0, 1), more: 0 },
		{ title: "Two", voices: voices.slice(1, 3), more: 7 },
	]);
	expect(
		lines.map((line) => (line.kind === "voice" ? `${line.index}: ${line.voice.name} ${line.at}` : line.kind)),
	).toEqual(["title", "0: ann 1", "title", "1: ben 1", "2: cleo 2", "more"]);
});

test("keys lead through the voices and back to the search; in the search Home and End belong to the words", () => {
	const from = (at: number) =>
		["ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown", "x"].map((key) => voiceAfter(key, at, 20));
	expect(from(searchField)).toEqual([null, 0, null, null, null, null, null]);
	expect(from(0)).toEqual([searchField, 1, 0, 19, 0, 7, null]);
	expect(from(19)).toEqual([18, 19, 0, 19, 12, 19, null]);
	expect(voiceAfter("ArrowDown", searchField, 0)).toBeNull();
});

test("SAFETY-005 the list that is seen first opens nothing, whatever stands in it", () => {
	expect(
		newlyControlled(undefined, [voice("a", { safety_control: "BAN" }), voice("b", { safety_control: "CAPTCHA" })]),
	).toEqual([]);
});

test("what was under a control before opens nothing again; what turns to one, or comes with one, does", () => {
	const before = [
		voice("a", { safety_control: "BAN" }),
		voice("b"),
		voice("c", { safety_control: "CAPTCHA" }),
		voice("d"),
	];
	const now = [
		voice("a", { safety_control: "BAN" }),
		voice("b", { safety_control: "CAPTCHA" }),
		voice("c", { safety_control: "BAN" }),
		voice("d"),
		voice("e", { safety_control: "CAPTCHA" }),
	];
	expect(newlyControlled(before, now).map((one) => `${one.voice_id} ${one.safety_control}`)).toEqual([
		"b CAPTCHA",
		"c BAN",
		"e CAPTCHA",
	]);
	expect(newlyControlled(now, before)).toEqual([expect.objectContaining({ voice_id: "c", safety_control: "CAPTCHA" })]);
});

test.each([
	["/app/voice-lab/clone", "", true],
	["/app/voice-lab/clone/", "", true],
	["/app/voice-lab/clone/abc", "", true],
	["/app/professional-voice-cloning", "?voice=a", true],
	["/app/voice-lab", "?creationType=cloneVoice", true],
	["/app/voice-lab", "", false],
	["/app/voice-lab/clones", "", false],
	["/app/voice-lab", "?creationType=other", false],
])("%s%s: a voice is being made from recordings: %s", (pathname, search, making) => {
	expect(isMakingClone(pathname, search)).toBe(making);
});
