import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { resample } from "@timbre/engines/media/resample.ts";
import { createPiperEngine } from "@timbre/engines/speech/providers/piper.ts";
import type { SpeechEngine } from "@timbre/engines/speech/speech.ts";
import { createMoonshine, type MoonshineTranscriber } from "@timbre/engines/transcription/providers/moonshine.ts";
import { createWhisper, type WhisperTranscriber } from "@timbre/engines/transcription/providers/whisper.ts";
import { TRANSCRIBER_SAMPLE_RATE } from "@timbre/engines/transcription/transcription.ts";
import { wordErrors } from "@timbre/engines/transcription/word-error-rate.ts";
import { clippedShare, levelDb, medianPitch, spokenSeconds } from "./acoustics.ts";
import type { MoonshineLine, ScreeningLine, WhisperLine } from "./record.ts";
import { type ListNumber, SENTENCE_LISTS } from "./sentences.ts";

export type Job = { stage: ScreeningLine["stage"]; list: ListNumber; sids: number[] };

const [modelsDir, audioDir] = process.argv.slice(2);
if (!modelsDir || !audioDir || !process.send) throw new Error("started by screen-voices.ts only");

const PIPER_SAMPLE_RATE = 22050;
/** Silence around each sentence: a transcriber guesses at the first word of a clip that starts at once. */
const SILENCE_SECONDS = 0.5;
const GAP_SECONDS = 0.25;
const WINDOW_SECONDS = 29.5;

let piper: SpeechEngine | undefined;
let moonshine: MoonshineTranscriber | undefined;
let whisper: WhisperTranscriber | undefined;

function concat(parts: Float32Array[], gap: number): Float32Array {
	const combined = new Float32Array(parts.reduce((sum, part) => sum + part.length + gap, 0));
	let at = 0;
	for (const part of parts) {
		combined.set(part, at);
		at += part.length + gap;
	}
	return combined;
}

function padWithSilence(pcm: Float32Array): Float32Array {
	const silence = SILENCE_SECONDS * TRANSCRIBER_SAMPLE_RATE;
	const padded = new Float32Array(pcm.length + 2 * silence);
	padded.set(pcm, silence);
	return padded;
}

type Spoken = { sentences: Float32Array[] };

const audioFile = (sid: number, list: ListNumber) => join(audioDir, `${sid}-${list}.s16`);

/** Stores lengths, then 16-bit samples, so both transcribers get the same audio. */
function writeSpoken(sid: number, list: ListNumber, { sentences }: Spoken): void {
	const header = Int32Array.from(sentences, (sentence) => sentence.length);
	const samples = Int16Array.from(concat(sentences, 0), (sample) =>
		Math.round(Math.max(-1, Math.min(1, sample)) * 32767),
	);
	mkdirSync(audioDir as string, { recursive: true });
	writeFileSync(
		`${audioFile(sid, list)}.part`,
		Buffer.concat([Buffer.from(header.buffer), Buffer.from(samples.buffer)]),
	);
	renameSync(`${audioFile(sid, list)}.part`, audioFile(sid, list));
}

function readSpoken(sid: number, list: ListNumber): Spoken {
	const bytes = readFileSync(audioFile(sid, list));
	const sentences: Float32Array[] = [];
	let at = SENTENCE_LISTS[list].length * 4;
	for (let i = 0; i < SENTENCE_LISTS[list].length; i++) {
		const length = bytes.readInt32LE(i * 4);
		sentences.push(Float32Array.from({ length }, (_, n) => bytes.readInt16LE(at + n * 2) / 32767));
		at += length * 2;
	}
	return { sentences };
}

async function speakAll(sid: number, list: ListNumber): Promise<void> {
	// The product's own provider, so the screened voices are the shipped ones.
	piper ??= createPiperEngine({
		modelFile: join(modelsDir as string, "piper-libritts", "model.onnx"),
		tokensFile: join(modelsDir as string, "piper-libritts", "tokens.txt"),
		threads: 1,
	});
	const sentences: Float32Array[] = [];
	for (const text of SENTENCE_LISTS[list]) {
		const { pcm } = await piper.synthesize({ text, speaker: `libritts-${sid}`, language: "en-US", speed: 1 });
		sentences.push(resample(pcm, PIPER_SAMPLE_RATE, TRANSCRIBER_SAMPLE_RATE));
	}
	writeSpoken(sid, list, { sentences });
}

