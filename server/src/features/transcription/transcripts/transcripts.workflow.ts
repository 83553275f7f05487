// Transcribes a recording: decode, reserve credits, transcribe chunk by chunk, store.
// Invariant: credits are reserved under the transcript's id for the decoded length, and charged once, in the
// transaction that stores the result. A failed or canceled transcript releases them.
import { AppError, type ErrorCode } from "@timbre/contract/errors.ts";
import { creditsForSeconds } from "@timbre/contract/plans.ts";
import {
	maxMultichannelSeconds,
	maxSpeakers,
	maxTranscriptSeconds,
	resolveTranscriptionModel,
} from "@timbre/contract/transcription/rules.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import { assignSpeakers } from "@timbre/engines/transcription/diarization.ts";
import type { Transcript } from "@timbre/engines/transcription/transcript.ts";
import { z } from "zod";
import type { TranscriptRequest, TranscriptResult } from "../../../core/json-columns/transcription.ts";
import { speechError } from "../../../core/speech-errors.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { defineWorkflow, type WorkflowContext } from "../../../core/workflow.ts";
import { busyPauseMs, isBusy } from "../../../core/workflow-busy.ts";
import { PermanentFailure, reasonFor } from "../../../core/workflow-failure.ts";
import { notifyWebhooks } from "../../developers/developers.webhooks.public.ts";
import {
	chunkFolder,
	claimUpload,
	decodeUpload,
	deleteChunks,
	type Recording,
	removeUpload,
	storeUrl,
	type UrlUploadDeps,
} from "../../uploads/uploads.public.ts";
import { extendReservation, type ReserveCredits, settleCredits } from "../../usage/usage.public.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import { readAll, storeAudio } from "./audio.service.ts";
import { audioKeyOf, transcriptWorkflowName } from "./keys.ts";
import { presentTranscript } from "./transcripts.present.ts";
import {
	beginTranscript,
	deleteTranscriptRow,
	endTranscript,
	findSummary,
	findTranscript,
	type TranscriptRow,
	updateProgress,
	updateSource,
} from "./transcripts.repo.ts";
import {
	channelOf,
	type JoinedTranscript,
	joinChunks,
	mergeChannels,
	speakersOf,
	textOf,
	toWords,
	withoutFillers,
} from "./words.ts";

export type TranscriptServices = {
	db: Database;
	storage: Storage;
	speech: Pick<SpeechClient, "transcribe">;
	reserveCredits: ReserveCredits;
	outbound: UrlUploadDeps["outbound"];
};

type Job = { workspaceId: string; transcriptId: string; stored: boolean; uploadId?: string };
/** Stored in the workflow journal, so field names must not change. */
type Task = { chunk: number; channel: number };
type Heard = { language: string; probability: number; words: number };

const sampleRate = 16_000;
const minChunkSeconds = 120;
const maxChunkSeconds = 180;
const chunksAtOnce = 2;
/** The credits of a transcript that no attempt has extended for this long are released. */
const leaseSeconds = 3_600;
/** Almost five hours. */
const maxPauses = 300;
const checkMs = 1_000;
const decodeShare = 0.1;
const transcribeShare = 0.85;
/** A detected language is used for the rest of the recording if it is this sure. */
const sureProbability = 0.6;
const minDetectionWords = 3;
/** How long the result of a transcript that is not stored waits for its client. */
const unstoredMs = 10 * 60_000;

const failed = "The recording couldn't be transcribed. Try again in a few minutes.";
const interrupted = "This transcript was interrupted for too long. It cost nothing; start it again.";

export const transcriptWorkflow = defineWorkflow<Job, TranscriptServices>({
	name: transcriptWorkflowName,
	input: z.object({
		workspaceId: z.string(),
		transcriptId: z.string(),
		stored: z.boolean(),
		uploadId: z.string().optional(),
	}),
	run: async (context, job, services) => {
		const stage: Stage = { code: "service_unavailable", uploadId: job.uploadId };
		try {
			await transcribe(context, job, services, stage);
		} catch (error) {
			await context.outcome("give up", () => giveUp(services, job, reasonFor(error, failed), stage.code));
		}
		await context.outcome("clean up", () => cleanUp(services, job, stage.uploadId));
		if (job.stored) return;
		await context.sleep(unstoredMs);
		await context.step("remove", () => deleteTranscriptRow(services.db, job.workspaceId, job.transcriptId));
	},
});

