// One generation, from reserving its credits to settling them.
// Invariant: credits are reserved before the first audio, only new sentences that were delivered are charged, and the history item is
// inserted in the transaction that charges for it. A client disconnect stops the engine and is charged for what was delivered.
import { AppError } from "@timbre/contract/errors.ts";
import type { Tier } from "@timbre/contract/plans.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { CharacterTimes } from "@timbre/engines/alignment/characters.ts";
import { contentType, fileExtension, type OutputFormat, parseFormat } from "@timbre/engines/media/formats.ts";
import { wavLengths } from "@timbre/engines/media/wav.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import { SpeechBadRequestError, SpeechBusyError, SpeechFailedError } from "@timbre/engines/node/errors.ts";
import { createLimiter } from "@timbre/engines/node/limiter.ts";
import type { SpeechEvent, SpeechRequest, UnsupportedRule } from "@timbre/engines/node/protocol.ts";
import type { Moderator } from "@timbre/engines/text/moderation.ts";
import type { Context } from "../../core/context.ts";
import { createDiskBackedBuffer, type DiskBackedBuffer } from "../../core/disk-backed-buffer.ts";
import { eventMessage } from "../../core/events.ts";
import { newId } from "../../core/ids.ts";
import type { Metrics } from "../../core/metrics.ts";
import { addToOutbox, type OutboxMessage } from "../../core/outbox.repo.ts";
import type { Storage } from "../../core/storage.ts";
import { notifyWebhooks } from "../developers/developers.webhooks.public.ts";
import { addHistoryItem } from "../history/history.public.ts";
import type { ModelInfo } from "../models/models.public.ts";
import {
	type RecordDelivery,
	reserveCredits,
	type Settlement,
	type SpokenVoice,
	settleCredits,
} from "../usage/usage.public.ts";
import { recordVoiceUse, type UsableVoice, type VoiceWatch, type VoiceWatcher } from "../voices/voices.public.ts";
import type { GetEngineInfo } from "./speech.engines.service.ts";
import { creditsFor, nodeUnit, type Plan, type PlannedUnit } from "./speech.plan.service.ts";
import { appendTimes, emptyTimes, presentAlignment, presentUnsupportedRules, shiftTimes } from "./speech.present.ts";
import { insertSpeechItem, type StoredPlan } from "./speech.repo.ts";

const maxRecordWaitMs = 1_000;

export type SpeechDeps = {
	db: Database;
	storage: Storage;
	speech: SpeechClient;
	getEngineInfo: GetEngineInfo;
	metrics: Metrics;
	/** Identifies this process in its reservations. */
	holder: string;
	leaseSeconds: number;
	recordDelivered: RecordDelivery;
	/** Aborts synthesis when a voice in use becomes unavailable. */
	voiceWatcher: VoiceWatcher;
	/** Finds text that a voice under live moderation must not speak. */
	moderate: Moderator;
};

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
};

export function newGeneration(about: Omit<Generation, "id" | "startedAt">): Generation {
	return { ...about, id: newId(), startedAt: performance.now() };
}

/** Output events in order. Times are seconds from the start of the generation. */
export type Delivery =
	| { type: "audio"; bytes: Uint8Array }
	| { type: "timing"; unit: PlannedUnit | undefined; written: CharacterTimes; spoken: CharacterTimes }
	| { type: "unit"; unit: PlannedUnit | undefined; start: number; end: number };

export type OpenGeneration = {
	id: string;
	headers: Record<string, string>;
	body: AsyncIterable<Delivery>;
	/** Pronunciation rules the engine does not support; complete once the body has ended. */
	unsupportedRules: UnsupportedRule[];
};

/**
 * Reserves credits, starts synthesis and returns the audio stream. The reservation is settled however the stream ends: completion, error
 * or client disconnect.
 */
