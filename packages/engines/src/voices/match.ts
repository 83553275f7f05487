import { type Blend, blendName, type Weights } from "../speech/blend.ts";
import { chance } from "../speech/providers/chance.ts";
import { proposedMix } from "./match-model.ts";
import type { Measured } from "./measure.ts";
import { type PaletteVoice, paletteOf } from "./palette.ts";
import { cosine } from "./speaker.ts";

// The mix of shipped voices that is nearest to somebody's own. The manner follows from the pitch and the melody that are wanted; the
// timbre is looked for by ear: first where the speakers' own projections point, then in small steps, each spoken and measured. It is
// never that person's voice: it is as near as these speakers come, and how near is told.

export type Matching = {
	target: Measured;
	engine: string;
	/** How many mixes may be heard. */
	tries?: number;
	/** A short sentence by that voice, measured. */
	hear(speaker: string): Promise<Measured>;
	/** Other sentences by that voice, measured. */
	judge(speaker: string): Promise<Measured>;
	onProgress?: (progress: MatchProgress) => void;
};

/** `similarity` is the best so far, -1..1. */
export type MatchProgress = { done: number; total: number; similarity: number };

export type Matched = {
	/** The mix, by its name. */
	speaker: string;
	/** Of the finished mix to the samples, on words that it was not looked for with: the cosine of the speaker projections. */
	similarity: number;
	pitchHz: number;
	targetPitchHz: number;
	/** The same for the shipped voice that is nearest. */
	nearest: { speaker: string; similarity: number; pitchHz: number };
	tried: number;
};

const usualTries = 30;
const nearestSpeakers = 10;
const mostInMix = 6;
const firstStep = 0.3;
const smallestStep = 0.02;
/** What the pitch may be off, as a part, before it costs anything: it is put right anyway. */
const pitchTolerance = 0.04;
const pitchCost = 2;
const paceRange = [0.8, 1.25] as const;
const mannerRange = [-0.4, 1.4] as const;

/** `aimedHz`: what its manner was asked for. */
type Heard = { timbre: Weights; score: number; measured: Measured; aimedHz: number };

