// Checks that generated assets of the public pages match their sources.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { primaryLanguage } from "@timbre/contract/language.ts";
import { catalogue } from "@timbre/engines/speech/catalogue.ts";
import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { homeText } from "../web/app/features/marketing/content/home.ts";
import homeSounds from "../web/app/features/marketing/content/home-audio.generated.json" with { type: "json" };
import sounds from "../web/app/features/marketing/landing/content/audio.generated.json" with { type: "json" };
import cards from "../web/app/features/marketing/landing/content/og.generated.json" with { type: "json" };
import voices from "../web/app/features/marketing/landing/content/voices.generated.json" with { type: "json" };
import { accentEntries, languageEntries } from "../web/app/features/marketing/landing/model/entries.ts";
import { landingPath } from "../web/app/features/marketing/landing/model/slugs.ts";
import { ogImage } from "../web/app/features/marketing/model/og-image.ts";
import { sitePaths } from "../web/app/features/marketing/model/site-paths.ts";
import { ROOT } from "./generated.ts";
import { reduceColors } from "./picture/png.ts";
import { clipRecipe, homeVoices, landingVoice } from "./sound/landing.ts";
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
		expect(made?.recipe, `${entry.audioSrc}: text or voice changed, but not the audio`).toBe(
			clipRecipe(landingVoice(entry), entry.placeholderText),
		);
		const file = readFileSync(publicFile(`audio/landing/${entry.audioSrc}.mp3`));
		expect(sha256(file), entry.audioSrc).toBe(made?.sha256);
		expect(file.length, entry.audioSrc).toBeLessThanOrEqual(maxBytes);
		expect(
			made?.peaks.some((peak) => peak > 40),
			`${entry.audioSrc} is silent`,
		).toBe(true);
	}
});

test("the home page's text has current audio for each voice it offers (npm run landing:audio)", () => {
	expect(homeSounds.map(({ voiceId }) => voiceId)).toEqual(homeVoices().map(({ id }) => id));
	for (const voice of homeVoices()) {
		const made = homeSounds.find(({ voiceId }) => voiceId === voice.id);
		expect(made?.recipe, `${voice.name}: the text changed, but not the audio`).toBe(clipRecipe(voice, homeText));
		const file = readFileSync(publicFile(`audio/home/${made?.slug}.mp3`));
		expect(sha256(file), voice.name).toBe(made?.sha256);
		expect(file.length, voice.name).toBeLessThanOrEqual(maxBytes);
	}
});

test("every public page has a small 1200 x 630 preview image with its headline (npm run og:images)", () => {
	const files = [...new Set(sitePaths.map(({ path }) => ogImage(path)))];
	for (const file of files) {
		expect(PNG.sync.read(readFileSync(publicFile(file))), file).toMatchObject({ width: 1200, height: 630 });
		expect(statSync(publicFile(file)).size, file).toBeLessThanOrEqual(40_000);
	}
	expect(files.reduce((sum, file) => sum + statSync(publicFile(file)).size, 0)).toBeLessThanOrEqual(3_000_000);
	for (const { audioSrc, h1 } of entries)
		expect(cards.find(({ file }) => file === ogImage(landingPath(audioSrc)))?.title, audioSrc).toBe(h1);
});

test("the pictures of the home page exist in both themes and are small (npm run site:pictures)", () => {
	const page = readFileSync(join(ROOT, "web/app/features/marketing/marketing.page.tsx"), "utf8");
	const names = [...page.matchAll(/<ProductPicture\s+name="([^"]+)"/g)].map(([, name]) => name);
	expect(names).toHaveLength(3);
	for (const name of names)
		for (const theme of ["light", "dark"])
			expect(statSync(publicFile(`pictures/${name}-${theme}.webp`)).size, name).toBeLessThanOrEqual(90_000);
});

test("keeps the colors of an image that has few, and the closest ones otherwise", () => {
	const image = new PNG({ width: 7, height: 5 });
	const draw = (colors: readonly number[]) => {
		for (let pixel = 0; pixel < 35; pixel++)
			image.data.writeUInt32BE((colors[(pixel * pixel) % colors.length] as number) * 256 + 255, pixel * 4);
		return PNG.sync.write(image);
	};
	const few = draw([0xfaf9f6, 0x1d1b18, 0xd1491a]);
	expect(PNG.sync.read(reduceColors(few, 16)).data).toEqual(PNG.sync.read(few).data);
	const reduced = PNG.sync.read(reduceColors(draw([0xfaf9f6, 0x1d1b18, 0xfaf9f0]), 2)).data;
	expect(new Set(Array.from({ length: 35 }, (_, pixel) => reduced.readUIntBE(pixel * 4, 3))).size).toBe(2);
});