export async function openGeneration(
	deps: SpeechDeps,
	context: Context,
	generation: Generation,
	plan: Plan,
): Promise<OpenGeneration> {
	const cost = creditsFor(plan.newWeightedCharacters, generation.model.cost);
	const reservation = await publishStarted(context, generation, (startedEvent) =>
		reserveCredits(deps.db, context.workspaceId, {
			generationId: generation.id,
			amount: cost,
			tier: generation.tier,
			holder: deps.holder,
			leaseSeconds: deps.leaseSeconds,
			facts: usageDetails(context, generation),
			announce: startedEvent,
		}),
	);
	const request: SpeechRequest = {
		voices: plan.voices,
		// With logging off, nothing may be stored: no history item and no takes.
		units: plan.units.map((unit) =>
			generation.storeHistory ? nodeUnit(unit) : { ...nodeUnit(unit), take: undefined },
		),
		format: generation.format,
		timing: generation.timing,
		priority: "interactive",
	};
	const watch = deps.voiceWatcher.watch(voicesOf(generation));
	let events: AsyncIterator<SpeechEvent>;
	let first: IteratorResult<SpeechEvent>;
	try {
		events = deps.speech.speak(request, AbortSignal.any([context.signal, watch.signal]))[Symbol.asyncIterator]();
		// Wait for the first event before responding, so that an error can still set the HTTP status.
		first = await events.next();
	} catch (error) {
		watch.end();
		await releaseCredits(deps, context, generation);
		throw watch.signal.aborted ? watch.signal.reason : speechError(error);
	}
	const ledger = createDeliveryLedger(generation, () => plan);
	const delivery = deliver(deps, context, generation, ledger, { first, events, watch });
	return {
		id: generation.id,
		unsupportedRules: ledger.unsupportedRules,
		body: untilDisconnect(context.signal, delivery),
		headers: {
			"character-cost": String(cost),
			"history-item-id": generation.id,
			"current-concurrent-requests": String(reservation.concurrent),
			"maximum-concurrent-requests": String(reservation.maxConcurrent),
		},
	};
}

export const voicesOf = ({ voice, voices }: Generation): readonly UsableVoice[] => voices ?? [voice];

export async function releaseCredits(deps: SpeechDeps, context: Context, generation: Generation): Promise<void> {
	await deps.db.transaction().execute((tx) => settleCredits(tx, context.workspaceId, generation.id, 0));
}

/**
 * A generator that was never started does not run its `finally`. If the client disconnects before reading the first chunk, start the
 * delivery here so that it notices the disconnect and settles the reservation.
 */
function untilDisconnect<T>(disconnected: AbortSignal, delivery: AsyncGenerator<T>): AsyncIterable<T> {
	const settleUnread = () =>
		void delivery.next().then(
			() => delivery.return(undefined),
			() => {},
		);
	if (disconnected.aborted) settleUnread();
	else disconnected.addEventListener("abort", settleUnread, { once: true });
	return {
		[Symbol.asyncIterator]: () => {
			disconnected.removeEventListener("abort", settleUnread);
			return delivery;
		},
	};
}

/** Tracks what was delivered: the position in the text, the cost so far and the sentences it pays for. */
export type DeliveryLedger = ReturnType<typeof createDeliveryLedger>;