async function transcribeSentences(sid: number, list: ListNumber): Promise<MoonshineLine> {
	moonshine ??= await createMoonshine({ modelDir: join(modelsDir as string, "moonshine-tiny"), threads: 1 });
	if (!existsSync(audioFile(sid, list))) await speakAll(sid, list);
	const { sentences } = readSpoken(sid, list);
	const texts = await moonshine.transcribeAll(sentences.map(padWithSilence));
	const heard = texts.map(({ text }) => text);
	const counts = heard.map((text, index) => wordErrors(SENTENCE_LISTS[list][index] as string, text));
	const words = counts.reduce((sum, count) => sum + count.words, 0);
	const combined = concat(sentences, 0);
	const seconds = sentences.reduce((sum, pcm) => sum + spokenSeconds(pcm, TRANSCRIBER_SAMPLE_RATE), 0);
	return {
		stage: "moonshine",
		list,
		sid,
		heard,
		errors: counts.reduce((sum, count) => sum + count.errors, 0),
		words,
		pitchHz: Math.round(medianPitch(combined, TRANSCRIBER_SAMPLE_RATE)),
		wordsPerMinute: Math.round((words / seconds) * 60),
		levelDb: Math.round(levelDb(combined, TRANSCRIBER_SAMPLE_RATE) * 10) / 10,
		clipped: clippedShare(combined),
		seconds: Math.round(seconds * 100) / 100,
	};
}

/** Groups sentences into few windows, because an encoder pass costs the same for 5 s as for 30 s. */
function windows(sentences: Float32Array[]): Float32Array[][] {
	const groups: Float32Array[][] = [[]];
	let seconds = 0;
	for (const sentence of sentences) {
		const length = sentence.length / TRANSCRIBER_SAMPLE_RATE + GAP_SECONDS;
		if (seconds + length > WINDOW_SECONDS) {
			groups.push([]);
			seconds = 0;
		}
		groups.at(-1)?.push(sentence);
		seconds += length;
	}
	return groups;
}

async function transcribeWindows(sids: readonly number[], list: ListNumber): Promise<WhisperLine[]> {
	whisper ??= await createWhisper({ modelDir: join(modelsDir as string, "whisper-base"), threads: 1 });
	for (const sid of sids) if (!existsSync(audioFile(sid, list))) await speakAll(sid, list);
	const clips = sids.flatMap((sid) =>
		windows(readSpoken(sid, list).sentences).map((group) => ({
			sid,
			pcm: concat(group, GAP_SECONDS * TRANSCRIBER_SAMPLE_RATE),
		})),
	);
	const texts = await whisper.transcribeAll(
		clips.map((clip) => clip.pcm),
		"en",
	);
	return sids.map((sid) => {
		const heard = texts.filter((_, index) => clips[index]?.sid === sid).map(({ text }) => text);
		const { errors, words } = wordErrors(SENTENCE_LISTS[list].join(" "), heard.join(" "));
		return { stage: "whisper", list, sid, heard: heard.join(" "), errors, words };
	});
}

async function transcribe({ stage, list, sids }: Job): Promise<ScreeningLine[]> {
	if (stage === "whisper") return transcribeWindows(sids, list);
	const lines: ScreeningLine[] = [];
	for (const sid of sids) lines.push(await transcribeSentences(sid, list));
	return lines;
}

setPriority(19);
process.on("disconnect", () => process.exit(0));
process.on("message", async (job: Job) => {
	try {
		process.send?.({ lines: await transcribe(job) });
	} catch (error) {
		process.send?.({ failed: job.sids, error: error instanceof Error ? error.message : String(error) });
	}
});
process.send({ ready: true });
