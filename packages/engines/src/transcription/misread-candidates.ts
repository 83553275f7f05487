// Candidate misreadings of a sentence, each spelled out so that a transcriber can score how likely it is.
import { type Pairing, pairWords, type Word, wordsOf } from "./differences.ts";

/** Words `from`..`to` of the sentence may have been read as `said`. If `from` equals `to`, `said` was inserted. */
export type MisreadCandidate = {
	from: number;
	to: number;
	said: string;
	/** Phonetic distance from the expected words. */
	distance: number;
	/** Seen in a transcript, or a possible slip that transcribers tend to correct. */
	origin: "transcript" | "dropped" | "repeated";
	pairings: Pairing[];
};

export type Sentence = { text: string; words: Word[] };
export type Transcript = { text: string; words: Word[]; pairings: Pairing[] };

export async function parseSentence(text: string): Promise<Sentence> {
	return { text, words: await wordsOf(text) };
}

export async function pairTranscript(sentence: Sentence, text: string): Promise<Transcript> {
	const words = await wordsOf(text);
	return { text, words, pairings: pairWords(sentence.words, words) };
}

/**
 * Returns every range where the transcript differs. Adjacent differences form one candidate, because they have one
 * cause.
 */
export function transcriptCandidates(transcript: Transcript): MisreadCandidate[] {
	const candidates: MisreadCandidate[] = [];
	for (const pairing of transcript.pairings) {
		if (pairing.distance === 0) continue;
		const last = candidates.at(-1);
		const before = last?.pairings.at(-1);
		if (last && before && before.to === pairing.from && before.transcriptTo === pairing.transcriptFrom) {
			last.to = pairing.to;
			last.distance += pairing.distance;
			last.pairings.push(pairing);
		} else
			candidates.push({
				from: pairing.from,
				to: pairing.to,
				said: "",
				distance: pairing.distance,
				origin: "transcript",
				pairings: [pairing],
			});
	}
	for (const candidate of candidates) {
		const first = transcript.words[candidate.pairings[0]?.transcriptFrom ?? 0];
		const last = transcript.words[(candidate.pairings.at(-1)?.transcriptTo ?? 0) - 1];
		candidate.said = first && last && last.end > first.start ? transcript.text.slice(first.start, last.end) : "";
	}
	return candidates;
}

/** Returns a dropped and a repeated candidate for every word, because transcribers silently correct such slips. */
export function slipCandidates({ words }: Sentence): MisreadCandidate[] {
	return words.flatMap(({ text, readings }, at): MisreadCandidate[] => {
		const length = readings[0]?.length ?? 1;
		const range = { from: at, to: at + 1, distance: length, pairings: [] };
		return [
			{ ...range, said: "", origin: "dropped" },
			{ ...range, said: `${text} ${text}`, origin: "repeated" },
		];
	});
}

type Piece = { from: number; to: number; text: string /** Punctuation and space up to the next piece. */; gap: string };

/**
 * Returns the sentence with a candidate applied, in the transcript's own spelling wherever the pronunciation matches.
 */
export function spellOut(sentence: Sentence, transcript: Transcript, candidate?: MisreadCandidate): string {
	const pieces = transcript.pairings.flatMap((pairing): Piece[] => {
		const { from, to, transcriptFrom, transcriptTo, distance } = pairing;
		const last = transcript.words[transcriptTo - 1];
		if (distance > 0 || !last || (candidate && splits(candidate, pairing))) return asWritten(sentence, from, to);
		const text = transcript.text.slice(transcript.words[transcriptFrom]?.start, last.end);
		return [{ from, to, text, gap: transcript.text.slice(last.end, transcript.words[transcriptTo]?.start) }];
	});
	if (!candidate) return joined(pieces);
	const before = pieces.filter((piece) => piece.to <= candidate.from);
	const replaced = pieces.filter((piece) => piece.from >= candidate.from && piece.to <= candidate.to);
	const after = pieces.filter((piece) => piece.from >= candidate.to);
	const gap = replaced.at(-1)?.gap ?? " ";
	const previous = before.at(-1);
	if (candidate.said !== "") before.push({ ...candidate, text: candidate.said, gap });
	else if (previous && /[.,;:!?]/.test(gap)) previous.gap = gap;
	return joined([...before, ...after]);
}

/** Reports whether a candidate starts or ends inside a group, which then can't keep the transcript's spelling. */
function splits(candidate: MisreadCandidate, { from, to }: Pairing): boolean {
	return [candidate.from, candidate.to].some((edge) => edge > from && edge < to);
}

function asWritten({ text, words }: Sentence, from: number, to: number): Piece[] {
	return words.slice(from, to).map((word, index) => ({
		from: from + index,
		to: from + index + 1,
		text: word.text,
		gap: text.slice(word.end, words[from + index + 1]?.start),
	}));
}

function joined(pieces: readonly Piece[]): string {
	const written = pieces
		.map(({ text, gap }, index) => text + (index + 1 < pieces.length && !/[\s-]/.test(gap) ? `${gap} ` : gap))
		.join("")
		.trim();
	return written.charAt(0).toUpperCase() + written.slice(1);
}