/** What a failure would mean now, and what has to be removed at the end. */
type Stage = { code: ErrorCode; uploadId: string | undefined };

async function transcribe(
	context: WorkflowContext,
	job: Job,
	services: TranscriptServices,
	stage: Stage,
): Promise<void> {
	if (stage.uploadId === undefined) {
		stage.code = "invalid_request";
		const fetched = await context.longStep("fetch", () => fetchSource(services, job));
		if (fetched === null) return;
		stage.uploadId = fetched;
	}
	const { uploadId } = stage;
	stage.code = "invalid_audio";
	const recording = await context.longStep("decode", (signal) => decode(services, job, uploadId, signal));
	if (recording === null) return;
	stage.code = "quota_exceeded";
	if (!(await reserveWhenFree(context, job, services, recording))) return;
	stage.code = "service_unavailable";
	if (!(await transcribeChunks(context, job, services, recording))) return;
	const peaks = job.stored
		? await context.longStep("store audio", async (signal) => {
				const key = audioKeyOf(job.workspaceId, job.transcriptId);
				return Buffer.from(await storeAudio(services.storage, key, recording, signal)).toString("base64");
			})
		: null;
	await context.step("finish", () => finish(services, job, recording, peaks));
}

/** Null if it was canceled. */
async function fetchSource({ db, storage, outbound }: TranscriptServices, job: Job): Promise<string | null> {
	const { workspaceId, transcriptId } = job;
	const row = await findTranscript(db, workspaceId, transcriptId);
	if (!row || !(await beginTranscript(db, workspaceId, transcriptId))) return null;
	if (row.created_by === null) throw new PermanentFailure("The account that started this transcript was deleted.");
	if (row.upload_id !== null) return row.upload_id;
	const owner = { workspaceId, userId: row.created_by };
	const { uploadId } = await storeUrl({ db, storage, outbound }, owner, row.request.sourceUrl ?? "", {
		param: "source_url",
	});
	return db.transaction().execute(async (tx) => {
		if (!(await updateSource(tx, workspaceId, transcriptId, { uploadId }))) return null;
		await claimUpload(tx, workspaceId, uploadId, transcriptId);
		return uploadId;
	});
}

/** Null if it was canceled. */
async function decode(
	{ db, storage }: TranscriptServices,
	job: Job,
	uploadId: string,
	attemptEnded: AbortSignal,
): Promise<Recording | null> {
	const { workspaceId, transcriptId } = job;
	const row = await findTranscript(db, workspaceId, transcriptId);
	if (!row || !(await beginTranscript(db, workspaceId, transcriptId))) return null;
	const { multichannel, rawPcm } = row.request;
	let reportedAt = 0;
	return whileRunning(db, job, attemptEnded, null, async (signal) => {
		const recording = await decodeUpload({ db, storage }, workspaceId, uploadId, {
			jobId: transcriptId,
			rawPcm,
			sampleRate,
			channels: multichannel ? "all" : 1,
			maxSeconds: multichannel ? maxMultichannelSeconds : maxTranscriptSeconds,
			minChunkSeconds,
			maxChunkSeconds,
			signal,
			onProgress: (share) => {
				if (Date.now() - reportedAt < checkMs) return;
				reportedAt = Date.now();
				updateProgress(db, workspaceId, transcriptId, share * decodeShare).catch(() => {});
			},
		});
		await updateSource(db, workspaceId, transcriptId, { seconds: recording.seconds });
		await updateProgress(db, workspaceId, transcriptId, decodeShare);
		return recording;
	});
}

