import { setImmediate } from "node:timers/promises";
import { alignSegment, type CharacterTimes } from "../alignment/characters.ts";
import { measureDurations } from "../alignment/measure.ts";
import { SpeechBadRequestError } from "../errors.ts";
import { concatBytes, roundToInt16 } from "../media/bytes.ts";
import { type AudioEncoder, createEncoder, type EncoderPool } from "../media/encoder.ts";
import { createPeaks } from "../media/peaks.ts";
import { createResampler } from "../media/resample.ts";
import { pauseAfter } from "../speech/join.ts";
import type { EngineRegistry } from "../speech/speech.ts";
import { prepare } from "../text/prepare.ts";
import { segmentText } from "../text/segment.ts";
import type { Limiter } from "../workers/limiter.ts";
import { createQueue } from "../workers/queue.ts";
import { type EncodedAudio, type EncodedCache, encodedKey, maxEncodedBytes } from "./encoded-cache.ts";
import type { SpeechEvent, SpeechRequest, SpeechUnit } from "./protocol.ts";
import { createSegmentRender, type SegmentResult, type UnitSegment, unitSegments } from "./render.ts";
import type { Scheduler, SegmentPart, SpeechSegment } from "./scheduler.ts";
import { buildTake, createTakeWriter, type TakeParts, type TakeWriter } from "./take-writer.ts";
import { createSampleBuffer, type Take, type TakeStore, toFloat } from "./takes.ts";
import { resolveVoice, type UnitVoice } from "./unit-voice.ts";

/**
 * Audio is encoded in slices, so that the first bytes leave immediately and a long segment does not block other
 * streams.
 */
const sliceSeconds = 0.2;
const peakCount = 200;

export type SpeakContext = {
	registry: EngineRegistry;
	scheduler: Scheduler;
	takes?: TakeStore;
	/** Shared by all streams of a node. */
	limitWrites?: Limiter;
	/** Shared by all streams of a node. */
	encoders?: EncoderPool;
	/** Shared by all streams of a node. */
	encodedCache?: EncodedCache;
	/** Called with the seconds of audio that were encoded. */
	onEncoded?: (seconds: number) => void;
	/** Called once per request with the time the engine took to produce its first audio, excluding queueing. */
	onFirstClause?: (seconds: number) => void;
	/** Called with errors that do not affect the audio, such as a take that could not be stored. */
	onWarning?: (error: unknown) => void;
};

/** Runs the text pipeline once, so that the first request does not pay for its compilation. */
export function warmText(): void {
	const text = "On March 5, 2024, at 3:45 pm, Dr. Smith paid $3.50 for 2 kg of apples; see https://example.com.";
	for (const { start, end } of segmentText(text))
		prepare(text.slice(start, end), [], { language: "en-US", normalization: "on" });
}

/** A unit waiting to be delivered, either from a stored take or from the segments of its batch's task. */
type PlannedUnit = {
	index: number;
	unit: SpeechUnit;
	voice: UnitVoice;
	segments: UnitSegment[];
	parts: AsyncIterator<SegmentPart> | undefined;
};

/**
 * Synthesizes a request and the units that follow it. Throws SpeechBusyError before the first event if the node is
 * full.
 */
export async function* speak(
	request: SpeechRequest,
	context: SpeakContext,
	signal: AbortSignal,
	more?: AsyncIterable<SpeechUnit[]>,
): AsyncIterable<SpeechEvent> {
	const ended = new AbortController();
	const planner = createPlanner(request, context, AbortSignal.any([signal, ended.signal]));
	const queue = createQueue<PlannedUnit>();
	for (const planned of planner.plan(request.units)) queue.push(planned);
	if (more) void enqueueMore(more, planner, queue);
	else queue.end();
	const writer = createTakeWriter(context.takes, context.onWarning, context.limitWrites);
	const key = context.encodedCache && request.format !== null ? encodedKey(request) : undefined;
	let output: Output | undefined;
	try {
		const known = key === undefined ? undefined : await readEncoded(key, request.units, writer, context.encodedCache);
		const keep = key !== undefined && !known;
		output = await createOutput(request, planner.sampleRate, signal, { ...context, keep, encoded: known?.encoded });
		for await (const planned of queue) {
			const { take: ref } = planned.unit;
			const take = known?.takes[planned.index] ?? (ref?.stored ? await writer.read(ref.key) : undefined);
			const events = take
				? output.replay(planned, take)
				: output.synthesize(planned.parts ? planned : planner.resubmit(planned), writer);
			yield* events;
		}
		yield* output.flush();
		await writer.finish();
		const encoded = output.encoded();
		if (key !== undefined && encoded) context.encodedCache?.set(key, encoded);
		yield output.end();
	} finally {
		output?.close();
		ended.abort();
	}
}