export function createDeliveryLedger(
	generation: Generation,
	plan: () => Pick<Plan, "voices" | "units" | "toSourceOffset" | "text">,
) {
	const delivered = {
		end: 0,
		seconds: 0,
		characters: 0,
		weightedCharacters: 0,
		complete: false,
		peaks: null as Uint8Array | null,
	};
	const credits = () => creditsFor(delivered.weightedCharacters, generation.model.cost);
	const byVoice = new Map<string, Required<SpokenVoice>>();
	const written = emptyTimes();
	const spoken = emptyTimes();
	const unitTimes: { start: number; end: number }[] = [];
	const unsupportedRules: UnsupportedRule[] = [];
	/** Hashes this unit pays for. They are free from then on, so only complete and stored units count. */
	const newlyPaid = (index: number): string[] => {
		const unit = plan().units[index];
		return unit?.unpaid ? [unit.hash] : [];
	};
	return {
		delivered,
		/** Pronunciation rules the engine does not support. */
		unsupportedRules,
		written,
		spoken,
		/** Start and end of each unit in the audio, in seconds. */
		unitTimes,
		unit: (index: number) => plan().units[index],
		plan,
		segment(event: Extract<SpeechEvent, { type: "segment" }>): { cost: number; paid: string[] } {
			const unit = plan().units[event.unit];
			const start = unitTimes[event.unit]?.start ?? delivered.seconds;
			delivered.end = event.end;
			delivered.seconds += event.seconds;
			delivered.characters += event.end - event.start;
			if (unit) {
				const weighted = unit.unpaid ? (event.end - event.start) * unit.rate : 0;
				const { id, name } = speakerOf(generation, unit);
				const voice = byVoice.get(id) ?? { id, name, rate: unit.rate, characters: 0, worth: 0 };
				delivered.weightedCharacters += weighted;
				voice.characters += event.end - event.start;
				voice.worth += weighted;
				byVoice.set(id, voice);
			}
			unitTimes[event.unit] = { start, end: delivered.seconds };
			return { cost: credits(), paid: event.last && event.saved ? newlyPaid(event.unit) : [] };
		},
		/** For a unit whose take was stored only after it was delivered. */
		storedLate: (unit: number) => ({ cost: credits(), paid: newlyPaid(unit) }),
		/** Cost of what was delivered. */
		credits,
		/** Cost by voice; undefined if there is a single voice at the default rate. */
		voices: () => voiceBreakdown([...byVoice.values()]),
	};
}

const speakerOf = ({ dialogue, voice }: Generation, { line }: PlannedUnit) => {
	const input = dialogue?.[line];
	return input ? { id: input.voice_id, name: input.voice_name } : voice;
};

const voiceBreakdown = <T extends SpokenVoice>(voices: readonly T[]) =>
	voices.length > 1 || voices.some(({ rate }) => rate !== 1) ? voices : undefined;

/** Hundreds of streams may end at once; cap settlements so that they don't delay the audio of streams still running. */
const limitSettlements = createLimiter(8);

/** A running synthesis and the watch that can abort it. */
type StartedSpeech = { first: IteratorResult<SpeechEvent>; events: AsyncIterator<SpeechEvent>; watch: VoiceWatch };

/** Streams the output and settles the reservation however the stream ends: completion, error or client disconnect. */
export async function* deliver(
	deps: SpeechDeps,
	context: Context,
	generation: Generation,
	ledger: DeliveryLedger,
	{ first, events, watch }: StartedSpeech,
): AsyncGenerator<Delivery> {
	const { delivered } = ledger;
	const buffer = createDiskBackedBuffer();
	let audioStarted = false;
	let recording: Promise<unknown> = Promise.resolve();
	try {
		for (let next = first; !next.done; next = await events.next()) {
			// Once the voice is unavailable, buffered audio must not be sent either.
			watch.signal.throwIfAborted();
			const event = next.value;
			if (event.type === "audio") {
				if (!audioStarted)
					deps.metrics.firstAudio.observe(
						{ model: generation.model.id },
						(performance.now() - generation.startedAt) / 1000,
					);
				audioStarted = true;
				if (generation.storeHistory) await buffer.push(event.bytes);
				yield event;
			} else if (event.type === "timing") {
				const timing = {
					written: shiftTimes(event.written, delivered.seconds),
					spoken: shiftTimes(event.spoken, delivered.seconds),
				};
				appendTimes(ledger.written, timing.written);
				appendTimes(ledger.spoken, timing.spoken);
				yield { type: "timing", unit: ledger.unit(event.unit), ...timing };
			} else if (event.type === "segment") {
				// Pulling this event means the segment's audio was sent, and no later audio is sent before that is recorded. If this process
				// dies, the caller pays for every segment that was followed by another, and never for part of one.
				const { cost, paid } = ledger.segment(event);
				ledger.unsupportedRules.push(...(event.unsupported ?? []));
				const recorded = recordProgress(deps, context, generation, cost, paid);
				recording = Promise.all([recording, recorded]);
				await waitBriefly(recorded);
				if (event.last) yield { type: "unit", unit: ledger.unit(event.unit), ...unitTimesOf(ledger, event.unit) };
			} else if (event.type === "saved") {
				// Don't block audio on this: it only makes the sentence free next time.
				const { cost, paid } = ledger.storedLate(event.unit);
				if (paid.length > 0)
					recording = Promise.all([recording, recordProgress(deps, context, generation, cost, paid)]);
			} else {
				delivered.complete = true;
				delivered.seconds = event.seconds;
				delivered.peaks = Uint8Array.from(event.peaks);
			}
		}
	} catch (error) {
		if (watch.signal.aborted) throw watch.signal.reason;
		if (!context.signal.aborted) throw speechError(error);
	} finally {
		watch.end();
		try {
			await recording;
			await limitSettlements(() => settle(deps, context, generation, ledger, buffer));
		} finally {
			await buffer.close();
			await events.return?.();
		}
	}
}

