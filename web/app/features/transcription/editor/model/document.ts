/** A word as the API stores it. A spacing is the text between two words. */
export type WireWord = {
	text: string;
	start?: number | null;
	end?: number | null;
	type: string;
	speaker_id?: string | null;
	logprob?: number | null;
	channel_index?: number | null;
};

/** A word, or a sound such as "(laughter)", which is an event. Ids are unique in the document. */
export type Word = {
	id: number;
	text: string;
	start: number;
	end: number;
	/** Natural logarithm of its probability. 0 for words that were edited or confirmed by a person. */
	logprob: number;
	event: boolean;
	/** What follows it: a space, or nothing in languages that are written without. */
	gap: string;
	/** The audio channel, if channels were transcribed separately. */
	channel?: number;
};

/** A paragraph by one speaker. Never empty. Its id is that of its first word. */
export type Segment = { id: number; speaker: string | null; words: readonly Word[] };

/** `nextId` is the id of the next new word. `names` maps speaker ids to the names that people gave them. */
export type TranscriptDocument = {
	segments: readonly Segment[];
	names: Readonly<Record<string, string>>;
	nextId: number;
};

const pauseSeconds = 1.5;
const targetWords = 45;
const maxWords = 90;
const sentenceEnd = /[.!?…。！？]["'”’)\]]*$/u;
/** A spacing with a line break ends a segment. */
const lineBreak = "\n";

/**
 * Groups the words of a transcript into segments. A transcript that was saved by the editor has line breaks where its
 * segments end. Without any, segments end at pauses, between speakers and after a few sentences.
 */
export function readDocument(
	words: readonly WireWord[],
	names: Readonly<Record<string, string>> = {},
): TranscriptDocument {
	const hasBreaks = words.some((word) => word.type === "spacing" && word.text.includes(lineBreak));
	const segments: Segment[] = [];
	let current: Word[] = [];
	let speaker: string | null = null;
	let nextId = 0;
	let time = 0;
	const close = () => {
		const [first] = current;
		if (first) segments.push({ id: first.id, speaker, words: current });
		current = [];
	};
	for (const wire of words) {
		const last = current.at(-1);
		if (wire.type === "spacing") {
			const ends = wire.text.includes(lineBreak);
			if (ends) close();
			else if (last) last.gap = " ";
			continue;
		}
		const text = wire.text.trim();
		if (text === "") continue;
		// An event without a speaker belongs to whoever speaks around it.
		const own: string | null = wire.speaker_id ?? (wire.type === "audio_event" ? speaker : null);
		const start = Math.max(time, wire.start ?? time);
		const paused = !hasBreaks && last !== undefined && endsSegment(current, last, start);
		if (last && (own !== speaker || paused)) close();
		if (current.length === 0) speaker = own;
		const end = Math.max(start, wire.end ?? start);
		time = start;
		const event = wire.type === "audio_event";
		const channel = typeof wire.channel_index === "number" ? { channel: wire.channel_index } : {};
		current.push({ id: nextId++, text, start, end, logprob: wire.logprob ?? 0, event, gap: "", ...channel });
	}
	close();
	return { segments, names, nextId };
}

function endsSegment(words: readonly Word[], last: Word, nextStart: number): boolean {
	if (nextStart - last.end >= pauseSeconds || words.length >= maxWords) return true;
	return words.length >= targetWords && sentenceEnd.test(last.text);
}

export type SavedWord = {
	text: string;
	start: number;
	end: number;
	type: "word" | "spacing" | "audio_event";
	speaker_id: string | null;
	logprob: number;
	channel_index?: number;
};

/** The words as the API stores them. Every segment ends with a line break, so that `readDocument` finds it again. */
export function writeWords(document: TranscriptDocument): SavedWord[] {
	return document.segments.flatMap(({ words, speaker }) =>
		words.flatMap((word, index) => {
			const last = index === words.length - 1;
			const saved: SavedWord = {
				text: word.text,
				start: word.start,
				end: word.end,
				type: word.event ? "audio_event" : "word",
				speaker_id: speaker,
				logprob: word.logprob,
				...channelOf(word),
			};
			const gap = last ? lineBreak : word.gap;
			if (gap === "") return [saved];
			const until = Math.max(word.end, words[index + 1]?.start ?? word.end);
			return [
				saved,
				{
					text: gap,
					start: word.end,
					end: until,
					type: "spacing" as const,
					speaker_id: speaker,
					logprob: 0,
					...channelOf(word),
				},
			];
		}),
	);
}

const channelOf = ({ channel }: Word) => (channel === undefined ? {} : { channel_index: channel });

/** The text of a segment as it is shown and edited. */
export function segmentText({ words }: Pick<Segment, "words">): string {
	return words.map((word, index) => (index === words.length - 1 ? word.text : word.text + word.gap)).join("");
}

/** The transcript as plain text, a paragraph for each segment. */
export function plainText({ segments, names }: TranscriptDocument, withSpeakers: boolean): string {
	return segments
		.map((segment) => {
			const speaker = withSpeakers && segment.speaker !== null ? `${speakerName(names, segment.speaker)}: ` : "";
			return speaker + segmentText(segment);
		})
		.join("\n\n");
}

export const segmentStart = ({ words }: Segment): number => words[0]?.start ?? 0;
export const segmentEnd = ({ words }: Segment): number => words.at(-1)?.end ?? 0;

/** Speaker ids in the order in which they first speak. */
export function speakersOf(document: TranscriptDocument): string[] {
	return [...new Set(document.segments.flatMap(({ speaker }) => (speaker === null ? [] : [speaker])))];
}

/** "Speaker 1" for speaker_0, unless a person named the speaker. */
export function speakerName(names: Readonly<Record<string, string>>, speaker: string): string {
	const given = names[speaker]?.trim();
	if (given) return given;
	const number = /^speaker_(\d+)$/.exec(speaker)?.[1];
	return number === undefined ? speaker : `Speaker ${Number(number) + 1}`;
}

/** An id for a speaker who is not in the document yet. */
export function newSpeaker(document: TranscriptDocument): string {
	const taken = new Set([...speakersOf(document), ...Object.keys(document.names)]);
	let number = 0;
	while (taken.has(`speaker_${number}`)) number++;
	return `speaker_${number}`;
}
