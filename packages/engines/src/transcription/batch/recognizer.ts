// The real recognizer. Voice activity finds speech, a model decodes it window by window, and forced alignment finds the
// times of the words. Every window is a segment of the scheduler's lane of its model: people go first between windows,
// and speech synthesis has lanes of its own.
import { setTimeout as sleep } from "node:timers/promises";
import { forceAlignInWorker } from "../../alignment/forced/in-worker.ts";
import { SpeechBusyError } from "../../errors.ts";
import type { Priority, Scheduler } from "../../node/scheduler.ts";
import { createWorkerPool } from "../../workers/pool.ts";
import { createLiveSession } from "../live/session.ts";
import type { ActivityState } from "../providers/silero.ts";
import type { Recognizer } from "../recognizer.ts";
import { roundTime, textOf } from "../timed-words.ts";
import type { ListenOptions, TranscribeOptions, TranscriptionModel, TranscriptWord } from "../transcript.ts";
import type { ChunkActivity, FramesActivity, RangeVoices, run as runActivity } from "./activity-worker.ts";
import { createLanguageVote } from "./language-vote.ts";
import { placeAligned, placeEvenly, toSegments } from "./place-words.ts";
import type { run as runRecognize } from "./recognize-worker.ts";
import { createSpeechMap } from "./speech-map.ts";
import { frameSeconds, quietest, type TimeRange } from "./speech-ranges.ts";
import type { DecodedWindow, ScoredWord } from "./words.ts";

export type RecognizerOptions = {
	modelsDir: string;
	/** Threads of each model. */
	threads: number;
	scheduler: Pick<Scheduler, "submit">;
	/** Live sessions at a time. */
	maxSessions: number;
};

type Decode = { pcm: Float32Array; language?: string; keyterms?: readonly string[]; translate?: boolean };

const sampleRate = 16_000;
/** Models take up to a gigabyte, so they are unloaded when nothing was transcribed for this long. */
const modelsIdleMs = 10 * 60_000;
/** Longer windows have more errors. Whisper always encodes 30 seconds, so short windows cost as much as long ones. */
const windowSeconds: Record<TranscriptionModel, number> = { moonshine: 14, "whisper-base": 28, "whisper-small": 28 };
/** A window in which a model repeats itself is decoded again in halves, unless it is shorter than this. */
const minHalvedSeconds = 4;
/** What the scheduler counts as text: about as much as is said in a second. */
const charactersPerSecond = 15;
const busyRetryMs = 300;
/** Speech is looked for in the rest of a recording while its first seconds are decoded. */
const headSeconds = 30;
const noAudio: Float32Array[] = [];

