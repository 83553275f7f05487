// One generation: from the reservation of its credits to the settled books. Always: credits are reserved before the first sound, charged
// for what was really delivered and is new, and an item enters the history in the transaction that charges for it. A caller who leaves
// stops the engine and pays for what was heard.
import { AppError } from "@timbre/contract/errors.ts";
import type { Tier } from "@timbre/contract/plans.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { CharacterTimes } from "@timbre/engines/alignment/characters.ts";
import { contentType, fileExtension, type OutputFormat, parseFormat } from "@timbre/engines/media/formats.ts";
import { wavLengths } from "@timbre/engines/media/wav.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import { SpeechBadRequestError, SpeechBusyError, SpeechFailedError } from "@timbre/engines/node/errors.ts";
import type { SpeechEvent, SpeechRequest, Unhonoured } from "@timbre/engines/node/protocol.ts";
import { createTurns } from "@timbre/engines/node/turns.ts";
import type { Moderator } from "@timbre/engines/text/moderation.ts";
import type { Context } from "../../core/context.ts";
import { eventMessage } from "../../core/events.ts";
import { newId } from "../../core/ids.ts";
import type { Metrics } from "../../core/metrics.ts";
import { addToOutbox, type OutboxMessage } from "../../core/outbox.repo.ts";
import { createSpool, type Spool } from "../../core/spool.ts";
import type { Storage } from "../../core/storage.ts";
import { announceToWebhooks } from "../developers/developers.webhooks.public.ts";
import { addHistoryItem } from "../history/history.public.ts";
import type { ModelFacts } from "../models/models.public.ts";
import {
	type RecordDelivered,
	reserveCredits,
	type Settlement,
	type SpokenVoice,
	settleCredits,
} from "../usage/usage.public.ts";
import { type Followed, noteVoiceUse, type SpeakableVoice, type VoiceStops } from "../voices/voices.public.ts";
import type { EngineFacts } from "./speech.engines.service.ts";
import { creditsFor, nodeUnit, type Plan, type PlannedUnit } from "./speech.plan.service.ts";
import { addTimes, emptyTimes, presentAlignment, presentUnhonoured, shifted } from "./speech.present.ts";
import { insertSpeechItem, type StoredPlan } from "./speech.repo.ts";

const longestRecordMs = 1_000;

export type SpeechDeps = {
	db: Database;
	storage: Storage;
	speech: SpeechClient;
	engineFacts: EngineFacts;
	metrics: Metrics;
	/** Names this process in its reservations. */
	holder: string;
	leaseSeconds: number;
	recordDelivered: RecordDelivered;
	/** Tells when a voice that is being spoken may be no longer. */
	stops: VoiceStops;
	/** Finds what a voice under live moderation does not say. */
	moderate: Moderator;
};

/** What a generation is about, for the history and the books. */
export type Generation = {
	id: string;
	/** As it was sent: what the history shows. */
	text: string;
	/** Of a dialogue, the first line's. */
	voice: SpeakableVoice;
	/** Of a dialogue, all that speak in it. */
	voices?: readonly SpeakableVoice[];
	model: ModelFacts;
	tier: Tier;
	settings: unknown;
	format: OutputFormat;
	keepHistory: boolean;
	timing: NonNullable<SpeechRequest["timing"]>;
	takeCheck: boolean;
	dialogue?: { text: string; voice_id: string; voice_name: string }[];
	startedAt: number;
};

export function newGeneration(about: Omit<Generation, "id" | "startedAt">): Generation {
	return { ...about, id: newId(), startedAt: performance.now() };
}

/** What leaves, in order. Times count from the start of the whole sound. */
export type Delivery =
	| { type: "audio"; bytes: Uint8Array }
	| { type: "timing"; unit: PlannedUnit | undefined; written: CharacterTimes; spoken: CharacterTimes }
	| { type: "unit"; unit: PlannedUnit | undefined; start: number; end: number };

export type OpenGeneration = {
	id: string;
	headers: Record<string, string>;
	body: AsyncIterable<Delivery>;
	/** Pronunciations no engine could honour; complete when the body has ended. */
	unhonoured: Unhonoured[];
};

