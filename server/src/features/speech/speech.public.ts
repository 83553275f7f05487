import { createLimiter } from "@timbre/engines/workers/limiter.ts";
import { createBufferPool } from "../../core/storage/disk-backed-buffer.ts";
import { createStartAnnouncer } from "./generate/announcement.service.ts";
import type { SpeechDeps } from "./generate/types.ts";

export { streamSpeech } from "./convert/audio.service.ts";
export { requireModel } from "./convert/requirements.ts";
export { type RenderedSentence, renderSentences, type SentenceRun } from "./generate/render.service.ts";
export type { SpeechDeps } from "./generate/types.ts";
export { creditsFor, newCharactersOf } from "./plan/credits.ts";
export { markPaid } from "./plan/plan.service.ts";
export { takeHash, takeKey } from "./plan/take-hash.ts";
export type { Line, PlannedText, PlannedUnit } from "./plan/types.ts";
export { planText } from "./plan/units.ts";
export { speaksLanguage } from "./plan/voices.ts";

/** Hundreds of streams may end at once; cap settlements so that they don't delay the audio of streams still running. */
const maxSettlements = 8;

type OwnDeps = "announceStart" | "limitSettlements" | "createBuffer";

/** Adds the state that the area keeps for one api. */
export function createSpeechDeps(given: Omit<SpeechDeps, OwnDeps>): SpeechDeps {
	return {
		...given,
		announceStart: createStartAnnouncer(),
		limitSettlements: createLimiter(maxSettlements),
		createBuffer: createBufferPool(),
	};
}