export async function matchVoice(matching: Matching): Promise<Matched> {
	const { target, engine, hear, judge, tries = usualTries } = matching;
	const palette = paletteOf(engine);
	if (palette.length === 0) throw new Error(`${engine} has no speakers that can be mixed`);
	const ranked = palette.toSorted((a, b) => likeness(b, target) - likeness(a, target));
	const near = ranked.slice(0, nearestSpeakers);
	const goal = target.traits.pitchHz;
	let pace = 1;
	/** What the manner is asked for, so that the pitch that is wanted comes out. */
	let aimedHz = goal;
	let tried = 0;
	let best: Heard | undefined;
	// Judging the mix and the nearest voice counts too; a pitch that is put right at the end may need one more.
	const total = tries + 3;
	const told = () => matching.onProgress?.({ done: tried, total, similarity: best?.score ?? 0 });

	const nameOf = (timbre: Weights) => blendName(blendOf(timbre));
	const blendOf = (timbre: Weights): Blend => ({ timbre, manner: mannerFor(palette, aimedHz, target), pace });
	const known = new Map<string, Heard>();
	const tryOut = async (timbre: Weights): Promise<Heard> => {
		const name = nameOf(timbre);
		const before = known.get(name);
		if (before) return before;
		const measured = await hear(name);
		tried++;
		const heard = { timbre, measured, score: scoreOf(measured, target), aimedHz };
		known.set(name, heard);
		if (!best || heard.score > best.score) best = heard;
		told();
		return heard;
	};

	const nearest = (): Heard => {
		if (!best) throw new Error("nothing was heard");
		return best;
	};

	/** A little more or less of one speaker after the other, until that is nearer. */
	let turn = 0;
	const stepAside = async (from: Heard, step: number): Promise<boolean> => {
		for (let looked = 0; looked < near.length && tried < tries; looked++) {
			const { speaker } = near[turn++ % near.length] as PaletteVoice;
			for (const share of [step, -step]) {
				if (tried >= tries) break;
				const moved = movedTo(from.timbre, speaker, share);
				if (!moved || known.has(nameOf(moved))) continue;
				if ((await tryOut(moved)).score > from.score) return true;
			}
			// One pair of steps at a time: what they taught may point somewhere better.
			if (looked >= 1) return false;
		}
		return false;
	};

	const beginnings = startingMixes(near, target);
	const first = await tryOut(beginnings[0] as Weights);
	// The first one also tells how pitch and pace come out, whatever was asked for.
	aimedHz = corrected(aimedHz, goal, first.measured.traits.pitchHz);
	pace = pacedBy(first.measured, target);
	best = undefined;
	for (const timbre of beginnings.slice(0, Math.max(1, tries - tried))) await tryOut(timbre);

	const next = chance(1);
	const random = () => (next() + 1) / 2;
	let step = firstStep;
	while (tried < tries && step >= smallestStep) {
		const from = nearest();
		// Where the speakers seem to point by all that was heard so far; a step to the side where that leads nowhere new.
		const points = [...known.values()].map(({ timbre, measured }) => ({ timbre, vector: measured.vector }));
		const guess = proposedMix(near, points, target.vector, from.timbre, random);
		const proposal = guess && pruned(guess);
		if (!proposal || known.has(nameOf(proposal)) || (await tryOut(proposal)).score <= from.score) {
			if (!(await stepAside(from, step))) step *= 0.6;
		}
		const { measured, aimedHz: asked } = nearest();
		if (off(measured.traits.pitchHz, goal) > pitchTolerance) aimedHz = corrected(asked, goal, measured.traits.pitchHz);
	}
	const { timbre } = nearest();
	let judged = await judge(nameOf(timbre));
	tried++;
	told();
	if (off(judged.traits.pitchHz, goal) > pitchTolerance) {
		const asked = aimedHz;
		aimedHz = corrected(aimedHz, goal, judged.traits.pitchHz);
		const again = await judge(nameOf(timbre));
		tried++;
		if (off(again.traits.pitchHz, goal) < off(judged.traits.pitchHz, goal)) judged = again;
		else aimedHz = asked;
	}
	const speaker = nameOf(timbre);
	const bySound = (voice: PaletteVoice) => cosine(voice.vector, target.vector);
	const single = ranked.reduce((one, other) => (bySound(other) > bySound(one) ? other : one));
	const alone = await judge(single.speaker);
	tried++;
	matching.onProgress?.({ done: total, total, similarity: cosine(judged.vector, target.vector) });
	return {
		speaker,
		similarity: cosine(judged.vector, target.vector),
		pitchHz: judged.traits.pitchHz,
		targetPitchHz: goal,
		nearest: {
			speaker: single.speaker,
			similarity: cosine(alone.vector, target.vector),
			pitchHz: alone.traits.pitchHz,
		},
		tried,
	};
}

/** By the projection where it was measured, by the pitch otherwise. */
function likeness(voice: PaletteVoice, { vector, traits }: Measured): number {
	const bySound = cosine(voice.vector, vector);
	return bySound - 0.1 * Math.abs(Math.log2(voice.pitchHz / traits.pitchHz));
}

function scoreOf({ vector, traits }: Measured, target: Measured): number {
	const missed = Math.max(0, off(traits.pitchHz, target.traits.pitchHz) - pitchTolerance);
	return cosine(vector, target.vector) - pitchCost * Math.min(0.3, missed);
}

const off = (hz: number, goal: number) => (hz > 0 ? Math.abs(hz / goal - 1) : 1);

function corrected(asked: number, goal: number, came: number): number {
	if (!(came > 0)) return asked;
	// No further than a third: a pitch that was misheard must not carry the manner away.
	return asked * Math.min(1.33, Math.max(0.75, goal / came));
}