/** Reserves, begins to speak, and gives what leaves. Whatever ends the body (its end, an error, a caller who left) closes the books. */
export async function openGeneration(
	deps: SpeechDeps,
	context: Context,
	generation: Generation,
	plan: Plan,
): Promise<OpenGeneration> {
	const cost = creditsFor(plan.newWorth, generation.model.cost);
	const reservation = await announcing(context, generation, (announce) =>
		reserveCredits(deps.db, context.workspaceId, {
			generationId: generation.id,
			amount: cost,
			tier: generation.tier,
			holder: deps.holder,
			leaseSeconds: deps.leaseSeconds,
			facts: usageFacts(context, generation),
			announce,
		}),
	);
	const request: SpeechRequest = {
		voices: plan.voices,
		// Nothing may stay behind of what its sender wants not to be kept.
		units: plan.units.map((unit) => (generation.keepHistory ? nodeUnit(unit) : { ...nodeUnit(unit), take: undefined })),
		format: generation.format,
		timing: generation.timing,
		priority: "interactive",
	};
	const followed = deps.stops.follow(voicesOf(generation));
	let events: AsyncIterator<SpeechEvent>;
	let first: IteratorResult<SpeechEvent>;
	try {
		events = deps.speech.speak(request, AbortSignal.any([context.signal, followed.signal]))[Symbol.asyncIterator]();
		// Waiting for the first sound before answering lets a refusal still be a proper status.
		first = await events.next();
	} catch (error) {
		followed.end();
		await releaseCredits(deps, context, generation);
		throw followed.signal.aborted ? followed.signal.reason : speechError(error);
	}
	const ledger = createLedger(generation, () => plan);
	const delivery = deliver(deps, context, generation, ledger, { first, events, followed });
	return {
		id: generation.id,
		unhonoured: ledger.unhonoured,
		body: unlessGone(context.signal, delivery),
		headers: {
			"character-cost": String(cost),
			"history-item-id": generation.id,
			"current-concurrent-requests": String(reservation.concurrent),
			"maximum-concurrent-requests": String(reservation.maxConcurrent),
		},
	};
}

export const voicesOf = ({ voice, voices }: Generation): readonly SpeakableVoice[] => voices ?? [voice];

export async function releaseCredits(deps: SpeechDeps, context: Context, generation: Generation): Promise<void> {
	await deps.db.transaction().execute((tx) => settleCredits(tx, context.workspaceId, generation.id, 0));
}

/**
 * A generator that was never asked for anything does not run its `finally` either: should the caller leave before the first chunk is
 * taken, this begins the delivery, which then finds its caller gone and closes the books.
 */
function unlessGone<T>(gone: AbortSignal, delivery: AsyncGenerator<T>): AsyncIterable<T> {
	const giveUp = () =>
		void delivery.next().then(
			() => delivery.return(undefined),
			() => {},
		);
	if (gone.aborted) giveUp();
	else gone.addEventListener("abort", giveUp, { once: true });
	return {
		[Symbol.asyncIterator]: () => {
			gone.removeEventListener("abort", giveUp);
			return delivery;
		},
	};
}

/** Follows what was delivered: how far in the text, how much of it is to be paid, which sentences are paid with it. */
export type Ledger = ReturnType<typeof createLedger>;

export function createLedger(generation: Generation, plan: () => Pick<Plan, "voices" | "units" | "sentAt" | "text">) {
	const heard = { end: 0, seconds: 0, characters: 0, worth: 0, complete: false, peaks: null as Uint8Array | null };
	const credits = () => creditsFor(heard.worth, generation.model.cost);
	const byVoice = new Map<string, Required<SpokenVoice>>();
	const written = emptyTimes();
	const spoken = emptyTimes();
	const places: { start: number; end: number }[] = [];
	const unhonoured: Unhonoured[] = [];
	/** Paid for, and so free from now on: only what is whole and kept. */
	const paidBy = (index: number): string[] => {
		const unit = plan().units[index];
		return unit?.fresh ? [unit.hash] : [];
	};
	return {
		heard,
		/** Pronunciations no engine could honour. */
		unhonoured,
		written,
		spoken,
		/** When each unit is heard, in seconds. */
		places,
		unit: (index: number) => plan().units[index],
		plan,
		segment(event: Extract<SpeechEvent, { type: "segment" }>): { cost: number; paid: string[] } {
			const unit = plan().units[event.unit];
			const start = places[event.unit]?.start ?? heard.seconds;
			heard.end = event.end;
			heard.seconds += event.seconds;
			heard.characters += event.end - event.start;
			if (unit) {
				const worth = unit.fresh ? (event.end - event.start) * unit.rate : 0;
				const { id, name } = speakerOf(generation, unit);
				const voice = byVoice.get(id) ?? { id, name, rate: unit.rate, characters: 0, worth: 0 };
				heard.worth += worth;
				voice.characters += event.end - event.start;
				voice.worth += worth;
				byVoice.set(id, voice);
			}
			places[event.unit] = { start, end: heard.seconds };
			return { cost: credits(), paid: event.last && event.kept ? paidBy(event.unit) : [] };
		},
		/** Of a unit that was heard before and is kept only now. */
		keptLate: (unit: number) => ({ cost: credits(), paid: paidBy(unit) }),
		/** What is to be paid for what was heard. */
		credits,
		/** Whose parts that is; undefined where one voice has all of it at the usual price. */
		voices: () => toldVoices([...byVoice.values()]),
	};
}

