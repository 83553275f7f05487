import { createTimeline } from "@timbre/engines/alignment/times/timeline.ts";
import type { SpeechEvent, UnsupportedRule } from "@timbre/engines/node/protocol.ts";
import type { PaidSentence } from "../../usage/usage.paid.public.ts";
import type { SpokenVoice } from "../../usage/usage.public.ts";
import { creditsFor, newCharactersOf } from "../plan/credits.ts";
import type { PlannedText, PlannedUnit } from "../plan/types.ts";
import { speakerOf } from "./generation.ts";
import type { Generation } from "./types.ts";

type Segment = Extract<SpeechEvent, { type: "segment" }>;

/** The cost of everything delivered so far, and what it newly pays for. */
export type Paid = { cost: number; paid: PaidSentence[] };
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
	/** Delivered characters of the unit that is being delivered. */
	let deliveredOfUnit = { index: -1, characters: 0 };
	/** What is paid but not in the database yet, by hash. */
	const unrecorded = new Map<string, PaidSentence>();
	/** Nothing about the text may be stored if logging is off, so then nothing is remembered as paid. */
	const newlyPaid = (unit: PlannedUnit, newCharacters: number, last: boolean): PaidSentence[] => {
		if (!generation.storeHistory || !unit.unpaid || (newCharacters === 0 && !last)) return [];
		const paid = { key: unit.hash, characters: last ? null : newCharacters };
		unrecorded.set(unit.hash, paid);
		return [paid];
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
			let paid: PaidSentence[] = [];
			delivered.end = event.end;
			delivered.characters += characters;
			if (unit) {
				const before = deliveredOfUnit.index === event.unit ? deliveredOfUnit.characters : 0;
				deliveredOfUnit = { index: event.unit, characters: before + characters };
				const newCharacters = newCharactersOf(unit, before + characters);
				const weighted = (newCharacters - newCharactersOf(unit, before)) * unit.rate;
				paid = newlyPaid(unit, newCharacters, event.last);
				const { id, name } = speakerOf(generation, unit.line);
				const voice = byVoice.get(id) ?? { id, name, rate: unit.rate, characters: 0, worth: 0 };
				delivered.weightedCharacters += weighted;
				voice.characters += characters;
				voice.worth += weighted;
				byVoice.set(id, voice);
			}
			timeline.addSegment(event.unit, event.seconds);
			unsupportedRules.push(...(event.unsupported ?? []));
			return { cost: credits(), paid };
		},
		/** What is paid but not recorded yet. */
		unrecorded: (): PaidSentence[] => [...unrecorded.values()],
		markRecorded(paid: readonly PaidSentence[]): void {
			for (const sentence of paid) if (unrecorded.get(sentence.key) === sentence) unrecorded.delete(sentence.key);
		},
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