/** The cached encoded audio of a request and its takes. Undefined if there is none, or if a take was deleted since. */
async function readEncoded(
	key: string,
	units: readonly SpeechUnit[],
	writer: TakeWriter,
	cache: EncodedCache | undefined,
): Promise<{ encoded: EncodedAudio; takes: Take[] } | undefined> {
	if (!units.every(({ take }) => take?.stored)) return undefined;
	const encoded = cache?.get(key);
	if (!encoded) return undefined;
	const read = await Promise.all(units.map(({ take }) => (take ? writer.read(take.key) : undefined)));
	const takes = read.filter((take) => take !== undefined);
	if (takes.length === units.length) return { encoded, takes };
	cache?.delete(key);
	return undefined;
}

type Planner = ReturnType<typeof createPlanner>;

async function enqueueMore(
	more: AsyncIterable<SpeechUnit[]>,
	planner: Planner,
	queue: ReturnType<typeof createQueue<PlannedUnit>>,
): Promise<void> {
	try {
		for await (const units of more) for (const planned of planner.plan(units)) queue.push(planned);
		queue.end();
	} catch (error) {
		queue.fail(error);
	}
}

/** Turns units into scheduler tasks: one task per batch, for the units that have no stored take. */
function createPlanner(request: SpeechRequest, context: SpeakContext, signal: AbortSignal) {
	const voices = request.voices.map((voice) => {
		const engine = context.registry.get(voice.engine);
		if (!engine) throw new SpeechBadRequestError(`unknown engine ${voice.engine}`);
		return resolveVoice(engine, voice);
	});
	// A segment cannot be interrupted, and nobody must wait long for one that nobody waits for.
	const allShort = request.priority === "idle";
	let units = 0;
	let segmentsBefore = 0;
	let first = true;

	function submit(planned: readonly PlannedUnit[]): AsyncIterator<SegmentPart> {
		const segments = planned.flatMap(({ unit, voice, segments }) =>
			segments.map((segment): SpeechSegment => {
				const onSpeech = first ? onlyOnce(context.onFirstClause) : undefined;
				first = false;
				return {
					lane: voice.engine.info.id,
					parallel: voice.engine.parallel,
					characters: segment.end - segment.start,
					render: createSegmentRender(unit, segment, voice, { measure: request.timing === "always", onSpeech }),
				};
			}),
		);
		return context.scheduler.submit({ priority: request.priority, segments, signal })[Symbol.asyncIterator]();
	}

	return {
		sampleRate: voices[0]?.engine.info.sampleRate ?? 24_000,
		plan(batch: readonly SpeechUnit[]): PlannedUnit[] {
			const planned = batch.map((unit): PlannedUnit => {
				const voice = voices[unit.voice ?? 0] as UnitVoice;
				const segments = unit.take?.stored ? [] : unitSegments(unit, voice, segmentsBefore, allShort);
				segmentsBefore += segments.length;
				return { index: units++, unit, voice, segments, parts: undefined };
			});
			const fresh = planned.filter(({ segments }) => segments.length > 0);
			if (fresh.length > 0) {
				const parts = submit(fresh);
				for (const one of fresh) one.parts = parts;
			}
			return planned;
		},
		/** Synthesizes a unit whose take was expected in the store but is missing. */
		resubmit(planned: PlannedUnit): PlannedUnit {
			const resubmitted = { ...planned, segments: unitSegments(planned.unit, planned.voice, segmentsBefore, allShort) };
			resubmitted.parts = submit([resubmitted]);
			return resubmitted;
		},
	};
}

function onlyOnce(callback: SpeakContext["onFirstClause"]): SpeakContext["onFirstClause"] {
	let called = false;
	return (seconds) => {
		if (!called) callback?.(seconds);
		called = true;
	};
}

