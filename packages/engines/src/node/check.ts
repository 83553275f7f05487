import { writtenBehind } from "../text/spans.ts";
import type { CheckedTake } from "./protocol.ts";
import { decodeTake, type Take, type TakeStore, toFloat } from "./takes.ts";

/** Listens to speech and tells what was misread. Ranges are into the spoken words. */
export type TakeListener = {
	supports(language: string): boolean;
	check(
		input: { pcm: Float32Array; sampleRate: number; spoken: string; language: string; heardOnly?: boolean },
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
		heard: string;
		checkedBy: string;
	}>;
};

/** Listens to one kept sentence. Undefined when it is not kept any more. */
export async function checkTake(
	key: string,
	language: string,
	{ takes, listener }: { takes: TakeStore; listener: TakeListener },
	signal: AbortSignal,
): Promise<CheckedTake | undefined> {
	const bytes = await takes.read(key);
	const take = bytes && decodeTake(bytes);
	if (!take) return undefined;
	const { sampleRate, spokenText: spoken } = take;
	const { verdict, words, checkedBy } = await listener.check(
		{ pcm: toFloat(take.pcm), sampleRate, spoken, language },
		signal,
	);
	return {
		verdict,
		checkedBy,
		words: words.map(({ start, end, expected, heard, kind }) => ({
			...writtenBehind({ written: take.writtenText, spoken, spans: take.spans }, start, end),
			...secondsOf(take, start, end),
			expected,
			heard,
			kind,
		})),
	};
}

/** When a stretch of the spoken words is heard, in seconds from the start of the take. */
function secondsOf({ spoken, pcm, sampleRate }: Take, start: number, end: number) {
	const whole = { startSeconds: 0, endSeconds: pcm.length / sampleRate };
	if (!spoken || spoken.starts.length === 0) return whole;
	// One entry a character, a surrogate pair being one: count in the same way.
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
	if (first < 0) return whole;
	return { startSeconds: spoken.starts[first] ?? 0, endSeconds: spoken.ends[last] ?? whole.endSeconds };
}
