// Was every word of a sentence said? One ear writes down what it hears; what differs in sound, and what ears tend to mend (a word left
// out, a word said twice), is put back to the same ear as a question: how likely is the sound with the fault, and how likely without?
// Only where the answer is not clear, a second ear is asked the same questions.
import { resample } from "../media/resample.ts";
import { ensureModel } from "../models/store.ts";
import { createMoonshine, type MoonshineListening } from "./providers/moonshine.ts";
import { createWhisper } from "./providers/whisper.ts";
import {
	differencesIn,
	everySlip,
	type Heard,
	heardAs,
	type Sentence,
	type Suspicion,
	sentenceOf,
	spelledAs,
} from "./suspicions.ts";
import { type Listening, TRANSCRIBER_SAMPLE_RATE, type TranscriberOptions } from "./transcription.ts";

export type TakeInput = {
	pcm: Float32Array;
	sampleRate: number;
	/** The words as they should be heard: normalised, with their marks. */
	spoken: string;
	/** BCP 47. */
	language: string;
	/** Only what the first ear writes down is wanted: no word is looked at closely, and the verdict is "unsure". */
	heardOnly?: boolean;
};

export type MisreadWord = {
	/** Place in `spoken`. What was inserted is placed on the word before it, or on the first. */
	start: number;
	end: number;
	expected: string;
	/** Nothing when the word was left out. */
	heard: string | null;
	kind: "dropped" | "repeated" | "changed" | "inserted";
};

export type TakeReport = {
	/** "unsure" when the ears could not tell; nothing is marked then. */
	verdict: "good" | "misread" | "unsure";
	words: MisreadWord[];
	/** What the first ear wrote down. */
	heard: string;
	/** The models that listened: "moonshine-tiny" or "moonshine-tiny+whisper-base". */
	checkedBy: string;
};

export type TakeChecker = {
	supports(language: string): boolean;
	check(input: TakeInput, signal?: AbortSignal): Promise<TakeReport>;
	close(): Promise<void>;
};

export type TakeCheckerOptions = { modelsDir: string; threads: number };

type Origin = Suspicion["origin"];

// How much likelier (a difference of natural logarithms) the sound must be with a fault than without. An ear that has learned how people
// speak needs to be pressed hard before it writes a word twice, so that even a reluctant answer counts there. All were
// set on one list of sentences and voices and measured on another: docs/take-check.md.
/** The first ear alone: beyond this, nothing else is asked. */
const certain: Record<Origin, number> = { heard: 8, dropped: 1, repeated: -6 };
/** The first ear alone: below this, there is no fault. */
const doubtful: Record<Origin, number> = { heard: -0.5, dropped: -3, repeated: -9.5 };
/** Both ears together. */
const agreed: Record<Origin, number> = { heard: 4, dropped: -2, repeated: -15 };
/** So little below the limit that nobody should call the sentence good. */
const nearly = 1.5;

/** The ears guess at the first word of a sound that starts at once. */
const quietSeconds = 0.5;
/** What the ears were trained on. */
const mostSeconds = 30;
/** How many words of a kind are looked at closely, the likeliest first. */
const closeLooks = 2;

type Ear = { listening: Listening; heard: Heard };
/** How much likelier the sound is with the fault, for each ear that was asked. */
type Question = { suspicion: Suspicion; heard: Heard; weights: number[] };

