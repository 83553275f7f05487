import { describe, expect, test } from "vitest";
import { cpuMs } from "../testing/cpu-time.ts";
import { type Prepared, type PronunciationMark, prepare } from "./prepare.ts";

const english = { language: "en-US", normalization: "on" } as const;

/** The written and spoken text of all spans that differ. */
function changes(written: string, { spoken, spans }: Prepared): [string, string][] {
	return spans
		.map((span): [string, string] => [
			written.slice(span.writtenStart, span.writtenEnd),
			spoken.slice(span.spokenStart, span.spokenEnd),
		])
		.filter(([from, to]) => from !== to);
}

function expectFullCoverage(written: string, { spoken, spans, overrides }: Prepared): void {
	let [w, s] = [0, 0];
	for (const span of spans) {
		expect([span.writtenStart, span.spokenStart]).toEqual([w, s]);
		expect(span.writtenEnd).toBeGreaterThanOrEqual(w);
		expect(span.spokenEnd).toBeGreaterThanOrEqual(s);
		[w, s] = [span.writtenEnd, span.spokenEnd];
	}
	expect([w, s]).toEqual([written.length, spoken.length]);
	for (const { start, end } of overrides) expect(start < end && end <= spoken.length).toBe(true);
}

test("maps unchanged words to themselves and a number to the words it became", () => {
	const written = "It costs $3.50, or 2 kg for 5.";
	const prepared = prepare(written, [], english);
	expect(prepared.spoken).toBe("It costs three dollars and fifty cents, or two kilograms for five.");
	expect(changes(written, prepared)).toEqual([
		["$3.50", "three dollars and fifty cents"],
		["2 kg", "two kilograms"],
		["5", "five"],
	]);
	expectFullCoverage(written, prepared);
});

test("removes only unspeakable characters when normalization is off", () => {
	const prepared = prepare("5 kg\u200b 😀 ok", [], { language: "en-US", normalization: "off" });
	expect(prepared.spoken).toBe("5 kg  ok");
	expectFullCoverage("5 kg\u200b 😀 ok", prepared);
});

describe("a marked range", () => {
	const written = "Dr. Nguyen owes St. Xavier 5 kg of 3D ink.";
	const at = (word: string) => ({ start: written.indexOf(word), end: written.indexOf(word) + word.length });

	test("is spoken as marked, and the text around it is normalized as if the mark were a name", () => {
		const marks: PronunciationMark[] = [
			{ type: "alias", ...at("Nguyen"), alias: "new 1 win" },
			{ type: "phoneme", ...at("Xavier"), phoneme: "ˈzeɪvjɚ", alphabet: "ipa" },
			{ type: "phoneme", ...at("3D"), phoneme: "θɹi di", alphabet: "ipa" },
		];
		const prepared = prepare(written, marks, english);
		expect(prepared.spoken).toBe("Doctor new 1 win owes Saint Xavier five kilograms of 3D ink.");
		expect(prepared.overrides.map(({ start, end }) => prepared.spoken.slice(start, end))).toEqual(["Xavier", "3D"]);
		expect(changes(written, prepared)).toEqual([
			["Dr.", "Doctor"],
			["Nguyen", "new 1 win"],
			["St.", "Saint"],
			["5 kg", "five kilograms"],
		]);
		expectFullCoverage(written, prepared);
	});

	test("is ignored if it overlaps an earlier one, is empty or lies outside the text", () => {
		const marks: PronunciationMark[] = [
			{ type: "alias", start: 0, end: 3, alias: "A" },
			{ type: "alias", start: 2, end: 5, alias: "B" },
			{ type: "alias", start: 7, end: 7, alias: "C" },
			{ type: "alias", start: 40, end: 400, alias: "D" },
		];
		const prepared = prepare("one two three", marks, english);
		expect(prepared.spoken).toBe("A two three");
		expectFullCoverage("one two three", prepared);
	});

	test("may touch another mark, letters or digits", () => {
		const marks: PronunciationMark[] = [
			{ type: "phoneme", start: 1, end: 2, phoneme: "b", alphabet: "ipa" },
			{ type: "alias", start: 2, end: 3, alias: "" },
		];
		for (const text of ["abcd", "5b$5", "\u200bb😀", "http://b.com"]) {
			const prepared = prepare(text, marks, english);
			expectFullCoverage(text, prepared);
			expect(prepared.overrides).toHaveLength(1);
		}
	});
});

/** Seeded, so that failures are reproducible. */
function random(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
		return state / 0x7fffffff;
	};
}

test("covers both texts with spans for any input", () => {
	const bits = [
		"$",
		"3.50",
		" ",
		"\n",
		"5 kg",
		"Dr.",
		"word",
		"don’t",
		"e\u0301",
		"\u200b",
		"😀",
		"你好",
		"3月",
		"مرحبا",
		"\u202e",
		"1/2",
		"-",
		"Qxzazxq",
		"https://x.io/a?b=1",
		"\ud83d",
		"IV",
		"&",
		"%",
		"(",
		'"',
	];
	const next = random(7);
	for (let round = 0; round < 400; round++) {
		let text = "";
		while (text.length < 80 * next()) text += bits[Math.floor(next() * bits.length)];
		const marks: PronunciationMark[] = Array.from({ length: 3 }, () => {
			const start = Math.floor(next() * text.length);
			return { type: "alias", start, end: start + Math.floor(next() * 6), alias: next() < 0.3 ? "" : "other words" };
		});
		for (const language of ["en-US", "zh", "fr"])
			expectFullCoverage(text, prepare(text, marks, { language, normalization: "auto" }));
	}
});

test("prepares any segment quickly", { tags: ["measured"] }, () => {
	const pieces = [
		"1",
		"1 ",
		"1,",
		"$1",
		"a.",
		"a",
		".",
		"-1",
		"1/2 ",
		"IV ",
		"@a.b",
		"www.",
		"1:2",
		"é",
		"你1",
		"'",
		"1-",
		"#a",
		"\u200b",
		"A.B.",
	];
	for (const piece of pieces) {
		const text = piece.repeat(Math.ceil(500 / piece.length));
		const elapsedMs = cpuMs(() => expectFullCoverage(text, prepare(text, [], english)));
		expect(elapsedMs, piece).toBeLessThan(400);
	}
});

const horizontalRules = [".", "-", "_", "(", "\u0301", " "].map((sign) => `Dr. A ${sign.repeat(100_000)} b`);

test("prepares a long run of symbols in linear time", { tags: ["measured"] }, () => {
	for (const written of horizontalRules)
		expect(
			cpuMs(() => prepare(written, [], english)),
			written.slice(0, 10),
		).toBeLessThan(1_000);
});

test("does not speak a long run of symbols", () => {
	for (const written of horizontalRules) {
		const prepared = prepare(written, [], english);
		expectFullCoverage(written, prepared);
		expect(prepared.spoken.length).toBeLessThan(40);
	}
	const short = `A ${"-".repeat(10)} b`;
	expectFullCoverage(short, prepare(short, [], english));
});
