// Joins the transcripts of chunks into one list of words.
import { shiftSegment } from "@timbre/engines/transcription/timed-words.ts";
import type { Transcript, TranscriptEvent, TranscriptSegment } from "@timbre/engines/transcription/transcript.ts";
import type { StoredWord } from "../../../core/json-columns/transcription.ts";

export type TranscribedChunk = { start: number; transcript: Transcript };
export type JoinedTranscript = {
	language: string;
	probability: number;
	segments: TranscriptSegment[];
	events: TranscriptEvent[];
};

/** Languages that are written without spaces between sentences. */
const unspacedLanguages = new Set(["zh", "ja", "th", "lo", "km", "my", "yue"]);

/** The language is that of most of the speech. Times count from the start of the recording. */
export function joinChunks(chunks: readonly TranscribedChunk[]): JoinedTranscript {
	const segments = chunks.flatMap(({ start, transcript }) =>
		transcript.segments.map((segment) => shiftSegment(segment, start)),
	);
	const events = chunks.flatMap(({ start, transcript }) =>
		transcript.events.map((event) => ({ ...event, start: event.start + start, end: event.end + start })),
	);
	const spoken = new Map<string, { words: number; probability: number }>();
	for (const { transcript } of chunks) {
		const words = transcript.segments.reduce((sum, segment) => sum + segment.words.length, 0);
		const before = spoken.get(transcript.language) ?? { words: 0, probability: 0 };
		spoken.set(transcript.language, {
			words: before.words + words,
			probability: Math.max(before.probability, transcript.probability),
		});
	}
	const [first] = [...spoken].sort(([, one], [, other]) => other.words - one.words);
	return { language: first?.[0] ?? "en", probability: first?.[1].probability ?? 0, segments, events };
}

/** Words with the spaces between them, and sounds where they occur. `speakerOf` names the speaker of a word. */
export function toWords(
	{ segments, events, language }: JoinedTranscript,
	speakerOf: (segment: number, word: number) => string | undefined = () => undefined,
): StoredWord[] {
	const words: StoredWord[] = [];
	const add = (word: StoredWord, space: string) => {
		const last = words.at(-1);
		if (last && space !== "")
			words.push({
				text: space,
				start: last.end,
				end: Math.max(last.end, word.start),
				type: "spacing",
				logprob: 0,
				...(word.speaker === undefined ? {} : { speaker: word.speaker }),
			});
		words.push(word);
	};
	const between = unspacedLanguages.has(language) ? "" : " ";
	const sounds = [...events].sort((one, other) => one.start - other.start);
	const addSoundsBefore = (time: number) => {
		while (sounds[0] && sounds[0].start < time) {
			const { label, start, end } = sounds.shift() as TranscriptEvent;
			add({ text: `(${label})`, start, end, type: "audio_event", logprob: 0 }, " ");
		}
	};
	for (const [index, segment] of segments.entries()) {
		let at = 0;
		for (const [position, word] of segment.words.entries()) {
			const text = word.text.trim();
			if (text === "") continue;
			const found = segment.text.indexOf(text, at);
			const gap = found === -1 ? between : segment.text.slice(at, found);
			at = found === -1 ? at : found + text.length;
			addSoundsBefore(word.start);
			const speaker = speakerOf(index, position);
			add(
				{
					text,
					start: word.start,
					end: word.end,
					type: "word",
					logprob: Math.round(word.logprob * 10_000) / 10_000,
					...(speaker === undefined ? {} : { speaker }),
					...(word.characters ? { characters: word.characters } : {}),
				},
				position === 0 ? between : gap,
			);
		}
	}
	addSoundsBefore(Number.POSITIVE_INFINITY);
	return words;
}

export function textOf(words: readonly { text: string }[]): string {
	return words.map(({ text }) => text).join("");
}

const filler = /^(?:u+m+|u+h+|u+hm+|e+rm+|er|h+m+|m+h?m+)$/;
/** Words that are repeated by mistake rather than for emphasis. */
const stuttered = new Set(
	"i a an the and or but so to of in on at for with is was we you he she it they this my your our".split(" "),
);
const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}']/gu, "");