type Output = Awaited<ReturnType<typeof createOutput>>;

/** Encodes samples into events. There is one encoder per request, so that joins between sentences are inaudible. */
async function createOutput(
	request: SpeechRequest,
	sampleRate: number,
	signal: AbortSignal,
	options: Pick<SpeakContext, "encoders" | "onEncoded"> & {
		/** Replayed instead of encoding the takes. */
		encoded: EncodedAudio | undefined;
		/** Whether to collect what is encoded. */
		keep: boolean;
	},
) {
	const { encoded, onEncoded } = options;
	let encoder: AudioEncoder | undefined =
		encoded || request.format === null ? undefined : await createEncoder(request.format, sampleRate, options.encoders);
	const peaks = createPeaks({ count: peakCount });
	const collector = options.keep ? createCollector(request.units.length) : undefined;
	const slice = Math.round(sampleRate * sliceSeconds);
	let total = 0;
	let segments = 0;
	let audioEvents = 0;
	let finished: readonly number[] | undefined = encoded?.peaks;
	const finishedPeaks = () => {
		finished ??= [...peaks.finish()];
		return finished;
	};

	function encodeSlice(pcm: Float32Array, index: number): SpeechEvent | undefined {
		signal.throwIfAborted();
		peaks.push(pcm);
		onEncoded?.(pcm.length / sampleRate);
		const bytes = encoder?.push(pcm);
		if (!bytes || bytes.length === 0) return undefined;
		collector?.push(index, bytes);
		audioEvents++;
		return { type: "audio", bytes };
	}

	/** Small pieces skip the `encode` generator: passing a piece through a generator costs as much as encoding it. */
	const isSlice = (pcm: Float32Array) => pcm.length <= slice && audioEvents !== 1;

	async function* encode(pcm: Float32Array, index: number): AsyncIterable<SpeechEvent> {
		for (let at = 0; at < pcm.length; at += slice) {
			// Also yield after the first audio event, in case an engine returns many small pieces at once.
			if (at > 0 || audioEvents === 1) await setImmediate();
			const event = encodeSlice(pcm.subarray(at, at + slice), index);
			if (event) yield event;
		}
	}

	function* timing(
		unit: number,
		start: number,
		times: { written?: CharacterTimes; spoken?: CharacterTimes } | undefined,
	): Iterable<SpeechEvent> {
		if (!request.timing || !times?.written || !times.spoken) return;
		yield { type: "timing", unit, start, written: times.written, spoken: times.spoken };
	}

	function rateConverter(from: number) {
		if (from === sampleRate) return { push: (pcm: Float32Array) => pcm, flush: () => new Float32Array() };
		return createResampler(from, sampleRate);
	}

	function* audio(bytes: Uint8Array | undefined): Iterable<SpeechEvent> {
		signal.throwIfAborted();
		if (bytes && bytes.length > 0) yield { type: "audio", bytes };
	}

	async function* replay(planned: PlannedUnit, take: Take): AsyncIterable<SpeechEvent> {
		const { unit, voice, index } = planned;
		const converter = rateConverter(take.sampleRate);
		const pause = pauseAfter(unit.boundary, voice.speed, sampleRate);
		yield* timing(index, unit.start, request.timing === "always" ? await withTiming(take, voice, unit) : take);
		let samples = pause;
		if (encoded) yield* audio(encoded.units[index]);
		else
			for (const pcm of [converter.push(toFloat(take.pcm)), converter.flush(), new Float32Array(pause)])
				yield* encode(pcm, index);
		samples += Math.round((take.pcm.length / take.sampleRate) * sampleRate);
		const seconds = samples / sampleRate;
		total += seconds;
		segments++;
		yield {
			type: "segment",
			unit: index,
			start: unit.start,
			end: unit.end,
			seconds,
			stored: true,
			last: true,
			...unsupportedRules(take.unhonoured, unit.start),
		};
	}

	async function* synthesize(planned: PlannedUnit, writer: TakeWriter): AsyncIterable<SpeechEvent> {
		const { unit, voice, index, parts } = planned;
		const rate = voice.engine.info.sampleRate;
		// Most sentences last a few seconds.
		const buffer = writer.enabled && unit.take ? createSampleBuffer(rate * 4) : undefined;
		const takeParts: TakeParts = { rate, samples: 0, segments: [] };
		// Segments are converted one by one here, and the whole take in a replay, so the bytes would differ.
		if (rate !== sampleRate) collector?.stop();
		for (const [at, segment] of planned.segments.entries()) {
			const converter = rateConverter(rate);
			let samples = 0;
			for (let next = await parts?.next(); next && !next.done; next = await parts?.next()) {
				if ("done" in next.value) break;
				const { pcm } = next.value;
				// Takes are stored with 16 bits. Rounding before encoding makes a replay identical in every format.
				roundToInt16(pcm);
				// The timing is known by the time the first audio arrives.
				if (samples === 0) yield* timing(index, unit.start + segment.start, segment.result);
				samples += pcm.length;
				const converted = converter.push(pcm);
				if (isSlice(converted)) {
					const event = encodeSlice(converted, index);
					if (event) yield event;
				} else yield* encode(converted, index);
				buffer?.push(pcm);
			}
			yield* encode(converter.flush(), index);
			takeParts.segments.push({ segment, at: takeParts.samples / rate });
			takeParts.samples += samples;
			const last = at === planned.segments.length - 1;
			let seconds = samples / rate;
			if (last) {
				const pause = pauseAfter(unit.boundary, voice.speed, sampleRate);
				yield* encode(new Float32Array(pause), index);
				seconds += pause / sampleRate;
			}
			total += seconds;
			segments++;
			if (last && unit.take)
				await writer.write(unit.take.key, () => buildTake(unit.text, takeParts, buffer?.all() ?? new Int16Array()));
			yield {
				type: "segment",
				unit: index,
				start: unit.start + segment.start,
				end: last ? unit.end : unit.start + segment.end,
				seconds,
				stored: false,
				last,
				...unsupportedRules(segment.result?.unsupported, unit.start),
			};
		}
	}

	return {
		replay,
		synthesize,
		*flush(): Iterable<SpeechEvent> {
			const rest = encoded ? encoded.rest : encoder?.flush();
			encoder = undefined;
			if (rest) collector?.end(rest);
			yield* audio(rest);
		},
		/** What was encoded, unless it is too much to keep. Complete after the flush. */
		encoded: (): EncodedAudio | undefined => collector?.result(finishedPeaks()),
		end: (): SpeechEvent => ({ type: "end", seconds: total, segments, peaks: [...finishedPeaks()] }),
		close: () => encoder?.close(),
	};
}