const creditsOf = ({ seconds, channels }: Recording) => creditsForSeconds("transcription", seconds * channels);

/** False if it was canceled. */
async function reserveWhenFree(
	context: WorkflowContext,
	job: Job,
	services: TranscriptServices,
	recording: Recording,
): Promise<boolean> {
	for (let pauses = 0; ; pauses++) {
		const name = pauses === 0 ? "reserve" : `reserve, try ${pauses + 1}`;
		const result = await context.step(name, () => reserve(services, job, recording));
		if (result !== "busy") return result === "reserved";
		if (pauses === maxPauses)
			throw new PermanentFailure("Your plan's concurrent requests were in use for hours. Try again later.");
		await context.sleep(busyPauseMs(pauses));
	}
}

async function reserve(
	{ db, reserveCredits }: TranscriptServices,
	{ workspaceId, transcriptId }: Job,
	recording: Recording,
): Promise<"reserved" | "busy" | "ended"> {
	const row = await findTranscript(db, workspaceId, transcriptId);
	if (row?.state !== "running") return "ended";
	// By an earlier attempt of this step that was interrupted.
	if (await extendReservation(db, workspaceId, transcriptId, leaseSeconds)) return "reserved";
	try {
		await reserveCredits(workspaceId, {
			generationId: transcriptId,
			amount: creditsOf(recording),
			tier: await getTier(db, workspaceId),
			holder: `transcript:${transcriptId}`,
			leaseSeconds,
			facts: {
				...(row.created_by === null ? {} : { userId: row.created_by }),
				...(row.api_key_id === null ? {} : { apiKeyId: row.api_key_id }),
				via: row.via === "session" ? "session" : "api-key",
				modelId: row.model_id,
				source: "STT",
				seconds: recording.seconds,
			},
		});
	} catch (error) {
		if (isBusy(error)) return "busy";
		throw error;
	}
	// Canceled in between: whoever did it could not release what was not reserved yet.
	if ((await findSummary(db, workspaceId, transcriptId))?.state === "running") return "reserved";
	await db.transaction().execute((tx) => settleCredits(tx, workspaceId, transcriptId, 0));
	return "ended";
}

/** False if it was canceled. */
async function transcribeChunks(
	context: WorkflowContext,
	job: Job,
	services: TranscriptServices,
	recording: Recording,
): Promise<boolean> {
	const tasks: Task[] = recording.chunks.flatMap((_, chunk) =>
		Array.from({ length: recording.channels }, (__, channel) => ({ chunk, channel })),
	);
	let language: string | undefined;
	let pauses = 0;
	for (let from = 0, tries = 0; from < tasks.length; ) {
		const batch = tasks.slice(from, from + chunksAtOnce);
		const results = await context.steps(
			batch,
			chunksAtOnce,
			({ chunk, channel }) => `transcribe ${chunk}.${channel}${tries === 0 ? "" : `, try ${tries + 1}`}`,
			(task) => transcribeChunk(services, job, recording, task, language, (from + 1) / tasks.length),
		);
		const heard: (Heard | "ended" | "busy")[] = results.map((result) => {
			if (result.status === "rejected") throw result.reason;
			return result.value;
		});
		if (heard.includes("ended")) return false;
		if (heard.includes("busy")) {
			if (pauses === maxPauses) throw new PermanentFailure("The speech engine was busy for hours. Try again later.");
			await context.sleep(busyPauseMs(pauses++));
			tries++;
			continue;
		}
		language ??= sureLanguage(heard);
		from += chunksAtOnce;
		tries = 0;
		pauses = 0;
	}
	return true;
}

function sureLanguage(heard: readonly (Heard | "ended" | "busy")[]): string | undefined {
	const sure = heard.filter(
		(one): one is Heard =>
			typeof one === "object" && one.probability >= sureProbability && one.words >= minDetectionWords,
	);
	return sure.sort((one, other) => other.words - one.words)[0]?.language;
}

