// npm run bench:voices                       voice design with twenty descriptions and matching with twelve recordings
// npm run bench:voices -- design --only 5    the first five descriptions
// npm run bench:voices -- match --tries 40   number of blends to try
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { decodeUpload } from "@timbre/engines/media/upload/upload.ts";
import type { VoiceMatch } from "@timbre/engines/voices/match.ts";
import { measureVoice } from "@timbre/engines/voices/measure/measure.ts";
import { cosine } from "@timbre/engines/voices/measure/speaker.ts";
import { paletteOf } from "@timbre/engines/voices/palette.ts";
import { modelsDir } from "@timbre/server/core/config.ts";
import { printFigures } from "../ci/figures.ts";
import { type Case, cases, neutral } from "./voices/cases.ts";
import { type Designed, openStudio, type Studio } from "./voices/studio.ts";

type DesignRow = {
	description: string;
	semitones: number;
	pace: number;
	errors: number;
	words: number;
	/** Word error rate of the worst preview. */
	worst: number;
	right: boolean;
	difference: number;
	pitches: number[];
	speakers: string[];
	misheard: string[];
};
type MatchRow = VoiceMatch & { name: string; table: number; pitchOff: number; seconds: number };

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		only: { type: "string" },
		tries: { type: "string", default: "30" },
		seed: { type: "string", default: "11" },
	},
});
const parts = positionals.length > 0 ? positionals : ["design", "match"];
const clips = join(import.meta.dirname, "../../../shared/engines/data/speech");
const studio = await openStudio(modelsDir(process.env));
await mkdir("reports", { recursive: true });
if (parts.includes("design")) await benchDesign(studio);
if (parts.includes("match")) await benchMatch(studio);
await studio.close();

async function benchDesign({ design }: Studio): Promise<void> {
	const seed = Number(values.seed);
	const mean = ({ previews }: Designed, what: "pitchHz" | "syllablesPerSecond") =>
		previews.reduce((sum, { traits }) => sum + traits[what] / previews.length, 0);
	const baselines = new Map<Case["like"], Designed>();
	const rows: DesignRow[] = [];
	for (const [at, one] of cases.slice(0, Number(values.only ?? cases.length)).entries()) {
		const plain = baselines.get(one.like) ?? (await design(neutral[one.like], seed));
		baselines.set(one.like, plain);
		// Descriptions with the same traits need different seeds, or they would give the same voices.
		const designed = await design(one.description, seed + at);
		const semitones = 12 * Math.log2(mean(designed, "pitchHz") / mean(plain, "pitchHz"));
		const pace = mean(designed, "syllablesPerSecond") / mean(plain, "syllablesPerSecond") - 1;
		const errors = designed.previews.reduce((sum, preview) => sum + preview.errors, 0);
		const words = designed.previews.reduce((sum, preview) => sum + preview.words, 0);
		const worst = Math.max(...designed.previews.map((preview) => preview.errors / preview.words));
		const right = Math.sign(semitones) === one.pitch && Math.sign(pace) === one.pace;
		rows.push({
			description: one.description,
			semitones,
			pace,
			errors,
			words,
			worst,
			right,
			difference: designed.difference,
			pitches: designed.previews.map(({ traits }) => traits.pitchHz),
			speakers: designed.previews.map(({ voice }) => voice.speaker),
			misheard: designed.previews.flatMap(({ heard, errors }) => (errors > 0 ? [heard] : [])),
		});
		printFigures(
			`${right ? "right" : "WRONG"} ${one.description}: ${semitones.toFixed(1)} semitones, ${(pace * 100).toFixed(0)}%, ${errors}/${words} words wrong (worst ${(worst * 100).toFixed(1)}%), ${designed.difference.toFixed(1)} dB difference`,
		);
	}
	const sum = (of: (row: DesignRow) => number) => rows.reduce((total, row) => total + of(row), 0);
	printFigures(
		`${sum(({ right }) => Number(right))} of ${rows.length} in the requested direction; word error rate ${((100 * sum(({ errors }) => errors)) / sum(({ words }) => words)).toFixed(1)}%, ${(100 * Math.max(...rows.map(({ worst }) => worst))).toFixed(1)}% in the worst preview; difference of the two most similar previews ${Math.min(...rows.map(({ difference }) => difference)).toFixed(1)} dB at least, ${(sum(({ difference }) => difference) / rows.length).toFixed(1)} on average`,
	);
	await writeFile("reports/voice-design.json", JSON.stringify(rows, null, "\t"));
}

async function benchMatch({ works }: Studio): Promise<void> {
	if (!existsSync(clips)) throw new Error(`No recordings in ${clips}`);
	const rows: MatchRow[] = [];
	const names = (await readdir(clips)).filter((name) => name.endsWith(".flac"));
	for (const name of names.slice(0, Number(values.only ?? names.length))) {
		const bytes = await readFile(join(clips, name));
		const { samples, sampleRate } = await decodeUpload(bytes);
		const target = measureVoice(samples, sampleRate);
		const started = performance.now();
		const options = { engine: "kokoro", tries: Number(values.tries) };
		const found = await works.match([bytes], options, new AbortController().signal, () => {});
		const table = Math.max(...paletteOf("kokoro").map(({ vector }) => cosine(vector, target.vector)));
		const seconds = (performance.now() - started) / 1000;
		const pitchOff = found.pitchHz / found.targetPitchHz - 1;
		rows.push({ name, ...found, table, pitchOff, seconds });
		printFigures(
			`${name}: similarity ${found.similarity.toFixed(3)}, best single ${found.nearest.speaker} ${found.nearest.similarity.toFixed(3)} (by its table ${table.toFixed(3)}); pitch ${found.pitchHz.toFixed(0)} of ${found.targetPitchHz.toFixed(0)} Hz (${(pitchOff * 100).toFixed(1)}%); ${found.tried} tried in ${seconds.toFixed(0)} s; ${found.speaker}`,
		);
	}
	const count = (is: (row: MatchRow) => boolean) => rows.filter(is).length;
	printFigures(
		`${count(({ similarity, nearest, table }) => similarity > Math.max(nearest.similarity, table))} of ${rows.length} closer than any single voice; pitch within 10% in ${count(({ pitchOff }) => Math.abs(pitchOff) <= 0.1)}`,
	);
	await writeFile("reports/voice-matching.json", JSON.stringify(rows, null, "\t"));
}
