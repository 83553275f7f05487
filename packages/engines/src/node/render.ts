import { alignSegment, type CharacterTimes } from "../alignment/characters.ts";
import { measureDurations } from "../alignment/measure.ts";
import { ownLanguage } from "../speech/blend.ts";
import { finishSegment, finishStream, pauseAfter } from "../speech/join.ts";
import type { SpeechEngine, Synthesis } from "../speech/speech.ts";
import { type Prepared, prepare, type SayMark } from "../text/prepare.ts";
import { type Segment, segmentUnit } from "../text/segment.ts";
import { type SpokenSpan, writtenBehind } from "../text/spans.ts";
import type { SpeechUnit, SpeechVoice } from "./protocol.ts";
import type { Render } from "./scheduler.ts";

const speakable = /[\p{L}\p{N}]/u;

/** The voice of a unit, with everything that was left open decided. */
export type UnitVoice = {
	engine: SpeechEngine;
	speaker: string;
	language: string;
	speed: number;
	stability: number | undefined;
	style: number | undefined;
	normalisation: "auto" | "on" | "off";
};

export function resolveVoice(engine: SpeechEngine, voice: SpeechVoice): UnitVoice {
	return {
		engine,
		speaker: voice.speaker,
		language: spokenLanguage(engine, voice),
		speed: voice.speed ?? 1,
		stability: voice.stability,
		style: voice.style,
		normalisation: voice.normalisation ?? "auto",
	};
}

/** The asked language where the engine has it, in the speaker's own variety if it is the speaker's language; else the speaker's. */
function spokenLanguage(engine: SpeechEngine, { speaker, language }: SpeechVoice): string {
	const own = ownLanguage(engine, speaker) ?? engine.info.languages[0] ?? "en-US";
	if (!language || engine.info.tier === "basic") return own;
	const primary = (tag: string) => tag.toLowerCase().split("-")[0];
	if (primary(language) === primary(own)) return own;
	return engine.info.languages.find((tag) => primary(tag) === primary(language)) ?? own;
}

/** A stretch of a unit that is made in one go. */
export type UnitSegment = {
	/** Place in the unit's text. */
	start: number;
	end: number;
	/** Samples of silence after it, at the engine's rate, when another segment of the same unit follows. */
	pause: number;
	/** Filled in while it is rendered. */
	result: SegmentResult | undefined;
};

export type SegmentResult = {
	spokenText: string;
	/** Offsets are into the segment. */
	spans: SpokenSpan[];
	/** Seconds from the start of the segment. */
	written?: CharacterTimes;
	spoken?: CharacterTimes;
	/** Offsets are into the unit. */
	unhonoured: { start: number; end: number; reason: string }[];
};

/** Cuts a unit where it is too long for one go, and where it asks for a break. */
export function unitSegments(unit: SpeechUnit, voice: UnitVoice, before: number): UnitSegment[] {
	const { sampleRate } = voice.engine.info;
	const breaks = [...(unit.breaks ?? [])].sort((a, b) => a.at - b.at);
	const segments: UnitSegment[] = [];
	let from = 0;
	const piece = (to: number, breakSeconds: number | undefined) => {
		const cuts = uncutMarks(
			segmentUnit(unit.text.slice(from, to), "clause", before + segments.length),
			unit.marks,
			from,
		);
		for (const [at, cut] of cuts.entries()) {
			const last = at === cuts.length - 1;
			const own = pauseAfter(cut.boundary, voice.speed, sampleRate);
			const pause = last ? Math.round((breakSeconds ?? 0) * sampleRate) : own;
			segments.push({ start: from + cut.start, end: from + cut.end, pause, result: undefined });
		}
		// Two breaks with nothing between them, or one at the very start: the silence still counts.
		if (cuts.length === 0 && breakSeconds)
			segments.push({ start: from, end: to, pause: Math.round(breakSeconds * sampleRate), result: undefined });
		from = to;
	};
	for (const { at, seconds } of breaks) piece(at, seconds);
	piece(unit.text.length, undefined);
	return segments;
}

