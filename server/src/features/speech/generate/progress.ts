import { createTimeline } from "@timbre/engines/alignment/times/timeline.ts";
import type { SpeechEvent, UnsupportedRule } from "@timbre/engines/node/protocol.ts";
import type { SpokenVoice } from "../../usage/usage.public.ts";
import { creditsFor } from "../plan/credits.ts";
import type { PlannedText } from "../plan/types.ts";
import { speakerOf } from "./generation.ts";
import type { Generation } from "./types.ts";

type Segment = Extract<SpeechEvent, { type: "segment" }>;

/** The cost of everything delivered so far, and the hashes of the sentences it newly pays for. */
export type Paid = { cost: number; paid: string[] };
export type Progress = ReturnType<typeof createProgress>;

/** Tracks what was delivered: the position in the text, the times in the audio, the cost and the sentences it pays for. */
export function createProgress(generation: Generation, plan: () => PlannedText) {
	const delivered = {
		/** Offset in the text up to which audio was delivered. */
		end: 0,
		characters: 0,
		weightedCharacters: 0,
		complete: false,
		peaks: null as Uint8Array | null,
	};
	const timeline = createTimeline();
	const byVoice = new Map<string, Required<SpokenVoice>>();
	const unsupportedRules: UnsupportedRule[] = [];
	const credits = () => creditsFor(delivered.weightedCharacters, generation.model.cost);
	/** They are free from then on, so only complete and stored units count. */
	const newlyPaid = (index: number): string[] => {
		const unit = plan().units[index];
		return unit?.unpaid ? [unit.hash] : [];
	};
	return {
		delivered,
		timeline,
		/** Pronunciation rules the engine does not support. */
		unsupportedRules,
		plan,
		/** The units of which audio was delivered. */
		startedUnits: () => plan().units.slice(0, timeline.count()),
		addSegment(event: Segment): Paid {
			const unit = plan().units[event.unit];
			const characters = event.end - event.start;
			delivered.end = event.end;
			delivered.characters += characters;
			if (unit) {
				const weighted = unit.unpaid ? characters * unit.rate : 0;
				const { id, name } = speakerOf(generation, unit.line);
				const voice = byVoice.get(id) ?? { id, name, rate: unit.rate, characters: 0, worth: 0 };
				delivered.weightedCharacters += weighted;
				voice.characters += characters;
				voice.worth += weighted;
				byVoice.set(id, voice);
			}
			timeline.addSegment(event.unit, event.seconds);
			unsupportedRules.push(...(event.unsupported ?? []));
			return { cost: credits(), paid: event.last && event.saved ? newlyPaid(event.unit) : [] };
		},
		/** For a unit whose take was stored only after it was delivered. */
		addStored: (unit: number): Paid => ({ cost: credits(), paid: newlyPaid(unit) }),
		complete(peaks: readonly number[]): void {
			delivered.complete = true;
			delivered.peaks = Uint8Array.from(peaks);
		},
		/** Cost of what was delivered. */
		credits,
		/** Cost by voice; undefined if there is a single voice at the default rate. */
		voices: () => voiceBreakdown([...byVoice.values()]),
	};
}

export function voiceBreakdown<T extends SpokenVoice>(voices: readonly T[]): readonly T[] | undefined {
	return voices.length > 1 || voices.some(({ rate }) => rate !== 1) ? voices : undefined;
}
