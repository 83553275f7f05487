import { type Blend, blendName, type Weights } from "../speech/blend.ts";
import { seededRandom } from "../speech/providers/seeded-random.ts";
import { proposeBlend } from "./match-model.ts";
import type { VoiceMeasurement } from "./measure/measure.ts";
import { cosine } from "./measure/speaker.ts";
import { type PaletteVoice, paletteOf } from "./palette.ts";

// Finds the blend of shipped voices closest to a recorded voice. Prosody follows from the target's pitch and pitch
// range. Timbre is searched: first where the speakers' embeddings point, then in small steps, each synthesized and
// measured. The result is not that person's voice but the closest these speakers come, and its similarity is reported.

export type MatchInput = {
	target: VoiceMeasurement;
	engine: string;
	/** Maximum number of blends to measure. */
	tries?: number;
	/** Synthesizes and measures a short sentence. */
	measureTrial(speaker: string): Promise<VoiceMeasurement>;
	/** Synthesizes and measures other sentences. */
	evaluate(speaker: string): Promise<VoiceMeasurement>;
	onProgress?: (progress: MatchProgress) => void;
};

/** `similarity` is the best so far, -1..1. */
export type MatchProgress = { done: number; total: number; similarity: number };

export type VoiceMatch = {
	/** The blend name. */
	speaker: string;
	/** Cosine similarity of the speaker embeddings of the blend and the samples, on sentences not used in the search. */
	similarity: number;
	pitchHz: number;
	targetPitchHz: number;
	/** The same for the closest shipped voice. */
	nearest: { speaker: string; similarity: number; pitchHz: number };
	tried: number;
};

const defaultTries = 30;
const poolSize = 10;
const maxSpeakers = 6;
const firstStep = 0.3;
const minStep = 0.02;
/** Relative pitch error that costs nothing, because it is corrected anyway. */
const pitchTolerance = 0.04;
const pitchCost = 2;
const paceRange = [0.8, 1.25] as const;
const prosodyRange = [-0.4, 1.4] as const;

/** `requestedHz` is the pitch its prosody was chosen for. */
type Trial = { timbre: Weights; score: number; measured: VoiceMeasurement; requestedHz: number };

