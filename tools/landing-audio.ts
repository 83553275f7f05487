// npm run landing:audio: generates the audio of the public pages' demos: on each landing page its text with the best voice
// (web/public/audio/landing), on the home page its text with each of the offered voices (web/public/audio/home).
// Only changed clips are regenerated; --all regenerates everything.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SpeechRequest } from "@timbre/engines/node/protocol.ts";
import type { CatalogueVoice } from "@timbre/engines/speech/catalogue.ts";
import { unitsOf } from "@timbre/engines/text/segment.ts";
import { homeText } from "../web/app/features/marketing/content/home.ts";
import { accentEntries, languageEntries } from "../web/app/features/marketing/landing/model/entries.ts";
import { ROOT } from "./generated.ts";
import { clipRecipe, homeVoices, landingVoice } from "./sound/landing.ts";
import { maxBytes, type Rendered, realEngines, render, sha256 } from "./sound/render.ts";

const audioDir = (set: string) => join(ROOT, "web/public/audio", set);
const landingManifest = join(ROOT, "web/app/features/marketing/landing/content/audio.generated.json");
const homeManifest = join(ROOT, "web/app/features/marketing/content/home-audio.generated.json");
/** The best format that fits the size limit is used. */
const formats = ["mp3_24000_48", "mp3_22050_32"] as const;

type GeneratedClip = { slug: string; recipe: string; sha256: string };
type ClipSource = { slug: string; text: string; voice: CatalogueVoice };

const registry = await realEngines();
await generateSet(
	"landing",
	landingManifest,
	[...languageEntries, ...accentEntries].map((entry) => ({
		slug: entry.audioSrc,
		text: entry.placeholderText,
		voice: landingVoice(entry),
	})),
);
await generateSet(
	"home",
	homeManifest,
	homeVoices().map((voice) => ({ slug: voice.name.toLowerCase(), text: homeText, voice })),
);
for (const engine of registry.values()) await engine.close();

/** Generates one folder of clips and its manifest. */
async function generateSet(set: string, manifest: string, sources: readonly ClipSource[]): Promise<void> {
	const dir = audioDir(set);
	await mkdir(dir, { recursive: true });
	const before: GeneratedClip[] = process.argv.includes("--all")
		? []
		: JSON.parse(await readFile(manifest, "utf8").catch(() => "[]"));
	const clips: GeneratedClip[] = [];
	for (const source of sources) {
		const recipe = clipRecipe(source.voice, source.text);
		const file = join(dir, `${source.slug}.mp3`);
		const unchanged = before.find((known) => known.slug === source.slug && known.recipe === recipe);
		if (unchanged && (await readFile(file).then(sha256, () => "")) === unchanged.sha256) clips.push(unchanged);
		else clips.push(await generateClip(source, recipe, file));
	}
	for (const file of await readdir(dir))
		if (!clips.some(({ slug }) => file === `${slug}.mp3`)) await rm(join(dir, file));
	// One clip per line keeps diffs small.
	await writeFile(manifest, `[\n${clips.map((line) => `\t${JSON.stringify(line)}`).join(",\n")}\n]\n`);
}

async function generateClip({ slug, text, voice }: ClipSource, recipe: string, file: string): Promise<GeneratedClip> {
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
	console.log(`${slug}: ${clip.seconds} s, ${clip.bytes.length} bytes, ${voice.name} by ${info?.name}, ${format}`);
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
	return line;
}
