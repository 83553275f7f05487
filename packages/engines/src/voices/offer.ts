import { adjusted, type Design, type DesignedVoice } from "./design.ts";
import { verdicts } from "./judge.ts";
import type { Traits } from "./traits.ts";

/** A voice that was listened to. `misheard`: which part of its words, where an ear for the language runs. */
export type Listened = { traits: Traits; misheard?: number };
export type Offered<T extends Listened> = { voice: DesignedVoice; heard: T };

/** More than one word in twenty, and another voice is offered in its place. */
const mostMisheard = 0.05;

/**
 * The voices of a design, each spoken and measured. One that misses what was asked is put right once; one that is hard to understand gives
 * way to the next best, or stays when none of those is easier. What meets most of what was asked comes first.
 */
export async function offerVoices<T extends Listened>(
	design: Design,
	listen: (voice: DesignedVoice) => Promise<T>,
): Promise<Offered<T>[]> {
	const offers = await Promise.all(design.voices.map((voice) => auditioned(design, voice, listen)));
	const spares = [...design.spares];
	for (const [at, first] of offers.entries()) {
		let best = first;
		while (misheard(best) > mostMisheard) {
			const voice = spares.shift();
			if (!voice) break;
			const other = await auditioned(design, voice, listen);
			if (misheard(other) < misheard(best)) best = other;
		}
		offers[at] = best;
	}
	return offers.toSorted((a, b) => met(design, b) - met(design, a));
}

const misheard = ({ heard }: Offered<Listened>) => heard.misheard ?? 0;

const met = (design: Design, { voice, heard }: Offered<Listened>) =>
	verdicts(design, voice, heard.traits).filter((said) => said.met).length;

async function auditioned<T extends Listened>(
	design: Design,
	voice: DesignedVoice,
	listen: (voice: DesignedVoice) => Promise<T>,
): Promise<Offered<T>> {
	const first = { voice, heard: await listen(voice) };
	const better = adjusted(design, voice, first.heard.traits);
	if (!better) return first;
	const second = { voice: better, heard: await listen(better) };
	// What fewer words of are understood is no better, whatever it sounds like.
	const clear = misheard(second) <= Math.max(mostMisheard, misheard(first));
	return clear && met(design, second) >= met(design, first) ? second : first;
}