export async function matchVoice(input: MatchInput): Promise<VoiceMatch> {
	const { target, engine, measureTrial, evaluate, tries = defaultTries } = input;
	const palette = paletteOf(engine);
	if (palette.length === 0) throw new Error(`${engine} does not support blends`);
	const ranked = palette.toSorted((a, b) => rankScore(b, target) - rankScore(a, target));
	const pool = ranked.slice(0, poolSize);
	const goal = target.traits.pitchHz;
	let pace = 1;
	/** The pitch to request from the prosody so that the result has the target pitch. */
	let requestedHz = goal;
	let tried = 0;
	let best: Trial | undefined;
	// Evaluating the blend and the closest voice counts too, and a final pitch correction may need one more.
	const total = tries + 3;
	const reportProgress = () => input.onProgress?.({ done: tried, total, similarity: best?.score ?? 0 });

	const nameOf = (timbre: Weights) => blendName(blendOf(timbre));
	const blendOf = (timbre: Weights): Blend => ({ timbre, prosody: prosodyFor(palette, requestedHz, target), pace });
	const trials = new Map<string, Trial>();
	const tryOut = async (timbre: Weights): Promise<Trial> => {
		const name = nameOf(timbre);
		const cached = trials.get(name);
		if (cached) return cached;
		const measured = await measureTrial(name);
		tried++;
		const trial = { timbre, measured, score: scoreOf(measured, target), requestedHz };
		trials.set(name, trial);
		if (!best || trial.score > best.score) best = trial;
		reportProgress();
		return trial;
	};

	const bestTrial = (): Trial => {
		if (!best) throw new Error("no blend was measured");
		return best;
	};

	/** Tries a little more or less of the next speakers until the result improves. */
	let nextSpeaker = 0;
	const tryNeighbors = async (from: Trial, step: number): Promise<boolean> => {
		for (let looked = 0; looked < pool.length && tried < tries; looked++) {
			const { speaker } = pool[nextSpeaker++ % pool.length] as PaletteVoice;
			for (const share of [step, -step]) {
				if (tried >= tries) break;
				const moved = movedTo(from.timbre, speaker, share);
				if (!moved || trials.has(nameOf(moved))) continue;
				if ((await tryOut(moved)).score > from.score) return true;
			}
			// Only two speakers at a time: the model may make a better proposal afterwards.
			if (looked >= 1) return false;
		}
		return false;
	};

	const starts = startingBlends(pool, target);
	const first = await tryOut(starts[0] as Weights);
	// The first trial also shows how actual pitch and pace differ from the requested ones.
	requestedHz = corrected(requestedHz, goal, first.measured.traits.pitchHz);
	pace = paceFor(first.measured, target);
	best = undefined;
	for (const timbre of starts.slice(0, Math.max(1, tries - tried))) await tryOut(timbre);

	const next = seededRandom(1);
	const random = () => (next() + 1) / 2;
	let step = firstStep;
	while (tried < tries && step >= minStep) {
		const from = bestTrial();
		// Follow the model's proposal; try neighbors where it leads nowhere new.
		const measuredBlends = [...trials.values()].map(({ timbre, measured }) => ({ timbre, vector: measured.vector }));
		const predicted = proposeBlend(pool, measuredBlends, target.vector, from.timbre, random);
		const proposal = predicted && prune(predicted);
		if (!proposal || trials.has(nameOf(proposal)) || (await tryOut(proposal)).score <= from.score) {
			if (!(await tryNeighbors(from, step))) step *= 0.6;
		}
		const { measured, requestedHz: requested } = bestTrial();
		if (off(measured.traits.pitchHz, goal) > pitchTolerance)
			requestedHz = corrected(requested, goal, measured.traits.pitchHz);
	}
	const { timbre } = bestTrial();
	let evaluated = await evaluate(nameOf(timbre));
	tried++;
	reportProgress();
	if (off(evaluated.traits.pitchHz, goal) > pitchTolerance) {
		const previousHz = requestedHz;
		requestedHz = corrected(requestedHz, goal, evaluated.traits.pitchHz);
		const again = await evaluate(nameOf(timbre));
		tried++;
		if (off(again.traits.pitchHz, goal) < off(evaluated.traits.pitchHz, goal)) evaluated = again;
		else requestedHz = previousHz;
	}
	const speaker = nameOf(timbre);
	const similarityOf = (voice: PaletteVoice) => cosine(voice.vector, target.vector);
	const closest = ranked.reduce((one, other) => (similarityOf(other) > similarityOf(one) ? other : one));
	const closestMeasured = await evaluate(closest.speaker);
	tried++;
	input.onProgress?.({ done: total, total, similarity: cosine(evaluated.vector, target.vector) });
	return {
		speaker,
		similarity: cosine(evaluated.vector, target.vector),
		pitchHz: evaluated.traits.pitchHz,
		targetPitchHz: goal,
		nearest: {
			speaker: closest.speaker,
			similarity: cosine(closestMeasured.vector, target.vector),
			pitchHz: closestMeasured.traits.pitchHz,
		},
		tried,
	};
}

/** Ranks a voice by its embedding and, to a lesser degree, its pitch. */
function rankScore(voice: PaletteVoice, { vector, traits }: VoiceMeasurement): number {
	return cosine(voice.vector, vector) - 0.1 * Math.abs(Math.log2(voice.pitchHz / traits.pitchHz));
}

function scoreOf({ vector, traits }: VoiceMeasurement, target: VoiceMeasurement): number {
	const missed = Math.max(0, off(traits.pitchHz, target.traits.pitchHz) - pitchTolerance);
	return cosine(vector, target.vector) - pitchCost * Math.min(0.3, missed);
}

const off = (hz: number, goal: number) => (hz > 0 ? Math.abs(hz / goal - 1) : 1);

/** Returns the pitch to request next, given the pitch that the requested one resulted in. */
function corrected(requested: number, goal: number, actual: number): number {
	if (!(actual > 0)) return requested;
	// Limited, so that one wrong pitch measurement can't derail the search.
	return requested * Math.min(1.33, Math.max(0.75, goal / actual));
}