function unitTimesOf(ledger: DeliveryLedger, unit: number) {
	return ledger.unitTimes[unit] ?? { start: 0, end: 0 };
}

/**
 * Records what was delivered and which sentences that pays for. Settling waits for it: afterwards the reservation is closed, the sentences
 * would not be marked as paid, and the caller would pay for them again.
 */
async function recordProgress(
	deps: SpeechDeps,
	context: Context,
	generation: Generation,
	delivered: number,
	paid: readonly string[],
): Promise<void> {
	await deps
		.recordDelivered(context.workspaceId, generation.id, delivered, paid)
		.catch((error: unknown) =>
			context.log.warn({ err: error, generation: generation.id }, "could not record delivery progress"),
		);
}

/** Don't block audio on a slow database: give up after 1 s. */
async function waitBriefly(recorded: Promise<void>): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const timeout = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, maxRecordWaitMs);
	});
	await Promise.race([recorded, timeout]);
	clearTimeout(timer);
}

async function settle(
	deps: SpeechDeps,
	context: Context,
	generation: Generation,
	ledger: DeliveryLedger,
	buffer: DiskBackedBuffer,
): Promise<void> {
	const { workspaceId } = context;
	const { delivered } = ledger;
	const { format } = generation;
	const audioKey = `history/${workspaceId}/${generation.id}.${fileExtension(format)}`;
	const storable = generation.storeHistory && delivered.characters > 0 && buffer.size() > 0;
	const stored = storable && (await tryStoreAudio(deps, context, buffer, audioKey, format));
	const alignmentKey = stored ? await storeAlignment(deps, context, generation.id, ledger) : undefined;
	const audio = { audioKey, bytes: buffer.size(), alignmentKey };
	const settlement = await deps.db.transaction().execute(async (tx) => {
		const details = { characters: delivered.characters, seconds: delivered.seconds, voices: ledger.voices() };
		const settled = await settleCredits(tx, workspaceId, generation.id, ledger.credits(), details);
		if (settled && stored) {
			await addHistoryItem(tx, workspaceId, historyItem(context, generation, ledger, settled, audio));
			await insertSpeechItem(tx, workspaceId, {
				id: generation.id,
				plan: storedPlan(generation, ledger),
				checkState: generation.takeCheck ? "running" : "none",
			});
			if (generation.takeCheck) await requestCheck(tx, workspaceId, generation.id, generation.id);
		}
		if (settled && delivered.characters > 0)
			await notifyWebhooks(tx, workspaceId, finishedEvent(context, generation, ledger, stored));
		return settled;
	});
	// The sweep settled first because it took this process for dead: there is no history item, so remove its audio.
	if (!settlement && stored) {
		await deps.storage.delete(audioKey);
		if (alignmentKey) await deps.storage.delete(alignmentKey);
	}
	if (delivered.characters > 0) await recordVoiceUse(deps.db, workspaceId, voicesOf(generation));
	deps.metrics.characters.inc({ model: generation.model.id }, delivered.characters);
}