/** A stretch that is said in a special way is never cut in two. */
function uncutMarks(segments: Segment[], marks: readonly SayMark[] | undefined, offset: number): Segment[] {
	if (!marks || marks.length === 0) return segments;
	const whole: Segment[] = [];
	for (const segment of segments) {
		const last = whole.at(-1);
		const straddled = marks.some((mark) => mark.start - offset < segment.start && mark.end - offset > segment.start);
		if (last && straddled) {
			last.end = segment.end;
			last.boundary = segment.boundary;
		} else whole.push({ ...segment });
	}
	return whole;
}

/** Makes a segment's sound, the silence inside its unit included, and notes in it what was said and when. */
export function segmentRender(
	unit: SpeechUnit,
	segment: UnitSegment,
	voice: UnitVoice,
	wants: { measure: boolean; onSpeech?: (seconds: number) => void },
): Render {
	const { engine, speaker, language, speed, stability, style, normalisation } = voice;
	const { sampleRate } = engine.info;
	// Written out only when its turn comes: the first sound of a long text must not wait for the last page.
	return async function* render(signal) {
		const started = performance.now();
		const written = unit.text.slice(segment.start, segment.end);
		const marks = (unit.marks ?? [])
			.filter((mark) => mark.start >= segment.start && mark.end <= segment.end)
			.map((mark) => ({ ...mark, start: mark.start - segment.start, end: mark.end - segment.start }));
		const prepared = prepare(written, marks, { language, normalisation });
		segment.result = { spokenText: prepared.spoken, spans: prepared.spans, unhonoured: [] };
		const silence = new Float32Array(segment.pause);
		if (!speakable.test(prepared.spoken)) {
			if (silence.length > 0) yield silence;
			return;
		}
		const { spoken: text, overrides } = prepared;
		const input = { text, speaker, language, speed, seed: unit.seed, stability, style, overrides };
		// A listener of a sound in pieces should not wait for its end; timing can only be had from the whole.
		if (engine.stream && !wants.measure) {
			for await (const piece of finishStream(engine.stream(input, signal), sampleRate)) {
				wants.onSpeech?.((performance.now() - started) / 1000);
				yield piece;
			}
			segment.result.unhonoured = inUnit(
				segment,
				written,
				prepared,
				engine.info.capabilities.phonemes ? [] : overrides,
			);
		} else {
			const made = await engine.synthesise(input, signal);
			wants.onSpeech?.((performance.now() - started) / 1000);
			const finished = finishSegment(made.pcm, sampleRate);
			segment.result = {
				spokenText: text,
				spans: prepared.spans,
				...(await timing(made, {
					written,
					prepared,
					language,
					sampleRate,
					finished,
					pause: segment.pause,
					measure: wants.measure,
				})),
				unhonoured: inUnit(segment, written, prepared, made.unhonoured ?? []),
			};
			yield finished.pcm;
		}
		if (silence.length > 0) yield silence;
	};
}

async function timing(
	made: Synthesis,
	about: {
		written: string;
		prepared: Prepared;
		language: string;
		sampleRate: number;
		finished: { pcm: Float32Array; trimmed: number };
		pause: number;
		measure: boolean;
	},
): Promise<{ written?: CharacterTimes; spoken?: CharacterTimes }> {
	const { written, prepared, language, sampleRate, finished } = about;
	const durations =
		made.durations ??
		(about.measure
			? await measureDurations({ pcm: made.pcm, sampleRate, text: prepared.spoken, language })
			: undefined);
	if (!durations) return {};
	return alignSegment({
		written,
		prepared,
		durations,
		sampleRate,
		trimmed: finished.trimmed,
		speech: finished.pcm.length,
		total: finished.pcm.length + about.pause,
	});
}

/** From ranges of the spoken text to places in the unit. */
function inUnit(
	segment: UnitSegment,
	written: string,
	prepared: Prepared,
	ranges: readonly { start: number; end: number; reason?: string }[],
): SegmentResult["unhonoured"] {
	return ranges.map(({ start, end, reason = "this model takes no phonemes" }) => {
		const place = writtenBehind({ written, ...prepared }, start, end);
		return { start: segment.start + place.start, end: segment.start + place.end, reason };
	});
}
