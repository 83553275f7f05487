import { createLimiter } from "@timbre/engines/workers/limiter.ts";
import { createBufferPool } from "../../core/storage/disk-backed-buffer.ts";
import { createStartAnnouncer } from "./generate/announcement.service.ts";
import type { SpeechDeps } from "./generate/types.ts";

export { streamSpeech } from "./convert/audio.service.ts";
export type { SpeechDeps } from "./generate/types.ts";

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