function finishedEvent(
	context: Context,
	{ id, voice, model, format }: Generation,
	ledger: DeliveryLedger,
	stored: boolean,
) {
	const { delivered } = ledger;
	const credits = ledger.credits();
	return {
		type: "speech_generation_finished" as const,
		id,
		data: {
			history_item_id: stored ? id : null,
			request_id: context.requestId,
			user_id: context.userId,
			voice_id: voice.id,
			voice_name: voice.name,
			model_id: model.id,
			output_format: format,
			characters: delivered.characters,
			credits,
			duration_seconds: delivered.seconds,
			complete: delivered.complete,
		},
	};
}

/** Enqueues a take check in the transaction that creates or changes the item. */
export async function requestCheck(
	tx: Parameters<typeof addToOutbox>[0],
	workspaceId: string,
	historyItemId: string,
	run: string,
): Promise<void> {
	await addToOutbox(tx, { target: "TakeCheck", key: run, payload: { workspaceId, historyItemId, run } });
}

/** What a retake needs: regenerate one sentence and join it with the stored takes of the others. */
function storedPlan({ voice, format }: Generation, ledger: DeliveryLedger): StoredPlan {
	const { voices, units, toSourceOffset } = ledger.plan();
	return {
		voices,
		language: voice.language,
		format,
		unhonoured: presentUnsupportedRules(ledger.unsupportedRules, ledger.plan()),
		units: units.slice(0, ledger.unitTimes.length).map((unit, at) => {
			const { unpaid: _unpaid, line: _line, rate: _rate, take: _take, ...stored } = unit;
			const { start, end } = unitTimesOf(ledger, at);
			return {
				...stored,
				sentStart: toSourceOffset(unit.start),
				sentEnd: toSourceOffset(unit.end),
				from: start,
				to: end,
				number: 1,
			};
		}),
	};
}

function historyItem(
	context: Context,
	generation: Generation,
	ledger: DeliveryLedger,
	settlement: Settlement,
	audio: { audioKey: string; bytes: number; alignmentKey: string | undefined },
) {
	const { voice, model, format, dialogue } = generation;
	const { delivered } = ledger;
	return {
		id: generation.id,
		userId: context.userId,
		requestId: context.requestId,
		source: "TTS" as const,
		voiceId: voice.id,
		voiceName: voice.name,
		voiceCategory: voice.category,
		modelId: model.id,
		text: delivered.complete ? generation.text : generation.text.slice(0, ledger.plan().toSourceOffset(delivered.end)),
		settings: generation.settings ?? {},
		outputFormat: format,
		contentType: contentType(format),
		audioKey: audio.audioKey,
		audioBytes: audio.bytes,
		durationSeconds: delivered.seconds,
		peaks: delivered.peaks,
		charactersFrom: settlement.from,
		charactersTo: settlement.to,
		takes: ledger
			.plan()
			.units.slice(0, ledger.unitTimes.length)
			.map((unit, at) => historyTake(ledger, unit, at)),
		...(audio.alignmentKey ? { alignmentKey: audio.alignmentKey } : {}),
		...(dialogue ? { dialogue } : {}),
	};
}

function historyTake(ledger: DeliveryLedger, unit: PlannedUnit, at: number) {
	const { toSourceOffset } = ledger.plan();
	const { start, end } = unitTimesOf(ledger, at);
	return {
		start: toSourceOffset(unit.start),
		end: toSourceOffset(unit.end),
		key: unit.take.key,
		seconds: end - start,
		cached: !unit.unpaid,
	};
}

