import { ensureModel } from "@timbre/engines/models/store.ts";
import { createMoonshine } from "@timbre/engines/transcription/providers/moonshine.ts";
import { createWhisper } from "@timbre/engines/transcription/providers/whisper.ts";
import type { TranscriptionModel } from "@timbre/engines/transcription/transcript.ts";
import sentences from "../takes/sentences.json" with { type: "json" };
import { voices } from "./accuracy.ts";
import { type Bench, median, never, rate, type Voice } from "./clips.ts";

const clipCount = 24;
const rounds = 10;

/**
 * Compares the recognizer, which also finds speech and the times of words, with the model alone, which gets the same
 * audio cut at the right places. Measured again with voices described, which telling speakers apart needs.
 */
export async function measureThroughput(
	{ recognizer, clips }: Bench,
	{ modelsDir, threads, model }: { modelsDir: string; threads: number; model: TranscriptionModel },
): Promise<string[]> {
	const spoken: Float32Array[] = [];
	for (const [at, text] of sentences.tuning.slice(0, clipCount).entries())
		spoken.push((await clips.speak(text, voices[at % voices.length] as Voice)).pcm);
	const all = new Float32Array(spoken.reduce((sum, { length }) => sum + length, 0));
	let offset = 0;
	for (const one of spoken) {
		all.set(one, offset);
		offset += one.length;
	}
	const seconds = all.length / rate;
	const { dir } = await ensureModel(model === "moonshine" ? "moonshine-tiny" : model, { dir: modelsDir });
	const options = { modelDir: dir, threads };
	const bare = model === "moonshine" ? await createMoonshine(options) : await createWhisper(options);
	const windows = grouped(spoken, model === "moonshine" ? 14 : 28);
	const alone = async () => {
		for (const pcm of windows) await bare.transcribe(pcm, "en");
	};
	const onNode = (speakers: boolean) => () => recognizer.transcribe(all, { model, language: "en", speakers }, never);
	const runs = [alone, onNode(false), onNode(true)] as const;
	// Loads models and compiles code.
	for (const run of runs) await run();
	const measured: number[][] = [[], [], []];
	for (let round = 0; round < rounds; round++) {
		// None is always first: the speed of the machine changes within seconds.
		for (let turn = 0; turn < runs.length; turn++) {
			const at = (round + turn) % runs.length;
			measured[at]?.push(await timed(runs[at] as (typeof runs)[number]));
		}
	}
	await bare.close();
	const [bareMs = [], nodeMs = [], speakersMs = []] = measured;
	const speed = (ms: number[]) => ((seconds * 1000) / median(ms)).toFixed(1);
	const ratio = (ms: number[]) => median(ms.map((one, round) => (bareMs[round] as number) / one)).toFixed(2);
	return [
		`${model} ${speed(nodeMs)} times real time on a node, ${speed(bareMs)} bare, ratio ${ratio(nodeMs)} (median of ${rounds}, goal 0.9)`,
		`${model} with speakers ${speed(speakersMs)} times real time, ratio ${ratio(speakersMs)}`,
	];
}

async function timed(run: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	await run();
	return performance.now() - startedAt;
}

/** Joins clips up to a length, as the recognizer does. */
function grouped(clips: readonly Float32Array[], maxSeconds: number): Float32Array[] {
	const groups: Float32Array[][] = [];
	let length = Number.POSITIVE_INFINITY;
	for (const clip of clips) {
		if (length + clip.length > maxSeconds * rate) {
			groups.push([]);
			length = 0;
		}
		groups.at(-1)?.push(clip);
		length += clip.length;
	}
	return groups.map((group) => {
		const joined = new Float32Array(group.reduce((sum, one) => sum + one.length, 0));
		let at = 0;
		for (const one of group) {
			joined.set(one, at);
			at += one.length;
		}
		return joined;
	});
}
