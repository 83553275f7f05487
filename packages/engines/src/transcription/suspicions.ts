// What could have gone wrong with a sentence, each written so that a transcriber can be asked how likely it finds it.
import { type Pairing, pairUp, type Word, wordsOf } from "./differences.ts";

/** Words `from`..`to` of the sentence were said as `said`; nothing between them when `from` equals `to`. */
export type Suspicion = {
	from: number;
	to: number;
	said: string;
	/** How differently it sounds from what was expected, in sounds. */
	distance: number;
	origin: "heard" | "dropped" | "repeated";
	pairings: Pairing[];
};

export type Sentence = { text: string; words: Word[] };
export type Heard = { text: string; words: Word[]; pairings: Pairing[] };

export async function sentenceOf(text: string): Promise<Sentence> {
	return { text, words: await wordsOf(text) };
}

export async function heardAs(sentence: Sentence, text: string): Promise<Heard> {
	const words = await wordsOf(text);
	return { text, words, pairings: pairUp(sentence.words, words) };
}

/** Each stretch that was heard otherwise; neighbouring differences are one suspicion, for they explain each other. */
export function differencesIn(heard: Heard): Suspicion[] {
	const suspicions: Suspicion[] = [];
	for (const pairing of heard.pairings) {
		if (pairing.distance === 0) continue;
		const last = suspicions.at(-1);
		const before = last?.pairings.at(-1);
		if (last && before && before.to === pairing.from && before.heardTo === pairing.heardFrom) {
			last.to = pairing.to;
			last.distance += pairing.distance;
			last.pairings.push(pairing);
		} else
			suspicions.push({
				from: pairing.from,
				to: pairing.to,
				said: "",
				distance: pairing.distance,
				origin: "heard",
				pairings: [pairing],
			});
	}
	for (const suspicion of suspicions) {
		const first = heard.words[suspicion.pairings[0]?.heardFrom ?? 0];
		const last = heard.words[(suspicion.pairings.at(-1)?.heardTo ?? 0) - 1];
		suspicion.said = first && last && last.end > first.start ? heard.text.slice(first.start, last.end) : "";
	}
	return suspicions;
}

/** Transcribers mend what people say: a word that is missing or said twice is asked about even when nothing was heard of it. */
export function everySlip({ words }: Sentence): Suspicion[] {
	return words.flatMap(({ text, readings }, at): Suspicion[] => {
		const length = readings[0]?.length ?? 1;
		const place = { from: at, to: at + 1, distance: length, pairings: [] };
		return [
			{ ...place, said: "", origin: "dropped" },
			{ ...place, said: `${text} ${text}`, origin: "repeated" },
		];
	});
}

type Piece = { from: number; to: number; text: string /** Marks and space up to the next piece. */; gap: string };

/** The sentence in the transcriber's own spelling wherever it heard the same sounds, with one stretch said otherwise. */
export function spelledAs(sentence: Sentence, heard: Heard, suspicion?: Suspicion): string {
	const pieces = heard.pairings.flatMap((pairing): Piece[] => {
		const { from, to, heardFrom, heardTo, distance } = pairing;
		const last = heard.words[heardTo - 1];
		if (distance > 0 || !last || (suspicion && cuts(suspicion, pairing))) return asWritten(sentence, from, to);
		const text = heard.text.slice(heard.words[heardFrom]?.start, last.end);
		return [{ from, to, text, gap: heard.text.slice(last.end, heard.words[heardTo]?.start) }];
	});
	if (!suspicion) return joined(pieces);
	const before = pieces.filter((piece) => piece.to <= suspicion.from);
	const replaced = pieces.filter((piece) => piece.from >= suspicion.from && piece.to <= suspicion.to);
	const after = pieces.filter((piece) => piece.from >= suspicion.to);
	const gap = replaced.at(-1)?.gap ?? " ";
	const previous = before.at(-1);
	if (suspicion.said !== "") before.push({ ...suspicion, text: suspicion.said, gap });
	else if (previous && /[.,;:!?]/.test(gap)) previous.gap = gap;
	return joined([...before, ...after]);
}

/** A stretch that begins or ends inside a group cannot keep the group's spelling. */
function cuts(suspicion: Suspicion, { from, to }: Pairing): boolean {
	return [suspicion.from, suspicion.to].some((edge) => edge > from && edge < to);
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
