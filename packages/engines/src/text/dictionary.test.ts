import { expect, test } from "vitest";
import { workedMs } from "../testing/worked.ts";
import { applyRules, type DictionaryRule } from "./dictionary.ts";

const alias = (match: string, options: Partial<Pick<DictionaryRule, "caseSensitive" | "wordBoundaries">> = {}) =>
	({ type: "alias", match, alias: `<${match}>`, caseSensitive: true, wordBoundaries: true, ...options }) as const;

/** The text with what each rule says put in its place. */
function said(text: string, rules: DictionaryRule[]): string {
	let out = "";
	let from = 0;
	for (const { start, end, rule } of applyRules(text, rules)) {
		out += text.slice(from, start) + (rule.type === "alias" ? rule.alias : `/${rule.phoneme}/`);
		from = end;
	}
	return out + text.slice(from);
}

test("the longest rule wins, and matches never overlap", () => {
	const rules = [alias("New"), alias("New York"), alias("York Times")];
	expect(said("New York Times, New Jersey, old York Times", rules)).toBe(
		"<New York> Times, <New> Jersey, old <York Times>",
	);
});

test("of two rules for the same words the earlier wins, and as written before any case", () => {
	const first = { ...alias("Nginx"), alias: "engine X" };
	const second = { ...alias("Nginx"), alias: "en jinx" };
	const any = { ...alias("nginx", { caseSensitive: false }), alias: "any" };
	expect(said("Nginx NGINX", [any, first, second])).toBe("engine X any");
});

test("whole words for letters of any script, unless boundaries are off", () => {
	expect(said("cat concat cats cat's Cat", [alias("cat")])).toBe("<cat> concat cats <cat>'s Cat");
	expect(said("éa aé a ñandú", [alias("a"), alias("and")])).toBe("éa aé <a> ñandú");
	expect(said("Кот котик кот", [alias("кот")])).toBe("Кот котик <кот>");
	expect(said("concatenate", [alias("cat", { wordBoundaries: false })])).toBe("con<cat>enate");
	expect(said("𝐚a a𝐚 a", [alias("a")])).toBe("𝐚a a𝐚 <a>");
});

test("scripts without spaces between words still match", () => {
	expect(said("我住在北京市", [alias("北京")])).toBe("我住在<北京>市");
	expect(said("東京タワーへ", [alias("タワー")])).toBe("東京<タワー>へ");
});

test("a rule may begin or end with a sign", () => {
	expect(said("C++ and C++11, .NET", [alias("C++"), alias(".NET")])).toBe("<C++> and <C++>11, <.NET>");
});

test("case is told apart unless the rule says otherwise, also where a fold would change the length", () => {
	expect(said("US us Us", [alias("US")])).toBe("<US> us Us");
	expect(
		said("US us ΟΔΟΣ οδος", [alias("us", { caseSensitive: false }), alias("οδος", { caseSensitive: false })]),
	).toBe("<us> <us> <οδος> <οδος>");
	expect(said("ßß İİ STRASSE straße", [alias("straße", { caseSensitive: false })])).toBe("ßß İİ STRASSE <straße>");
});

test("an accent matches however it is encoded, and places are those of the text as it was written", () => {
	const apart = "Le cafe\u0301 de Zoe\u0308.";
	const [cafe, zoe] = applyRules(apart, [alias("café"), alias("Zoë")]);
	expect(apart.slice(cafe?.start, cafe?.end)).toBe("cafe\u0301");
	expect(apart.slice(zoe?.start, zoe?.end)).toBe("Zoe\u0308");
	expect(said("café", [alias("cafe\u0301")])).toBe("<cafe\u0301>");
	expect(said("cafe\u0301", [alias("cafe")])).toBe("cafe\u0301");
});

test("a line break or the other apostrophe does not hide a match", () => {
	expect(said("New\nYork, O’Brien", [alias("New York"), alias("O'Brien")])).toBe("<New York>, <O'Brien>");
});

test("nothing in, nothing out", () => {
	expect(applyRules("", [alias("a")])).toEqual([]);
	expect(applyRules("a", [])).toEqual([]);
});

test("agrees with a plain search by every rule, on random texts", () => {
	let seed = 7;
	const random = (below: number) => {
		seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
		return Math.floor((seed / 2_147_483_648) * below);
	};
	const pick = (letters: string, length: number) =>
		Array.from({ length }, () => letters[random(letters.length)]).join("");
	for (let round = 0; round < 300; round++) {
		const rules = Array.from({ length: 6 }, () =>
			alias(pick("abA", 1 + random(3)), { wordBoundaries: random(2) === 0 }),
		);
		const text = pick("abA .", 30);
		expect(applyRules(text, rules).map(({ start, end }) => [start, end])).toEqual(plainly(text, rules));
	}
});

/** The same by brute force: at each place the longest that fits. */
function plainly(text: string, rules: DictionaryRule[]): [number, number][] {
	const found: [number, number][] = [];
	for (let at = 0; at < text.length; ) {
		const fitting = rules
			.filter((rule) => text.startsWith(rule.match, at))
			.filter((rule) => {
				const end = at + rule.match.length;
				return (
					!rule.wordBoundaries ||
					!(/\w\w/.test(text.slice(at - 1, at + 1)) || /\w\w/.test(text.slice(end - 1, end + 1)))
				);
			})
			.map((rule) => rule.match.length);
		const length = Math.max(0, ...fitting);
		if (length > 0) found.push([at, at + length]);
		at += length || 1;
	}
	return found;
}

/** The best of a few runs: a busy machine slows some of them, not all. */
function quickest(run: () => void): number {
	return Math.min(...Array.from({ length: 5 }, () => workedMs(run)));
}

test("10,000 rules cost hardly more than ten over 100,000 characters: the text is read once, not once a rule", {
	tags: ["measured"],
}, () => {
	const rules = Array.from({ length: 10_000 }, (_, i) =>
		alias(`word${i.toString(36)} of the list`, { caseSensitive: i % 2 === 0 }),
	);
	const few = rules.slice(0, 10);
	const text = Array.from({ length: 20_000 }, (_, i) => `word${i.toString(36)} `)
		.join("")
		.slice(0, 100_000);
	const [ten, all] = [quickest(() => applyRules(text, few)), quickest(() => applyRules(text, rules))];
	expect(all).toBeLessThan(ten * 30 + 30);
});

test("a text made to be slow costs by its length, no more", { tags: ["measured"] }, () => {
	const almost = Array.from({ length: 200 }, (_, i) => alias(`${"a".repeat(i)}b`, { wordBoundaries: false }));
	const [short, long] = [2_000, 16_000].map((length) => quickest(() => applyRules("a".repeat(length), almost)));
	expect(long).toBeLessThan((short ?? 0) * 8 * 3 + 50);
});
