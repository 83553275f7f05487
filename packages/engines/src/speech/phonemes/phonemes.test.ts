import { describe, expect, test } from "vitest";
import { kokoroPhonemes } from "./kokoro.ts";
import { kokoroVocabulary } from "./kokoro-vocabulary.ts";
import { joinRuns, splitMarks } from "./marks.ts";
import { piperPhonemes } from "./piper.ts";

describe("punctuation marks", () => {
	test("are split from words, but not inside numbers and names", () => {
		expect(splitMarks("Wait, it is 3.5 at example.com: yes!").map(({ text }) => text)).toEqual([
			"Wait",
			",",
			"it is 3.5 at example.com",
			":",
			"yes",
			"!",
		]);
	});

	test("of other scripts become ASCII marks", () => {
		expect(joinRuns(splitMarks("你好，世界。नमस्ते।"))).toBe("你好, 世界. नमस्ते.");
	});

	test("attach to their word", () => {
		expect(joinRuns(splitMarks('He said "stop (now)" - and left...'))).toBe("He said “stop (now)” — and left…");
	});

	test("without a spoken form are dropped", () => {
		expect(joinRuns(splitMarks("¿Qué *tal*?"))).toBe("Qué tal?");
	});

	test("include no apostrophes inside words", () => {
		expect(joinRuns(splitMarks("don't, it's o'clock"))).toBe("don't, it's o'clock");
	});
});

describe("Kokoro's phonemes", () => {
	test.each([
		["en-US", "Hello, world!", "həlˈO, wˈɜɹld!"],
		["en-GB", "Hello, world!", "həlˈQ, wˈɜːld!"],
		["en-US", "better", "bˈɛTəɹ"],
		["en-GB", "there", "ðˈɛː"],
		["en-US", "The judge chose five.", "ðə ʤˈʌʤ ʧˈOz fˈIv."],
		["es", "El perro rápido", "el pˈero rˈapiðo"],
		["fr", "Un bon vin blanc.", "œ̃ bˈɔ̃ vˈɛ̃ blˈɑ̃."],
		["it", "che cosa", "ke kˈɔza"],
	])("%s: %s", async (language, text, expected) => {
		expect(await kokoroPhonemes(text, language)).toBe(expected.normalize("NFD"));
	});

	test("are all in its vocabulary", async () => {
		const text = "The quick brown fox — “jumps” (over) the lazy dog; naïve café résumé, loch, Bach, uh-oh!";
		for (const language of ["en-US", "en-GB", "es", "fr", "it", "pt-BR", "hi"]) {
			for (const symbol of await kokoroPhonemes(text, language)) expect(kokoroVocabulary.has(symbol)).toBe(true);
		}
	});

	test("are empty for text without speech", async () => {
		expect(await kokoroPhonemes("😀 ***", "en-US")).toBe("");
	});

	test("throw for an unsupported language", async () => {
		await expect(kokoroPhonemes("Guten Tag", "de")).rejects.toThrow("no front end for de");
	});
});

test("gives Piper espeak-ng's symbols with simple punctuation", async () => {
	expect(await piperPhonemes("Hello (world)!")).toBe("həlˈoʊ, wˈɜːld,!");
});