function pacedBy({ traits }: Measured, target: Measured): number {
	const wanted = target.traits.syllablesPerSecond;
	if (!(traits.syllablesPerSecond > 0) || !(wanted > 0)) return 1;
	const [least, most] = paceRange;
	return Number(Math.min(most, Math.max(least, wanted / traits.syllablesPerSecond)).toFixed(2));
}

/** Two speakers on either side of the pitch whose melody moves about as much as is wanted. */
function mannerFor(palette: readonly PaletteVoice[], hz: number, { traits }: Measured): Weights {
	const away = (voice: PaletteVoice) => 12 * Math.log2(voice.pitchHz / hz);
	const fit = (voice: PaletteVoice) => Math.abs(away(voice)) + 1.5 * Math.abs(voice.pitchSpread - traits.pitchSpread);
	const sorted = palette.toSorted((a, b) => fit(a) - fit(b));
	const first = sorted[0] as PaletteVoice;
	// Far enough from the first that the weights stay small.
	const apart = (voice: PaletteVoice) => Math.abs(Math.log2(voice.pitchHz / first.pitchHz)) > 1 / 12;
	const second =
		sorted.find((voice) => apart(voice) && Math.sign(away(voice)) !== Math.sign(away(first))) ?? sorted.find(apart);
	if (!second) return { [first.speaker]: 1 };
	const share = Math.log(hz / second.pitchHz) / Math.log(first.pitchHz / second.pitchHz);
	const [least, most] = mannerRange;
	const kept = Number(Math.min(most, Math.max(least, share)).toFixed(3));
	return { [first.speaker]: kept, [second.speaker]: Number((1 - kept).toFixed(3)) };
}

/** Where the projections of the speakers point: the mix whose own would be nearest, and simpler ones. */
function startingMixes(near: readonly PaletteVoice[], { vector }: Measured): Weights[] {
	const [one, two, three] = near.map(({ speaker }) => speaker) as [string, string, string];
	const mixes: Weights[] = [{ [one]: 1 }, { [one]: 0.5, [two]: 0.5 }, { [one]: 0.4, [two]: 0.3, [three]: 0.3 }];
	const pointed = nearestMix(near, vector);
	return pointed ? [pointed, ...mixes] : mixes;
}

/** Non-negative weights of sum one whose mean projection is nearest to the target's, by small steps along the gradient. */
function nearestMix(near: readonly PaletteVoice[], target: readonly number[]): Weights | undefined {
	if (near.some(({ vector }) => vector.length !== target.length)) return undefined;
	let weights = near.map(() => 1 / near.length);
	for (let round = 0; round < 200; round++) {
		const sum = target.map((_, at) =>
			near.reduce((total, { vector }, i) => total + (weights[i] as number) * (vector[at] as number), 0),
		);
		const slope = near.map(({ vector }) =>
			vector.reduce((total, value, at) => total + value * ((sum[at] as number) - (target[at] as number)), 0),
		);
		weights = weights.map((weight, i) => weight * Math.exp(-0.5 * (slope[i] as number)));
		const whole = weights.reduce((total, weight) => total + weight, 0);
		weights = weights.map((weight) => weight / whole);
	}
	return pruned(Object.fromEntries(near.map(({ speaker }, at) => [speaker, weights[at] as number])));
}

/** So much more of one speaker and less of the others, or the other way round. */
function movedTo(timbre: Weights, speaker: string, share: number): Weights | undefined {
	const own = timbre[speaker] ?? 0;
	if (share < 0 && own + share < -0.2) return undefined;
	const rest = 1 - share;
	const moved: Record<string, number> = {};
	for (const [known, weight] of Object.entries(timbre)) moved[known] = weight * rest;
	moved[speaker] = (moved[speaker] ?? 0) + share;
	return pruned(moved);
}

function pruned(weights: Weights): Weights {
	const kept = Object.entries(weights)
		.filter(([, weight]) => Math.abs(weight) > 0.04)
		.sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
		.slice(0, mostInMix);
	const sum = kept.reduce((total, [, weight]) => total + weight, 0);
	return Object.fromEntries(kept.map(([speaker, weight]) => [speaker, Number((weight / sum).toFixed(3))]));
}
