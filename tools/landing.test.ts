// Checks that generated assets of the public pages match their sources.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { primaryLanguage } from "@timbre/contract/language.ts";
import { catalogue } from "@timbre/engines/speech/catalogue.ts";
import { expect, test } from "vitest";
import sounds from "../web/app/features/marketing/landing/content/audio.generated.json" with { type: "json" };
import cards from "../web/app/features/marketing/landing/content/og.generated.json" with { type: "json" };
import voices from "../web/app/features/marketing/landing/content/voices.generated.json" with { type: "json" };
import { accentEntries, languageEntries } from "../web/app/features/marketing/landing/model/entries.ts";
import { landingPath } from "../web/app/features/marketing/landing/model/slugs.ts";
import { ogImage } from "../web/app/features/marketing/model/og-image.ts";
import { sitePaths } from "../web/app/features/marketing/model/site-paths.ts";
import { ROOT } from "./generated.ts";
import { encodePalettePng, pngSize } from "./picture/png.ts";
import { landingRecipe, landingVoice } from "./sound/landing.ts";
import { maxBytes, sha256 } from "./sound/render.ts";

const entries = [...languageEntries, ...accentEntries];
const publicFile = (path: string) => join(ROOT, "web/public", path);

test("the voices on the public pages match the shipped catalog (npm run landing:voices)", () => {
	expect(voices).toEqual(
		catalogue.map(({ id, name, engine, tier, language, labels }) => ({ id, name, engine, tier, language, labels })),
	);
});

test("the voice of an entry exists and speaks the entry's language", () => {
	for (const entry of entries) {
		if (entry.voice_id) expect(landingVoice(entry).id, entry.audioSrc).toBe(entry.voice_id);
		expect(primaryLanguage(landingVoice(entry).language), entry.audioSrc).toBe(primaryLanguage(entry.language));
	}
});

test("the sample of every landing page matches its text and voice (npm run landing:audio)", () => {
	expect(sounds.map(({ slug }) => slug)).toEqual(entries.map(({ audioSrc }) => audioSrc));
	for (const entry of entries) {
		const made = sounds.find(({ slug }) => slug === entry.audioSrc);
		expect(made?.recipe, `${entry.audioSrc}: text or voice changed, but not the audio`).toBe(landingRecipe(entry));
		const file = readFileSync(publicFile(`audio/landing/${entry.audioSrc}.mp3`));
		expect(sha256(file), entry.audioSrc).toBe(made?.sha256);
		expect(file.length, entry.audioSrc).toBeLessThanOrEqual(maxBytes);
		expect(
			made?.peaks.some((peak) => peak > 40),
			`${entry.audioSrc} is silent`,
		).toBe(true);
	}
});

test("every public page has a small 1200 x 630 preview image with its headline (npm run og:images)", () => {
	const files = [...new Set(sitePaths.map(({ path }) => ogImage(path)))];
	for (const file of files) {
		expect(pngSize(readFileSync(publicFile(file))), file).toEqual({ width: 1200, height: 630 });
		expect(statSync(publicFile(file)).size, file).toBeLessThanOrEqual(40_000);
	}
	expect(files.reduce((sum, file) => sum + statSync(publicFile(file)).size, 0)).toBeLessThanOrEqual(3_000_000);
	for (const { audioSrc, h1 } of entries)
		expect(cards.find(({ file }) => file === ogImage(landingPath(audioSrc)))?.title, audioSrc).toBe(h1);
});

test("keeps every color of an image when encoding with a palette", () => {
	const colours = [0xfaf9f6, 0x1d1b18, 0xd1491a];
	const pixels = Array.from({ length: 7 * 5 }, (_, pixel) => colours[(pixel * pixel) % 3] as number);
	const rgb = Uint8Array.from(pixels.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
	const file = encodePalettePng({ width: 7, height: 5, rgb }, 16);
	expect(pngSize(file)).toEqual({ width: 7, height: 5 });
	const chunk = (name: string) => {
		const at = file.indexOf(name, 0, "latin1");
		return file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4));
	};
	const lines = inflateSync(chunk("IDAT"));
	const palette = chunk("PLTE");
	const read = pixels.map((_, pixel) =>
		palette.readUIntBE((lines[pixel + Math.floor(pixel / 7) + 1] as number) * 3, 3),
	);
	expect(read).toEqual(pixels);
});
