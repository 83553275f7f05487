import { describe, expect, it } from "vitest";
import { kokoroVocabulary } from "../kokoro-vocabulary.ts";
import { toPhonemes } from "./japanese.ts";
import { kanaToSymbols } from "./kana.ts";
import { cardinal, numeralValue, readNumber } from "./numbers.ts";

describe("kana", () => {
	it("converts to IPA", () => {
		const pairs = {
			カタカナ: "katakana",
			ひらがな: "çiɾaɡana",
			シャツ: "ɕaʦɨ",
			チョット: "ʨoʔto",
			トーキョー: "toːkʲoː",
			ギューニュー: "ɡʲɯːɲɯː",
			フジサン: "ɸɯʥisaɴ",
			リョコー: "ɾʲokoː",
			パーティー: "paːtiː",
			フォーク: "ɸoːkɯ",
			ウィーン: "wiːɴ",
			ジェット: "ʥeʔto",
			デュオ: "dʲɯo",
			ワ: "βa",
		};
		for (const [kana, symbols] of Object.entries(pairs)) expect([kana, kanaToSymbols(kana)]).toEqual([kana, symbols]);
	});

	it("has symbols in Kokoro's vocabulary for every kana", () => {
		for (let code = 0x30a1; code <= 0x30f6; code++) {
			const kana = String.fromCodePoint(code);
			const symbols = kanaToSymbols(kana);
			expect([kana, symbols.length > 0]).toEqual([kana, true]);
			for (const symbol of symbols) expect(kokoroVocabulary.has(symbol) || kana).toBe(true);
		}
	});
});

describe("numbers", () => {
	it("are read with their sound changes", () => {
		expect(["0", "300", "600", "800", "3000", "8000", "10000", "2024"].map(cardinal)).toEqual([
			"ゼロ",
			"サンビャク",
			"ロッピャク",
			"ハッピャク",
			"サンゼン",
			"ハッセン",
			"イチマン",
			"ニセンニジューヨン",
		]);
		expect(cardinal("140000000")).toBe("イチオクヨンセンマン");
		expect(readNumber("3.5")).toBe("サンテンゴ");
		expect(readNumber("10.5")).toBe("ジュッテンゴ");
	});

	it("apply the sound changes of counters", () => {
		const said = (pairs: [string, string][]) => pairs.map(([number, counter]) => readNumber(number, counter));
		expect(
			said([
				["1", "本"],
				["2", "本"],
				["3", "本"],
				["10", "本"],
			]),
		).toEqual(["イッポン", "ニホン", "サンボン", "ジュッポン"]);
		expect(
			said([
				["30", "分"],
				["14", "分"],
				["5", "分"],
			]),
		).toEqual(["サンジュップン", "ジューヨンプン", "ゴフン"]);
		expect(
			said([
				["4", "時"],
				["7", "月"],
				["9", "時"],
				["14", "年"],
			]),
		).toEqual(["ヨジ", "シチガツ", "クジ", "ジューヨネン"]);
		expect(
			said([
				["1", "人"],
				["2", "人"],
				["4", "人"],
				["20", "歳"],
			]),
		).toEqual(["ヒトリ", "フタリ", "ヨニン", "ニジュッサイ"]);
		expect(
			said([
				["1", "日"],
				["14", "日"],
				["15", "日"],
				["3", "つ"],
			]),
		).toEqual(["ツイタチ", "ジューヨッカ", "ジューゴニチ", "ミッツ"]);
	});

	it("are recognized in kanji", () => {
		expect(["三百二十", "十", "二〇二四", "3万", "一億二千万"].map(numeralValue)).toEqual([
			"320",
			"10",
			"2024",
			"30000",
			"120000000",
		]);
		expect(numeralValue("屋")).toBeUndefined();
	});
});

describe("Japanese text", () => {
	it("is read word by word, with particles as pronounced", async () => {
		expect(await toPhonemes("私は東京へ行った。")).toBe("βataɕi βa toːkʲoː e iʔta.");
		expect(await toPhonemes("寿司を食べました！")).toBe("sɨɕi o tabe maɕi ta!");
		expect(await toPhonemes("八百屋")).toBe("jaoja");
	});

	it("has dates, times and prices spoken as words", async () => {
		expect(await toPhonemes("4月14日")).toBe("ɕiɡaʦɨ ʥɯːjoʔka");
		expect(await toPhonemes("午後3:30に")).toBe("ɡoɡo saɴʥi saɴʥɯʔpɯɴ ɲi");
		expect(await toPhonemes("￥1,300")).toBe("seɴsaɴbʲakɯeɴ");
		expect(await toPhonemes("三百人")).toBe("saɴbʲakɯɲiɴ");
	});

	it("uses only symbols in Kokoro's vocabulary", async () => {
		const text = "「今日は、ヴァイオリンとピアノ（きれい）」…すごい！本当？ AI と Python、ｶﾞﾝﾊﾞﾚ、１２３ 😀";
		for (const symbol of await toPhonemes(text)) expect(kokoroVocabulary.has(symbol) || symbol).toBe(true);
	});

	it("gives nothing for text without speech", async () => {
		expect(await toPhonemes("")).toBe("");
		expect(await toPhonemes("😀")).toBe("");
	});
});