export function createRecognizer({ modelsDir, threads, scheduler, maxSessions }: RecognizerOptions): Recognizer {
	const pools = new Map<TranscriptionModel, ReturnType<typeof openPool>>();
	const chunkActivity = openActivity();
	// Live frames must not wait for a chunk of minutes.
	const liveActivity = openActivity();
	let sessions = 0;

	function openActivity() {
		return createWorkerPool<typeof runActivity>({
			name: "voice activity detector",
			file: new URL("./activity-worker.ts", import.meta.url),
			threads: 1,
			idleMs: modelsIdleMs,
			onAbort: "ask-task",
			workerData: { modelsDir },
		});
	}

	function openPool(model: TranscriptionModel) {
		return createWorkerPool<typeof runRecognize>({
			name: `${model} recognizer`,
			file: new URL("./recognize-worker.ts", import.meta.url),
			threads: 1,
			idleMs: modelsIdleMs,
			onAbort: "ask-task",
			workerData: { model, modelsDir, threads },
		});
	}

	function poolOf(model: TranscriptionModel) {
		const pool = pools.get(model) ?? openPool(model);
		pools.set(model, pool);
		return pool;
	}

	async function recognize(model: TranscriptionModel, input: Decode, signal: AbortSignal): Promise<DecodedWindow> {
		const decoded = await poolOf(model).run(input, { signal });
		if (!decoded) throw new Error(`the ${model} recognizer returned no result`);
		return decoded;
	}

	/** Runs steps one after the other in a lane. */
	async function inLane(
		lane: string,
		priority: Priority,
		steps: readonly { seconds: number; run: (signal: AbortSignal) => Promise<void> }[],
		signal: AbortSignal,
	): Promise<void> {
		if (steps.length === 0) return;
		const segments = steps.map(({ seconds, run }) => ({
			lane: `transcribe:${lane}`,
			parallel: 1,
			characters: Math.ceil(seconds * charactersPerSecond),
			// The step keeps its result.
			async *render(stepSignal: AbortSignal) {
				await run(stepSignal);
				yield* noAudio;
			},
		}));
		for await (const _ of scheduler.submit({ priority, segments, signal }));
	}

	async function transcribe(pcm: Float32Array, options: TranscribeOptions, signal: AbortSignal) {
		const {
			model,
			keyterms,
			translate = false,
			characters = false,
			speakers = false,
			priority = "background",
		} = options;
		const seconds = pcm.length / sampleRate;
		const map = createSpeechMap({ seconds, maxSeconds: windowSeconds[model] });
		const given = model === "moonshine" ? "en" : options.language;
		const vote = createLanguageVote();
		const decoded: DecodedWindow[] = [];
		const timed: Promise<TranscriptWord[]>[] = [];

		const decodeWindow = async (at: number, language: string | undefined, stepSignal: AbortSignal) => {
			const window = map.windows[at] as TimeRange;
			const found = await decodeRange(map.withMargin(at), { language, keyterms, translate }, stepSignal);
			decoded[at] = found;
			if (language === undefined) vote.add(found.language, found.languageProbability, window.end - window.start);
			// In other threads, while the next window is decoded.
			const placed = place(found.words, found.language, window);
			placed.catch(() => {});
			timed[at] = placed;
		};
		const decodeRange = async (range: TimeRange, how: Omit<Decode, "pcm">, stepSignal: AbortSignal) => {
			const found = await recognize(model, { pcm: cut(pcm, range), ...how }, stepSignal);
			const { start, end } = range;
			if (!found.looped || end - start < minHalvedSeconds) return found;
			const middle = map.middle(range);
			const halves = [
				{ start, end: middle },
				{ start: middle, end },
			];
			const words: ScoredWord[] = [];
			for (const half of halves) {
				const part = await recognize(model, { pcm: cut(pcm, half), ...how, language: found.language }, stepSignal);
				words.push(...part.words);
			}
			return { ...found, words };
		};
		const place = async (words: readonly ScoredWord[], language: string, window: TimeRange) => {
			const speech = map.ranges.filter(({ start, end }) => start >= window.start && end <= window.end);
			// Translated words are not in the audio.
			if (translate) return placeEvenly(words, speech.length > 0 ? speech : [window], characters);
			return placeWords(cut(pcm, window), words, { language, window, speech, characters, signal });
		};

		const detect = async (part: TimeRange): Promise<number[]> => {
			let found: number[] = [];
			const run = async (stepSignal: AbortSignal) => {
				found = (await chunkActivity.run({ pcm: cut(pcm, part) }, { signal: stepSignal })) as ChunkActivity;
			};
			await inLane("activity", priority, [{ seconds: part.end - part.start, run }], signal);
			return found;
		};
		const step = (at: number, language: () => string | undefined) => ({
			seconds: (map.windows[at] as TimeRange).end - (map.windows[at] as TimeRange).start,
			run: (stepSignal: AbortSignal) => decodeWindow(at, language(), stepSignal),
		});
		const decode = async (probabilities: readonly number[]) => {
			const known = map.windows.length;
			map.add(probabilities);
			const steps = map.windows.slice(known).map((_, at) => step(known + at, () => given ?? vote.settled()));
			await inLane(model, priority, steps, signal);
		};

		const head = await detect({ start: 0, end: Math.min(seconds, headSeconds) });
		const cutAt =
			seconds > headSeconds ? Math.floor(quietest(head, headSeconds / 2, headSeconds) / frameSeconds) : head.length;
		const [rest] = await Promise.all([
			seconds > headSeconds ? detect({ start: cutAt * frameSeconds, end: seconds }) : [],
			decode(head.slice(0, cutAt)),
		]);
		const describe = async () =>
			speakers ? ((await chunkActivity.run({ pcm, ranges: [...map.ranges] }, { signal })) as RangeVoices) : [];
		// `decode` adds the ranges before it waits.
		const [, voices] = await Promise.all([decode(rest), describe()]);
		const { language, probability } = given ? { language: given, probability: 1 } : vote.result();
		const others = map.windows.flatMap((_, at) =>
			decoded[at]?.language === language ? [] : [step(at, () => language)],
		);
		await inLane(model, priority, others, signal);
		const words = (await Promise.all(timed)).flat();
		return {
			language,
			probability,
			seconds: roundTime(seconds),
			segments: toSegments(words, map.ranges, voices, translate ? "en" : language),
			events: [],
		};
	}

	function listen(options: ListenOptions) {
		if (sessions >= maxSessions) throw new SpeechBusyError(5, "too many live sessions");
		sessions++;
		const { model, keyterms } = options;
		// Loads the model while the first words are spoken. A failure is reported by the first decode.
		poolOf(model)
			.run(null)
			.catch(() => {});
		const given = model === "moonshine" ? "en" : options.language;
		const vote = createLanguageVote();
		let state: ActivityState | undefined;

		async function decodeOnce(pcm: Float32Array, signal: AbortSignal): Promise<DecodedWindow> {
			let found: DecodedWindow | undefined;
			const seconds = pcm.length / sampleRate;
			const language = given ?? vote.settled();
			const run = async (stepSignal: AbortSignal) => {
				found = await recognize(model, { pcm, language, keyterms }, stepSignal);
			};
			await inLane(model, "interactive", [{ seconds, run }], signal);
			const result = found as unknown as DecodedWindow;
			if (!language) vote.add(result.language, result.languageProbability, seconds);
			return result;
		}

		/** A session that was accepted waits instead of failing. */
		async function decodeWhenFree(pcm: Float32Array, signal: AbortSignal): Promise<DecodedWindow> {
			for (;;) {
				try {
					return await decodeOnce(pcm, signal);
				} catch (error) {
					if (!(error instanceof SpeechBusyError)) throw error;
				}
				await sleep(busyRetryMs, undefined, { signal });
			}
		}

		return createLiveSession(options, {
			async activity(pcm) {
				const found = (await liveActivity.run({ frames: pcm, state })) as FramesActivity;
				state = found.state;
				return found.probabilities;
			},
			async decode(pcm, { times, signal }) {
				const { language, words } = await decodeWhenFree(pcm, signal);
				const window = { start: 0, end: pcm.length / sampleRate };
				const speech = [window];
				if (!times) return { language, words: placeEvenly(words, speech, false) };
				const how = { language, window, speech, characters: false, signal };
				return { language, words: await placeWords(pcm, words, how) };
			},
			close: () => {
				sessions--;
			},
		});
	}

	return {
		transcribe,
		listen,
		close: async () => {
			await Promise.all([chunkActivity, liveActivity, ...pools.values()].map((pool) => pool.close()));
		},
	};
}

async function placeWords(
	pcm: Float32Array,
	words: readonly ScoredWord[],
	how: { language: string; window: TimeRange; speech: TimeRange[]; characters: boolean; signal: AbortSignal },
): Promise<TranscriptWord[]> {
	const { language, window, speech, characters, signal } = how;
	if (words.length === 0) return [];
	try {
		const text = textOf(words, language);
		const aligned = await forceAlignInWorker({ pcm, sampleRate, text, language, signal });
		return placeAligned(words, language, aligned.characters, window, characters);
	} catch (error) {
		if (signal.aborted) throw error;
		// The aligner does not know every language, and not every text that a model writes can be spoken.
		return placeEvenly(words, speech.length > 0 ? speech : [window], characters);
	}
}

function cut(pcm: Float32Array, { start, end }: TimeRange): Float32Array {
	return pcm.slice(Math.round(start * sampleRate), Math.round(end * sampleRate));
}
