import { expect, test } from "vitest";
import { primaryLanguage } from "../text/language.ts";
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
