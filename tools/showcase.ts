// npm run showcase: generates the showcase clips with the real engines, like a speech node, in web/public/audio/showcase.
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SpeechRequest, SpeechUnit } from "@timbre/engines/node/protocol.ts";
import type { EngineRegistry } from "@timbre/engines/speech/speech.ts";
import { unitsOf } from "@timbre/engines/text/segment.ts";
import { recipeOf, type ShowcasePiece, showcasePieces } from "../web/app/features/marketing/showcase/content/pieces.ts";
import { ROOT } from "./generated.ts";
import { maxBytes, realEngines, render, sha256 } from "./sound/render.ts";

const audioDir = join(ROOT, "web/public/audio/showcase");
const manifestFile = join(ROOT, "web/app/features/marketing/showcase/content/manifest.generated.json");
const format = "mp3_24000_48";

function requestOf({ voices, settings, lines }: ShowcasePiece): SpeechRequest {
	let before = 0;
	const units = lines.flatMap(({ voice, text }): SpeechUnit[] => {
		const offset = before;
		before += text.length;
		return unitsOf(text).map((unit) => ({
			voice,
			text: text.slice(unit.start, unit.end),
			start: offset + unit.start,
			end: offset + unit.end,
			boundary: unit.boundary,
		}));
	});
	// Use a sentence pause between two speakers instead of the pause at the end of a text.
	for (const unit of units.slice(0, -1)) if (unit.boundary === "end") unit.boundary = "sentence";
	return {
		voices: voices.map(({ engine, speaker }) => ({ engine, speaker, ...settings })),
		units,
		format,
		priority: "background",
	};
}

async function generate(piece: ShowcasePiece, registry: EngineRegistry) {
	const { bytes, seconds, peaks } = await render(requestOf(piece), registry);
	if (bytes.length > maxBytes)
		throw new Error(`${piece.id} (${seconds} s) has ${bytes.length} bytes, more than ${maxBytes}`);
	const hash = sha256(bytes);
	const file = `${piece.id}-${hash.slice(0, 8)}.mp3`;
	await writeFile(join(audioDir, file), bytes);
	const info = registry.get(piece.voices[0]?.engine ?? "")?.info;
	return {
		id: piece.id,
		file,
		format,
		engine: info?.name,
		tier: info?.tier,
		version: info?.version,
		seconds,
		bytes: bytes.length,
		sha256: hash,
		recipe: sha256(recipeOf(piece)),
		peaks,
	};
}

await mkdir(audioDir, { recursive: true });
const registry = await realEngines();
const entries = [];
for (const piece of showcasePieces) {
	const entry = await generate(piece, registry);
	entries.push(entry);
	console.log(`${entry.file}  ${entry.seconds} s, ${entry.bytes} bytes, ${entry.engine}`);
}
for (const file of await readdir(audioDir))
	if (!entries.some((entry) => entry.file === file)) await rm(join(audioDir, file));
// One clip per line keeps diffs small.
await writeFile(manifestFile, `[\n${entries.map((entry) => `\t${JSON.stringify(entry)}`).join(",\n")}\n]\n`);
for (const engine of registry.values()) await engine.close();
