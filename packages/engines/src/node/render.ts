import { alignSegment, type CharacterTimes } from "../alignment/characters.ts";
import { measureDurations } from "../alignment/measure.ts";
import { finishSegment, finishStream, pauseAfter } from "../speech/join.ts";
import type { Synthesis } from "../speech/speech.ts";
import { type Prepared, type PronunciationMark, prepare } from "../text/prepare.ts";
import { type Segment, segmentUnit } from "../text/segment.ts";
import { type SpokenSpan, writtenRange } from "../text/spans.ts";
import type { SpeechUnit } from "./protocol.ts";
import type { Render } from "./scheduler.ts";
import type { UnitVoice } from "./unit-voice.ts";

const speakable = /[\p{L}\p{N}]/u;

/** A part of a unit that is synthesized in one go. */
export type UnitSegment = {
	/** Offsets into the unit's text. */
	start: number;
	end: number;
	/** Silence before the next segment of the same unit, in samples at the engine's rate. */
	pause: number;
	/** Set while it is rendered. */
	result: SegmentResult | undefined;
};

export type SegmentResult = {
	spokenText: string;
	/** Offsets are into the segment. */
	spans: SpokenSpan[];
	/** Seconds from the start of the segment. */
	written?: CharacterTimes;
	spoken?: CharacterTimes;
	/** Pronunciations that the engine could not apply. Offsets are into the unit. */
	unsupported: { start: number; end: number; reason: string }[];
};

/** Splits a unit where it is too long to synthesize at once and at its breaks. */
export function unitSegments(unit: SpeechUnit, voice: UnitVoice, before: number, allShort = false): UnitSegment[] {
	const { sampleRate } = voice.engine.info;
	const breaks = [...(unit.breaks ?? [])].sort((a, b) => a.at - b.at);
	const segments: UnitSegment[] = [];
	let from = 0;
	const splitUpTo = (to: number, breakSeconds: number | undefined) => {
		const cuts = mergeSplitMarks(
			segmentUnit(unit.text.slice(from, to), "clause", before + segments.length, allShort),
			unit.marks,
			from,
		);
		for (const [at, cut] of cuts.entries()) {
			const last = at === cuts.length - 1;
			const pauseOfCut = pauseAfter(cut.boundary, voice.speed, sampleRate);
			const pause = last ? Math.round((breakSeconds ?? 0) * sampleRate) : pauseOfCut;
			segments.push({ start: from + cut.start, end: from + cut.end, pause, result: undefined });
		}
		// Keep the silence of a break at the very start or directly after another break.
		if (cuts.length === 0 && breakSeconds)
			segments.push({ start: from, end: to, pause: Math.round(breakSeconds * sampleRate), result: undefined });
		from = to;
	};
	for (const { at, seconds } of breaks) splitUpTo(at, seconds);
	splitUpTo(unit.text.length, undefined);
	return segments;
}

/** Merges segments that were split inside a pronunciation mark. */
function mergeSplitMarks(
	segments: Segment[],
	marks: readonly PronunciationMark[] | undefined,
	offset: number,
): Segment[] {
	if (!marks || marks.length === 0) return segments;
	const merged: Segment[] = [];
	for (const segment of segments) {
		const last = merged.at(-1);
		const straddled = marks.some((mark) => mark.start - offset < segment.start && mark.end - offset > segment.start);
		if (last && straddled) {
			last.end = segment.end;
			last.boundary = segment.boundary;
		} else merged.push({ ...segment });
	}
	return merged;
}

/** Returns a function that synthesizes a segment, including the silence after it, and sets its result. */
export function createSegmentRender(
	unit: SpeechUnit,
	segment: UnitSegment,
	voice: UnitVoice,
	options: { measure: boolean; onSpeech?: (seconds: number) => void },
): Render {
	const { engine, speaker, language, speed, stability, style, normalization } = voice;
	const { sampleRate } = engine.info;
	// Text is normalized here, when the segment runs, so that the first audio of a long text does not wait for all of it.
	return async function* render(signal) {
		const started = performance.now();
		const written = unit.text.slice(segment.start, segment.end);
		const marks = (unit.marks ?? [])
			.filter((mark) => mark.start >= segment.start && mark.end <= segment.end)
			.map((mark) => ({ ...mark, start: mark.start - segment.start, end: mark.end - segment.start }));
		const prepared = prepare(written, marks, { language, normalization });
		segment.result = { spokenText: prepared.spoken, spans: prepared.spans, unsupported: [] };
		const silence = new Float32Array(segment.pause);
		if (!speakable.test(prepared.spoken)) {
			if (silence.length > 0) yield silence;
			return;
		}
		const { spoken: text, overrides } = prepared;
		const input = { text, speaker, language, speed, seed: unit.seed, stability, style, overrides };
		// Stream if possible. Timing can only be measured on the complete audio.
		if (engine.stream && !options.measure) {
			for await (const piece of finishStream(engine.stream(input, signal), sampleRate)) {
				options.onSpeech?.((performance.now() - started) / 1000);
				yield piece;
			}
			segment.result.unsupported = toUnitRanges(
				segment,
				written,
				prepared,
				engine.info.capabilities.phonemes ? [] : overrides,
			);
		} else {
			const synthesis = await engine.synthesize(input, signal);
			options.onSpeech?.((performance.now() - started) / 1000);
			const finished = finishSegment(synthesis.pcm, sampleRate);
			segment.result = {
				spokenText: text,
				spans: prepared.spans,
				...(await timing(synthesis, {
					written,
					prepared,
					language,
					sampleRate,
					finished,
					pause: segment.pause,
					measure: options.measure,
				})),
				unsupported: toUnitRanges(segment, written, prepared, synthesis.unsupported ?? []),
			};
			yield finished.pcm;
		}
		if (silence.length > 0) yield silence;
	};
}

async function timing(
	synthesis: Synthesis,
	input: {
		written: string;
		prepared: Prepared;
		language: string;
		sampleRate: number;
		finished: { pcm: Float32Array; trimmed: number };
		pause: number;
		measure: boolean;
	},
): Promise<{ written?: CharacterTimes; spoken?: CharacterTimes }> {
	const { written, prepared, language, sampleRate, finished } = input;
	const durations =
		synthesis.durations ??
		(input.measure
			? await measureDurations({ pcm: synthesis.pcm, sampleRate, text: prepared.spoken, language })
			: undefined);
	if (!durations) return {};
	return alignSegment({
		written,
		prepared,
		durations,
		sampleRate,
		trimmed: finished.trimmed,
		speech: finished.pcm.length,
		total: finished.pcm.length + input.pause,
	});
}

/** Converts ranges of the spoken text to ranges of the unit. */
function toUnitRanges(
	segment: UnitSegment,
	written: string,
	prepared: Prepared,
	ranges: readonly { start: number; end: number; reason?: string }[],
): SegmentResult["unsupported"] {
	return ranges.map(({ start, end, reason = "this model doesn't support phonemes" }) => {
		const range = writtenRange({ written, ...prepared }, start, end);
		return { start: segment.start + range.start, end: segment.start + range.end, reason };
	});
}
