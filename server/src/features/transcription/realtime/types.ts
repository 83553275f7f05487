import type { RealtimeQuery } from "@timbre/contract/transcription/realtime-schemas.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import type { ListenOptions } from "@timbre/engines/transcription/transcript.ts";
import type { RecordDelivery, ReserveCredits } from "../../usage/usage.public.ts";

export type RealtimeDeps = {
	db: Database;
	listen: SpeechClient["listen"];
	reserveCredits: ReserveCredits;
	recordDelivered: RecordDelivery;
	holder: string;
	leaseSeconds: number;
	/** A session without audio for this long ends. */
	idleSeconds: number;
	/** The longest session. */
	sessionSeconds: number;
};

/** What a session runs with, after defaults. */
export type RealtimeSettings = {
	query: RealtimeQuery;
	/** The own model. */
	modelId: string;
	listenOptions: ListenOptions;
};
