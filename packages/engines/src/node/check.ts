import { writtenRange } from "../text/spans.ts";
import type { CheckedTake } from "./protocol.ts";
import { decodeTake, type Take, type TakeStore, toFloat } from "./takes.ts";

/** Transcribes speech and reports misread words. Ranges are into `spoken`. */
export type TakeChecker = {
	supports(language: string): boolean;
	check(
		input: { pcm: Float32Array; sampleRate: number; spoken: string; language: string; transcriptOnly?: boolean },
		signal?: AbortSignal,
	): Promise<{
		verdict: "good" | "misread" | "unsure";
		words: {
			start: number;
			end: number;
			expected: string;
			heard: string | null;
			kind: "dropped" | "repeated" | "changed" | "inserted";
		}[];
		transcript: string;
		checkedBy: string;
	}>;
};

/** Checks one stored take. Returns undefined if it is no longer stored. */
export async function checkTake(
	key: string,
	language: string,
	{ takes, takeChecker }: { takes: TakeStore; takeChecker: TakeChecker },
	signal: AbortSignal,
): Promise<CheckedTake | undefined> {
	const bytes = await takes.read(key);
	const take = bytes && decodeTake(bytes);
	if (!take) return undefined;
	const { sampleRate, spokenText: spoken } = take;
	const { verdict, words, checkedBy } = await takeChecker.check(
		{ pcm: toFloat(take.pcm), sampleRate, spoken, language },
		signal,
	);
	return {
		verdict,
		checkedBy,
		words: words.map(({ start, end, expected, heard, kind }) => ({
			...writtenRange({ written: take.writtenText, spoken, spans: take.spans }, start, end),
			...secondsOf(take, start, end),
			expected,
			heard,
			kind,
		})),
	};
}

/** Converts a range of the spoken text to seconds from the start of the take. */
function secondsOf({ spoken, pcm, sampleRate }: Take, start: number, end: number) {
	const fullTake = { startSeconds: 0, endSeconds: pcm.length / sampleRate };
	if (!spoken || spoken.starts.length === 0) return fullTake;
	// `spoken` has one entry per code point, while offsets count UTF-16 code units.
	let units = 0;
	let first = -1;
	let last = -1;
	for (const [at, character] of spoken.characters.entries()) {
		if (units < end && units + character.length > start) {
			if (first < 0) first = at;
			last = at;
		}
		units += character.length;
	}
	if (first < 0) return fullTake;
	return { startSeconds: spoken.starts[first] ?? 0, endSeconds: spoken.ends[last] ?? fullTake.endSeconds };
}
