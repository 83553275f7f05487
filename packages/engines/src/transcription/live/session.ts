// Live transcription. Voice activity decides when a segment starts and, if wanted, when it ends. The growing segment is
// decoded again and again for partial texts, and once more for its final text.
// Invariant: one decode at a time per session, and audio of a committed segment is never decoded again.
import { createQueue } from "../../workers/queue.ts";
import type { LiveSession } from "../recognizer.ts";
import { roundTime, textOf } from "../timed-words.ts";
import type { ListenEvent, ListenOptions, TranscriptWord } from "../transcript.ts";

export type LiveDecoded = { language: string; words: TranscriptWord[] };

export type LiveBackend = {
	/** Returns the probability of speech for each frame of 512 samples. Called with whole frames, in order. */
	activity(pcm: Float32Array): Promise<number[]>;
	/** Times are from the start of `pcm` and only needed if `times` is set. */
	decode(pcm: Float32Array, options: { times: boolean; signal: AbortSignal }): Promise<LiveDecoded>;
	close(): void;
};

const sampleRate = 16_000;
const frameSamples = 512;
const frameMs = (frameSamples / sampleRate) * 1000;
/** Kept before the first speech, so that no sound is cut off. */
const preRollFrames = 12;
const defaultThreshold = 0.5;
const defaultMinSpeechMs = 100;
/** Audio between two partial texts, at least. */
const minPartialSeconds = 0.3;
/** After this much silence the segment is decoded as if it had ended, so that its final text is ready when it does. */
const likelyEndMs = 250;
/** The longest audio that is decoded at once. Longer segments are cut where speech is least likely. */
const maxDecodeSeconds = 24;
const cutWithinSeconds = 8;
/** Longer segments are committed in any case. */
const maxSegmentSeconds = 90;
/** Audio that may wait for voice activity before `push` holds its caller back. */
const maxAheadSeconds = 10;

