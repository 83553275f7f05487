import { UnalignableError } from "../../errors.ts";
import { type Prepared, prepare } from "../../text/prepare.ts";
import { alignSegment, type CharacterTimes } from "../characters.ts";
import { type MatchedToken, matchReference } from "../match.ts";
import { maxCharactersPerSecond, splitPieces, synthesizeReference, toDurations } from "../measure.ts";
import { wordSpans } from "../words.ts";
import { createYielder } from "../yielder.ts";

export type AlignedText = { text: string; start: number; end: number };

/**
 * Times are in seconds. `loss` is how much a word differs from the reference: the mean distance of the two along the
 * match, divided by the mean distance of random frames of both. The reference voice itself is near 0, another voice
 * reading the text 0.5 to 0.8, a different text 0.1 above that, noise 0.9 or more. Use it to rank the words of a
 * recording; it is not a probability. A word that was not found has loss 1. The overallLoss loss is the mean over the
 * words, weighted by duration.
 */
export type ForcedAlignment = {
	characters: AlignedText[];
	words: (AlignedText & { loss: number })[];
	loss: number;
};

export type ForcedAlignInput = {
	pcm: Float32Array;
	sampleRate: number;
	text: string;
	/** BCP 47; detected from the script if missing. */
	language?: string;
	signal?: AbortSignal;
};

/** 80 dB below full scale, quieter than the noise of any recording. */
const silenceThreshold = 1e-4;

/** Aligns a text with a recording of it. Silence between words belongs to the spaces between them. */
export async function forceAlign(input: ForcedAlignInput): Promise<ForcedAlignment> {
	const { pcm, sampleRate, text, signal } = input;
	const seconds = pcm.length / sampleRate;
	if (wordSpans(text).length === 0) throw new UnalignableError("The text has no words.");
	if (seconds < 0.02) throw new UnalignableError("The audio is empty.");
	if (!pcm.some((sample) => Math.abs(sample) > silenceThreshold)) throw new UnalignableError("The audio is silent.");
	if (text.length > seconds * maxCharactersPerSecond) {
		throw new UnalignableError(
			`The text is too long for ${seconds.toFixed(1)} seconds of audio. The limit is ${maxCharactersPerSecond} characters per second.`,
		);
	}
	const language = input.language ?? detectLanguage(text);
	const yieldIfDue = createYielder(signal);
	const { prepared, texts } = prepareInPieces(text, language);
	const reference = await synthesizeReference(texts, language, yieldIfDue);
	const tokens = await matchReference({ pcm, sampleRate }, reference, yieldIfDue);
	if (tokens.length === 0) throw new UnalignableError("The text has nothing that can be spoken.");
	const { written } = alignSegment({
		written: text,
		prepared,
		durations: toDurations(tokens, pcm.length, sampleRate),
		sampleRate,
		trimmed: 0,
		speech: pcm.length,
		total: pcm.length,
	});
	const words = wordsOf(text, written, tokens);
	return { characters: charactersOf(written), words, loss: overallLoss(words) };
}

/** Normalizes a text piece by piece, because a long text takes too long as one. */
function prepareInPieces(text: string, language: string) {
	const prepared: Prepared = { spoken: "", overrides: [], spans: [] };
	const texts: { text: string; start: number }[] = [];
	for (const { start, end } of splitPieces(text)) {
		const piece = prepare(text.slice(start, end), [], { language, normalization: "auto" });
		const from = prepared.spoken.length;
		texts.push({ text: piece.spoken, start: from });
		prepared.spoken += piece.spoken;
		for (const span of piece.spans) {
			prepared.spans.push({
				writtenStart: span.writtenStart + start,
				writtenEnd: span.writtenEnd + start,
				spokenStart: span.spokenStart + from,
				spokenEnd: span.spokenEnd + from,
			});
		}
	}
	return { prepared, texts };
}

function charactersOf({ characters, starts, ends }: CharacterTimes): AlignedText[] {
	return characters.map((text, at) => ({ text, start: starts[at] as number, end: ends[at] as number }));
}

/** Returns words as written, with adjacent punctuation; their times are those of the letters only. */
function wordsOf(text: string, times: CharacterTimes, tokens: readonly MatchedToken[]): ForcedAlignment["words"] {
	const units = new Int32Array(text.length);
	let unit = 0;
	for (const [at, character] of times.characters.entries()) {
		units.fill(at, unit, unit + character.length);
		unit += character.length;
	}
	const spans = wordSpans(text);
	const lossBetween = createLossLookup(tokens);
	return spans.map((span, index) => {
		const start = Math.max(spans[index - 1]?.end ?? 0, span.start - leading(text, span.start));
		const next = spans[index + 1]?.start ?? text.length;
		const tail = /^\S*/u.exec(text.slice(span.end, next - leading(text, next)))?.[0].length ?? 0;
		const begins = times.starts[units[span.start] as number] as number;
		const ends = times.ends[units[span.end - 1] as number] as number;
		return {
			text: text.slice(start, span.end + tail),
			start: begins,
			end: ends,
			loss: lossBetween(begins, ends),
		};
	});
}

/** Returns the number of opening marks directly before an offset. */
function leading(text: string, offset: number): number {
	return /[\p{Ps}\p{Pi}"'¿¡$€£#@]*$/u.exec(text.slice(Math.max(0, offset - 20), offset))?.[0].length ?? 0;
}

/** Returns a lookup of the mean loss in a time range, optimized for ranges in order. */
function createLossLookup(tokens: readonly MatchedToken[]) {
	let at = 0;
	return (start: number, end: number): number => {
		while (at > 0 && (tokens[at]?.from ?? 0) > start) at--;
		while (at < tokens.length && (tokens[at] as MatchedToken).to <= start) at++;
		let weight = 0;
		let sum = 0;
		for (let index = at; index < tokens.length; index++) {
			const { from, to, loss } = tokens[index] as MatchedToken;
			if (from >= end) break;
			const overlap = Math.min(to, end) - Math.max(from, start);
			if (overlap <= 0) continue;
			weight += overlap;
			sum += overlap * loss;
		}
		return weight > 0 ? sum / weight : 1;
	};
}

function overallLoss(words: ForcedAlignment["words"]): number {
	let weight = 0;
	let sum = 0;
	for (const { start, end, loss } of words) {
		// A word that was not found has the weight of a short one.
		const length = Math.max(0.1, end - start);
		weight += length;
		sum += length * loss;
	}
	return weight > 0 ? sum / weight : 1;
}

const scripts: [RegExp, string][] = [
	[/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"],
	[/\p{Script=Han}/u, "zh"],
	[/\p{Script=Hangul}/u, "ko"],
	[/\p{Script=Cyrillic}/u, "ru"],
	[/\p{Script=Arabic}/u, "ar"],
	[/\p{Script=Devanagari}/u, "hi"],
	[/\p{Script=Greek}/u, "el"],
	[/\p{Script=Tamil}/u, "ta"],
];

function detectLanguage(text: string): string {
	return scripts.find(([script]) => script.test(text))?.[1] ?? "en-US";
}