const partKey = ({ workspaceId, transcriptId }: Job, { chunk, channel }: Task) =>
	`${chunkFolder(workspaceId, transcriptId)}/${chunk}-${channel}.json`;

async function transcribeChunk(
	{ db, storage, speech }: TranscriptServices,
	job: Job,
	recording: Recording,
	task: Task,
	detected: string | undefined,
	share: number,
): Promise<Heard | "ended" | "busy"> {
	const { workspaceId, transcriptId } = job;
	const row = await findTranscript(db, workspaceId, transcriptId);
	if (row?.state !== "running") return "ended";
	if (!(await extendReservation(db, workspaceId, transcriptId, leaseSeconds))) throw new PermanentFailure(interrupted);
	const chunk = recording.chunks[task.chunk];
	const model = resolveTranscriptionModel(row.model_id);
	if (!chunk || !model) throw new PermanentFailure(failed);
	const { request } = row;
	const language = request.language ?? detected;
	// An attempt before may have been interrupted after it stored its result.
	const pcm = channelOf(await readAll(storage, chunk.key), task.channel, recording.channels);
	try {
		return await whileRunning(db, job, undefined, "ended" as const, async (signal) => {
			const transcript = await speech.transcribe(
				pcm,
				{
					model: model.transcriber,
					events: request.events,
					keyterms: request.keyterms,
					translate: request.translate ?? false,
					characters: request.timestamps === "character",
					speakers: request.diarize && !request.multichannel,
					...(language === undefined ? {} : { language }),
				},
				signal,
			);
			await storage.put(partKey(job, task), Buffer.from(JSON.stringify(transcript)), "application/json", {
				replaceable: true,
			});
			await updateProgress(db, workspaceId, transcriptId, decodeShare + transcribeShare * share);
			const { language: heard, probability, segments } = transcript;
			return { language: heard, probability, words: segments.reduce((sum, { words }) => sum + words.length, 0) };
		});
	} catch (error) {
		if (isBusy(error)) return "busy";
		const reason = speechError(error, {
			invalid: (message) => ({ code: "invalid_audio", message: `The recording can't be transcribed: ${message}.` }),
		});
		throw reason instanceof AppError ? reason : error;
	}
}

/** Stores the result, charges for it and sends it, all or nothing. `peaks` are Base64. */
async function finish(
	{ db, storage }: TranscriptServices,
	job: Job,
	recording: Recording,
	peaks: string | null,
): Promise<void> {
	const { workspaceId, transcriptId } = job;
	const row = await findTranscript(db, workspaceId, transcriptId);
	if (row?.state !== "running") return;
	const result: TranscriptResult = { channels: [] };
	for (let channel = 0; channel < recording.channels; channel++)
		result.channels.push(await readChannel(storage, job, recording, row, channel));
	const words = result.channels.length > 1 ? mergeChannels(result.channels) : (result.channels[0]?.words ?? []);
	const credits = creditsOf(recording);
	await db.transaction().execute(async (tx) => {
		const stored = await endTranscript(tx, workspaceId, transcriptId, {
			state: "completed",
			result,
			language: result.channels[0]?.language ?? "en",
			speakerCount: speakersOf(words).length || null,
			credits,
			text: textOf(words),
			audioKey: job.stored ? audioKeyOf(workspaceId, transcriptId) : null,
			peaks: peaks === null ? null : Buffer.from(peaks, "base64"),
		});
		if (!stored) return;
		if (!(await settleCredits(tx, workspaceId, transcriptId, credits, { seconds: recording.seconds })))
			throw new PermanentFailure(interrupted);
		const completed = await findTranscript(tx, workspaceId, transcriptId);
		if (completed) await announce(tx, workspaceId, completed);
	});
}

