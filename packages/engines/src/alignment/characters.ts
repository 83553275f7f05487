import type { TokenDuration } from "../speech/speech.ts";
import type { Prepared } from "../text/prepare.ts";
import type { SpokenSpan } from "../text/spans.ts";
import { alignLetters } from "./letters.ts";
import { phonemesOf } from "./timed-phonemes.ts";

/** When each character (Unicode code point) of a text is spoken, in seconds from the start of the audio. */
export type CharacterTimes = { characters: string[]; starts: number[]; ends: number[] };

export type SegmentTiming = {
	written: string;
	prepared: Prepared;
	/** Durations of the full waveform before trimming; offsets are into `prepared.spoken`. */
	durations: readonly TokenDuration[];
	sampleRate: number;
	/** Samples trimmed from the start of the segment. */
	trimmed: number;
	/** Samples of speech after trimming. */
	speech: number;
	/** Samples of speech plus the pause after it. */
	total: number;
};

/** Start and end of every UTF-16 unit of a text, in samples of the finished segment. */
type Units = { from: Float64Array; to: Float64Array };
type TimedToken = { token: string; from: number; to: number };
type TimedWord = { start: number; end: number; from: number; to: number; tokens: TimedToken[] };

/**
 * Returns character times of a finished segment for both the written and the spoken text. Word boundaries are exactly
 * the model's; within a word, letters follow their phonemes; unspoken characters are placed between words, in order.
 */
export function alignSegment(input: SegmentTiming): { written: CharacterTimes; spoken: CharacterTimes } {
	const { written, prepared, sampleRate, total } = input;
	const spokenUnits = timeSpoken(prepared.spoken, wordsOf(input), input.speech, total);
	const writtenUnits = timeWritten(written, prepared, spokenUnits);
	return {
		written: characterTimes(written, writtenUnits, sampleRate, total),
		spoken: characterTimes(prepared.spoken, spokenUnits, sampleRate, total),
	};
}

/** Groups tokens into words, in order. A token without a text range inside a word belongs to that word. */
function wordsOf({ prepared, durations, trimmed, speech }: SegmentTiming): TimedWord[] {
	const length = prepared.spoken.length;
	const words: TimedWord[] = [];
	let between: TimedToken[] = [];
	let at = -trimmed;
	for (const { token, samples, start, end } of durations) {
		const timed = { token, from: clamp(at, speech), to: clamp(at + samples, speech) };
		at += samples;
		if (start === undefined || end === undefined) {
			between.push(timed);
			continue;
		}
		const last = words.at(-1);
		if (last && last.start === start && last.end === end) {
			last.tokens.push(...between, timed);
			last.to = timed.to;
		} else if (start >= (last?.end ?? 0) && end > start && end <= length) {
			words.push({ start, end, from: timed.from, to: timed.to, tokens: [timed] });
		}
		between = [];
	}
	return words;
}

function timeSpoken(text: string, words: readonly TimedWord[], speech: number, total: number): Units {
	const units = { from: new Float64Array(text.length), to: new Float64Array(text.length) };
	let done = 0;
	let time = 0;
	for (const word of words) {
		fillGap(units, text, { start: done, end: word.start, from: time, to: word.from, leading: done === 0 });
		const slice = text.slice(word.start, word.end);
		const spans = alignLetters(slice, phonemesOf(word.tokens));
		let unit = word.start;
		for (const [index, character] of [...slice].entries()) {
			const span = spans[index] ?? { from: word.to, to: word.to };
			for (let k = 0; k < character.length; k++, unit++) {
				units.from[unit] = span.from;
				units.to[unit] = span.to;
			}
		}
		done = word.end;
		time = word.to;
	}
	const end = /\s/.test(text.slice(done)) ? total : Math.max(time, speech);
	fillGap(units, text, { start: done, end: text.length, from: time, to: end, leading: false });
	return units;
}

type Gap = { start: number; end: number; from: number; to: number; leading: boolean };

/**
 * Spaces share the time between two words. Punctuation stays with the word it touches and gets time only if there is no
 * space.
 */
function fillGap({ from, to }: Units, text: string, gap: Gap): void {
	const slice = text.slice(gap.start, gap.end);
	const spaces = slice.match(/\s/g)?.length ?? 0;
	const shares = spaces > 0 ? spaces : gap.leading ? 0 : slice.length;
	let done = 0;
	for (let unit = 0; unit < slice.length; unit++) {
		const lasts = spaces > 0 ? /\s/.test(slice[unit] as string) : shares > 0;
		const at = (part: number) => (shares === 0 ? gap.to : gap.from + ((gap.to - gap.from) * part) / shares);
		from[gap.start + unit] = at(done);
		if (lasts) done++;
		to[gap.start + unit] = at(done);
	}
}

/** Copies the times of unchanged text; normalized text shares the time of the words spoken for it. */
function timeWritten(written: string, { spoken, spans }: Prepared, units: Units): Units {
	const result = { from: new Float64Array(written.length), to: new Float64Array(written.length) };
	let time = 0;
	for (const span of spans) {
		const count = span.writtenEnd - span.writtenStart;
		const same = written.slice(span.writtenStart, span.writtenEnd) === spoken.slice(span.spokenStart, span.spokenEnd);
		const range = same ? undefined : spokenRange(spoken, span, units, time);
		for (let k = 0; k < count; k++) {
			const unit = span.writtenStart + k;
			const from = range ? range.from + ((range.to - range.from) * k) / count : units.from[span.spokenStart + k];
			const to = range ? range.from + ((range.to - range.from) * (k + 1)) / count : units.to[span.spokenStart + k];
			result.from[unit] = from ?? time;
			result.to[unit] = to ?? time;
		}
		time = span.spokenEnd > span.spokenStart ? (units.to[span.spokenEnd - 1] ?? time) : time;
	}
	return result;
}

/** Excludes surrounding spaces, so that a number does not last until the next word. */
function spokenRange(spoken: string, { spokenStart, spokenEnd }: SpokenSpan, { from, to }: Units, time: number) {
	const slice = spoken.slice(spokenStart, spokenEnd);
	const start = spokenStart + (slice.length - slice.trimStart().length);
	const end = spokenStart + slice.trimEnd().length;
	if (end <= start) return { from: time, to: time };
	return { from: from[start] ?? time, to: to[end - 1] ?? time };
}

function characterTimes(text: string, units: Units, sampleRate: number, total: number): CharacterTimes {
	const characters = [...text];
	const starts: number[] = [];
	const ends: number[] = [];
	let unit = 0;
	let time = 0;
	for (const character of characters) {
		const start = Math.max(time, clamp(units.from[unit] ?? time, total));
		const end = Math.max(start, clamp(units.to[unit + character.length - 1] ?? start, total));
		starts.push(start / sampleRate);
		ends.push(end / sampleRate);
		time = end;
		unit += character.length;
	}
	return { characters, starts, ends };
}

function clamp(samples: number, max: number): number {
	return Math.min(Math.max(0, samples), Math.max(0, max));
}