/** Removes English filler words, stuttered words and sounds. */
export function withoutFillers(words: readonly StoredWord[], language: string): StoredWord[] {
	const spoken = words.filter(({ type }) => type === "word");
	const removed = new Set<StoredWord>(words.filter(({ type }) => type === "audio_event"));
	const replaced = new Map<StoredWord, StoredWord>();
	if (language === "en") {
		let previous: StoredWord | undefined;
		for (const [index, word] of spoken.entries()) {
			const next = spoken[index + 1];
			const isFiller = filler.test(lettersOf(word.text));
			const isStutter =
				next !== undefined &&
				next.speaker === word.speaker &&
				/^[\p{L}']+[,…-]*$/u.test(word.text) &&
				stuttered.has(lettersOf(word.text)) &&
				lettersOf(next.text) === lettersOf(word.text);
			if (!isFiller && !isStutter) {
				previous = word;
				continue;
			}
			removed.add(word);
			if (next && /^\p{Lu}/u.test((replaced.get(word) ?? word).text))
				replaced.set(
					next,
					withText(
						next,
						next.text.replace(/^\p{L}/u, (letter) => letter.toUpperCase()),
					),
				);
			const mark = /[.!?]$/.exec(word.text)?.[0];
			if (mark && previous && !/[.!?]$/.test(previous.text)) {
				const current = replaced.get(previous) ?? previous;
				replaced.set(previous, withText(current, `${current.text.replace(/[,…-]+$/, "")}${mark}`));
			}
		}
	}
	const kept: StoredWord[] = [];
	for (const word of words) {
		if (removed.has(word)) continue;
		// One space is left where a word between two was.
		if (word.type === "spacing" && (kept.length === 0 || kept.at(-1)?.type === "spacing")) continue;
		kept.push(replaced.get(word) ?? word);
	}
	while (kept.at(-1)?.type === "spacing") kept.pop();
	return kept;
}

/** Its characters no longer fit. */
function withText({ characters: _, ...word }: StoredWord, text: string): StoredWord {
	return { ...word, text };
}

/** The words of all channels in the order of time, with their channel. Spaces belong to the word before them. */
export function mergeChannels(channels: readonly { words: readonly StoredWord[] }[]): StoredWord[] {
	const spoken = channels.flatMap(({ words }) => words).filter(({ type }) => type !== "spacing");
	spoken.sort((one, other) => one.start - other.start || (one.channel ?? 0) - (other.channel ?? 0));
	return spoken.flatMap((word, index) => {
		const next = spoken[index + 1];
		if (!next) return [word];
		const space: StoredWord = {
			text: " ",
			start: word.end,
			end: Math.max(word.end, next.start),
			type: "spacing",
			logprob: 0,
			...(word.speaker === undefined ? {} : { speaker: word.speaker }),
			...(word.channel === undefined ? {} : { channel: word.channel }),
		};
		return [word, space];
	});
}

/** The speakers in the order in which they first speak. */
export function speakersOf(words: readonly StoredWord[]): string[] {
	return [
		...new Set(words.flatMap(({ speaker, type }) => (speaker === undefined || type !== "word" ? [] : [speaker]))),
	];
}

/** One channel of interleaved 16-bit PCM. */
export function channelOf(pcm: Uint8Array, channel: number, channels: number): Uint8Array {
	if (channels === 1) return pcm;
	const frames = Math.floor(pcm.length / 2 / channels);
	const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
	const one = new DataView(new ArrayBuffer(frames * 2));
	for (let at = 0; at < frames; at++) one.setInt16(at * 2, view.getInt16((at * channels + channel) * 2, true), true);
	return new Uint8Array(one.buffer);
}

/** Interleaved 16-bit PCM as mono samples. */
export function mixDown(pcm: Uint8Array, channels: number): Float32Array {
	const frames = Math.floor(pcm.length / 2 / channels);
	const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
	const samples = new Float32Array(frames);
	for (let at = 0; at < frames; at++) {
		let sum = 0;
		for (let channel = 0; channel < channels; channel++) sum += view.getInt16((at * channels + channel) * 2, true);
		samples[at] = sum / channels / 32_768;
	}
	return samples;
}