async function readChannel(
	storage: Storage,
	job: Job,
	recording: Recording,
	{ request }: TranscriptRow,
	channel: number,
): Promise<TranscriptResult["channels"][number]> {
	const chunks: { start: number; transcript: Transcript }[] = [];
	for (const [index, { start }] of recording.chunks.entries()) {
		const stored = await readAll(storage, partKey(job, { chunk: index, channel }));
		chunks.push({ start, transcript: JSON.parse(stored.toString()) as Transcript });
	}
	const heard = joinChunks(chunks);
	const joined = request.translate ? { ...heard, language: "en", probability: 1 } : heard;
	const speakers = request.multichannel ? () => `speaker_${channel}` : nameSpeakers(joined, request);
	const spoken = toWords(joined, speakers);
	const words = request.noVerbatim ? withoutFillers(spoken, joined.language) : spoken;
	return {
		language: joined.language,
		probability: joined.probability,
		words: request.multichannel ? words.map((word) => ({ ...word, channel })) : words,
	};
}

/** Names the speaker of each word, if speakers are to be told apart. */
function nameSpeakers(
	{ segments }: JoinedTranscript,
	{ diarize, speakers, threshold }: TranscriptRequest,
): ((segment: number, word: number) => string | undefined) | undefined {
	if (!diarize) return undefined;
	const numbers = assignSpeakers(segments, {
		maxCount: maxSpeakers,
		...(speakers === undefined ? {} : { count: speakers }),
		...(threshold === undefined ? {} : { threshold: similarityFor(threshold) }),
	});
	return (segment, word) => `speaker_${numbers[segment]?.[word] ?? 0}`;
}

/** The threshold of requests is a difference, of which 0.22 is usual; that of the clustering is a similarity. */
const similarityFor = (difference: number) => 0.55 - difference;

async function announce(
	tx: Parameters<typeof notifyWebhooks>[0],
	workspaceId: string,
	row: TranscriptRow,
): Promise<void> {
	const { webhook } = row.request;
	if (!webhook) return;
	await notifyWebhooks(tx, workspaceId, {
		type: "speech_to_text",
		id: `transcript-${row.id}`,
		...(webhook.id === undefined ? {} : { webhookId: webhook.id }),
		data: {
			request_id: row.request_id,
			transcription_id: row.id,
			transcription: row.result ? await presentTranscript(row) : null,
			webhook_metadata: webhook.metadata ?? null,
			error: row.error,
		},
	});
}

/** Stores the error and releases the credits, unless it has ended. */
async function giveUp({ db }: TranscriptServices, job: Job, error: string, code: ErrorCode): Promise<void> {
	const { workspaceId, transcriptId } = job;
	await db.transaction().execute(async (tx) => {
		const ended = await endTranscript(tx, workspaceId, transcriptId, { state: "failed", error, code });
		if (!ended) return;
		await settleCredits(tx, workspaceId, transcriptId, 0);
		const row = await findTranscript(tx, workspaceId, transcriptId);
		if (row) await announce(tx, workspaceId, row);
	});
}

async function cleanUp({ db, storage }: TranscriptServices, job: Job, uploadId: string | undefined): Promise<void> {
	const { workspaceId, transcriptId } = job;
	await deleteChunks({ db, storage }, workspaceId, transcriptId);
	if (uploadId !== undefined) await removeUpload({ db, storage }, workspaceId, uploadId);
	const row = await findSummary(db, workspaceId, transcriptId);
	if (row?.state !== "completed") await storage.delete(audioKeyOf(workspaceId, transcriptId));
}

/** Aborts the work when the transcript is canceled or deleted, and then returns `ended`. */
async function whileRunning<T, E>(
	db: Database,
	{ workspaceId, transcriptId }: Job,
	attemptEnded: AbortSignal | undefined,
	ended: E,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T | E> {
	const canceling = new AbortController();
	const watch = setInterval(() => {
		findSummary(db, workspaceId, transcriptId).then(
			(row) => row?.state === "running" || canceling.abort(),
			() => {},
		);
	}, checkMs);
	try {
		return await work(attemptEnded ? AbortSignal.any([canceling.signal, attemptEnded]) : canceling.signal);
	} catch (error) {
		if (canceling.signal.aborted) return ended;
		throw error;
	} finally {
		clearInterval(watch);
	}
}
