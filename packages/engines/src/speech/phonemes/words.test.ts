import { describe, expect, test } from "vitest";
import type { PhonemeOverride } from "../speech.ts";
import { kokoroLine } from "./kokoro.ts";
import { piperLine } from "./piper.ts";
import type { Token } from "./token.ts";

/** Returns each text range with its symbols; symbols without a range are left out. */
function pronounced(text: string, tokens: readonly Token[]): [string, string][] {
	const found: [string, string][] = [];
	let last: string | undefined;
	for (const { symbol, start, end } of tokens) {
		const range = start === undefined ? undefined : `${start}-${end}`;
		if (range === undefined) last = symbol === " " ? last : undefined;
		else if (range === last) (found.at(-1) as [string, string])[1] += symbol;
		else found.push([text.slice(start, end), symbol]);
		if (range !== undefined) last = range;
	}
	return found;
}

async function piperWords(text: string): Promise<[string, string][]> {
	return pronounced(text, (await piperLine(text)).tokens);
}

describe("symbols are mapped to their words", () => {
	test("where two words are pronounced as one", async () => {
		expect(await piperWords("some of the people going to be in the room for the night")).toEqual([
			["some", "sˌʌm"],
			["of", "ʌv"],
			["the", "ðə"],
			["people", "pˈiːpəl"],
			["going", "ɡˌoʊɪŋ"],
			["to", "tə"],
			["be", "bi"],
			["in", "ɪn"],
			["the", "ðə"],
			["room", "ɹˈuːm"],
			["for", "fɚ"],
			["the", "ðə"],
			["night", "nˈaɪt"],
		]);
	});

	test("where one word becomes several and the counts happen to match", async () => {
		expect(await piperWords("out of the 25 to be")).toEqual([
			["out", "ˌaʊɾ"],
			["of", "əv"],
			["the", "ðə"],
			["25", "twˈɛnti fˈaɪv"],
			["to", "tə"],
			["be", "bˈiː"],
		]);
		expect((await piperWords("B2B at 3.5 by example.com, USA's 123456 I-95 C++")).map(([word]) => word)).toEqual([
			"B2B",
			"at",
			"3.5",
			"by",
			"example.com",
			",",
			"USA's",
			"123456",
			"I-95",
			"C++",
		]);
	});

	test("whatever is between the words", async () => {
		const text = '  "Wait..." -- he  said,\n(slowly) — 👍 «no»!';
		const words = (await piperWords(text)).map(([word]) => word).filter((word) => /\p{L}/u.test(word));
		expect(words).toEqual(["Wait", "he", "said", "slowly", "no"]);
	});

	test.each([
		["fr", "L'homme qu'il a vu, aujourd'hui 25 km", ["L'homme", "qu'il", "a", "vu", "aujourd'hui", "25", "km"]],
		["es", "¿Cuántos? El niño 1250 de la casa", ["Cuántos", "El", "niño", "1250", "de", "la", "casa"]],
		["hi", "नमस्ते दुनिया। 25 लोग", ["नमस्ते", "दुनिया", "25", "लोग"]],
		["it", "nell'acqua c'è", ["nell'acqua", "c'è"]],
		["zh", "我们3:45去，花¥1,200，15个OK。", ["我", "们", "3:45", "去", "花", "¥1,200", "15", "个", "OK"]],
		["ja", "５月６日、ｶﾞﾗｽと¥1,200、5.5％だった。", ["５月", "６日", "ｶﾞﾗｽ", "と", "¥1,200", "5.5", "％", "だっ", "た"]],
	])("in %s", async (language, text, expected) => {
		const found = pronounced(text, (await kokoroLine(text, language)).tokens).map(([word]) => word);
		const words = found.filter((word, at) => /[\p{L}\p{N}％]/u.test(word) && word !== found[at - 1]);
		expect(words).toEqual(expected);
	});

	test("with increasing offsets inside the text, also for hostile text", async () => {
		const texts = [
			"a".repeat(400),
			"1".repeat(300),
			"Привет друг hello 你好 مرحبا \u202eabc\u202c \u200b x\u0301\u0302",
			"\ud83d lone \udc4d halves \u0001\ue000\ue001 private",
			"of the ".repeat(40),
			"''''\"\"\"....----((((",
			"x.y.z a,b,c 1.2.3 @#$%^&*()_+",
		];
		for (const text of texts)
			for (const language of ["en-US", "fr", "zh", "ja"]) {
				let last = 0;
				for (const { start, end } of (await kokoroLine(text, language)).tokens) {
					if (start === undefined || end === undefined) continue;
					expect(start).toBeGreaterThanOrEqual(last);
					expect(end).toBeGreaterThan(start);
					expect(end).toBeLessThanOrEqual(text.length);
					last = start;
				}
			}
	});
});

