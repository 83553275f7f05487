// Checks whether a take reads every word of its sentence. A first transcriber transcribes the audio. Words that differ
// in pronunciation, and slips that transcribers tend to correct (a dropped or repeated word), become candidates, and
// the same model scores how likely the audio is with and without each of them. A second transcriber scores the
// candidates only where the first is not conclusive.
import { resample } from "../media/resample.ts";
import { ensureModel } from "../models/store.ts";
import { isEnglish } from "../text/language.ts";
import type { CancelSignal } from "../workers/task.ts";
import {
	type MisreadCandidate,
	pairTranscript,
	parseSentence,
	type Sentence,
	slipCandidates,
	spellOut,
	type Transcript,
	transcriptCandidates,
} from "./misread-candidates.ts";
import { createMoonshine, type MoonshineTranscription } from "./providers/moonshine.ts";
import { createWhisper } from "./providers/whisper.ts";
import { TRANSCRIBER_SAMPLE_RATE, type TranscriberOptions, type Transcription } from "./transcription.ts";

export type TakeInput = {
	pcm: Float32Array;
	sampleRate: number;
	/** The expected words: normalized text with punctuation. */
	spoken: string;
	/** BCP 47. */
	language: string;
	/** Return only the transcript: no candidates are scored, and the verdict is "unsure". Works in all languages. */
	transcriptOnly?: boolean;
};

export type MisreadWord = {
	/** Range in `spoken`. An insertion has the range of the word before it, or of the first word. */
	start: number;
	end: number;
	expected: string;
	/** Null if the word was dropped. */
	heard: string | null;
	kind: "dropped" | "repeated" | "changed" | "inserted";
};

export type TakeReport = {
	/** "unsure" when the transcribers are not conclusive; no words are reported then. */
	verdict: "good" | "misread" | "unsure";
	words: MisreadWord[];
	/** The first transcript. */
	transcript: string;
	/** The models used: "moonshine-tiny" or "moonshine-tiny+whisper-base". */
	checkedBy: string;
};

export type TakeChecker = {
	supports(language: string): boolean;
	check(input: TakeInput, signal?: AbortSignal): Promise<TakeReport>;
	close(): Promise<void>;
};

/** A checker in the thread of its caller. */
type LocalTakeChecker = Omit<TakeChecker, "check"> & {
	check(input: TakeInput, signal?: CancelSignal): Promise<TakeReport>;
};

export type TakeCheckerOptions = { modelsDir: string; threads: number };

type Origin = MisreadCandidate["origin"];

// Thresholds on the log-likelihood gain of the audio with a fault over without. Models trained on natural speech resist
// writing a word twice, so repetitions count at negative gains. Tuned on one set of sentences and voices and measured
// on another: docs/take-check.md.
/** First transcriber alone: above this it is a fault. */
const certain: Record<Origin, number> = { transcript: 8, dropped: 1, repeated: -6 };
/** First transcriber alone: below this there is no fault. */
const doubtful: Record<Origin, number> = { transcript: -0.5, dropped: -3, repeated: -9.5 };
/** Sum over both transcribers: above this it is a fault. */
const agreed: Record<Origin, number> = { transcript: 4, dropped: -2, repeated: -15 };
/** Within this margin below `agreed`, the verdict is "unsure" instead of "good". */
const unsureMargin = 1.5;

/** Transcribers misrecognize the first word if the audio starts with it. */
const paddingSeconds = 0.5;
/** The length the transcribers were trained on. */
const maxSeconds = 30;
/** How many slips of a kind are scored, likeliest first. */
const maxSlipsPerKind = 2;

type TranscribedTake = { transcription: Transcription; transcript: Transcript };
/** A candidate with its log-likelihood gain for each transcriber. */
type ScoredCandidate = { candidate: MisreadCandidate; transcript: Transcript; weights: number[] };

