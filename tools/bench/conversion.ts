// npm run bench:conversion: both models of the voice changer, with real engines and transcribers.
//   Goals: length within 3 %, word error rate at most 8 %, pitch within 10 % of the voice, formants moved as asked within 0.05.
import { availableParallelism } from "node:os";
import { formantRatio, reshapingFor } from "@timbre/engines/conversion/reshape.ts";
import { littleEndianBytes, writeInt16 } from "@timbre/engines/media/bytes.ts";
import { resample } from "@timbre/engines/media/resample.ts";
import { ensureModel, modelFile } from "@timbre/engines/models/store.ts";
import { createVoiceConverter } from "@timbre/engines/node/recordings/convert.ts";
import { createScheduler } from "@timbre/engines/node/scheduler.ts";
import { createWorkerEngine } from "@timbre/engines/speech/in-worker.ts";
import { createEngineRegistry, type SpeechEngine } from "@timbre/engines/speech/speech.ts";
import { createMoonshine } from "@timbre/engines/transcription/providers/moonshine.ts";
import { wordErrors } from "@timbre/engines/transcription/word-error-rate.ts";
import { measureTraits } from "@timbre/engines/voices/measure/traits.ts";
import { modelsDir } from "@timbre/server/core/config.ts";
import { printFigures } from "../ci/figures.ts";

const dir = modelsDir(process.env);
const threads = availableParallelism();
const sentences = [
	"The old lighthouse stood alone on the cliff, and its lamp had not been lit for years.",
	"Please bring the blue folder to the meeting room before noon. We start on time.",
	"She opened the window and let the cold morning air fill the kitchen.",
];
const pauseSeconds = 0.6;
/** Recording and target: across engines, and across low and high voices. */
const pairs = [
	["kokoro", "am_adam", "kokoro", "af_heart"],
	["kokoro", "af_bella", "kokoro", "am_michael"],
	["piper", "libritts-140", "kokoro", "bf_emma"],
	["kokoro", "bm_george", "piper", "libritts-140"],
] as const;
const formantSteps = [0.85, 0.92, 1.08, 1.18];

const kokoro = await ensureModel("kokoro", { dir });
const piper = await ensureModel("piper-libritts", { dir });
const engines: Record<string, SpeechEngine> = {
	kokoro: createWorkerEngine({
		provider: "kokoro",
		options: { modelFile: modelFile(kokoro, "model.onnx"), stylesDir: `${kokoro.dir}/voices`, threads },
	}),
	piper: createWorkerEngine({
		provider: "piper",
		options: { modelFile: modelFile(piper, "model.onnx"), tokensFile: modelFile(piper, "tokens.txt"), threads },
	}),
};
const transcriber = await createMoonshine({ modelDir: (await ensureModel("moonshine-tiny", { dir })).dir, threads });
const converter = createVoiceConverter({
	registry: createEngineRegistry(Object.values(engines)),
	scheduler: createScheduler({ capacity: 8 }),
});
const { signal } = new AbortController();

type Recording = { pcm: Float32Array; sampleRate: number; words: { text: string; start: number; end: number }[] };

/** The sentences with pauses between them. Words are spread evenly: their exact times are not needed. */
async function record(engine: string, speaker: string): Promise<Recording> {
	const { sampleRate } = (engines[engine] as SpeechEngine).info;
	const parts: Float32Array[] = [];
	const words: Recording["words"] = [];
	let at = 0;
	for (const text of sentences) {
		const { pcm } = await (engines[engine] as SpeechEngine).synthesize({ text, speaker, language: "en-US", speed: 1 });
		const perCharacter = pcm.length / sampleRate / text.length;
		for (const { 0: word, index } of text.matchAll(/\S+/g))
			words.push({
				text: word,
				start: at + index * perCharacter,
				end: at + (index + word.length) * perCharacter,
			});
		parts.push(pcm, new Float32Array(Math.round(pauseSeconds * sampleRate)));
		at += pcm.length / sampleRate + pauseSeconds;
	}
	const joined = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
	parts.reduce((offset, part) => {
		joined.set(part, offset);
		return offset + part.length;
	}, 0);
	return { pcm: joined, sampleRate, words };
}

