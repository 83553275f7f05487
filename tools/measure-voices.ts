// node tools/measure-voices.ts            measures every Kokoro voice, for voice design and matching
// node tools/measure-voices.ts --mixes 40  also checks how well the traits of blends follow from those of their speakers
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isEnglish } from "@timbre/contract/language.ts";
import { ensureModel, modelFile } from "@timbre/engines/models/store.ts";
import { blendName } from "@timbre/engines/speech/blend.ts";
import { finishSegment } from "@timbre/engines/speech/join.ts";
import { kokoroSpeakers } from "@timbre/engines/speech/kokoro-speakers.ts";
import { createKokoroEngine } from "@timbre/engines/speech/providers/kokoro.ts";
import { seededRandom } from "@timbre/engines/speech/providers/seeded-random.ts";
import { measureVoice, type VoiceMeasurement } from "@timbre/engines/voices/measure/measure.ts";
import { syllablesOf } from "@timbre/engines/voices/measure/syllables.ts";
import { evaluationSentences, trialSentence } from "@timbre/engines/voices/sentences.ts";
import { loadConfig } from "@timbre/server/core/config.ts";

type Row = {
	speaker: string;
	pitchHz: number;
	pitchSpread: number;
	syllablesPerSecond: number;
	swellsPerSecond: number;
	brightnessHz: number;
	vector: number[];
};

const { values } = parseArgs({ options: { mixes: { type: "string", default: "0" } } });
const table = join(import.meta.dirname, "../packages/engines/src/voices/data/kokoro-traits.generated.json");
const files = await ensureModel("kokoro", { dir: loadConfig().MODELS_DIR });
const engine = createKokoroEngine({
	modelFile: modelFile(files, "model.onnx"),
	stylesDir: `${files.dir}/voices`,
	threads: 2,
});
const { sampleRate } = engine.info;

async function measure(speaker: string, language: string): Promise<VoiceMeasurement & { rate: number }> {
	const parts: Float32Array[] = [];
	for (const text of [trialSentence, evaluationSentences]) {
		const { pcm } = await engine.synthesize({ text, speaker, language, speed: 1 });
		parts.push(finishSegment(pcm, sampleRate).pcm, new Float32Array(sampleRate * 0.35));
	}
	const combined = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of parts) {
		combined.set(part, at);
		at += part.length;
	}
	const measurement = measureVoice(combined, sampleRate);
	return { ...measurement, rate: syllables / measurement.traits.speechSeconds };
}

const syllables = syllablesOf(`${trialSentence} ${evaluationSentences}`);
const round = (value: number, digits: number) => Number(value.toFixed(digits));
const english = (language: string) => (isEnglish(language) ? language : "en-US");
const started = performance.now();
const rows: Row[] = [];
for (const { id, language } of kokoroSpeakers) {
	const { traits, vector, rate } = await measure(id, english(language));
	rows.push({
		speaker: id,
		pitchHz: round(traits.pitchHz, 1),
		pitchSpread: round(traits.pitchSpread, 2),
		syllablesPerSecond: round(rate, 2),
		swellsPerSecond: round(traits.syllablesPerSecond, 2),
		brightnessHz: round(traits.brightnessHz, 0),
		vector: vector.map((value) => round(value, 4)),
	});
	const { pitchHz, pitchSpread, syllablesPerSecond, brightnessHz } = traits;
	console.log(
		`${id.padEnd(14)} ${pitchHz.toFixed(0)} Hz ±${pitchSpread.toFixed(1)} st, ${rate.toFixed(2)} (${syllablesPerSecond.toFixed(2)}) /s, ${brightnessHz.toFixed(0)} Hz`,
	);
}
await writeFile(table, `[\n${rows.map((row) => `\t${JSON.stringify(row)}`).join(",\n")}\n]\n`);
console.log(`${rows.length} voices in ${((performance.now() - started) / 1000).toFixed(0)} s`);

const random = seededRandom(7);
const pick = () => rows[Math.floor(((random() + 1) / 2) * rows.length) % rows.length] as Row;
for (let blend = 0; blend < Number(values.mixes); blend++) {
	const [a, b, c, d] = [pick(), pick(), pick(), pick()];
	const x = (random() + 1) / 2;
	const y = (random() + 1) / 2;
	if (a === b || c === d) continue;
	const speaker = blendName({
		timbre: { [a.speaker]: x, [b.speaker]: 1 - x },
		prosody: { [c.speaker]: y, [d.speaker]: 1 - y },
		pace: 1,
	});
	const measurement = await measure(speaker, "en-US");
	const traits = { ...measurement.traits, syllablesPerSecond: measurement.rate };
	const expected = {
		pitchHz: Math.exp(y * Math.log(c.pitchHz) + (1 - y) * Math.log(d.pitchHz)),
		pitchSpread: y * c.pitchSpread + (1 - y) * d.pitchSpread,
		syllablesPerSecond: y * c.syllablesPerSecond + (1 - y) * d.syllablesPerSecond,
		brightnessHz: x * a.brightnessHz + (1 - x) * b.brightnessHz,
	};
	const off = (name: keyof typeof expected) =>
		`${name} ${traits[name].toFixed(1)} for ${expected[name].toFixed(1)} (${((traits[name] / expected[name] - 1) * 100).toFixed(0)}%)`;
	console.log(`${speaker}\n\t${(Object.keys(expected) as (keyof typeof expected)[]).map(off).join(", ")}`);
}
await engine.close();