/** Collects the encoded audio of a short request by sentence. */
function createCollector(units: number) {
	let pieces: Uint8Array[][] | undefined = Array.from({ length: units }, () => []);
	let length = 0;
	let rest: Uint8Array = new Uint8Array();
	return {
		push(index: number, bytes: Uint8Array): void {
			length += bytes.length;
			if (length > maxEncodedBytes) pieces = undefined;
			pieces?.[index]?.push(bytes);
		},
		end(bytes: Uint8Array): void {
			rest = bytes;
		},
		stop(): void {
			pieces = undefined;
		},
		result: (peaks: readonly number[]): EncodedAudio | undefined =>
			pieces && { units: pieces.map(concatBytes), rest, peaks },
	};
}

/** The rules with offsets into the caller's text, as part of an event; empty if there are none. */
function unsupportedRules(rules: SegmentResult["unsupported"] | undefined, offset: number) {
	if (!rules || rules.length === 0) return {};
	return {
		unsupported: rules.map(({ start, end, reason }) => ({ start: start + offset, end: end + offset, reason })),
	};
}

/** Measures the timing of a take that was stored without it. */
async function withTiming(take: Take, voice: Pick<UnitVoice, "language" | "normalization">, unit: SpeechUnit) {
	if (take.written) return take;
	const { sampleRate, spokenText } = take;
	const pcm = toFloat(take.pcm);
	const { language, normalization } = voice;
	const prepared = prepare(unit.text, unit.marks ?? [], { language, normalization });
	const durations = await measureDurations({ pcm, sampleRate, text: spokenText, language });
	return alignSegment({
		written: unit.text,
		prepared: { ...prepared, spoken: spokenText },
		durations,
		sampleRate,
		trimmed: 0,
		speech: pcm.length,
		total: pcm.length,
	});
}
