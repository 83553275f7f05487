import type { VoiceSegment } from "@timbre/contract/speech/endpoints.ts";
import { createLineSegments } from "@timbre/engines/alignment/times/line-segments.ts";
import { presentVoiceSegment } from "../alignment/alignment.present.ts";
import type { Delivery, TimingDelivery } from "../generate/types.ts";
import type { PreparedSpeech } from "./types.ts";

/** Collects one voice segment per dialogue line, complete once the line was delivered. */
export function createVoiceSegments({ plan, lines }: PreparedSpeech) {
	const segments = createLineSegments(plan.units);
	return {
		timing: ({ written }: TimingDelivery) => segments.addCharacters(written.characters.length),
		unit: ({ index, ...span }: Extract<Delivery, { type: "unit" }>) => segments.endUnit(index, span),
		take: (): VoiceSegment[] =>
			segments.take().map((segment) => presentVoiceSegment(segment, lines[segment.line]?.voice.id ?? "")),
	};
}
