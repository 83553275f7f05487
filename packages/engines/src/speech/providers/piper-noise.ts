import { seededRandom } from "./seeded-random.ts";

/** The model's random variation of the audio (`noise`) and of phoneme durations (`noiseW`). */
export type PiperNoise = { noise: number; noiseW: number };

/** Far below the model's defaults, because speech is clearer. The speakers were screened with this value. */
const screened = 0.1;
/** The highest value that costs at most 2% of the words; 0.5 costs twice that. */
const maxNoise = 0.3;
/** A seeded take needs some variation even at full stability. */
const minTakeNoise = 0.08;

/**
 * Stability 0.5 is the screened value; towards 0 the rhythm varies more, at 1 there is no noise. The model's noise
 * can't be seeded: a seed only changes the amount, so different seeds give different takes, but the same seed does not
 * repeat one exactly.
 */
export function piperNoise({ stability = 0.5, seed }: { stability?: number; seed?: number }): PiperNoise {
	const even = Math.min(1, Math.max(0, stability));
	const amount = even <= 0.5 ? screened + (0.5 - even) * 2 * (maxNoise - screened) : screened * (1 - even) * 2;
	if (seed === undefined) return { noise: amount, noiseW: amount };
	const next = seededRandom(seed);
	const vary = () => Math.max(minTakeNoise, amount) * (1 + 0.25 * next());
	return { noise: vary(), noiseW: vary() };
}
