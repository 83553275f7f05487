import { describe, expect, it } from "vitest";
import { kokoroVocabulary } from "../kokoro-vocabulary.ts";
import { syllable, thirdToneSandhi, toPhonemes } from "./chinese.ts";
import { cardinal, writeOutNumbers } from "./numbers.ts";

describe("pinyin", () => {
	it("converts to IPA with the tone after the vowel, before a final nasal", () => {
		const pairs = {
			ma1: "ma→",
			ma2: "ma↗",
			ma3: "ma↓",
			ma4: "ma↘",
			ma5: "ma",
			zhong1: "ꭧʊ→ŋ",
			guo2: "kwo↗",
			bo1: "pwo→",
		};
		for (const [numbered, symbols] of Object.entries(pairs)) expect(syllable(numbered)).toBe(symbols);
	});

	it("converts independently of pinyin spelling rules", () => {
		const pairs = {
			yi1: "i→",
			wu3: "u↓",
			yu2: "y↗",
			yue4: "ɥe↘",
			yuan2: "ɥɛ↗n",
			you3: "jou↓",
			yong4: "jʊ↘ŋ",
			wei4: "wei↘",
			jiu3: "ʨjou↓",
			gui4: "kwei↘",
			chun1: "ꭧʰwə→n",
			xue2: "ɕɥe↗",
			qun2: "ʨʰy↗n",
			lü4: "ly↘",
			nv3: "ny↓",
			shi4: "ʂɨ↘",
			zi3: "ʦɨ↓",
			er2: "ɚ↗",
		};
		for (const [numbered, symbols] of Object.entries(pairs))
			expect([numbered, syllable(numbered)]).toEqual([numbered, symbols]);
	});

	it("gives undefined for invalid syllables", () => {
		expect(syllable("xyz1")).toBeUndefined();
		expect(syllable("")).toBeUndefined();
	});
});

describe("tone sandhi", () => {
	it("raises a third tone before another inside a word, and from a one-syllable word to the next", () => {
		expect(thirdToneSandhi([["ni3", "hao3"]])).toEqual([["ni2", "hao3"]]);
		expect(thirdToneSandhi([["hen3"], ["mei3"]])).toEqual([["hen2"], ["mei3"]]);
		expect(thirdToneSandhi([["shui3", "guo3"], ["hao3"]])).toEqual([["shui2", "guo3"], ["hao3"]]);
		expect(thirdToneSandhi([["hao3"], ["ren2"]])).toEqual([["hao3"], ["ren2"]]);
	});

	it("changes 不 and 一 by the next tone", async () => {
		expect(await toPhonemes("不是")).toBe("pu↗ʂɨ↘");
		expect(await toPhonemes("不好")).toBe("pu↘xau↓");
		expect(await toPhonemes("一样")).toBe("i↗ja↘ŋ");
		expect(await toPhonemes("一起")).toBe("i↘ʨʰi↓");
	});
});

describe("Mandarin text", () => {
	it("is read by word, with each character read in context", async () => {
		expect(await toPhonemes("你好，世界。")).toBe("ni↗xau↓, ʂɨ↘ʨje↘.");
		expect(await toPhonemes("银行")).toContain("xa↗ŋ");
		expect(await toPhonemes("行走")).toContain("ɕi↗ŋ");
		expect(await toPhonemes("音乐")).toContain("ɥe↘");
		expect(await toPhonemes("快乐")).toContain("lɤ↘");
	});

	it("keeps Latin words and spells out capitals", async () => {
		expect(await toPhonemes("用AI")).toBe("jʊ↘ŋ ˈAˈI");
	});

	it("has numbers written out as spoken", () => {
		expect([0, 10, 14, 20, 105, 110, 1002, 2200, 10205, 100000, 20304050].map((n) => cardinal(String(n)))).toEqual([
			"零",
			"十",
			"十四",
			"二十",
			"一百零五",
			"一百一十",
			"一千零二",
			"两千两百",
			"一万零两百零五",
			"十万",
			"两千零三十万四千零五十",
		]);
		expect(writeOutNumbers("2024年3月15日")).toBe("二零二四年三月十五日");
		expect(writeOutNumbers("3:05")).toBe("三点零五分");
		expect(writeOutNumbers("涨了3.5%")).toBe("涨了百分之三点五");
		expect(writeOutNumbers("¥12,345.6")).toBe("一万两千三百四十五点六元");
		expect(writeOutNumbers("2个，2月")).toBe("两个，二月");
		expect(writeOutNumbers("13800138000")).toBe("幺三八零零幺三八零零零");
	});

	it("uses only symbols in Kokoro's vocabulary", async () => {
		const text =
			"请问，火车站怎么走？一直往前走；然后向左转！绿色的女孩儿，雪云军远，嗯，资词思，吃诗日，翁瓮，虐略，“跑步”（快）…… 2024-05-06 hello World 😀";
		for (const symbol of await toPhonemes(text)) expect(kokoroVocabulary.has(symbol) || symbol).toBe(true);
	});

	it("gives nothing for text without speech", async () => {
		expect(await toPhonemes("")).toBe("");
		expect(await toPhonemes(" 😀 ")).toBe("");
	});
});
