import type { Rule } from "@timbre/contract/pronunciation.ts";
import { phonemeFault } from "@timbre/contract/pronunciation.ts";
import { expect, test } from "vitest";
import { changesIn, type Draft, edit, empty, faultsOf, spokenText, toDraft, toRule, withSymbol } from "./drafts.ts";
import { marks, soundGroups, stresses } from "./symbols.ts";

const rules: Rule[] = [
	{ type: "alias", string_to_replace: "GIF", alias: "jif", case_sensitive: true, word_boundaries: true },
	{
		type: "phoneme",
		string_to_replace: "Nguyen",
		phoneme: "wɪn",
		alphabet: "ipa",
		case_sensitive: false,
		word_boundaries: false,
	},
];
const loaded = edit(empty, { do: "load", versionId: "one", rules });
const draft = (patch: Partial<Draft>): Draft => ({ ...toDraft(rules[0] as Rule, 9), ...patch });

test("a rule becomes a draft and the same rule again", () => {
	expect(loaded.drafts.map(toRule)).toEqual(rules);
});

test("changes are counted by row, and a change taken back is none", () => {
	const [first, second] = loaded.drafts.map(({ key }) => key) as [number, number];
	const changed = edit(loaded, { do: "change", key: first, patch: { said: "ghif" } });
	expect(changesIn(changed)).toBe(1);
	expect(changesIn(edit(changed, { do: "change", key: first, patch: { said: "jif" } }))).toBe(0);
	const more = edit(edit(changed, { do: "remove", key: second }), { do: "add" });
	expect(changesIn(more)).toBe(3);
	expect(more.drafts[0]?.written).toBe("");
	expect(changesIn(edit(more, { do: "saved", versionId: "two" }))).toBe(0);
	expect(edit(more, { do: "discard" }).drafts.map(toRule)).toEqual(rules);
});

test("what cannot be saved is said beside its field", () => {
	const faults = faultsOf([
		draft({ key: 1 }),
		draft({ key: 2 }),
		draft({ key: 3, written: "" }),
		draft({ key: 4, kind: "cmu-arpabet", said: "jif", written: "JIF" }),
		draft({ key: 5, caseSensitive: false }),
	]);
	expect([...faults]).toEqual([
		[2, { written: "There is another rule for this text." }],
		[3, { written: "The text to replace must not be empty." }],
		[4, { said: '"jif" is no CMU Arpabet phone. Write them in capitals, with spaces between.' }],
	]);
});

test("a rule is heard as its alias, or as its word with the phonemes around it", () => {
	expect(spokenText(draft({ said: "jif & co" }))).toBe("jif & co");
	expect(spokenText(draft({ kind: "ipa", said: " wɪn", written: 'N"<&>' }))).toBe(
		'<phoneme alphabet="ipa" ph="wɪn">N"<&>'.replace('N"<&>', "N&quot;&lt;&amp;&gt;</phoneme>"),
	);
});

test("symbols go where the caret is; Arpabet phones stand apart and carry their stress", () => {
	expect(withSymbol("wn", { start: 1, end: 1 }, "ɪ", "ipa")).toEqual({ text: "wɪn", caret: 2 });
	expect(withSymbol("wabn", { start: 1, end: 3 }, "ɪ", "ipa")).toEqual({ text: "wɪn", caret: 2 });
	expect(withSymbol("W", { start: 1, end: 1 }, "IH", "cmu-arpabet")).toEqual({ text: "W IH", caret: 4 });
	expect(withSymbol("W IH ", { start: 5, end: 5 }, "1", "cmu-arpabet")).toEqual({ text: "W IH1", caret: 5 });
	expect(withSymbol("W IH0", { start: 5, end: 5 }, "1", "cmu-arpabet")).toEqual({ text: "W IH1", caret: 5 });
	expect(withSymbol("W N", { start: 1, end: 1 }, "IH", "cmu-arpabet")).toEqual({ text: "W IH N", caret: 4 });
});

test("every symbol the palette offers is one the server takes, and each is offered once", () => {
	const sounds = soundGroups.flatMap((group) => group.sounds);
	for (const { ipa, arpabet, as } of sounds) {
		expect(phonemeFault(ipa, "ipa"), ipa).toBeUndefined();
		if (arpabet) expect(phonemeFault(arpabet, "cmu-arpabet"), arpabet).toBeUndefined();
		expect(as).toMatch(/^[^_]*_[^_]+_[^_]*$/);
	}
	for (const { ipa } of marks) expect(phonemeFault(`${ipa}a`, "ipa")).toBeUndefined();
	for (const { digit } of stresses) expect(phonemeFault(`AH${digit}`, "cmu-arpabet")).toBeUndefined();
	const offered = sounds.map((sound) => sound.ipa);
	expect(new Set(offered).size).toBe(offered.length);
});
