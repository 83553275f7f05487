import { setImmediate } from "node:timers/promises";
import { alignSegment, type CharacterTimes } from "../alignment/characters.ts";
import { measureDurations } from "../alignment/measure.ts";
import { roundToInt16 } from "../media/bytes.ts";
import { type AudioEncoder, createEncoder } from "../media/encoder.ts";
import { createPeaks } from "../media/peaks.ts";
import { createResampler } from "../media/resample.ts";
import { pauseAfter } from "../speech/join.ts";
import type { EngineRegistry } from "../speech/speech.ts";
import { prepare } from "../text/prepare.ts";
import { segmentText } from "../text/segment.ts";
import { SpeechBadRequestError } from "./errors.ts";
import { createKeeper, type Keeper, type TakeParts, takeOf } from "./keep.ts";
import type { SpeechEvent, SpeechRequest, SpeechUnit } from "./protocol.ts";
import { createQueue } from "./queue.ts";
import {
	resolveVoice,
	type SegmentResult,
	segmentRender,
	type UnitSegment,
	type UnitVoice,
	unitSegments,
} from "./render.ts";
import type { Scheduler, SegmentPart, SpeechSegment } from "./scheduler.ts";
import { gatherSamples, type Take, type TakeStore, toFloat } from "./takes.ts";

/** Sound is encoded in slices, so that the first bytes leave at once and one long segment holds up no other stream. */
const sliceSeconds = 0.2;
const peakCount = 200;

export type Speaking = {
	registry: EngineRegistry;
	scheduler: Scheduler;
	takes?: TakeStore;
	/** Hears how long the engine alone took until the first sound of a request. */
	onFirstClause?: (seconds: number) => void;
	/** Hears of what went wrong without spoiling the sound: a take that could not be kept. */
	onTrouble?: (error: unknown) => void;
};

/** Compiles what reads text, so that the first listener does not wait for it. */
export function warmText(): void {
	const text = "On March 5, 2024, at 3:45 pm, Dr. Smith paid $3.50 for 2 kg of apples; see https://example.com.";
	for (const { start, end } of segmentText(text))
		prepare(text.slice(start, end), [], { language: "en-US", normalisation: "on" });
}

/** A unit on its way: from a take that was kept, or in segments of its batch's task. */
type PlannedUnit = {
	index: number;
	unit: SpeechUnit;
	voice: UnitVoice;
	segments: UnitSegment[];
	parts: AsyncIterator<SegmentPart> | undefined;
};

/** Speaks a request, and the units that follow it. Throws SpeechBusyError before the first event where there is no room. */
export async function* speak(
	request: SpeechRequest,
	speaking: Speaking,
	signal: AbortSignal,
	more?: AsyncIterable<SpeechUnit[]>,
): AsyncIterable<SpeechEvent> {
	const over = new AbortController();
	const planner = createPlanner(request, speaking, AbortSignal.any([signal, over.signal]));
	const queue = createQueue<PlannedUnit>();
	for (const planned of planner.plan(request.units)) queue.push(planned);
	if (more) void follow(more, planner, queue);
	else queue.end();
	const keeper = createKeeper(speaking.takes, speaking.onTrouble);
	let out: Output | undefined;
	try {
		out = await createOutput(request, planner.sampleRate, signal);
		for await (const planned of queue) {
			const { take: named } = planned.unit;
			const take = named?.stored ? await keeper.read(named.key) : undefined;
			const sound = take
				? out.stored(planned, take)
				: out.made(planned.parts ? planned : planner.remake(planned), keeper);
			for await (const event of sound) {
				yield event;
				yield* keptEvents(keeper);
			}
		}
		yield* out.rest();
		await keeper.finish();
		yield* keptEvents(keeper);
		yield out.end();
	} finally {
		out?.close();
		over.abort();
	}
}

function* keptEvents(keeper: Keeper): Iterable<SpeechEvent> {
	for (const unit of keeper.told()) yield { type: "kept", unit };
}