describe("a pronunciation override", () => {
	const on = (text: string, word: string, phoneme: string, alphabet: PhonemeOverride["alphabet"] = "ipa") => {
		const start = text.indexOf(word);
		return [{ start, end: start + word.length, phoneme, alphabet }];
	};

	test.each([
		["ipa", "həˈloʊ", "həlˈO", "həlˈoʊ"],
		["ipa", "/ˈʃɪvɔːn/", "ʃˈɪvɔn", "ʃˈɪvɔːn"],
		["ipa", "nuˈwɛn", "nuwˈɛn", "nuːwˈɛn"],
		["ipa", "ˈt͡ʃaʊ", "ʧˈW", "tʃˈaʊ"],
		["ipa", "xoˈse", "hOsˈA", "hoʊsˈeɪ"],
		["ipa", "bɔ̃", "bɔn", "bɔːn"],
		["ipa", "ʒiˈzɛl", "ʒizˈɛl", "ʒiːzˈɛl"],
		["cmu-arpabet", "N UW1 Y EH2 N", "nˈujˌɛn", "nˈuːjˌɛn"],
		["cmu-arpabet", "HH AH0 L OW1", "həlˈO", "həlˈoʊ"],
	] as const)("is spoken by both engines: %s %s", async (alphabet, phoneme, kokoro, piper) => {
		const text = "Ask Xqq, now.";
		const overrides = on(text, "Xqq", phoneme, alphabet);
		const byKokoro = await kokoroLine(text, "en-US", overrides);
		const byPiper = await piperLine(text, overrides);
		expect(pronounced(text, byKokoro.tokens)[1]).toEqual(["Xqq", kokoro]);
		expect(pronounced(text, byPiper.tokens)[1]).toEqual(["Xqq", piper]);
		expect([...byKokoro.unsupported, ...byPiper.unsupported]).toEqual([]);
	});

	test("takes the matching English 's and stays in its sentence", async () => {
		const text = "Is Xqq's house (Xqq) big?";
		const { tokens } = await piperLine(text, [
			...on(text, "Xqq", "nɪk"),
			...on(text, "Xqq)", "fɪʃ").map((one) => ({ ...one, end: one.end - 1 })),
		]);
		expect(tokens.map(({ symbol }) => symbol).join("")).toBe("ɪz nɪks hˈaʊs, fɪʃ, bˈɪɡ?");
	});

	test("keeps phones that the voices of other languages support", async () => {
		const spoken = async (language: string, text: string, word: string, phoneme: string) =>
			pronounced(text, (await kokoroLine(text, language, on(text, word, phoneme))).tokens).find(
				([found]) => found === word,
			)?.[1];
		expect(await spoken("fr", "Voici Jean.", "Jean", "ʒɑ̃")).toBe("ʒɑ̃");
		expect(await spoken("zh", "我是王明。", "王明", "wɑŋmiŋ")).toBe("wɑŋmiŋ");
		expect(await spoken("ja", "これは東京。", "東京", "toːkʲoː")).toBe("toːkʲoː");
	});

	test.each([
		["ipa", "h3llo", '"3" is not an IPA symbol'],
		["ipa", "ǃa", `this voice can't pronounce "ǃ"`],
		["ipa", "ˈ", "it contains no phonemes"],
		["cmu-arpabet", "N UW1 QQ", '"QQ" is not a CMU Arpabet symbol'],
		["cmu-arpabet", "N1", '"N1" is not a CMU Arpabet symbol'],
	] as const)(
		"is reported with a reason if invalid, and the spelling is spoken: %s %s",
		async (alphabet, phoneme, reason) => {
			const text = "Say hello.";
			for (const line of [
				kokoroLine(text, "en-US", on(text, "hello", phoneme, alphabet)),
				piperLine(text, on(text, "hello", phoneme, alphabet)),
			]) {
				const { tokens, unsupported } = await line;
				expect(unsupported).toEqual([{ start: 4, end: 9, reason }]);
				expect(pronounced(text, tokens)[1]?.[1]).toMatch(/^həlˈ/);
			}
		},
	);

	test("is rejected if it overlaps another or is outside the text", async () => {
		const given = { phoneme: "a", alphabet: "ipa" } as const;
		const overrides = [
			{ start: 0, end: 3, ...given },
			{ start: 2, end: 5, ...given },
			{ start: 9, end: 99, ...given },
		];
		const { unsupported } = await kokoroLine("one two", "en-US", overrides);
		expect(unsupported.map(({ start }) => start)).toEqual([2, 9]);
	});
});