/** Downloads missing models and loads them on the first check; the second transcriber loads when first needed. */
export function createTakeChecker({ modelsDir, threads }: TakeCheckerOptions): LocalTakeChecker {
	const openFirst = once(() => openTranscriber("moonshine-tiny", createMoonshine));
	const openSecond = once(() => openTranscriber("whisper-base", createWhisper));

	async function openTranscriber<T>(id: string, create: (options: TranscriberOptions) => Promise<T>): Promise<T> {
		const { dir } = await ensureModel(id, { dir: modelsDir });
		return create({ modelDir: dir, threads });
	}

	async function check(input: TakeInput, signal?: CancelSignal): Promise<TakeReport> {
		const { pcm, sampleRate, spoken, language } = input;
		if (input.transcriptOnly && !supports(language)) return transcribeOnly(input);
		if (!supports(language)) throw new Error(`take check does not support ${language}`);
		const first = await openFirst.get();
		const sentence = await parseSentence(spoken);
		if (sentence.words.length === 0) return { verdict: "good", words: [], transcript: "", checkedBy: first.id };
		if (pcm.length > maxSeconds * sampleRate)
			return { verdict: "unsure", words: [], transcript: "", checkedBy: first.id };
		signal?.throwIfAborted();
		const audio = padWithSilence(resample(pcm, sampleRate, TRANSCRIBER_SAMPLE_RATE));
		const transcription = await first.analyze(audio);
		if (input.transcriptOnly)
			return { verdict: "unsure", words: [], transcript: transcription.text, checkedBy: first.id };
		const one = { transcription, transcript: await pairTranscript(sentence, transcription.text) };
		const scored = await scoreWithFirst(sentence, one, transcription);
		const report = (verdict: TakeReport["verdict"], checkedBy: string, words: MisreadWord[] = []): TakeReport => ({
			verdict,
			words,
			transcript: one.transcript.text,
			checkedBy,
		});
		const sure = scored.filter(({ candidate, weights }) => (weights[0] as number) > certain[candidate.origin]);
		if (sure.length > 0) return report("misread", first.id, misreadWords(sentence, sure, scored));
		const inconclusive = scored.filter(({ candidate, weights }) => (weights[0] as number) > doubtful[candidate.origin]);
		if (inconclusive.length === 0) return report("good", first.id);

		signal?.throwIfAborted();
		// Without the second model (first start without a network) doubtful takes stay "unsure".
		const second = await openSecond.get().catch(() => undefined);
		if (!second) return report("unsure", first.id);
		const other = await second.analyze(audio, "en");
		const two = { transcription: other, transcript: await pairTranscript(sentence, other.text) };
		const all = await scoreWithBoth(sentence, inconclusive, one, two);
		const margin = (entry: ScoredCandidate) => totalWeight(entry) - agreed[entry.candidate.origin];
		const checkedBy = `${first.id}+${second.id}`;
		const faults = all.filter((entry) => margin(entry) > 0);
		if (faults.length > 0) return report("misread", checkedBy, misreadWords(sentence, faults, all));
		return report(all.some((entry) => margin(entry) > -unsureMargin) ? "unsure" : "good", checkedBy);
	}

	/** Only the second transcriber is multilingual. */
	async function transcribeOnly({ pcm, sampleRate, language }: TakeInput): Promise<TakeReport> {
		const { id, transcribe } = await openSecond.get();
		const audio = padWithSilence(resample(pcm, sampleRate, TRANSCRIBER_SAMPLE_RATE));
		const { text } = await transcribe(audio, language);
		return { verdict: "unsure", words: [], transcript: text, checkedBy: id };
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

/** Opens a shared resource once; a failed attempt is retried on the next call. */
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

/** The first transcriber supports only English, and the thresholds were tuned on English. */
function supports(language: string): boolean {
	return isEnglish(language);
}

function padWithSilence(audio: Float32Array): Float32Array {
	const padding = paddingSeconds * TRANSCRIBER_SAMPLE_RATE;
	const padded = new Float32Array(audio.length + 2 * padding);
	padded.set(audio, padding);
	return padded;
}

/** Returns the log-likelihood gain of each candidate over the sentence read correctly. */
async function weigh(
	sentence: Sentence,
	{ transcription, transcript }: TranscribedTake,
	candidates: readonly MisreadCandidate[],
): Promise<number[]> {
	if (candidates.length === 0) return [];
	const texts = candidates.map((candidate) => spellOut(sentence, transcript, candidate));
	const [correct = 0, ...misread] = await transcription.score([spellOut(sentence, transcript), ...texts]);
	return misread.map((score) => score - correct);
}

async function scoreWithFirst(
	sentence: Sentence,
	take: TranscribedTake,
	{ slips: slipsOf }: MoonshineTranscription,
): Promise<ScoredCandidate[]> {
	const { text, words } = sentence;
	const hints = await slipsOf(words.map(({ start }, at) => text.slice(start, words[at + 1]?.start).trim()));
	const hint = ({ origin, from }: MisreadCandidate) =>
		(origin === "dropped" ? hints.dropped : hints.repeated)[from] ?? 0;
	const slips = slipCandidates(sentence).sort((a, b) => hint(b) - hint(a));
	const candidates = [
		...transcriptCandidates(take.transcript),
		...slips.filter(({ origin }) => origin === "dropped").slice(0, maxSlipsPerKind),
		...slips.filter(({ origin }) => origin === "repeated").slice(0, maxSlipsPerKind),
	];
	const weights = await weigh(sentence, take, candidates);
	return candidates.map((candidate, at) => ({
		candidate,
		transcript: take.transcript,
		weights: [weights[at] as number],
	}));
}

/** Scores the candidates of both transcribers with both. */
async function scoreWithBoth(
	sentence: Sentence,
	scored: readonly ScoredCandidate[],
	one: TranscribedTake,
	two: TranscribedTake,
): Promise<ScoredCandidate[]> {
	const own = transcriptCandidates(two.transcript);
	const candidates = scored.map(({ candidate }) => candidate);
	const ofSecond = await weigh(sentence, two, [...candidates, ...own]);
	const ofFirst = await weigh(sentence, one, own);
	const all = [
		...scored.map((entry, at) => ({ ...entry, weights: [...entry.weights, ofSecond[at] as number] })),
		...own.map((candidate, at) => ({
			candidate,
			transcript: two.transcript,
			weights: [ofFirst[at] as number, ofSecond[candidates.length + at] as number],
		})),
	];
	// Two transcribers need not write the same wrong word to agree that the right one was not spoken.
	const transcribed = all.filter(({ candidate }) => candidate.origin === "transcript");
	return all.map((entry) => {
		if (entry.candidate.origin !== "transcript") return entry;
		const overlapping = transcribed.filter(({ candidate }) => overlap(candidate, entry.candidate));
		return {
			...entry,
			weights: [0, 1].map((index) => Math.max(...overlapping.map(({ weights }) => weights[index] as number))),
		};
	});
}

function overlap(a: MisreadCandidate, b: MisreadCandidate): boolean {
	const empty = a.from === a.to || b.from === b.to;
	return empty ? a.from <= b.to && b.from <= a.to : a.from < b.to && b.from < a.to;
}

const totalWeight = ({ weights }: ScoredCandidate) => weights.reduce((sum, one) => sum + one, 0);

/**
 * Reports each range once. Transcribed candidates win over possible slips, even where a slip revealed the fault; then
 * likelier candidates win over less likely ones.
 */
function misreadWords(
	sentence: Sentence,
	faults: readonly ScoredCandidate[],
	all: readonly ScoredCandidate[],
): MisreadWord[] {
	const isSlip = ({ candidate }: ScoredCandidate) => (candidate.origin === "transcript" ? 0 : 1);
	const relevant = all.filter(
		(one) =>
			faults.includes(one) ||
			(!isSlip(one) && totalWeight(one) > 0 && faults.some((fault) => overlap(fault.candidate, one.candidate))),
	);
	const reported: ScoredCandidate[] = [];
	for (const one of relevant.toSorted((a, b) => isSlip(a) - isSlip(b) || totalWeight(b) - totalWeight(a))) {
		const { from, to } = one.candidate;
		if (reported.every(({ candidate }) => to < candidate.from || from > candidate.to)) reported.push(one);
	}
	return reported.flatMap((one) => toMisreadWords(sentence, one)).sort((a, b) => a.start - b.start);
}

function toMisreadWords(sentence: Sentence, { candidate, transcript }: ScoredCandidate): MisreadWord[] {
	const { words, text } = sentence;
	const misread = (from: number, to: number, said: string | null, kind: MisreadWord["kind"]): MisreadWord => {
		const start = words[from]?.start ?? 0;
		const end = words[Math.max(from, to - 1)]?.end ?? start;
		return { start, end, expected: text.slice(start, end), heard: said, kind };
	};
	if (candidate.origin === "dropped") return [misread(candidate.from, candidate.to, null, "dropped")];
	if (candidate.origin === "repeated") return [misread(candidate.from, candidate.to, candidate.said, "repeated")];
	return candidate.pairings
		.filter(({ distance }) => distance > 0)
		.map(({ from, to, transcriptFrom, transcriptTo }) => {
			const said = transcript.text.slice(
				transcript.words[transcriptFrom]?.start,
				transcript.words[transcriptTo - 1]?.end,
			);
			if (transcriptFrom === transcriptTo) return misread(from, to, null, "dropped");
			if (from < to) return misread(from, to, said, "changed");
			const phonemes = transcript.words[transcriptFrom]?.readings[0]?.join("");
			const twin = [from - 1, from].find((at) => words[at]?.readings.some((reading) => reading.join("") === phonemes));
			const index = twin ?? Math.max(0, from - 1);
			return misread(
				index,
				index + 1,
				twin === undefined ? said : `${words[index]?.text} ${said}`,
				twin === undefined ? "inserted" : "repeated",
			);
		});
}
