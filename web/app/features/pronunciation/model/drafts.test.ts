import type { Rule } from "@timbre/contract/pronunciation/endpoints.ts";
import { phonemeError } from "@timbre/contract/pronunciation/rules.ts";
import { expect, test } from "vitest";
import {
	countChanges,
	type Draft,
	edit,
	emptyEditor,
	insertSymbol,
	spokenText,
	toDraft,
	toRule,
	validateDrafts,
} from "./drafts.ts";
import { marks, phonemeGroups, stresses } from "./symbols.ts";

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
const loaded = edit(emptyEditor, { type: "load", versionId: "one", rules });
const draft = (patch: Partial<Draft>): Draft => ({ ...toDraft(rules[0] as Rule, 9), ...patch });

test("a rule survives a round trip through a draft", () => {
	expect(loaded.drafts.map(toRule)).toEqual(rules);
});

test("counts changes by row and ignores reverted ones", () => {
	const [first, second] = loaded.drafts.map(({ key }) => key) as [number, number];
	const changed = edit(loaded, { type: "change", key: first, patch: { pronunciation: "ghif" } });
	expect(countChanges(changed)).toBe(1);
	expect(countChanges(edit(changed, { type: "change", key: first, patch: { pronunciation: "jif" } }))).toBe(0);
	const more = edit(edit(changed, { type: "remove", key: second }), { type: "add" });
	expect(countChanges(more)).toBe(3);
	expect(more.drafts[0]?.text).toBe("");
	expect(countChanges(edit(more, { type: "saved", versionId: "two" }))).toBe(0);
	expect(edit(more, { type: "discard" }).drafts.map(toRule)).toEqual(rules);
});

test("reports errors by field", () => {
	const errors = validateDrafts([
		draft({ key: 1 }),
		draft({ key: 2 }),
		draft({ key: 3, text: "" }),
		draft({ key: 4, kind: "cmu-arpabet", pronunciation: "jif", text: "JIF" }),
		draft({ key: 5, caseSensitive: false }),
	]);
	expect([...errors]).toEqual([
		[2, { text: "Another rule already matches this text." }],
		[3, { text: "The text to replace can't be empty." }],
		[4, { pronunciation: `"jif" isn't a CMU Arpabet phone. Use capitals, separated by spaces.` }],
	]);
});

test("previews an alias as text and phonemes as markup", () => {
	expect(spokenText(draft({ pronunciation: "jif & co" }))).toBe("jif & co");
	expect(spokenText(draft({ kind: "ipa", pronunciation: " wɪn", text: 'N"<&>' }))).toBe(
		'<phoneme alphabet="ipa" ph="wɪn">N"<&>'.replace('N"<&>', "N&quot;&lt;&amp;&gt;</phoneme>"),
	);
});

test("inserts symbols at the caret, and separates Arpabet phones and attaches their stress", () => {
	expect(insertSymbol("wn", { start: 1, end: 1 }, "ɪ", "ipa")).toEqual({ text: "wɪn", caret: 2 });
	expect(insertSymbol("wabn", { start: 1, end: 3 }, "ɪ", "ipa")).toEqual({ text: "wɪn", caret: 2 });
	expect(insertSymbol("W", { start: 1, end: 1 }, "IH", "cmu-arpabet")).toEqual({ text: "W IH", caret: 4 });
	expect(insertSymbol("W IH ", { start: 5, end: 5 }, "1", "cmu-arpabet")).toEqual({ text: "W IH1", caret: 5 });
	expect(insertSymbol("W IH0", { start: 5, end: 5 }, "1", "cmu-arpabet")).toEqual({ text: "W IH1", caret: 5 });
	expect(insertSymbol("W N", { start: 1, end: 1 }, "IH", "cmu-arpabet")).toEqual({ text: "W IH N", caret: 4 });
});

test("the palette offers only symbols the server accepts, each once", () => {
	const phonemes = phonemeGroups.flatMap((group) => group.phonemes);
	for (const { ipa, arpabet, as } of phonemes) {
		expect(phonemeError(ipa, "ipa"), ipa).toBeUndefined();
		if (arpabet) expect(phonemeError(arpabet, "cmu-arpabet"), arpabet).toBeUndefined();
		expect(as).toMatch(/^[^_]*_[^_]+_[^_]*$/);
	}
	for (const { ipa } of marks) expect(phonemeError(`${ipa}a`, "ipa")).toBeUndefined();
	for (const { digit } of stresses) expect(phonemeError(`AH${digit}`, "cmu-arpabet")).toBeUndefined();
	const offered = phonemes.map((phoneme) => phoneme.ipa);
	expect(new Set(offered).size).toBe(offered.length);
});
