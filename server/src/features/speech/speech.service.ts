// Text to speech. Always: credits are reserved before the first sound, charged for what was really delivered, and an item enters
// the history in the transaction that charges for it. A caller who leaves stops the engine and pays for what was heard.
import { AppError } from "@timbre/contract/errors.ts";
import { plans, type Tier, tierAtLeast } from "@timbre/contract/plans.ts";
import type { SpeechBody } from "@timbre/contract/speech.ts";
import type { Database } from "@timbre/db/connect.ts";
import { contentType, fileExtension, type OutputFormat, parseFormat } from "@timbre/engines/media/formats.ts";
import { finishWav } from "@timbre/engines/media/wav.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import { SpeechBadRequestError, SpeechBusyError, SpeechFailedError } from "@timbre/engines/node/errors.ts";
import type { SpeechEvent, SpeechRequest } from "@timbre/engines/node/protocol.ts";
import type { AudioAnswer } from "../../core/audio.ts";
import type { Context, PublicContext } from "../../core/context.ts";
import { newId } from "../../core/ids.ts";
import type { Metrics } from "../../core/metrics.ts";
import type { Storage } from "../../core/storage.ts";
import { addHistoryItem } from "../history/history.public.ts";
import { chooseModel, type ModelFacts } from "../models/models.public.ts";
import { type RecordDelivered, reserveCredits, type Settlement, settleCredits } from "../usage/usage.public.ts";
import { getSpeakableVoice, type SpeakableVoice } from "../voices/voices.public.ts";
import { getTier } from "../workspace/workspace.public.ts";

const longestRecordMs = 1_000;

export type SpeechDeps = {
	db: Database;
	storage: Storage;
	speech: SpeechClient;
	metrics: Metrics;
	/** Names this process in its reservations. */
	holder: string;
	leaseSeconds: number;
	recordDelivered: RecordDelivered;
};

type Job = {
	id: string;
	voice: SpeakableVoice;
	model: ModelFacts;
	format: OutputFormat;
	body: SpeechBody;
	startedAt: number;
};

export async function generateSpeech(
	deps: SpeechDeps,
	context: Context,
	request: { voiceId: string; format: OutputFormat; body: SpeechBody; keepHistory: boolean },
): Promise<AudioAnswer> {
	const { body, format } = request;
	const [voice, tier] = await Promise.all([
		getSpeakableVoice(deps.db, request.voiceId),
		getTier(deps.db, context.workspaceId),
	]);
	const model = requireModel(voice, body.model_id);
	requireText(body.text, model);
	requireFormat(tier, format);
	const job: Job = { id: newId(), voice, model, format, body, startedAt: performance.now() };
	const reservation = await reserveCredits(deps.db, context.workspaceId, {
		generationId: job.id,
		amount: body.text.length * model.cost,
		tier,
		holder: deps.holder,
		leaseSeconds: deps.leaseSeconds,
	});
	let events: AsyncIterator<SpeechEvent>;
	let first: IteratorResult<SpeechEvent>;
	try {
		events = deps.speech.speak(nodeRequest(job), context.signal)[Symbol.asyncIterator]();
		// Waiting for the first sound before answering lets a refusal still be a proper status.
		first = await events.next();
	} catch (error) {
		await deps.db.transaction().execute((tx) => settleCredits(tx, context.workspaceId, job.id, 0));
		throw speechError(error);
	}
	deps.metrics.firstAudio.observe({ model: model.id }, (performance.now() - job.startedAt) / 1000);
	const delivery = deliver(deps, context, job, first, events, request.keepHistory);
	return {
		contentType: contentType(format),
		body: unlessGone(context.signal, delivery),
		headers: {
			"character-cost": String(body.text.length * model.cost),
			"history-item-id": job.id,
			"current-concurrent-requests": String(reservation.concurrent),
			"maximum-concurrent-requests": String(reservation.maxConcurrent),
		},
	};
}

/**
 * A generator that was never asked for anything does not run its `finally` either: should the caller leave before the first chunk is
 * taken, this begins the delivery, which then finds its caller gone and closes the books.
 */
