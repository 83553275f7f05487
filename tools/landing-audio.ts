// npm run landing:audio: generates the sample of each landing page with the best voice, in web/public/audio/landing.
// Only changed samples are regenerated; --all regenerates everything.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SpeechRequest } from "@timbre/engines/node/protocol.ts";
import { unitsOf } from "@timbre/engines/text/segment.ts";
import { accentEntries, languageEntries } from "../web/app/features/marketing/landing/model/entries.ts";
import { ROOT } from "./generated.ts";
import { landingRecipe, landingVoice } from "./sound/landing.ts";
import { maxBytes, type Rendered, realEngines, render, sha256 } from "./sound/render.ts";

const audioDir = join(ROOT, "web/public/audio/landing");
const manifestFile = join(ROOT, "web/app/features/marketing/landing/content/audio.generated.json");
/** The best format that fits the size limit is used. */
const formats = ["mp3_24000_48", "mp3_22050_32"] as const;

type GeneratedClip = { slug: string; recipe: string; sha256: string };
const before: GeneratedClip[] = process.argv.includes("--all")
	? []
	: JSON.parse(await readFile(manifestFile, "utf8").catch(() => "[]"));

await mkdir(audioDir, { recursive: true });
const registry = await realEngines();
const clips: GeneratedClip[] = [];
for (const entry of [...languageEntries, ...accentEntries]) {
	const { audioSrc: slug, placeholderText: text } = entry;
	const recipe = landingRecipe(entry);
	const file = join(audioDir, `${slug}.mp3`);
	const unchanged = before.find((known) => known.slug === slug && known.recipe === recipe);
	if (unchanged && (await readFile(file).then(sha256, () => "")) === unchanged.sha256) {
		clips.push(unchanged);
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
	let clip: Rendered | undefined;
	let format = "";
	for (format of formats) {
		clip = await render(request(format as SpeechRequest["format"]), registry);
		if (clip.bytes.length <= maxBytes) break;
	}
	if (!clip || clip.bytes.length > maxBytes)
		throw new Error(`${slug} has more than ${maxBytes} bytes: shorten its text`);
	await writeFile(file, clip.bytes);
	const line = {
		slug,
		voiceId: voice.id,
		voice: voice.name,
		engine: info?.name,
		tier: voice.tier,
		version: info?.version,
		format,
		seconds: clip.seconds,
		bytes: clip.bytes.length,
		sha256: sha256(clip.bytes),
		recipe,
		peaks: clip.peaks,
	};
	clips.push(line);
	console.log(`${slug}: ${clip.seconds} s, ${clip.bytes.length} bytes, ${voice.name} by ${info?.name}, ${format}`);
}
for (const file of await readdir(audioDir))
	if (!clips.some(({ slug }) => file === `${slug}.mp3`)) await rm(join(audioDir, file));
// One page per line keeps diffs small.
await writeFile(manifestFile, `[\n${clips.map((line) => `\t${JSON.stringify(line)}`).join(",\n")}\n]\n`);
for (const engine of registry.values()) await engine.close();
