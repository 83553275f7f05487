// Names with unpredictable spelling: alias and phoneme rules make the voices pronounce them so that a transcriber
// recognizes them.
import { mkdir, writeFile } from "node:fs/promises";
import { resample } from "@timbre/engines/media/resample.ts";
import { piperPhonemes } from "@timbre/engines/speech/phonemes/piper.ts";
import type { SpeechEngine } from "@timbre/engines/speech/speech.ts";
import { applyRules, type DictionaryRule } from "@timbre/engines/text/dictionary.ts";
import { type PronunciationMark, prepare } from "@timbre/engines/text/prepare.ts";
import type { Transcriber } from "@timbre/engines/transcription/transcription.ts";
import { editDistance } from "@timbre/engines/transcription/word-error-rate.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { moonshine } from "./transcribers.ts";
import { kokoro, piper } from "./voices.ts";

/** Name, words that sound like it, and its phonemes: in IPA, or in Arpabet if they are capitals. */
const names: [name: string, alias: string, phonemes: string][] = [
	["Towcester", "toaster", "ˈtoʊstɚ"],
	["Belvoir", "beaver", "B IY1 V ER0"],
	["Magdalen", "maudlin", "ˈmɔːdlɪn"],
	["Eoghan", "Owen", "ˈoʊən"],
	["Niamh", "neeve", "niːv"],
	["Marjoribanks", "marchbanks", "ˈmɑːɹtʃbæŋks"],
	["Mainwaring", "mannering", "M AE1 N ER0 IH0 NG"],
	["Beauchamp", "beecham", "ˈbiːtʃəm"],
	["Cholmondeley", "chumley", "CH AH1 M L IY0"],
	["Featherstonehaugh", "fan shaw", "ˈfænʃɔː"],
	["Cockburn", "co burn", "ˈkoʊbɝn"],
	["Colquhoun", "ca hoon", "kəˈhuːn"],
	["Wemyss", "weems", "W IY1 M Z"],
	["Strachan", "strawn", "stɹɔːn"],
	["Ruthven", "rivven", "ˈɹɪvən"],
	["Wriothesley", "rizley", "ˈɹɪzli"],
	["Wymondham", "windum", "W IH1 N D AH0 M"],
	["Alnwick", "annick", "ˈænɪk"],
	["Fowey", "foy", "fɔɪ"],
	["Bicester", "bister", "ˈbɪstɚ"],
	["Schuyler", "skyler", "S K AY1 L ER0"],
	["Nguyen", "win", "wɪn"],
	["Huawei", "wah way", "ˈwɑːweɪ"],
	["Wojciech", "voy check", "ˈvɔɪtʃɛk"],
	["Joaquin", "wah keen", "W AA0 K IY1 N"],
	["Leominster", "lemster", "ˈlɛmstɚ"],
	["Pepys", "peeps", "piːps"],
	["Buccleuch", "buck loo", "bəˈkluː"],
	["Wodehouse", "woodhouse", "W UH1 D HH AW2 S"],
	["Caius", "keys", "kiːz"],
];

const base = { caseSensitive: true, wordBoundaries: true };
const rules: Record<"none" | "alias" | "phoneme", DictionaryRule[]> = {
	none: [],
	alias: names.map(([match, alias]) => ({ type: "alias", match, alias, ...base })),
	phoneme: names.map(([match, , phoneme]) => ({
		type: "phoneme",
		match,
		phoneme,
		alphabet: /^[A-Z]/.test(phoneme) ? "cmu-arpabet" : "ipa",
		...base,
	})),
};

let transcriber: Transcriber;
const figures: Record<string, unknown> = {};
beforeAll(async () => {
	transcriber = await moonshine();
});
afterAll(async () => {
	await mkdir("reports", { recursive: true });
	await writeFile("reports/pronunciation.json", JSON.stringify(figures, null, "\t"));
	await transcriber.close();
});

/** Returns the phonemes of a text without stress and length. */
async function phonemesOf(text: string): Promise<string[]> {
	const phonemes = (await piperPhonemes(text.toLowerCase())).replace(/ɚ|ɜː/g, "əɹ");
	return [...phonemes.replace(/[^\p{L}]/gu, "")];
}

/** Reports whether the transcript contains the expected name: at least two thirds of its phonemes must match. */
async function contains(transcript: string, expected: string): Promise<boolean> {
	const [target, all] = [await phonemesOf(expected), await phonemesOf(transcript)];
	const allowed = Math.floor(target.length / 3);
	for (let start = 0; start < all.length; start++)
		for (let length = target.length - allowed; length <= target.length + allowed; length++)
			if (editDistance(target, all.slice(start, start + length)) <= allowed) return true;
	return false;
}

function marksFor(text: string, kind: keyof typeof rules): PronunciationMark[] {
	return applyRules(text, rules[kind]).map(({ start, end, rule }) =>
		rule.type === "alias"
			? { type: "alias", start, end, alias: rule.alias }
			: { type: "phoneme", start, end, phoneme: rule.phoneme, alphabet: rule.alphabet },
	);
}

/** Counts the names that are transcribed as intended. Two names share a sentence to halve the run time. */
async function countRecognized(engine: SpeechEngine, speaker: string, kind: keyof typeof rules): Promise<number> {
	let right = 0;
	const wrong: string[] = [];
	for (let at = 0; at < names.length; at += 2) {
		const pair = names.slice(at, at + 2);
		const text = `Now say ${pair[0]?.[0]}. And then ${pair[1]?.[0]}.`;
		const prepared = prepare(text, marksFor(text, kind), { language: "en-US", normalization: "auto" });
		const { pcm, unsupported } = await engine.synthesize({
			text: prepared.spoken,
			overrides: prepared.overrides,
			speaker,
			language: "en-US",
			speed: 1,
		});
		expect(unsupported).toEqual([]);
		const { text: transcript } = await transcriber.transcribe(resample(pcm, engine.info.sampleRate, 16_000));
		for (const [name, alias] of pair) {
			if (await contains(transcript, alias)) right++;
			else wrong.push(`${name}: ${transcript}`);
		}
	}
	figures[`${engine.info.id} ${kind}`] = { right, of: names.length, wrong };
	return right;
}

for (const [start, speaker] of [
	[kokoro, "af_heart"],
	[piper, "libritts-24"],
] as const) {
	test(`${start.name} pronounces more names as intended with a rule than without`, async () => {
		const engine = await start();
		const none = await countRecognized(engine, speaker, "none");
		expect(await countRecognized(engine, speaker, "alias")).toBeGreaterThan(none + 5);
		expect(await countRecognized(engine, speaker, "phoneme")).toBeGreaterThan(none + 5);
		await engine.close();
	});
}