const speakerOf = ({ dialogue, voice }: Generation, { line }: PlannedUnit) => {
	const said = dialogue?.[line];
	return said ? { id: said.voice_id, name: said.voice_name } : voice;
};

const toldVoices = <T extends SpokenVoice>(voices: readonly T[]) =>
	voices.length > 1 || voices.some(({ rate }) => rate !== 1) ? voices : undefined;

/** Hundreds of streams may end in the same moment: the sound of the others comes before their books. */
const closeInTurn = createTurns(8);

/** Sound that has begun to come, and what may end it. */
type Begun = { first: IteratorResult<SpeechEvent>; events: AsyncIterator<SpeechEvent>; followed: Followed };

/** Passes the sound on, and whatever ends it (the end, an error, a caller who left) closes the books. */
export async function* deliver(
	deps: SpeechDeps,
	context: Context,
	generation: Generation,
	ledger: Ledger,
	{ first, events, followed }: Begun,
): AsyncGenerator<Delivery> {
	const { heard } = ledger;
	const spool = createSpool();
	let sounded = false;
	let marking: Promise<unknown> = Promise.resolve();
	try {
		for (let next = first; !next.done; next = await events.next()) {
			// Also what lies ready must not leave any more.
			followed.signal.throwIfAborted();
			const event = next.value;
			if (event.type === "audio") {
				if (!sounded)
					deps.metrics.firstAudio.observe(
						{ model: generation.model.id },
						(performance.now() - generation.startedAt) / 1000,
					);
				sounded = true;
				if (generation.keepHistory) await spool.push(event.bytes);
				yield event;
			} else if (event.type === "timing") {
				const timing = { written: shifted(event.written, heard.seconds), spoken: shifted(event.spoken, heard.seconds) };
				addTimes(ledger.written, timing.written);
				addTimes(ledger.spoken, timing.spoken);
				yield { type: "timing", unit: ledger.unit(event.unit), ...timing };
			} else if (event.type === "segment") {
				// Whoever takes the next chunk has sent the last one, so this segment has left; and no later sound leaves before that is
				// on record. Should this process die, the caller pays for every segment that was followed by another, and for none in part.
				const { cost, paid } = ledger.segment(event);
				ledger.unhonoured.push(...(event.unhonoured ?? []));
				const recorded = record(deps, context, generation, cost, paid);
				marking = Promise.all([marking, recorded]);
				await patiently(recorded);
				if (event.last) yield { type: "unit", unit: ledger.unit(event.unit), ...placeOf(ledger, event.unit) };
			} else if (event.type === "kept") {
				// Beside the sound, which need not wait for what only makes the next time free.
				const { cost, paid } = ledger.keptLate(event.unit);
				if (paid.length > 0) marking = Promise.all([marking, record(deps, context, generation, cost, paid)]);
			} else {
				heard.complete = true;
				heard.seconds = event.seconds;
				heard.peaks = Uint8Array.from(event.peaks);
			}
		}
	} catch (error) {
		if (followed.signal.aborted) throw followed.signal.reason;
		if (!context.signal.aborted) throw speechError(error);
	} finally {
		followed.end();
		try {
			await marking;
			await closeInTurn(() => close(deps, context, generation, ledger, spool));
		} finally {
			await spool.close();
			await events.return?.();
		}
	}
}

function placeOf(ledger: Ledger, unit: number) {
	return ledger.places[unit] ?? { start: 0, end: 0 };
}

/** What was delivered, and which sentences that makes the caller's own. The books are closed only when it is done: later it would find
 * them closed, and what was paid for would have to be paid again. */
