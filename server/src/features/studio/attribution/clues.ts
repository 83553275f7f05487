// What a paragraph itself tells about who speaks in it: "said Ada", "Ada put down the lamp."
import { findMentions, type Mention, type Word, wordsOf } from "./mentions.ts";
import type { Quote } from "./quotes.ts";
import { isSpeechVerb } from "./words.ts";

export type Clue = {
	mention: Mention;
	/** How the text names the speaker, best first. */
	kind: "said" | "beat";
	confidence: number;
	/** Where the mention starts in the paragraph. */
	at: number;
};

const confidences = {
	said: { name: 0.97, role: 0.92, pronoun: 0.85, narrator: 0.95 },
	beatBefore: { name: 0.78, role: 0.72, pronoun: 0.6, narrator: 0.6 },
	beatAfter: { name: 0.68, role: 0.62, pronoun: 0.5, narrator: 0.5 },
} as const;
const maxVerbDistance = 4;

/** A stretch of narration of a paragraph, between two quotes or its ends. */
type Narration = { text: string; start: number; words: Word[]; mentions: Mention[] };

export function narrationOf(text: string, start: number, end: number): Narration {
	const part = text.slice(start, end);
	const words = wordsOf(part);
	const isSentenceStart = (at: number) => {
		const before = part.slice(0, words[at]?.start ?? 0).trimEnd();
		return before === "" ? /(^|[.!?…]["”’»]?)\s*$/.test(text.slice(0, start)) : /[.!?…:]["”’»)]?$/.test(before);
	};
	return { text: part, start, words, mentions: findMentions(words, isSentenceStart) };
}

/** The best clue to the speaker of a quote. `from` and `to` are where the narration around it starts and ends. */
export function findClue(
	text: string,
	quote: Pick<Quote, "start" | "end">,
	from: number,
	to: number,
): Clue | undefined {
	const before = narrationOf(text, from, quote.start);
	const after = narrationOf(text, quote.end, to);
	return saidAfter(after) ?? saidBefore(before) ?? beatBefore(before) ?? beatAfter(after);
}

/** `… ," said Ada` and `… ," Ada said` */
function saidAfter(narration: Narration): Clue | undefined {
	const { words, mentions } = narration;
	const clause = sentenceEnd(narration, 0);
	// Narration that goes on after a comma, "and said to Ben", belongs to someone else.
	const verb = words.findIndex(({ text }, at) => at < clause && at <= maxVerbDistance && isSpeechVerb(text));
	if (verb === -1) return undefined;
	const subject =
		mentions.find(({ from, to }) => from <= 1 && to <= verb && verb - to <= 1) ??
		mentions.find(({ from }) => from > verb && from - verb <= 2 && from < clause);
	return subject && said(narration, subject);
}

/** `Ada said, "…` */
function saidBefore(narration: Narration): Clue | undefined {
	const { text, words, mentions } = narration;
	if (!/[,:—–-]\s*$/.test(text)) return undefined;
	const first = lastSentenceStart(narration);
	let verb = -1;
	for (let at = words.length - 1; at >= Math.max(first, words.length - 8); at--)
		if (isSpeechVerb(words[at]?.text ?? "")) {
			verb = at;
			break;
		}
	if (verb === -1) {
		// "Ada:" as in a script.
		const only = mentions.length === 1 && mentions[0];
		return only && /:\s*$/.test(text) && only.from === first && only.to === words.length
			? said(narration, only)
			: undefined;
	}
	const subject =
		mentions.findLast(({ from, to }) => from >= first && to <= verb && verb - to <= 2) ??
		mentions.find(({ from }) => from === first) ??
		mentions.find(({ from }) => from === verb + 1);
	return subject && said(narration, subject);
}

/** `Ada put down the lamp. "…` */
function beatBefore(narration: Narration): Clue | undefined {
	if (!/[.!?…:]\s*$/.test(narration.text)) return undefined;
	const first = lastSentenceStart(narration);
	return beat(narration, first, confidences.beatBefore);
}

/** `…" Ada put down the lamp.` */
const beatAfter = (narration: Narration): Clue | undefined => beat(narration, 0, confidences.beatAfter);

function beat(narration: Narration, first: number, confidence: Record<Mention["kind"], number>): Clue | undefined {
	const subject = narration.mentions.find(({ from }) => from === first || from === first + 1);
	if (!subject) return undefined;
	return { mention: subject, kind: "beat", confidence: confidence[subject.kind], at: startOf(narration, subject) };
}

const said = (narration: Narration, mention: Mention): Clue => ({
	mention,
	kind: "said",
	confidence: confidences.said[mention.kind],
	at: startOf(narration, mention),
});

const startOf = ({ start, words }: Narration, { from }: Mention) => start + (words[from]?.start ?? 0);

/** The number of words up to the end of the sentence that starts at a word. */
function sentenceEnd({ text, words }: Narration, from: number): number {
	for (let at = from; at < words.length; at++) {
		const gap = text.slice(words[at]?.end ?? 0, words[at + 1]?.start ?? text.length);
		if (/[.!?…;]/.test(gap)) return at + 1;
	}
	return words.length;
}

function lastSentenceStart({ text, words }: Narration): number {
	for (let at = words.length - 1; at > 0; at--) {
		const gap = text.slice(words[at - 1]?.end ?? 0, words[at]?.start ?? 0);
		if (/[.!?…;]/.test(gap)) return at;
	}
	return 0;
}
