import { expect, test } from "vitest";
import { catalogue, voiceId } from "./catalogue.ts";
import { espeakSpeakers } from "./espeak-speakers.ts";
import { kokoroSpeakers } from "./kokoro-speakers.ts";

test("a voice's id is the same on every machine and for ever", () => {
	expect(voiceId("kokoro", "af_heart")).toBe("wd5ObpQ4vNaJtC9V1idt");
});

test("every voice has an id of its own, twenty letters and digits long", () => {
	expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
	for (const { id } of catalogue) expect(id).toMatch(/^[0-9A-Za-z]{20}$/);
});

test("all 54 Kokoro voices are there, with what their names tell", () => {
	expect(kokoroSpeakers).toHaveLength(54);
	expect(kokoroSpeakers.find(({ id }) => id === "bm_george")).toEqual({
		id: "bm_george",
		name: "George",
		language: "en-GB",
		accent: "british",
		gender: "male",
	});
});

test("every product language has a voice", () => {
	const product =
		"en hi pt zh es fr de ja ar ru ko id it nl tr pl sv fil ms ro uk el cs da fi bg hr sk ta hu no vi".split(" ");
	const spoken = new Set(catalogue.map(({ language }) => language.split("-")[0]));
	expect(product.filter((language) => !spoken.has(language))).toEqual([]);
});

test("a voice of unknown gender claims none", () => {
	for (const speaker of espeakSpeakers) expect(speaker.gender).toBeUndefined();
	for (const voice of catalogue) if (voice.engine === "piper") expect(voice.labels).not.toHaveProperty("gender");
});