/** Returns undefined if there are no timestamps or they could not be stored; the audio is stored either way. */
export async function storeAlignment(
	deps: Pick<SpeechDeps, "storage">,
	context: Context,
	id: string,
	{ written, spoken }: Pick<DeliveryLedger, "written" | "spoken">,
): Promise<string | undefined> {
	if (written.characters.length === 0) return undefined;
	const key = `history/${context.workspaceId}/${id}.alignment.json`;
	const alignments = { alignment: presentAlignment(written), normalized_alignment: presentAlignment(spoken) };
	try {
		await deps.storage.put(key, Buffer.from(JSON.stringify(alignments)), "application/json");
		return key;
	} catch (error) {
		context.log.error({ err: error, key }, "could not store the alignment of a generation");
		return undefined;
	}
}

/** Delivered audio is charged even if it cannot be stored; the log says why it is missing from the history. */
async function tryStoreAudio(
	deps: SpeechDeps,
	context: Context,
	buffer: DiskBackedBuffer,
	key: string,
	format: OutputFormat,
): Promise<boolean> {
	try {
		await completeHeader(buffer, format);
		await buffer.store(deps.storage, key, contentType(format));
		return true;
	} catch (error) {
		context.log.error({ err: error, key }, "audio was delivered but could not be stored");
		return false;
	}
}

/** A WAV stream does not know its length. Write it into the header of the stored file, where players need it to seek. */
export async function completeHeader(buffer: DiskBackedBuffer, format: OutputFormat): Promise<void> {
	if (parseFormat(format).codec !== "wav") return;
	for (const { at, bytes } of wavLengths(buffer.size())) await buffer.patch(at, bytes);
}

export function usageDetails(context: Context, { voice, model }: Generation) {
	return {
		userId: context.userId,
		apiKeyId: context.apiKeyId,
		via: context.via,
		voiceId: voice.id,
		voiceName: voice.name,
		modelId: model.id,
		source: "TTS",
		voices: voiceBreakdown([{ id: voice.id, name: voice.name, rate: voice.rate }]),
	};
}

const publishedAt = new Map<string, number>();
const publishIntervalMs = 60_000;
const maxRememberedUsers = 10_000;

/**
 * Publishes `speech_generation_started` with the reservation, at most once a minute per user and process, so that hundreds of parallel
 * requests don't become hundreds of messages. To count generations, read the usage instead.
 */
export async function publishStarted<T>(
	{ workspaceId, userId }: Context,
	{ id }: Generation,
	reserve: (startedEvent: OutboxMessage | undefined) => Promise<T>,
): Promise<T> {
	const key = `${workspaceId} ${userId}`;
	const now = Date.now();
	if (now - (publishedAt.get(key) ?? 0) < publishIntervalMs) return reserve(undefined);
	if (publishedAt.size >= maxRememberedUsers) publishedAt.clear();
	publishedAt.set(key, now);
	const data = { task: "text-to-speech" as const, generationId: id };
	try {
		return await reserve(eventMessage({ name: "speech_generation_started", workspaceId, userId, data }));
	} catch (error) {
		publishedAt.delete(key);
		throw error;
	}
}

export function speechError(error: unknown): unknown {
	if (error instanceof SpeechBusyError) {
		return new AppError("system_busy", "All speech engines are busy. Try again in a moment.", {
			cause: error,
			retryAfterSeconds: error.retryAfterSeconds,
		});
	}
	if (error instanceof SpeechBadRequestError)
		return new AppError("invalid_request", `This text can't be spoken: ${error.message}.`, { cause: error });
	if (error instanceof SpeechFailedError) {
		return new AppError(
			"service_unavailable",
			"The speech engine isn't responding. It may still be loading voices; try again in a moment.",
			{ cause: error, retryAfterSeconds: 5 },
		);
	}
	return error;
}
