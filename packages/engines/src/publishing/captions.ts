// Words with their times, for captions. The server writes them as SRT, VTT or JSON with the writer that transcripts have.

export type CaptionSentence = {
	text: string;
	from: number;
	to: number;
	words?: readonly { text: string; from: number; to: number }[] | undefined;
	speaker?: string | undefined;
	/** The next sentence starts a new caption. */
	endsParagraph?: boolean | undefined;
};

/** In the order of the text, which they are when joined. */
export type CaptionWord = { text: string; start: number; end: number; type: "word" | "spacing"; speaker?: string };

/** Added to all times: where the chapter starts in the audio. */
export function captionWords(sentences: readonly CaptionSentence[], offsetSeconds = 0): CaptionWord[] {
	const words: CaptionWord[] = [];
	for (const sentence of sentences) {
		const tokens = timedTokens(sentence);
		const common = sentence.speaker === undefined ? {} : { speaker: sentence.speaker };
		for (const [index, { text, before, from, to }] of tokens.entries()) {
			const last = words.at(-1);
			const start = Math.max(from + offsetSeconds, last?.end ?? Number.NEGATIVE_INFINITY);
			if (last && (index > 0 ? before : !endsUnspaced(last.text)))
				words.push({ text: " ", start: last.end, end: start, type: "spacing", ...common });
			words.push({ text, start, end: Math.max(start, to + offsetSeconds), type: "word", ...common });
		}
		const last = words.at(-1);
		if (sentence.endsParagraph && last && tokens.length > 0)
			words.push({ text: "\n", start: last.end, end: last.end, type: "spacing", ...common });
	}
	return words;
}

type Token = { text: string; at: number; before: boolean };
type TimedToken = Token & { from: number; to: number };
/** A place in the text and when it is spoken. */
type Anchor = { at: number; seconds: number };

/** Words take their own times, and what no word covers a share of the time around it by its length. */
function timedTokens(sentence: CaptionSentence): TimedToken[] {
	const anchors = anchorsOf(sentence);
	return tokensOf(sentence.text).map((token) => ({
		...token,
		from: secondsAt(anchors, token.at, "start"),
		to: secondsAt(anchors, token.at + token.text.length, "end"),
	}));
}

function anchorsOf({ text, from, to, words = [] }: CaptionSentence): Anchor[] {
	const lower = text.toLowerCase();
	const anchors: Anchor[] = [{ at: 0, seconds: from }];
	let cursor = 0;
	const reach = (seconds: number) => Math.min(to, Math.max(seconds, anchors.at(-1)?.seconds ?? from));
	for (const word of words) {
		const spoken = word.text.trim().toLowerCase();
		const at = spoken === "" ? -1 : lower.indexOf(spoken, cursor);
		// A word that is found far away is another one: "a" is in most words.
		if (at === -1 || at - cursor > maxSkipped) continue;
		cursor = at + spoken.length;
		anchors.push({ at, seconds: reach(word.from) });
		anchors.push({ at: cursor, seconds: reach(word.to) });
	}
	anchors.push({ at: text.length, seconds: reach(to) });
	return anchors;
}

const maxSkipped = 40;

/** Where two anchors share a place, a start takes the later time and an end the earlier one: between them is a pause. */
function secondsAt(anchors: readonly Anchor[], at: number, side: "start" | "end"): number {
	const next = anchors.findIndex((anchor) => (side === "start" ? anchor.at > at : anchor.at >= at));
	const after = anchors[next === -1 ? anchors.length - 1 : next] as Anchor;
	const before = anchors[Math.max(0, (next === -1 ? anchors.length : next) - 1)] as Anchor;
	if (after.at <= before.at) return side === "start" ? before.seconds : after.seconds;
	const share = Math.min(1, Math.max(0, (at - before.at) / (after.at - before.at)));
	return before.seconds + share * (after.seconds - before.seconds);
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const endsUnspaced = (text: string) =>
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][\p{P}\p{S}]*$/u.test(text) || /[。！？」』]$/u.test(text);

/** Words with their punctuation; in a script without spaces, what a dictionary takes for words. */
function tokensOf(text: string): Token[] {
	return [...text.matchAll(/\S+/g)].flatMap(({ 0: part, index }) => {
		if (!unspaced.test(part)) return [{ text: part, at: index, before: true }];
		const tokens: Token[] = [];
		for (const { segment, index: within, isWordLike } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(
			part,
		)) {
			const last = tokens.at(-1);
			if (last && !isWordLike) last.text += segment;
			else tokens.push({ text: segment, at: index + within, before: within === 0 });
		}
		return tokens;
	});
}

export type ChapterTimes = { title: string; from: number; to: number; sentences: readonly CaptionSentence[] };

/** The times of a book as JSON: chapters, sentences and words, in seconds with three decimals. */
export function timesJson(book: { title: string; language: string; chapters: readonly ChapterTimes[] }): string {
	const rounded = (key: string, value: unknown) =>
		(key === "from" || key === "to") && typeof value === "number" ? Math.round(value * 1000) / 1000 : value;
	const { title, language, chapters } = book;
	const listed = chapters.map(({ sentences, ...chapter }) => ({
		...chapter,
		sentences: sentences.map(({ text, from, to, speaker, words }) => ({ text, from, to, speaker, words })),
	}));
	return `${JSON.stringify({ title, language, chapters: listed }, rounded, "\t")}\n`;
}
