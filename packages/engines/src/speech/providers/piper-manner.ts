import { chance } from "./chance.ts";

/** How much the model leaves to chance in its sound (`noise`) and in the length of each sound (`noiseW`). */
export type PiperManner = { noise: number; noiseW: number };

/** Far below the model's defaults: the speakers were screened with these, and they speak more clearly so. */
const own = 0.1;
/** The most that costs no more than two words in a hundred: 0.5 already costs twice that. */
const liveliest = 0.3;
/** Another take needs some chance, however even the voice is to be. */
const leastForTakes = 0.08;

/**
 * The middle is the voice as it was screened; towards 0 its rhythm varies more, at 1 nothing is left to chance. The model's chance cannot
 * be seeded: a seed decides only how much of it there is, so another seed is another take and the same one not quite the same.
 */
export function piperManner({ stability = 0.5, seed }: { stability?: number; seed?: number }): PiperManner {
	const even = Math.min(1, Math.max(0, stability));
	const amount = even <= 0.5 ? own + (0.5 - even) * 2 * (liveliest - own) : own * (1 - even) * 2;
	if (seed === undefined) return { noise: amount, noiseW: amount };
	const next = chance(seed);
	const vary = () => Math.max(leastForTakes, amount) * (1 + 0.25 * next());
	return { noise: vary(), noiseW: vary() };
}