/** Downloads what is missing and loads it at the first check. The second ear is loaded when it is first needed. */
export function createTakeChecker({ modelsDir, threads }: TakeCheckerOptions): TakeChecker {
	const openFirst = once(() => openEar("moonshine-tiny", createMoonshine));
	const openSecond = once(() => openEar("whisper-base", createWhisper));

	async function openEar<T>(id: string, create: (options: TranscriberOptions) => Promise<T>): Promise<T> {
		const { dir } = await ensureModel(id, { dir: modelsDir });
		return create({ modelDir: dir, threads });
	}

	async function check(input: TakeInput, signal?: AbortSignal): Promise<TakeReport> {
		const { pcm, sampleRate, spoken, language } = input;
		if (!supports(language)) throw new Error(`takes in ${language} cannot be checked`);
		const first = await openFirst.get();
		const sentence = await sentenceOf(spoken);
		if (sentence.words.length === 0) return { verdict: "good", words: [], heard: "", checkedBy: first.id };
		if (pcm.length > mostSeconds * sampleRate) return { verdict: "unsure", words: [], heard: "", checkedBy: first.id };
		signal?.throwIfAborted();
		const sound = withQuiet(resample(pcm, sampleRate, TRANSCRIBER_SAMPLE_RATE));
		const listening = await first.listen(sound);
		if (input.heardOnly) return { verdict: "unsure", words: [], heard: listening.text, checkedBy: first.id };
		const one = { listening, heard: await heardAs(sentence, listening.text) };
		const questions = await firstQuestions(sentence, one, listening);
		const report = (verdict: TakeReport["verdict"], checkedBy: string, words: MisreadWord[] = []): TakeReport => ({
			verdict,
			words,
			heard: one.heard.text,
			checkedBy,
		});
		const sure = questions.filter(({ suspicion, weights }) => (weights[0] as number) > certain[suspicion.origin]);
		if (sure.length > 0) return report("misread", first.id, misreadWords(sentence, sure, questions));
		const unsettled = questions.filter(({ suspicion, weights }) => (weights[0] as number) > doubtful[suspicion.origin]);
		if (unsettled.length === 0) return report("good", first.id);

		signal?.throwIfAborted();
		// Without the second ear's weights (a first start without a network) what is doubtful stays doubtful.
		const second = await openSecond.get().catch(() => undefined);
		if (!second) return report("unsure", first.id);
		const other = await second.listen(sound, "en");
		const two = { listening: other, heard: await heardAs(sentence, other.text) };
		const all = await askBoth(sentence, unsettled, one, two);
		const over = (question: Question) => weight(question) - agreed[question.suspicion.origin];
		const checkedBy = `${first.id}+${second.id}`;
		const faults = all.filter((question) => over(question) > 0);
		if (faults.length > 0) return report("misread", checkedBy, misreadWords(sentence, faults, all));
		return report(all.some((question) => over(question) > -nearly) ? "unsure" : "good", checkedBy);
	}

	return {
		supports,
		check,
		close: async () => {
			await openFirst.close();
			await openSecond.close();
		},
	};
}

/** Opened by whoever asks first, for all; what failed to open is tried again. */
function once<T extends { close(): Promise<void> }>(open: () => Promise<T>) {
	let opened: Promise<T> | undefined;
	return {
		get: (): Promise<T> => {
			if (opened) return opened;
			const opening = open();
			opened = opening;
			opening.catch(() => {
				if (opened === opening) opened = undefined;
			});
			return opening;
		},
		close: async (): Promise<void> => {
			const closing = opened;
			opened = undefined;
			await (await closing)?.close();
		},
	};
}

/** The first ear knows English only, and the limits were set on English. */
function supports(language: string): boolean {
	return /^en\b/i.test(language);
}

function withQuiet(sound: Float32Array): Float32Array {
	const quiet = quietSeconds * TRANSCRIBER_SAMPLE_RATE;
	const padded = new Float32Array(sound.length + 2 * quiet);
	padded.set(sound, quiet);
	return padded;
}

async function weigh(
	sentence: Sentence,
	{ listening, heard }: Ear,
	suspicions: readonly Suspicion[],
): Promise<number[]> {
	if (suspicions.length === 0) return [];
	const texts = suspicions.map((suspicion) => spelledAs(sentence, heard, suspicion));
	const [asWritten = 0, ...otherwise] = await listening.score([spelledAs(sentence, heard), ...texts]);
	return otherwise.map((score) => score - asWritten);
}

async function firstQuestions(
	sentence: Sentence,
	ear: Ear,
	{ slips: slipsOf }: MoonshineListening,
): Promise<Question[]> {
	const { text, words } = sentence;
	const hints = await slipsOf(words.map(({ start }, at) => text.slice(start, words[at + 1]?.start).trim()));
	const hint = ({ origin, from }: Suspicion) => (origin === "dropped" ? hints.dropped : hints.repeated)[from] ?? 0;
	const slips = everySlip(sentence).sort((a, b) => hint(b) - hint(a));
	const suspicions = [
		...differencesIn(ear.heard),
		...slips.filter(({ origin }) => origin === "dropped").slice(0, closeLooks),
		...slips.filter(({ origin }) => origin === "repeated").slice(0, closeLooks),
	];
	const weights = await weigh(sentence, ear, suspicions);
	return suspicions.map((suspicion, at) => ({ suspicion, heard: ear.heard, weights: [weights[at] as number] }));
}