async function record(
	deps: SpeechDeps,
	context: Context,
	generation: Generation,
	delivered: number,
	paid: readonly string[],
): Promise<void> {
	await deps
		.recordDelivered(context.workspaceId, generation.id, delivered, paid)
		.catch((error: unknown) =>
			context.log.warn({ err: error, generation: generation.id }, "could not record progress"),
		);
}

/** A database that does not answer holds the sound back for a moment only. */
async function patiently(recorded: Promise<void>): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const patience = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, longestRecordMs);
	});
	await Promise.race([recorded, patience]);
	clearTimeout(timer);
}

async function close(
	deps: SpeechDeps,
	context: Context,
	generation: Generation,
	ledger: Ledger,
	spool: Spool,
): Promise<void> {
	const { workspaceId } = context;
	const { heard } = ledger;
	const { format } = generation;
	const audioKey = `history/${workspaceId}/${generation.id}.${fileExtension(format)}`;
	const keep = generation.keepHistory && heard.characters > 0 && spool.size() > 0;
	const stored = keep && (await tryStore(deps, context, spool, audioKey, format));
	const alignmentKey = stored ? await storeAlignment(deps, context, generation.id, ledger) : undefined;
	const audio = { audioKey, bytes: spool.size(), alignmentKey };
	const settlement = await deps.db.transaction().execute(async (tx) => {
		const facts = { characters: heard.characters, seconds: heard.seconds, voices: ledger.voices() };
		const settled = await settleCredits(tx, workspaceId, generation.id, ledger.credits(), facts);
		if (settled && stored) {
			await addHistoryItem(tx, workspaceId, historyItem(context, generation, ledger, settled, audio));
			await insertSpeechItem(tx, workspaceId, {
				id: generation.id,
				plan: storedPlan(generation, ledger),
				checkState: generation.takeCheck ? "running" : "none",
			});
			if (generation.takeCheck) await requestCheck(tx, workspaceId, generation.id, generation.id);
		}
		if (settled && heard.characters > 0)
			await announceToWebhooks(tx, workspaceId, finishedEvent(context, generation, ledger, stored));
		return settled;
	});
	// The sweep was faster (this process was taken for dead): the item does not exist, so its audio must not either.
	if (!settlement && stored) {
		await deps.storage.remove(audioKey);
		if (alignmentKey) await deps.storage.remove(alignmentKey);
	}
	if (heard.characters > 0) await noteVoiceUse(deps.db, workspaceId, voicesOf(generation));
	deps.metrics.characters.inc({ model: generation.model.id }, heard.characters);
}

function finishedEvent(context: Context, { id, voice, model, format }: Generation, ledger: Ledger, stored: boolean) {
	const { heard } = ledger;
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
			characters: heard.characters,
			credits,
			duration_seconds: heard.seconds,
			complete: heard.complete,
		},
	};
}

/** Asks for a check by listening, in the transaction that makes what is to be listened to. */
export async function requestCheck(
	tx: Parameters<typeof addToOutbox>[0],
	workspaceId: string,
	historyItemId: string,
	run: string,
): Promise<void> {
	await addToOutbox(tx, { target: "TakeCheck", key: run, payload: { workspaceId, historyItemId, run } });
}

/** What it takes to speak one of the sentences anew and join the rest from what is kept. */
function storedPlan({ voice, format }: Generation, ledger: Ledger): StoredPlan {
	const { voices, units, sentAt } = ledger.plan();
	return {
		voices,
		language: voice.language,
		format,
		unhonoured: presentUnhonoured(ledger.unhonoured, ledger.plan()),
		units: units.slice(0, ledger.places.length).map((unit, at) => {
			const { fresh: _fresh, line: _line, rate: _rate, take: _take, ...facts } = unit;
			const { start, end } = placeOf(ledger, at);
			return { ...facts, sentStart: sentAt(unit.start), sentEnd: sentAt(unit.end), from: start, to: end, number: 1 };
		}),
	};
}

