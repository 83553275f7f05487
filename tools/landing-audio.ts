// npm run landing:audio: what each landing page's box says at first, spoken by the best voice there is, into web/public/audio/landing.
// Only what changed is spoken anew; --all speaks everything.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SpeechRequest } from "@timbre/engines/node/protocol.ts";
import { unitsOf } from "@timbre/engines/text/segment.ts";
import { accentEntries, languageEntries } from "../web/app/features/marketing/landing/entries.ts";
import { ROOT } from "./generated.ts";
import { landingRecipe, landingVoice } from "./sound/landing.ts";
import { maxBytes, type Rendered, realEngines, render, sha256 } from "./sound/render.ts";

const soundDir = join(ROOT, "web/public/audio/landing");
const manifestFile = join(ROOT, "web/app/features/marketing/landing/audio.generated.json");
/** The finer one where it fits. */
const formats = ["mp3_24000_48", "mp3_22050_32"] as const;

type Made = { slug: string; recipe: string; sha256: string };
const before: Made[] = process.argv.includes("--all")
	? []
	: JSON.parse(await readFile(manifestFile, "utf8").catch(() => "[]"));

await mkdir(soundDir, { recursive: true });
const registry = await realEngines();
const made: Made[] = [];
for (const entry of [...languageEntries, ...accentEntries]) {
	const { audioSrc: slug, placeholderText: text } = entry;
	const recipe = landingRecipe(entry);
	const file = join(soundDir, `${slug}.mp3`);
	const kept = before.find((known) => known.slug === slug && known.recipe === recipe);
	if (kept && (await readFile(file).then(sha256, () => "")) === kept.sha256) {
		made.push(kept);
		continue;
	}
	const voice = landingVoice(entry);
	const info = registry.get(voice.engine)?.info;
	const request = (format: SpeechRequest["format"]): SpeechRequest => ({
		voices: [{ engine: voice.engine, speaker: voice.speaker }],
		units: unitsOf(text).map((unit) => ({ ...unit, text: text.slice(unit.start, unit.end) })),
		format,
		priority: "background",
	});
	let sound: Rendered | undefined;
	let format = "";
	for (format of formats) {
		sound = await render(request(format as SpeechRequest["format"]), registry);
		if (sound.bytes.length <= maxBytes) break;
	}
	if (!sound || sound.bytes.length > maxBytes)
		throw new Error(`${slug} has more than ${maxBytes} bytes: shorten its text`);
	await writeFile(file, sound.bytes);
	const line = {
		slug,
		voiceId: voice.id,
		voice: voice.name,
		engine: info?.name,
		tier: voice.tier,
		version: info?.version,
		format,
		seconds: sound.seconds,
		bytes: sound.bytes.length,
		sha256: sha256(sound.bytes),
		recipe,
		peaks: sound.peaks,
	};
	made.push(line);
	console.log(`${slug}: ${sound.seconds} s, ${sound.bytes.length} bytes, ${voice.name} by ${info?.name}, ${format}`);
}
for (const file of await readdir(soundDir))
	if (!made.some(({ slug }) => file === `${slug}.mp3`)) await rm(join(soundDir, file));
// One page a line: a change of one is a change of one line.
await writeFile(manifestFile, `[\n${made.map((line) => `\t${JSON.stringify(line)}`).join(",\n")}\n]\n`);
for (const engine of registry.values()) await engine.close();
