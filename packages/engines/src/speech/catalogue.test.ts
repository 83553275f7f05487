import { expect, test } from "vitest";
import { primaryLanguage } from "../text/language.ts";
import measured from "../voices/data/kokoro-traits.generated.json" with { type: "json" };
import { catalogue, voiceId } from "./catalogue.ts";
import { espeakSpeakers } from "./espeak-speakers.ts";
import { kokoroSpeakers } from "./kokoro-speakers.ts";

test("derives a stable id from engine and speaker", () => {
	expect(voiceId("kokoro", "af_heart")).toBe("wd5ObpQ4vNaJtC9V1idt");
});

test("gives every voice a unique id of twenty letters and digits", () => {
	expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
	for (const { id } of catalogue) expect(id).toMatch(/^[0-9A-Za-z]{20}$/);
});

test("lists all 54 Kokoro voices with the language, accent and gender in their names", () => {
	expect(kokoroSpeakers).toHaveLength(54);
	expect(kokoroSpeakers.find(({ id }) => id === "bm_george")).toEqual({
		id: "bm_george",
		name: "George",
		language: "en-GB",
		accent: "british",
		gender: "male",
	});
});

test("has a voice for every product language", () => {
	const product =
		"en hi pt zh es fr de ja ar ru ko id it nl tr pl sv fil ms ro uk el cs da fi bg hr sk ta hu no vi".split(" ");
	const spoken = new Set(catalogue.map(({ language }) => primaryLanguage(language)));
	expect(product.filter((language) => !spoken.has(language))).toEqual([]);
});

test("leaves gender out where it is unknown", () => {
	for (const speaker of espeakSpeakers) expect(speaker.gender).toBeUndefined();
	for (const voice of catalogue) if (voice.engine === "piper") expect(voice.labels).not.toHaveProperty("gender");
});

const natural = catalogue.filter(({ engine }) => engine === "kokoro");

test("gives every natural voice a character, a use case and a line", () => {
	for (const { labels, line } of natural) {
		expect(labels.descriptive).toMatch(/^[a-z]+$/);
		expect(labels.use_case).toMatch(/^[a-z_]+$/);
		expect(line).toMatch(/^[A-Z].{10,60}\.$/);
	}
	const described = natural.map(({ language, labels, line }) => [language, labels.gender, line].join());
	expect(new Set(described).size, "no two voices of a language and gender have the same line").toBe(natural.length);
});

test("claims nothing about a voice that the measurements contradict", () => {
	const facts = (speaker: string) => measured.find((row) => row.speaker === speaker);
	const claims: [RegExp, (row: (typeof measured)[number], labels: Record<string, string>) => boolean][] = [
		[/\beven\b/i, ({ pitchSpread }) => pitchSpread < 2.7],
		[/\b(lively|theatrical|wide|playful)\b/i, ({ pitchSpread }) => pitchSpread > 3.8],
		[/\b(crisp|bright)\b/i, ({ brightnessHz }) => brightnessHz > 3650],
		[/\b(soft|dark)\b/i, ({ brightnessHz }) => brightnessHz < 3050],
		[/\b(deep|deepest)\b/i, ({ pitchHz }) => pitchHz < 105],
		[/\b(brisk|fast|quick)\b/i, ({ syllablesPerSecond }) => syllablesPerSecond > 5.35],
		[/\b(slow|hushed)\b/i, ({ syllablesPerSecond }) => syllablesPerSecond < 4.7],
		[/\b(calm|unhurried)\b/i, ({ syllablesPerSecond }) => syllablesPerSecond < 4.9],
		[/^low\b/i, (_row, { pitch }) => pitch === "low"],
		[/\bhigh\b/i, (_row, { pitch }) => pitch === "high"],
	];
	const wrong = natural.flatMap(({ speaker, labels, line }) => {
		const row = facts(speaker);
		const text = `${line} ${labels.descriptive}`;
		return claims.flatMap(([word, holds]) =>
			row && word.test(text) && !holds(row, labels) ? [`${speaker}: ${word.exec(text)?.[0]}`] : [],
		);
	});
	expect(wrong).toEqual([]);
});