function unlessGone(gone: AbortSignal, delivery: AsyncGenerator<Uint8Array>): AsyncIterable<Uint8Array> {
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

/** Passes the sound on, and whatever ends it (the end, an error, a caller who left) closes the books. */
async function* deliver(
	deps: SpeechDeps,
	context: Context,
	job: Job,
	first: IteratorResult<SpeechEvent>,
	events: AsyncIterator<SpeechEvent>,
	keepHistory: boolean,
): AsyncGenerator<Uint8Array> {
	const parts: Uint8Array[] = [];
	const heard = { end: 0, seconds: 0, peaks: null as Uint8Array | null, complete: false };
	try {
		for (let next = first; !next.done; next = await events.next()) {
			const event = next.value;
			if (event.type === "audio") {
				if (keepHistory) parts.push(event.bytes);
				yield event.bytes;
			} else if (event.type === "segment") {
				// Whoever takes the next chunk has sent the last one, so this segment has left; and no later sound leaves before that is
				// on record. Should this process die, the caller pays for every segment that was followed by another, and for none in part.
				heard.end = event.end;
				heard.seconds += event.seconds;
				await record(deps, context, job, event.end * job.model.cost);
			} else {
				heard.complete = true;
				heard.seconds = event.seconds;
				heard.peaks = Uint8Array.from(event.peaks);
			}
		}
	} catch (error) {
		if (!context.signal.aborted) throw speechError(error);
	} finally {
		const characters = heard.complete ? job.body.text.length : heard.end;
		await close(deps, context, job, { ...heard, characters, parts: keepHistory && characters > 0 ? parts : undefined });
		await events.return?.();
	}
}

/** A database that does not answer costs the record, not the sound: the books are closed at the end all the same. */
async function record(deps: SpeechDeps, context: Context, job: Job, delivered: number): Promise<void> {
	const recorded = deps.recordDelivered(context.workspaceId, job.id, delivered).catch((error: unknown) => {
		context.log.warn({ err: error, generation: job.id }, "could not record progress");
	});
	let timer: NodeJS.Timeout | undefined;
	const patience = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, longestRecordMs);
	});
	await Promise.race([recorded, patience]);
	clearTimeout(timer);
}

type Outcome = { characters: number; seconds: number; peaks: Uint8Array | null; parts: Uint8Array[] | undefined };

async function close(deps: SpeechDeps, context: Context, job: Job, outcome: Outcome): Promise<void> {
	const { workspaceId } = context;
	const cost = outcome.characters * job.model.cost;
	const audioKey = `history/${workspaceId}/${job.id}.${fileExtension(job.format)}`;
	const bytes = outcome.parts && storedForm(job.format, Buffer.concat(outcome.parts));
	const stored = bytes !== undefined && (await tryStore(deps, context, audioKey, bytes, job.format));
	const settlement = await deps.db.transaction().execute(async (tx) => {
		const settled = await settleCredits(tx, workspaceId, job.id, cost);
		if (settled && stored) {
			await addHistoryItem(
				tx,
				workspaceId,
				historyItem(context, job, outcome, settled, { audioKey, bytes: bytes.length }),
			);
		}
		return settled;
	});
	// The sweep was faster (this process was taken for dead): the item does not exist, so its audio must not either.
	if (!settlement && stored) await deps.storage.remove(audioKey);
	deps.metrics.characters.inc({ model: job.model.id }, outcome.characters);
}

/** A streamed WAV cannot know its length; the file that is kept can, and players that seek need it. */
function storedForm(format: OutputFormat, bytes: Buffer): Uint8Array {
	return parseFormat(format).codec === "wav" ? finishWav(bytes) : bytes;
}

/** What was heard is charged even when it cannot be kept; the log says why it is missing from the history. */
async function tryStore(
	deps: SpeechDeps,
	context: Context,
	key: string,
	bytes: Uint8Array,
	format: OutputFormat,
): Promise<boolean> {
	try {
		await deps.storage.put(key, bytes, contentType(format));
		return true;
	} catch (error) {
		context.log.error({ err: error, key }, "audio was delivered but could not be stored");
		return false;
	}
}

