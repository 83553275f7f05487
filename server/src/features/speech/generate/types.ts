import type { Tier } from "@timbre/contract/plans.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { SegmentTimes, TimeSpan } from "@timbre/engines/alignment/times/timeline.ts";
import type { OutputFormat } from "@timbre/engines/media/formats.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import type { SpeechRequest, UnsupportedRule } from "@timbre/engines/node/protocol.ts";
import type { Moderator } from "@timbre/engines/text/moderation.ts";
import type { Limiter } from "@timbre/engines/workers/limiter.ts";
import type { OutboxMessage } from "../../../core/events/outbox.repo.ts";
import type { Context } from "../../../core/http/context.ts";
import type { Metrics } from "../../../core/metrics.ts";
import type { CreateBuffer } from "../../../core/storage/disk-backed-buffer.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import type { ModelInfo } from "../../models/models.public.ts";
import type { LoadRules } from "../../pronunciation/pronunciation.public.ts";
import type { RecordDelivery, ReserveCredits } from "../../usage/usage.public.ts";
import type { RecordVoiceUse, UsableVoice, VoiceWatcher } from "../../voices/voices.public.ts";
import type { GetEngineInfo } from "../plan/engines.service.ts";
import type { StoredRequest } from "../takes/types.ts";

export type SpeechDeps = {
	db: Database;
	storage: Storage;
	speech: SpeechClient;
	getEngineInfo: GetEngineInfo;
	loadRules: LoadRules;
	metrics: Metrics;
	/** Identifies this process in its reservations. */
	holder: string;
	leaseSeconds: number;
	reserveCredits: ReserveCredits;
	recordDelivered: RecordDelivery;
	recordVoiceUse: RecordVoiceUse;
	/** Aborts synthesis when a voice in use becomes unavailable. */
	voiceWatcher: VoiceWatcher;
	/** Finds text that a voice under live moderation must not speak. */
	moderate: Moderator;
	announceStart: AnnounceStart;
	limitSettlements: Limiter;
	createBuffer: CreateBuffer;
};

/** Passes the event that a generation starts to `reserve`, which stores it with the reservation; undefined if none is due. */
export type AnnounceStart = <T>(
	context: Context,
	generation: Generation,
	reserve: (event: OutboxMessage | undefined) => Promise<T>,
) => Promise<T>;

/** Everything about a generation that its history item and ledger entry need. */
export type Generation = {
	id: string;
	/** As the caller sent it, markup included; shown in the history. */
	text: string;
	/** In a dialogue, the voice of the first line. */
	voice: UsableVoice;
	/** In a dialogue, all of its voices. */
	voices?: readonly UsableVoice[];
	model: ModelInfo;
	tier: Tier;
	settings: unknown;
	format: OutputFormat;
	storeHistory: boolean;
	timing: NonNullable<SpeechRequest["timing"]>;
	takeCheck: boolean;
	dialogue?: { text: string; voice_id: string; voice_name: string }[];
	startedAt: number;
	/** Completes the generation if it ends early. Missing for text that is written while it is spoken. */
	request?: StoredRequest;
	/** Set if nobody listens: the generation is part of a job. */
	job?: GenerationJob;
};

export type GenerationJob = {
	/** A job that is interrupted is tried again, so only a canceled one leaves a partial generation. */
	keepPartial: () => boolean;
	/** Called in the transaction that settles the generation. Returns false if the job no longer wants it in the history. */
	onSettled: (tx: Db, complete: boolean) => Promise<boolean>;
};

/** Output events in order. Times are seconds from the start of the generation. */
export type Delivery =
	| { type: "audio"; bytes: Uint8Array }
	| ({ type: "timing" } & SegmentTimes)
	| ({ type: "unit"; index: number } & TimeSpan);

export type TimingDelivery = Extract<Delivery, { type: "timing" }>;

export type OpenGeneration = {
	id: string;
	headers: Record<string, string>;
	body: AsyncIterable<Delivery>;
	/** Pronunciation rules the engine does not support; complete once the body has ended. */
	unsupportedRules: UnsupportedRule[];
};