/** What either ear suspects, weighed by both. */
async function askBoth(sentence: Sentence, questions: readonly Question[], one: Ear, two: Ear): Promise<Question[]> {
	const own = differencesIn(two.heard);
	const suspicions = questions.map(({ suspicion }) => suspicion);
	const ofSecond = await weigh(sentence, two, [...suspicions, ...own]);
	const ofFirst = await weigh(sentence, one, own);
	const all = [
		...questions.map((question, at) => ({ ...question, weights: [...question.weights, ofSecond[at] as number] })),
		...own.map((suspicion, at) => ({
			suspicion,
			heard: two.heard,
			weights: [ofFirst[at] as number, ofSecond[suspicions.length + at] as number],
		})),
	];
	// Two ears need not write the same wrong word to agree that the right one was not said there.
	const heard = all.filter(({ suspicion }) => suspicion.origin === "heard");
	return all.map((question) => {
		if (question.suspicion.origin !== "heard") return question;
		const there = heard.filter(({ suspicion }) => meet(suspicion, question.suspicion));
		return {
			...question,
			weights: [0, 1].map((ear) => Math.max(...there.map(({ weights }) => weights[ear] as number))),
		};
	});
}

function meet(a: Suspicion, b: Suspicion): boolean {
	const empty = a.from === a.to || b.from === b.to;
	return empty ? a.from <= b.to && b.from <= a.to : a.from < b.to && b.from < a.to;
}

const weight = ({ weights }: Question) => weights.reduce((sum, one) => sum + one, 0);

/**
 * Each stretch once: by what was heard there before by what was guessed, even when the guess was what gave it away, and by the likelier
 * before the less likely.
 */
function misreadWords(sentence: Sentence, faults: readonly Question[], all: readonly Question[]): MisreadWord[] {
	const guessed = ({ suspicion }: Question) => (suspicion.origin === "heard" ? 0 : 1);
	const told = all.filter(
		(question) =>
			faults.includes(question) ||
			(!guessed(question) && weight(question) > 0 && faults.some((fault) => meet(fault.suspicion, question.suspicion))),
	);
	const kept: Question[] = [];
	for (const question of told.toSorted((a, b) => guessed(a) - guessed(b) || weight(b) - weight(a))) {
		const { from, to } = question.suspicion;
		if (kept.every(({ suspicion }) => to < suspicion.from || from > suspicion.to)) kept.push(question);
	}
	return kept.flatMap((question) => marks(sentence, question)).sort((a, b) => a.start - b.start);
}

function marks(sentence: Sentence, { suspicion, heard }: Question): MisreadWord[] {
	const { words, text } = sentence;
	const mark = (from: number, to: number, said: string | null, kind: MisreadWord["kind"]): MisreadWord => {
		const start = words[from]?.start ?? 0;
		const end = words[Math.max(from, to - 1)]?.end ?? start;
		return { start, end, expected: text.slice(start, end), heard: said, kind };
	};
	if (suspicion.origin === "dropped") return [mark(suspicion.from, suspicion.to, null, "dropped")];
	if (suspicion.origin === "repeated") return [mark(suspicion.from, suspicion.to, suspicion.said, "repeated")];
	return suspicion.pairings
		.filter(({ distance }) => distance > 0)
		.map(({ from, to, heardFrom, heardTo }) => {
			const said = heard.text.slice(heard.words[heardFrom]?.start, heard.words[heardTo - 1]?.end);
			if (heardFrom === heardTo) return mark(from, to, null, "dropped");
			if (from < to) return mark(from, to, said, "changed");
			const sound = heard.words[heardFrom]?.readings[0]?.join("");
			const twin = [from - 1, from].find((at) => words[at]?.readings.some((reading) => reading.join("") === sound));
			const place = twin ?? Math.max(0, from - 1);
			return mark(
				place,
				place + 1,
				twin === undefined ? said : `${words[place]?.text} ${said}`,
				twin === undefined ? "inserted" : "repeated",
			);
		});
}