function paceFor({ traits }: VoiceMeasurement, target: VoiceMeasurement): number {
	const goal = target.traits.syllablesPerSecond;
	if (!(traits.syllablesPerSecond > 0) || !(goal > 0)) return 1;
	const [min, max] = paceRange;
	return Number(Math.min(max, Math.max(min, goal / traits.syllablesPerSecond)).toFixed(2));
}

/** Returns the prosody weights of two speakers on either side of the pitch with a similar pitch range. */
function prosodyFor(palette: readonly PaletteVoice[], hz: number, { traits }: VoiceMeasurement): Weights {
	const away = (voice: PaletteVoice) => 12 * Math.log2(voice.pitchHz / hz);
	const fit = (voice: PaletteVoice) => Math.abs(away(voice)) + 1.5 * Math.abs(voice.pitchSpread - traits.pitchSpread);
	const sorted = palette.toSorted((a, b) => fit(a) - fit(b));
	const first = sorted[0] as PaletteVoice;
	// Far enough from the first to keep the weights small.
	const isDistant = (voice: PaletteVoice) => Math.abs(Math.log2(voice.pitchHz / first.pitchHz)) > 1 / 12;
	const second =
		sorted.find((voice) => isDistant(voice) && Math.sign(away(voice)) !== Math.sign(away(first))) ??
		sorted.find(isDistant);
	if (!second) return { [first.speaker]: 1 };
	const share = Math.log(hz / second.pitchHz) / Math.log(first.pitchHz / second.pitchHz);
	const [min, max] = prosodyRange;
	const weight = Number(Math.min(max, Math.max(min, share)).toFixed(3));
	return { [first.speaker]: weight, [second.speaker]: Number((1 - weight).toFixed(3)) };
}

/** Returns the blend whose predicted embedding is closest, and simpler ones. */
function startingBlends(pool: readonly PaletteVoice[], { vector }: VoiceMeasurement): Weights[] {
	const [one, two, three] = pool.map(({ speaker }) => speaker) as [string, string, string];
	const simple: Weights[] = [{ [one]: 1 }, { [one]: 0.5, [two]: 0.5 }, { [one]: 0.4, [two]: 0.3, [three]: 0.3 }];
	const closest = closestBlend(pool, vector);
	return closest ? [closest, ...simple] : simple;
}

/** Returns non-negative weights of sum one whose mean embedding is closest to the target, by gradient descent. */
function closestBlend(pool: readonly PaletteVoice[], target: readonly number[]): Weights | undefined {
	if (pool.some(({ vector }) => vector.length !== target.length)) return undefined;
	let weights = pool.map(() => 1 / pool.length);
	for (let round = 0; round < 200; round++) {
		const sum = target.map((_, at) =>
			pool.reduce((total, { vector }, i) => total + (weights[i] as number) * (vector[at] as number), 0),
		);
		const slope = pool.map(({ vector }) =>
			vector.reduce((total, value, at) => total + value * ((sum[at] as number) - (target[at] as number)), 0),
		);
		weights = weights.map((weight, i) => weight * Math.exp(-0.5 * (slope[i] as number)));
		const norm = weights.reduce((total, weight) => total + weight, 0);
		weights = weights.map((weight) => weight / norm);
	}
	return prune(Object.fromEntries(pool.map(({ speaker }, at) => [speaker, weights[at] as number])));
}

/** Shifts `share` of the weight to one speaker, or away from it if negative. */
function movedTo(timbre: Weights, speaker: string, share: number): Weights | undefined {
	const own = timbre[speaker] ?? 0;
	if (share < 0 && own + share < -0.2) return undefined;
	const rest = 1 - share;
	const moved: Record<string, number> = {};
	for (const [known, weight] of Object.entries(timbre)) moved[known] = weight * rest;
	moved[speaker] = (moved[speaker] ?? 0) + share;
	return prune(moved);
}

function prune(weights: Weights): Weights {
	const kept = Object.entries(weights)
		.filter(([, weight]) => Math.abs(weight) > 0.04)
		.sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
		.slice(0, maxSpeakers);
	const sum = kept.reduce((total, [, weight]) => total + weight, 0);
	return Object.fromEntries(kept.map(([speaker, weight]) => [speaker, Number((weight / sum).toFixed(3))]));
}