function historyItem(
	context: Context,
	generation: Generation,
	ledger: Ledger,
	settlement: Settlement,
	audio: { audioKey: string; bytes: number; alignmentKey: string | undefined },
) {
	const { voice, model, format, dialogue } = generation;
	const { heard } = ledger;
	return {
		id: generation.id,
		userId: context.userId,
		requestId: context.requestId,
		source: "TTS" as const,
		voiceId: voice.id,
		voiceName: voice.name,
		voiceCategory: voice.category,
		modelId: model.id,
		text: heard.complete ? generation.text : generation.text.slice(0, ledger.plan().sentAt(heard.end)),
		settings: generation.settings ?? {},
		outputFormat: format,
		contentType: contentType(format),
		audioKey: audio.audioKey,
		audioBytes: audio.bytes,
		durationSeconds: heard.seconds,
		peaks: heard.peaks,
		charactersFrom: settlement.from,
		charactersTo: settlement.to,
		takes: ledger
			.plan()
			.units.slice(0, ledger.places.length)
			.map((unit, at) => historyTake(ledger, unit, at)),
		...(audio.alignmentKey ? { alignmentKey: audio.alignmentKey } : {}),
		...(dialogue ? { dialogue } : {}),
	};
}

function historyTake(ledger: Ledger, unit: PlannedUnit, at: number) {
	const { sentAt } = ledger.plan();
	const { start, end } = placeOf(ledger, at);
	return {
		start: sentAt(unit.start),
		end: sentAt(unit.end),
		key: unit.take.key,
		seconds: end - start,
		cached: !unit.fresh,
	};
}

/** Undefined where nothing is known, or it could not be kept: the sound is worth having without it. */
export async function storeAlignment(
	deps: Pick<SpeechDeps, "storage">,
	context: Context,
	id: string,
	{ written, spoken }: Pick<Ledger, "written" | "spoken">,
): Promise<string | undefined> {
	if (written.characters.length === 0) return undefined;
	const key = `history/${context.workspaceId}/${id}.alignment.json`;
	const alignments = { alignment: presentAlignment(written), normalized_alignment: presentAlignment(spoken) };
	try {
		await deps.storage.put(key, Buffer.from(JSON.stringify(alignments)), "application/json");
		return key;
	} catch (error) {
		context.log.error({ err: error, key }, "the times of a sound could not be stored");
		return undefined;
	}
}

/** What was heard is charged even when it cannot be kept; the log says why it is missing from the history. */
async function tryStore(
	deps: SpeechDeps,
	context: Context,
	spool: Spool,
	key: string,
	format: OutputFormat,
): Promise<boolean> {
	try {
		await completeHeader(spool, format);
		await spool.store(deps.storage, key, contentType(format));
		return true;
	} catch (error) {
		context.log.error({ err: error, key }, "audio was delivered but could not be stored");
		return false;
	}
}

/** A streamed WAV cannot know its length; the file that is kept can, and players that seek need it. */
export async function completeHeader(spool: Spool, format: OutputFormat): Promise<void> {
	if (parseFormat(format).codec !== "wav") return;
	for (const { at, bytes } of wavLengths(spool.size())) await spool.patch(at, bytes);
}

export function usageFacts(context: Context, { voice, model }: Generation) {
	return {
		userId: context.userId,
		apiKeyId: context.apiKeyId,
		via: context.via,
		voiceId: voice.id,
		voiceName: voice.name,
		modelId: model.id,
		source: "TTS",
		voices: toldVoices([{ id: voice.id, name: voice.name, rate: voice.rate }]),
	};
}

const announcedAt = new Map<string, number>();
const announceEveryMs = 60_000;
const announcersRemembered = 10_000;

/**
 * Tells others with the reservation that a person has begun to speak; once a minute and process, however much that person has spoken:
 * hundreds of texts at once must not become hundreds of messages. Who wants to count generations reads the usage.
 */
export async function announcing<T>(
	{ workspaceId, userId }: Context,
	{ id }: Generation,
	reserve: (announce: OutboxMessage | undefined) => Promise<T>,
): Promise<T> {
	const key = `${workspaceId} ${userId}`;
	const now = Date.now();
	if (now - (announcedAt.get(key) ?? 0) < announceEveryMs) return reserve(undefined);
	if (announcedAt.size >= announcersRemembered) announcedAt.clear();
	announcedAt.set(key, now);
	const data = { task: "text-to-speech" as const, generationId: id };
	try {
		return await reserve(eventMessage({ name: "speech_generation_started", workspaceId, userId, data }));
	} catch (error) {
		announcedAt.delete(key);
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
		return new AppError("invalid_request", `This text cannot be spoken: ${error.message}.`, { cause: error });
	if (error instanceof SpeechFailedError) {
		return new AppError(
			"service_unavailable",
			"The speech engine did not answer. It may still be loading its voices; try again in a moment.",
			{ cause: error, retryAfterSeconds: 5 },
		);
	}
	return error;
}