function toPcm(samples: Float32Array): Uint8Array {
	const pcm = new Int16Array(samples.length);
	writeInt16(samples, pcm);
	return littleEndianBytes(pcm);
}

const toFloat = (bytes: Uint8Array) => {
	const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return Float32Array.from({ length: bytes.length >> 1 }, (_, at) => buffer.readInt16LE(at * 2) / 32_767);
};

async function errorRate(pcm: Float32Array, sampleRate: number): Promise<number> {
	const { text } = await transcriber.transcribe(resample(pcm, sampleRate, 16_000), "en");
	return wordErrors(sentences.join(" "), text).rate;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const failures: string[] = [];
const check = (name: string, reached: boolean) => {
	if (!reached) failures.push(name);
};

for (const [fromEngine, from, toEngine, to] of pairs) {
	const { pcm, sampleRate, words } = await record(fromEngine, from);
	const source = measureTraits(pcm, sampleRate);
	const own = await record(toEngine, to);
	const target = measureTraits(own.pcm, own.sampleRate);
	const name = `${from} to ${to}`;

	const started = performance.now();
	const voice = { engine: toEngine, speaker: to, language: "en-US" };
	const revoiced = await converter.revoice({ sampleRate, words, voice }, toPcm(pcm), signal);
	const factor = (performance.now() - started) / 1000 / (pcm.length / sampleRate);
	const spoken = toFloat(revoiced.pcm);
	const length = spoken.length / revoiced.sampleRate / (pcm.length / sampleRate) - 1;
	const misheard = await errorRate(spoken, revoiced.sampleRate);
	const pitch = measureTraits(spoken, revoiced.sampleRate).pitchHz / target.pitchHz - 1;
	check(`re-voice ${name}`, Math.abs(length) <= 0.03 && misheard <= 0.08 && Math.abs(pitch) <= 0.1);
	printFigures(
		`conversion: re-voice ${name}: length ${percent(length)}, word error rate ${percent(misheard)}, pitch ${percent(pitch)} from the voice, real-time factor ${factor.toFixed(2)}`,
	);

	const reshaping = reshapingFor(source, target);
	const reshapedAt = performance.now();
	const reshaped = toFloat((await converter.reshape({ sampleRate, ...reshaping }, toPcm(pcm), signal)).pcm);
	const reshapeFactor = (performance.now() - reshapedAt) / 1000 / (pcm.length / sampleRate);
	const result = measureTraits(reshaped, sampleRate);
	const wrong = await errorRate(reshaped, sampleRate);
	const reached = result.pitchHz / (source.pitchHz * reshaping.pitch) - 1;
	check(`reshape ${name}`, wrong <= 0.08 && Math.abs(reached) <= 0.1);
	printFigures(
		`conversion: reshape ${name}: pitch × ${reshaping.pitch.toFixed(2)} (${percent(reached)} off), formants × ${reshaping.formant.toFixed(2)} (measured ${formantRatio(source.envelope, result.envelope).toFixed(2)}), word error rate ${percent(wrong)}, real-time factor ${reshapeFactor.toFixed(2)}`,
	);
	const moved: number[] = [];
	for (const formant of formantSteps) {
		const { pcm: bytes } = await converter.reshape({ sampleRate, pitch: 1, formant }, toPcm(pcm), signal);
		moved.push(formantRatio(source.envelope, measureTraits(toFloat(bytes), sampleRate).envelope) - formant);
	}
	const mean = moved.reduce((sum, error) => sum + Math.abs(error), 0) / moved.length;
	check(`formants of ${from}`, mean <= 0.05);
	printFigures(`conversion: formants of ${from} moved as asked, mean error ${mean.toFixed(3)}`);
}
await converter.close();
for (const engine of Object.values(engines)) await engine.close();
if (failures.length > 0) throw new Error(`Goals missed: ${failures.join(", ")}`);
process.exit(0);