function historyItem(
	context: Context,
	job: Job,
	outcome: Outcome,
	settlement: Settlement,
	audio: { audioKey: string; bytes: number },
) {
	return {
		id: job.id,
		userId: context.userId,
		requestId: context.requestId,
		source: "TTS" as const,
		voiceId: job.voice.id,
		voiceName: job.voice.name,
		voiceCategory: job.voice.category,
		modelId: job.model.id,
		text: job.body.text.slice(0, outcome.characters),
		settings: job.body.voice_settings ?? {},
		outputFormat: job.format,
		contentType: contentType(job.format),
		audioKey: audio.audioKey,
		audioBytes: audio.bytes,
		durationSeconds: outcome.seconds,
		peaks: outcome.peaks,
		charactersFrom: settlement.from,
		charactersTo: settlement.to,
	};
}

/** One sentence for a visitor: nobody is charged, nothing is kept. */
export async function trySpeech(
	deps: SpeechDeps,
	context: PublicContext,
	request: { voiceId: string; text: string },
): Promise<AudioAnswer> {
	const voice = await getSpeakableVoice(deps.db, request.voiceId);
	const format = "mp3_44100_128";
	const events = deps.speech
		.speak(
			{
				engine: voice.engine,
				speaker: voice.speaker,
				language: voice.language,
				text: request.text,
				format,
				priority: "interactive",
			},
			context.signal,
		)
		[Symbol.asyncIterator]();
	const first = await events.next().catch((error: unknown) => {
		throw speechError(error);
	});
	return { contentType: contentType(format), body: bytesOnly(first, events) };
}

async function* bytesOnly(
	first: IteratorResult<SpeechEvent>,
	events: AsyncIterator<SpeechEvent>,
): AsyncGenerator<Uint8Array> {
	try {
		for (let next = first; !next.done; next = await events.next())
			if (next.value.type === "audio") yield next.value.bytes;
	} finally {
		await events.return?.();
	}
}

function nodeRequest(job: Job): SpeechRequest {
	return {
		engine: job.voice.engine,
		speaker: job.voice.speaker,
		language: job.body.language_code ?? job.voice.language,
		text: job.body.text,
		format: job.format,
		speed: job.body.voice_settings?.speed ?? undefined,
		seed: job.body.seed ?? undefined,
		normalisation: job.body.apply_text_normalization,
		priority: "interactive",
	};
}

function requireModel(voice: SpeakableVoice, requested: string | null | undefined): ModelFacts {
	const choice = chooseModel(voice.engine, requested);
	if ("model" in choice) return choice.model;
	if (choice.refused === "model_not_found")
		throw new AppError("model_not_found", `There is no model ${requested}.`, { param: "model_id" });
	throw new AppError(
		"model_can_not_use_voice",
		`The model ${requested} cannot speak with the voice ${voice.name}. Leave model_id out, or choose another voice.`,
		{
			param: "model_id",
		},
	);
}

function requireText(text: string, model: ModelFacts): void {
	if (text.trim() === "") throw new AppError("empty_text", "There is no text to speak.", { param: "text" });
	if (text.length > model.maxCharacters) {
		throw new AppError(
			"max_character_limit_exceeded",
			`The text has ${text.length} characters; ${model.name} takes at most ${model.maxCharacters} a request. Split it into parts.`,
			{ param: "text" },
		);
	}
}

const gatedFormats: Partial<Record<OutputFormat, Tier>> = {
	mp3_44100_192: "creator",
	pcm_44100: "pro",
	wav_44100: "pro",
};

function requireFormat(tier: Tier, format: OutputFormat): void {
	const needed = gatedFormats[format];
	if (needed === undefined || tierAtLeast(tier, needed)) return;
	throw new AppError(
		"only_for_higher_plan",
		`The format ${format} comes with the ${plans[needed].label} plan and above.`,
		{ param: "output_format" },
	);
}

function speechError(error: unknown): unknown {
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
			{
				cause: error,
				retryAfterSeconds: 5,
			},
		);
	}
	return error;
}
