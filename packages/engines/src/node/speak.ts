import { setImmediate } from "node:timers/promises";
import { alignSegment, type CharacterTimes } from "../alignment/characters.ts";
import { measureDurations } from "../alignment/measure.ts";
import { SpeechBadRequestError } from "../errors.ts";
import { roundToInt16 } from "../media/bytes.ts";
import { type AudioEncoder, createEncoder, type EncoderPool } from "../media/encoder.ts";
import { createPeaks } from "../media/peaks.ts";
import { createResampler } from "../media/resample.ts";
import { pauseAfter } from "../speech/join.ts";
import type { EngineRegistry } from "../speech/speech.ts";
import { prepare } from "../text/prepare.ts";
import { segmentText } from "../text/segment.ts";
import type { Limiter } from "../workers/limiter.ts";
import type { SpeechEvent, SpeechRequest, SpeechUnit } from "./protocol.ts";
import { createQueue } from "./queue.ts";
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
	let output: Output | undefined;
	try {
		output = await createOutput(request, planner.sampleRate, signal, context.encoders);
		for await (const planned of queue) {
			const { take: ref } = planned.unit;
			const take = ref?.stored ? await writer.read(ref.key) : undefined;
			const events = take
				? output.replay(planned, take)
				: output.synthesize(planned.parts ? planned : planner.resubmit(planned), writer);
			yield* events;
		}
		yield* output.flush();
		await writer.finish();
		yield output.end();
	} finally {
		output?.close();
		ended.abort();
	}
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
async function createOutput(request: SpeechRequest, sampleRate: number, signal: AbortSignal, encoders?: EncoderPool) {
	let encoder: AudioEncoder | undefined = await createEncoder(request.format, sampleRate, encoders);
	const peaks = createPeaks({ count: peakCount });
	const slice = Math.round(sampleRate * sliceSeconds);
	let total = 0;
	let segments = 0;
	let audioEvents = 0;

	function encodeSlice(pcm: Float32Array): SpeechEvent | undefined {
		signal.throwIfAborted();
		peaks.push(pcm);
		const bytes = encoder?.push(pcm);
		if (!bytes || bytes.length === 0) return undefined;
		audioEvents++;
		return { type: "audio", bytes };
	}

	/** Small pieces skip the `encode` generator: passing a piece through a generator costs as much as encoding it. */
	const isSlice = (pcm: Float32Array) => pcm.length <= slice && audioEvents !== 1;

	async function* encode(pcm: Float32Array): AsyncIterable<SpeechEvent> {
		for (let at = 0; at < pcm.length; at += slice) {
			// Also yield after the first audio event, in case an engine returns many small pieces at once.
			if (at > 0 || audioEvents === 1) await setImmediate();
			const event = encodeSlice(pcm.subarray(at, at + slice));
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

	async function* replay(planned: PlannedUnit, take: Take): AsyncIterable<SpeechEvent> {
		const { unit, voice, index } = planned;
		const converter = rateConverter(take.sampleRate);
		const pause = pauseAfter(unit.boundary, voice.speed, sampleRate);
		yield* timing(index, unit.start, request.timing === "always" ? await withTiming(take, voice, unit) : take);
		let samples = pause;
		for (const pcm of [converter.push(toFloat(take.pcm)), converter.flush(), new Float32Array(pause)]) {
			if (pcm !== undefined) yield* encode(pcm);
		}
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
					const event = encodeSlice(converted);
					if (event) yield event;
				} else yield* encode(converted);
				buffer?.push(pcm);
			}
			yield* encode(converter.flush());
			takeParts.segments.push({ segment, at: takeParts.samples / rate });
			takeParts.samples += samples;
			const last = at === planned.segments.length - 1;
			let seconds = samples / rate;
			if (last) {
				const pause = pauseAfter(unit.boundary, voice.speed, sampleRate);
				yield* encode(new Float32Array(pause));
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
			const rest = encoder?.flush();
			encoder = undefined;
			if (rest && rest.length > 0) yield { type: "audio", bytes: rest };
		},
		end: (): SpeechEvent => ({ type: "end", seconds: total, segments, peaks: [...peaks.finish()] }),
		close: () => encoder?.close(),
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
