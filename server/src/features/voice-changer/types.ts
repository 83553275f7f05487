import type { Database } from "@timbre/db/connect.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import type { EngineInfo } from "@timbre/engines/speech/engine-info.ts";
import type { Moderator } from "@timbre/engines/text/moderation.ts";
import type { Storage } from "../../core/storage/storage.ts";
import type { ReserveCredits } from "../usage/usage.public.ts";
import type { RecordVoiceUse, VoiceWatcher } from "../voices/voices.public.ts";

export type ConversionDeps = { db: Database; storage: Storage };

export type ConversionApiDeps = ConversionDeps & {
	/** Whether the operator has installed a voice conversion model. */
	hasConversionModel: boolean;
};

/** What the worker needs to convert. */
export type ConversionServices = ConversionDeps & {
	speech: Pick<SpeechClient, "transcribe" | "revoice" | "reshape" | "convert" | "isolate" | "measure" | "audition">;
	getEngineInfo: (engine: string) => Promise<EngineInfo>;
	reserveCredits: ReserveCredits;
	recordVoiceUse: RecordVoiceUse;
	/** Ends a conversion when its voice becomes unavailable. */
	voiceWatcher: Pick<VoiceWatcher, "watch">;
	/** Finds text that a voice under live moderation must not speak. */
	moderate: Moderator;
};

export type ConversionJobKey = { workspaceId: string; jobId: string };