export function createLiveSession(options: ListenOptions, backend: LiveBackend): LiveSession {
	const queue = createQueue<ListenEvent>();
	const { threshold = defaultThreshold, minSpeechMs = defaultMinSpeechMs } = options.vad ?? {};
	const silenceMs = options.vad
		? Math.max(options.vad.silenceSeconds * 1000, options.vad.minSilenceMs)
		: Number.POSITIVE_INFINITY;
	const closing = new AbortController();
	/** Audio that is not a whole frame yet. */
	let rest = new Float32Array(0);
	/** Audio since `from` samples into the session, with the activity of its frames. */
	let audio: Float32Array[] = [];
	let activity: number[] = [];
	let from = 0;
	/** Words of the segment whose audio was cut off because it was too long. */
	let settled: TranscriptWord[] = [];
	let segmentFrom = 0;
	let language = options.language ?? "en";
	let spoke = false;
	let speechMs = 0;
	let quietMs = 0;
	/** Counts the parts that were decoded for good; a decode of an earlier part is stale. */
	let part = 0;
	let partialFrames = 0;
	let partialText = "";
	let decoding: { done: Promise<void>; stop: AbortController; times: boolean; frames: number } | undefined;
	/** The last decode with times, and how many frames it covered. */
	let ready: { frames: number; decoded: LiveDecoded } | undefined;
	let lastDecodeMs = 0;
	let work = Promise.resolve();
	let waiting = 0;

	function fail(error: unknown): void {
		if (!closing.signal.aborted) queue.fail(error);
		stop();
	}

	function stop(): void {
		if (closing.signal.aborted) return;
		closing.abort();
		decoding?.stop.abort();
		backend.close();
	}

	/** Runs steps one after the other, in the order of the calls. */
	function enqueue(step: () => Promise<void>): Promise<void> {
		work = work.then(() => (closing.signal.aborted ? undefined : step())).catch(fail);
		return work;
	}

	async function take(pcm: Float32Array): Promise<void> {
		const all = join([rest, pcm]);
		const whole = all.length - (all.length % frameSamples);
		rest = all.slice(whole);
		if (whole === 0) return;
		const probabilities = await backend.activity(all.subarray(0, whole));
		for (const [at, probability] of probabilities.entries()) {
			audio.push(all.slice(at * frameSamples, (at + 1) * frameSamples));
			activity.push(probability);
			if (probability >= threshold) {
				speechMs += frameMs;
				quietMs = 0;
				if (speechMs >= minSpeechMs) spoke = true;
			} else {
				quietMs += frameMs;
				if (!spoke) speechMs = Math.max(0, speechMs - frameMs);
			}
			if (!spoke) dropSilence();
			else if (audio.length * frameMs >= maxDecodeSeconds * 1000) await settle();
			const seconds = (from - segmentFrom + audio.length * frameSamples) / sampleRate;
			if (spoke && (quietMs >= silenceMs || seconds >= maxSegmentSeconds)) await finish(false);
		}
		if (spoke) startPartial();
	}

	/** Keeps only what may be the start of speech. */
	function dropSilence(): void {
		const excess = audio.length - preRollFrames;
		if (excess <= 0) return;
		audio.splice(0, excess);
		activity.splice(0, excess);
		from += excess * frameSamples;
		segmentFrom = from;
	}

	function startPartial(): void {
		const likelyEnd = quietMs >= likelyEndMs && quietMs - frameMs < silenceMs;
		const times = likelyEnd && !isReady();
		const fresh = (audio.length - partialFrames) * frameMs;
		if (decoding || (!times && (quietMs >= likelyEndMs || fresh < Math.max(minPartialSeconds * 1000, lastDecodeMs))))
			return;
		const decodingStop = new AbortController();
		const frames = audio.length;
		const own = part;
		partialFrames = frames;
		const started = performance.now();
		const done = backend
			.decode(join(audio), { times, signal: decodingStop.signal })
			.then((decoded) => {
				if (closing.signal.aborted || part !== own) return;
				lastDecodeMs = performance.now() - started;
				if (times) ready = { frames, decoded };
				const text = textOf([...settled, ...decoded.words], decoded.language);
				if (text !== "" && text !== partialText) queue.push({ type: "partial", text });
				partialText = text;
			})
			.catch((error: unknown) => {
				if (!decodingStop.signal.aborted) fail(error);
			})
			.finally(() => {
				if (decoding?.stop === decodingStop) decoding = undefined;
			});
		decoding = { done, stop: decodingStop, times, frames };
	}

	/** Nothing was said since the last decode with times. */
	function isReady(): boolean {
		return ready !== undefined && isQuietSince(ready.frames);
	}

	function isQuietSince(frames: number): boolean {
		return activity.slice(frames).every((probability) => probability < threshold);
	}

	/** Decodes the first `frames` frames for good and removes them. */
	async function decodeFirst(frames: number): Promise<TranscriptWord[]> {
		const isEnough = decoding?.times && frames === audio.length && isQuietSince(decoding.frames);
		if (!isEnough) {
			part++;
			decoding?.stop.abort();
		}
		await decoding?.done;
		part++;
		const pcm = join(audio.slice(0, frames));
		const decoded =
			ready && frames === audio.length && isReady()
				? ready.decoded
				: await backend.decode(pcm, { times: true, signal: closing.signal });
		language = decoded.language;
		const words = decoded.words.map((word) => shifted(word, from / sampleRate));
		audio = audio.slice(frames);
		activity = activity.slice(frames);
		from += frames * frameSamples;
		ready = undefined;
		partialFrames = 0;
		return words;
	}

	/** Cuts a long segment where speech is least likely, so that decoding stays fast. */
	async function settle(): Promise<void> {
		const first = activity.length - Math.round((cutWithinSeconds * 1000) / frameMs);
		let cut = activity.length;
		for (let at = activity.length - 1; at >= first; at--)
			if ((activity[at] as number) < (activity[cut] ?? Number.POSITIVE_INFINITY)) cut = at;
		settled.push(...(await decodeFirst(Math.max(1, cut))));
	}

	async function finish(always: boolean): Promise<void> {
		const start = segmentFrom / sampleRate;
		if (spoke) settled.push(...(await decodeFirst(audio.length)));
		const words = settled;
		const text = textOf(words, language);
		if (text !== "" || always) {
			const end = from / sampleRate;
			queue.push({
				type: "final",
				text,
				language,
				start: words[0]?.start ?? roundTime(start),
				end: words.at(-1)?.end ?? roundTime(end),
				words,
			});
		}
		settled = [];
		spoke = false;
		speechMs = 0;
		quietMs = 0;
		partialFrames = 0;
		partialText = "";
		segmentFrom = from;
	}

	return {
		async push(pcm) {
			waiting += pcm.length;
			const taken = enqueue(() => take(pcm)).finally(() => {
				waiting -= pcm.length;
			});
			if (waiting > maxAheadSeconds * sampleRate) await taken;
		},
		commit: () => enqueue(() => finish(true)),
		close() {
			void enqueue(async () => {
				stop();
				queue.end();
			});
		},
		events: queue,
	};
}

function join(parts: readonly Float32Array[]): Float32Array {
	const joined = new Float32Array(parts.reduce((length, one) => length + one.length, 0));
	let at = 0;
	for (const one of parts) {
		joined.set(one, at);
		at += one.length;
	}
	return joined;
}

function shifted(word: TranscriptWord, seconds: number): TranscriptWord {
	return { ...word, start: roundTime(word.start + seconds), end: roundTime(word.end + seconds) };
}
