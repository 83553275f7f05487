import { adjustVoice, type Design, type DesignedVoice } from "./design.ts";
import type { Traits } from "./measure/traits.ts";
import { traitResults } from "./trait-results.ts";

/**
 * Measurements of a synthesized voice. `misheard` is its word error rate, if a transcriber for the language is
 * available.
 */
export type VoiceAudition = { traits: Traits; misheard?: number };
export type AuditionedVoice<T extends VoiceAudition> = { voice: DesignedVoice; audition: T };

/** Voices with a higher word error rate are replaced. */
const maxMisheard = 0.05;

/**
 * Synthesizes and measures the voices of a design. A voice that misses its targets is adjusted once; one that is hard
 * to understand is replaced by the next best, unless none of those is easier to understand. Voices that meet the most
 * requested traits come first.
 */
export async function auditionVoices<T extends VoiceAudition>(
	design: Design,
	audition: (voice: DesignedVoice) => Promise<T>,
	/** Called when one of the voices is synthesized; it may still be replaced. */
	onVoice: () => void = () => {},
): Promise<AuditionedVoice<T>[]> {
	const auditioned = await Promise.all(
		design.voices.map(async (voice) => {
			const one = await auditionVoice(design, voice, audition);
			onVoice();
			return one;
		}),
	);
	const alternates = [...design.alternates];
	for (const [at, first] of auditioned.entries()) {
		let best = first;
		while (misheard(best) > maxMisheard) {
			const voice = alternates.shift();
			if (!voice) break;
			const other = await auditionVoice(design, voice, audition);
			if (misheard(other) < misheard(best)) best = other;
		}
		auditioned[at] = best;
	}
	return auditioned.toSorted((a, b) => metCount(design, b) - metCount(design, a));
}

const misheard = ({ audition }: AuditionedVoice<VoiceAudition>) => audition.misheard ?? 0;

const metCount = (design: Design, { voice, audition }: AuditionedVoice<VoiceAudition>) =>
	traitResults(design, voice, audition.traits).filter(({ met }) => met).length;

async function auditionVoice<T extends VoiceAudition>(
	design: Design,
	voice: DesignedVoice,
	audition: (voice: DesignedVoice) => Promise<T>,
): Promise<AuditionedVoice<T>> {
	const first = { voice, audition: await audition(voice) };
	const adjusted = adjustVoice(design, voice, first.audition.traits);
	if (!adjusted) return first;
	const second = { voice: adjusted, audition: await audition(adjusted) };
	// A less intelligible voice is never better, whatever its traits.
	const clear = misheard(second) <= Math.max(maxMisheard, misheard(first));
	return clear && metCount(design, second) >= metCount(design, first) ? second : first;
}