type Planner = ReturnType<typeof createPlanner>;

async function follow(
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

/** Turns units into work for the scheduler: one task for all that must be made of one batch. */
function createPlanner(request: SpeechRequest, speaking: Speaking, signal: AbortSignal) {
	const voices = request.voices.map((voice) => {
		const engine = speaking.registry.get(voice.engine);
		if (!engine) throw new SpeechBadRequestError(`unknown engine ${voice.engine}`);
		return resolveVoice(engine, voice);
	});
	let units = 0;
	let segmentsBefore = 0;
	let first = true;

	function submit(planned: readonly PlannedUnit[]): AsyncIterator<SegmentPart> {
		const segments = planned.flatMap(({ unit, voice, segments }) =>
			segments.map((segment): SpeechSegment => {
				const onSpeech = first ? onlyOnce(speaking.onFirstClause) : undefined;
				first = false;
				return {
					lane: voice.engine.info.id,
					parallel: voice.engine.parallel,
					render: segmentRender(unit, segment, voice, { measure: request.timing === "always", onSpeech }),
				};
			}),
		);
		return speaking.scheduler.submit({ priority: request.priority, segments, signal })[Symbol.asyncIterator]();
	}

	return {
		sampleRate: voices[0]?.engine.info.sampleRate ?? 24_000,
		plan(batch: readonly SpeechUnit[]): PlannedUnit[] {
			const planned = batch.map((unit): PlannedUnit => {
				const voice = voices[unit.voice ?? 0] as UnitVoice;
				const segments = unit.take?.stored ? [] : unitSegments(unit, voice, segmentsBefore);
				segmentsBefore += segments.length;
				return { index: units++, unit, voice, segments, parts: undefined };
			});
			const toMake = planned.filter(({ segments }) => segments.length > 0);
			if (toMake.length > 0) {
				const parts = submit(toMake);
				for (const one of toMake) one.parts = parts;
			}
			return planned;
		},
		/** The take that should have been there is not: the unit is made after all. */
		remake(planned: PlannedUnit): PlannedUnit {
			const remade = { ...planned, segments: unitSegments(planned.unit, planned.voice, segmentsBefore) };
			remade.parts = submit([remade]);
			return remade;
		},
	};
}

function onlyOnce(hear: Speaking["onFirstClause"]): Speaking["onFirstClause"] {
	let heard = false;
	return (seconds) => {
		if (!heard) hear?.(seconds);
		heard = true;
	};
}

type Output = Awaited<ReturnType<typeof createOutput>>;

/** Everything behind the samples: one encoder for the whole request, so that no join can be heard. */
async function createOutput(request: SpeechRequest, sampleRate: number, signal: AbortSignal) {
	let encoder: AudioEncoder | undefined = await createEncoder(request.format, sampleRate);
	const peaks = createPeaks({ count: peakCount });
	const slice = Math.round(sampleRate * sliceSeconds);
	let total = 0;
	let segments = 0;
	let flushed = 0;

	function encodeSlice(pcm: Float32Array): SpeechEvent | undefined {
		signal.throwIfAborted();
		peaks.push(pcm);
		const bytes = encoder?.push(pcm);
		if (!bytes || bytes.length === 0) return undefined;
		flushed++;
		return { type: "audio", bytes };
	}

	/** Small pieces go straight on: each generator that a piece passes costs as much as its encoding. */
	const isSlice = (pcm: Float32Array) => pcm.length <= slice && flushed !== 1;

	async function* encode(pcm: Float32Array): AsyncIterable<SpeechEvent> {
		for (let at = 0; at < pcm.length; at += slice) {
			// Also before the second piece of an engine that hands out many small ones at once.
			if (at > 0 || flushed === 1) await setImmediate();
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

	/** Sound of another rate is fitted to the request's own. */
	function fitting(from: number) {
		if (from === sampleRate) return { push: (pcm: Float32Array) => pcm, flush: () => new Float32Array() };
		return createResampler(from, sampleRate);
	}

	async function* stored(planned: PlannedUnit, take: Take): AsyncIterable<SpeechEvent> {
		const { unit, voice, index } = planned;
		const fit = fitting(take.sampleRate);
		const pause = pauseAfter(unit.boundary, voice.speed, sampleRate);
		yield* timing(index, unit.start, request.timing === "always" ? await timed(take, voice.language, unit) : take);
		let samples = pause;
		for (const pcm of [fit.push(toFloat(take.pcm)), fit.flush(), new Float32Array(pause)]) {
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
			...placed(take.unhonoured, unit.start),
		};
	}

	async function* made(planned: PlannedUnit, keeper: Keeper): AsyncIterable<SpeechEvent> {
		const { unit, voice, index, parts } = planned;
		const rate = voice.engine.info.sampleRate;
		// Most sentences are over in a few seconds.
		const gathered = keeper.keeps && unit.take ? gatherSamples(rate * 4) : undefined;
		const taken: TakeParts = { rate, samples: 0, segments: [] };
		for (const [at, segment] of planned.segments.entries()) {
			const fit = fitting(rate);
			let samples = 0;
			for (let next = await parts?.next(); next && !next.done; next = await parts?.next()) {
				if ("done" in next.value) break;
				const { pcm } = next.value;
				// A take has 16 bits: rounded before encoding, a replay of it is identical in every format.
				roundToInt16(pcm);
				// What is said is known by the time its first sound is there.
				if (samples === 0) yield* timing(index, unit.start + segment.start, segment.result);
				samples += pcm.length;
				const fitted = fit.push(pcm);
				if (isSlice(fitted)) {
					const event = encodeSlice(fitted);
					if (event) yield event;
				} else yield* encode(fitted);
				gathered?.push(pcm);
			}
			yield* encode(fit.flush());
			taken.segments.push({ segment, at: taken.samples / rate });
			taken.samples += samples;
			const last = at === planned.segments.length - 1;
			let seconds = samples / rate;
			if (last) {
				const pause = pauseAfter(unit.boundary, voice.speed, sampleRate);
				yield* encode(new Float32Array(pause));
				seconds += pause / sampleRate;
			}
			total += seconds;
			segments++;
			const kept =
				last && unit.take
					? await keeper.keep(index, unit.take.key, () => takeOf(unit.text, taken, gathered?.all() ?? new Int16Array()))
					: undefined;
			yield {
				type: "segment",
				unit: index,
				start: unit.start + segment.start,
				end: last ? unit.end : unit.start + segment.end,
				seconds,
				stored: false,
				last,
				...(kept === undefined ? {} : { kept }),
				...placed(segment.result?.unhonoured, unit.start),
			};
		}
	}

	return {
		stored,
		made,
		*rest(): Iterable<SpeechEvent> {
			const rest = encoder?.flush();
			encoder = undefined;
			if (rest && rest.length > 0) yield { type: "audio", bytes: rest };
		},
		end: (): SpeechEvent => ({ type: "end", seconds: total, segments, peaks: [...peaks.finish()] }),
		close: () => encoder?.close(),
	};
}

function placed(unhonoured: SegmentResult["unhonoured"] | undefined, offset: number) {
	if (!unhonoured || unhonoured.length === 0) return {};
	return {
		unhonoured: unhonoured.map(({ start, end, reason }) => ({ start: start + offset, end: end + offset, reason })),
	};
}

/** A take that was made when nobody asked for its times is listened to now. */
async function timed(take: Take, language: string, unit: SpeechUnit) {
	if (take.written) return take;
	const { sampleRate, spokenText } = take;
	const pcm = toFloat(take.pcm);
	const prepared = prepare(unit.text, unit.marks ?? [], { language, normalisation: "auto" });
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
