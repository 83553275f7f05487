import { type Prepared, prepare } from "../text/prepare.ts";
import { createBreather } from "./breather.ts";
import { alignSegment, type CharacterTimes } from "./characters.ts";
import { type MatchedToken, matchReference } from "./match.ts";
import { asDurations, mostCharactersPerSecond, pieces, speakReference } from "./measure.ts";
import { wordPlaces } from "./words.ts";

export type AlignedStretch = { text: string; start: number; end: number };

/**
 * Times are seconds. `loss` tells how unlike the reference a word sounds: the mean distance of the two along the match, over the mean
 * distance of moments picked from both by chance. The reference's own voice is near 0, another voice saying the text between 0.5 and
 * 0.8, another text 0.1 above the right one, noise at 0.9 and more. It ranks the words of a recording and is no probability. A word that
 * was not found at all has 1. The whole's is the mean over the words, each by its length.
 */
export type ForcedAlignment = {
	characters: AlignedStretch[];
	words: (AlignedStretch & { loss: number })[];
	loss: number;
};

export type ForcedAligning = {
	pcm: Float32Array;
	sampleRate: number;
	text: string;
	/** BCP 47; guessed from the script where it is not known. */
	language?: string;
	signal?: AbortSignal;
};

/** 80 dB below full scale: softer than the noise of any recording. */
const quietest = 1e-4;

/** The text cannot be what is heard; the message says why. */
export class UnalignableError extends Error {
	override name = "UnalignableError";
}

/** Finds a written text in a recording of it. Silence between words belongs to the blanks between them. */
export async function forceAlign(aligning: ForcedAligning): Promise<ForcedAlignment> {
	const { pcm, sampleRate, text, signal } = aligning;
	const seconds = pcm.length / sampleRate;
	if (wordPlaces(text).length === 0) throw new UnalignableError("The text has no words.");
	if (seconds < 0.02) throw new UnalignableError("The audio is empty.");
	if (!pcm.some((sample) => Math.abs(sample) > quietest)) throw new UnalignableError("The audio is silent.");
	if (text.length > seconds * mostCharactersPerSecond) {
		throw new UnalignableError(
			`The text is too long for ${seconds.toFixed(1)} seconds of audio: nobody says more than ${mostCharactersPerSecond} characters a second.`,
		);
	}
	const language = aligning.language ?? guessLanguage(text);
	const breathe = createBreather(signal);
	const { prepared, texts } = prepareWhole(text, language);
	const reference = await speakReference(texts, language, breathe);
	const tokens = await matchReference({ pcm, sampleRate }, reference, breathe);
	if (tokens.length === 0) throw new UnalignableError("Nothing of the text can be spoken.");
	const { written } = alignSegment({
		written: text,
		prepared,
		durations: asDurations(tokens, pcm.length, sampleRate),
		sampleRate,
		trimmed: 0,
		speech: pcm.length,
		total: pcm.length,
	});
	const words = wordsOf(text, written, tokens);
	return { characters: charactersOf(written), words, loss: overall(words) };
}

/** Written out piece by piece, as a long text takes too long to compare as one. */
function prepareWhole(text: string, language: string) {
	const prepared: Prepared = { spoken: "", overrides: [], spans: [] };
	const texts: { text: string; start: number }[] = [];
	for (const { start, end } of pieces(text)) {
		const piece = prepare(text.slice(start, end), [], { language, normalisation: "auto" });
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

function charactersOf({ characters, starts, ends }: CharacterTimes): AlignedStretch[] {
	return characters.map((text, at) => ({ text, start: starts[at] as number, end: ends[at] as number }));
}

/** Words as they are written, with the marks that touch them; their time is that of the letters alone. */
function wordsOf(text: string, times: CharacterTimes, tokens: readonly MatchedToken[]): ForcedAlignment["words"] {
	const units = new Int32Array(text.length);
	let unit = 0;
	for (const [at, character] of times.characters.entries()) {
		units.fill(at, unit, unit + character.length);
		unit += character.length;
	}
	const places = wordPlaces(text);
	const lossBetween = lossOver(tokens);
	return places.map((place, index) => {
		const start = Math.max(places[index - 1]?.end ?? 0, place.start - leading(text, place.start));
		const next = places[index + 1]?.start ?? text.length;
		const tail = /^\S*/u.exec(text.slice(place.end, next - leading(text, next)))?.[0].length ?? 0;
		const begins = times.starts[units[place.start] as number] as number;
		const ends = times.ends[units[place.end - 1] as number] as number;
		return {
			text: text.slice(start, place.end + tail),
			start: begins,
			end: ends,
			loss: lossBetween(begins, ends),
		};
	});
}

/** How many opening marks touch a place from the left. */
function leading(text: string, place: number): number {
	return /[\p{Ps}\p{Pi}"'¿¡$€£#@]*$/u.exec(text.slice(Math.max(0, place - 20), place))?.[0].length ?? 0;
}

/** Mean loss of what is heard in a stretch of time. Asked for stretch after stretch, in order. */
function lossOver(tokens: readonly MatchedToken[]) {
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

function overall(words: ForcedAlignment["words"]): number {
	let weight = 0;
	let sum = 0;
	for (const { start, end, loss } of words) {
		// A word that was not found weighs as much as a short one.
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

function guessLanguage(text: string): string {
	return scripts.find(([script]) => script.test(text))?.[1] ?? "en-US";
}
