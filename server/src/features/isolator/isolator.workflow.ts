// Isolates a recording: decode, reserve credits, remove the noise chunk by chunk, write the files, charge.
// Invariant: credits are reserved under the id once the length is known, and charged in the transaction that completes the
// isolation; every other end releases them.
import { maxIsolationSeconds } from "@timbre/contract/isolator/rules.ts";
import { creditsForSeconds } from "@timbre/contract/plans.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { IsolationEngine } from "@timbre/engines/isolation/isolator.ts";
import type { IsolatedChunk } from "@timbre/engines/isolation/recording/isolate.ts";
import { summarizeLevels } from "@timbre/engines/isolation/recording/levels.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import { z } from "zod";
import { deleteAll, type Storage } from "../../core/storage/storage.ts";
import { defineWorkflow, type WorkflowContext } from "../../core/workflow.ts";
import { busyPauseMs, isBusy, longStepWhenFree } from "../../core/workflow-busy.ts";
import { whileRunning } from "../../core/workflow-cancel.ts";
import { PermanentFailure, reasonFor } from "../../core/workflow-failure.ts";
import { decodeUpload, deleteChunks, removeUpload } from "../uploads/uploads.public.ts";
import { extendReservation, type ReserveCredits, settleCredits } from "../usage/usage.public.ts";
import { getTier } from "../workspace/workspace.public.ts";
import { isolationFolder } from "./files.ts";
import { type ChunkedRecording, isolateStoredChunk } from "./isolator.chunks.service.ts";
import { writeFiles, writeVideo } from "./isolator.render.service.ts";
import {
	beginIsolation,
	deleteIsolationRow,
	endIsolation,
	findDeletedAt,
	findIsolation,
	isRunning,
	updateRunning,
} from "./isolator.repo.ts";

export type IsolationServices = {
	db: Database;
	storage: Storage;
	speech: Pick<SpeechClient, "isolate">;
	reserveCredits: ReserveCredits;
};
type Job = { workspaceId: string; isolationId: string; uploadId: string };
type Decoded = { recording: ChunkedRecording; seconds: number; hasVideo: boolean; wav: boolean };

const failed = "The recording couldn't be processed. Try again in a few minutes.";
const canceled = "The isolation was canceled.";
const checkMs = 1_000;
/** Credits of an isolation that no step has extended for this long are released. */
const leaseSeconds = 3_600;
const chunkSeconds = { min: 20, max: 30 };
const chunksAtOnce = 2;
/** About five hours. */
const maxPauses = 300;
/** The shares of the progress bar. */
const decodedShare = 0.15;
const isolatedShare = 0.9;

export const isolationWorkflow = defineWorkflow<Job, IsolationServices>({
	name: "Isolation",
	input: z.object({ workspaceId: z.string(), isolationId: z.string(), uploadId: z.string() }),
	run: async (context, job, services) => {
		let code = "invalid_audio";
		try {
			const decoded = await context.longStep("decode", (signal) => decode(services, job, signal));
			if (decoded) {
				code = "quota_exceeded";
				await longStepWhenFree(context, "reserve", () => reserve(services, job, decoded.seconds), maxPauses);
				code = "service_unavailable";
				const chunks = await isolateAll(context, services, job, decoded.recording);
				const files = await context.longStep("write", (signal) =>
					whileRunning(watch(services.db, job, signal), (watched) =>
						writeFiles(services.storage, decoded.recording, { wav: decoded.wav, signal: watched }),
					),
				);
				const video = decoded.hasVideo
					? await context.longStep("video", (signal) => tryVideo(services, job, decoded, signal))
					: ({ state: "none" } as const);
				await context.outcome("complete", () => complete(services, job, decoded, { chunks, files, video }));
			}
		} catch (error) {
			const reason = { error: reasonFor(error, failed), code: error instanceof PermanentFailure ? code : failedCode };
			await context.outcome("give up", () => giveUp(services.db, job, reason));
		}
		await context.outcome("clean up", () => cleanUp(services, job));
	},
});
const failedCode = "service_unavailable";

/** Null if it was canceled. */
async function decode(services: IsolationServices, job: Job, attemptEnded: AbortSignal): Promise<Decoded | null> {
	const { db } = services;
	const { workspaceId, isolationId, uploadId } = job;
	if (!(await beginIsolation(db, workspaceId, isolationId))) return null;
	const row = await findIsolation(db, workspaceId, isolationId);
	if (!row) return null;
	let reported = 0;
	const run = (channels: "all" | 2, signal: AbortSignal) =>
		decodeUpload(services, workspaceId, uploadId, {
			jobId: isolationId,
			rawPcm: row.raw_pcm,
			sampleRate: row.raw_pcm ? 16_000 : 48_000,
			channels,
			maxSeconds: maxIsolationSeconds,
			minChunkSeconds: chunkSeconds.min,
			maxChunkSeconds: chunkSeconds.max,
			signal,
			onProgress: (share) => {
				if (performance.now() - reported < checkMs) return;
				reported = performance.now();
				updateRunning(db, workspaceId, isolationId, { progress: share * decodedShare }).catch(() => {});
			},
		});
	return whileRunning(watch(db, job, attemptEnded), async (signal) => {
		const kept = await run("all", signal);
		// Surround sound is mixed to stereo.
		const { seconds, sampleRate, channels, chunks, streams } = kept.channels > 2 ? await run(2, signal) : kept;
		const recording = {
			workspaceId,
			jobId: isolationId,
			sampleRate: sampleRate as 16_000 | 48_000,
			channels: channels as 1 | 2,
			count: chunks.length,
		};
		// The cover of a song is a picture too.
		const hasVideo = streams.some(({ kind, codec }) => kind === "video" && codec !== "png" && codec !== "mjpeg");
		await updateRunning(db, workspaceId, isolationId, {
			seconds,
			sample_rate: sampleRate,
			channels,
			chunk_count: chunks.length,
			progress: decodedShare,
			video: hasVideo ? "processing" : "none",
		});
		return { recording, seconds, hasVideo, wav: row.format === "wav" };
	});
}

async function reserve(
	{ db, reserveCredits }: IsolationServices,
	{ workspaceId, isolationId }: Job,
	seconds: number,
): Promise<void> {
	const row = await findIsolation(db, workspaceId, isolationId);
	if (row?.state !== "running") throw new PermanentFailure(canceled);
	// An earlier attempt reserved them.
	if (await extendReservation(db, workspaceId, isolationId, leaseSeconds)) return;
	await reserveCredits(workspaceId, {
		generationId: isolationId,
		amount: creditsForSeconds("isolation", seconds),
		tier: await getTier(db, workspaceId),
		holder: `isolation:${isolationId}`,
		leaseSeconds,
		facts: {
			...(row.created_by === null ? {} : { userId: row.created_by }),
			...(row.api_key_id === null ? {} : { apiKeyId: row.api_key_id }),
			via: row.via === "session" ? "session" : "api-key",
			source: "Isolation",
			seconds,
		},
	});
}

/** One step for each chunk. Chunks that find the speech nodes busy are tried again after a pause. */
async function isolateAll(
	context: WorkflowContext,
	services: IsolationServices,
	job: Job,
	recording: ChunkedRecording,
): Promise<IsolatedChunk[]> {
	const done = new Map<number, IsolatedChunk>();
	let waiting = Array.from({ length: recording.count }, (_, chunk) => chunk);
	for (let pauses = 0; ; pauses++) {
		const name = (chunk: number) => (pauses === 0 ? `chunk ${chunk}` : `chunk ${chunk}, try ${pauses + 1}`);
		// The first chunk alone: one recording is isolated by one engine.
		const batch = done.size === 0 ? waiting.slice(0, 1) : waiting;
		const engine = done.get(0)?.engine;
		const results = await context.steps(batch, chunksAtOnce, name, (chunk) =>
			isolateOne(services, job, recording, chunk, engine),
		);
		for (const [at, result] of results.entries()) {
			if (result.status === "rejected") throw result.reason;
			if (result.value) done.set(batch[at] as number, result.value);
		}
		waiting = waiting.filter((chunk) => !done.has(chunk));
		if (waiting.length === 0) return [...done].sort(([a], [b]) => a - b).map(([, chunk]) => chunk);
		if (results.every(({ status, ...result }) => status === "fulfilled" && "value" in result && result.value)) continue;
		if (pauses >= maxPauses) throw new PermanentFailure("The server was busy for hours. Try again later.");
		await context.sleep(busyPauseMs(pauses));
	}
}

/** Null if no speech node is free. */
async function isolateOne(
	services: IsolationServices,
	{ workspaceId, isolationId }: Job,
	recording: ChunkedRecording,
	chunk: number,
	engine: IsolationEngine | undefined,
): Promise<IsolatedChunk | null> {
	const { db } = services;
	if (!(await isRunning(db, workspaceId, isolationId))) throw new PermanentFailure(canceled);
	if (!(await extendReservation(db, workspaceId, isolationId, leaseSeconds)))
		throw new PermanentFailure("The isolation was interrupted for too long. It cost nothing; start it again.");
	try {
		const signal = AbortSignal.timeout(chunkTimeoutMs);
		const isolated = await isolateStoredChunk(services, recording, chunk, { engine, signal });
		await updateRunning(db, workspaceId, isolationId, {
			engine: isolated.engine,
			progress: decodedShare + ((chunk + 1) / recording.count) * (isolatedShare - decodedShare),
		});
		return isolated;
	} catch (error) {
		if (isBusy(error)) return null;
		throw error;
	}
}
const chunkTimeoutMs = 4 * 60_000;

/** A video that can't be written does not fail the isolation: its audio is ready. */
async function tryVideo(
	services: IsolationServices,
	job: Job,
	{ recording, seconds }: Decoded,
	attemptEnded: AbortSignal,
): Promise<{ state: "failed" } | { state: "ready"; type: string; bytes: number }> {
	try {
		const video = await whileRunning(watch(services.db, job, attemptEnded), (signal) =>
			writeVideo(services, recording, { uploadId: job.uploadId, seconds, signal }),
		);
		return { state: "ready", ...video };
	} catch (error) {
		if (attemptEnded.aborted) throw error;
		return { state: "failed" };
	}
}

type Outcome = {
	chunks: readonly IsolatedChunk[];
	files: Awaited<ReturnType<typeof writeFiles>>;
	video: { state: "none" | "failed" } | { state: "ready"; type: string; bytes: number };
};

async function complete(
	{ db }: IsolationServices,
	{ workspaceId, isolationId }: Job,
	{ seconds }: Decoded,
	{ chunks, files, video }: Outcome,
): Promise<void> {
	const credits = creditsForSeconds("isolation", seconds);
	await db.transaction().execute(async (tx) => {
		const ended = await endIsolation(tx, workspaceId, isolationId, {
			state: "completed",
			credits,
			bytes: files.bytes + ("bytes" in video ? video.bytes : 0),
			measurement: summarizeLevels(chunks.map(({ levels }) => levels)),
			peaks: { original: Uint8Array.from(files.originalPeaks), isolated: Uint8Array.from(files.isolatedPeaks) },
			video,
		});
		if (ended) await settleCredits(tx, workspaceId, isolationId, credits, { seconds });
	});
}

/** Stores the error and releases the credits, unless it has ended. */
async function giveUp(
	db: Database,
	{ workspaceId, isolationId }: Job,
	reason: { error: string; code: string },
): Promise<void> {
	await db.transaction().execute(async (tx) => {
		await endIsolation(tx, workspaceId, isolationId, { state: "failed", ...reason });
		await settleCredits(tx, workspaceId, isolationId, 0);
	});
}

async function cleanUp(services: IsolationServices, { workspaceId, isolationId, uploadId }: Job): Promise<void> {
	await deleteChunks(services, workspaceId, isolationId);
	await removeUpload(services, workspaceId, uploadId);
	const row =
		(await findIsolation(services.db, workspaceId, isolationId)) ??
		(await findIsolation(services.db, workspaceId, isolationId, { deleted: true }));
	if (row?.state !== "completed") await deleteAll(services.storage, `${isolationFolder(workspaceId, isolationId)}/`);
}

const watch = (db: Database, { workspaceId, isolationId }: Job, attemptEnded: AbortSignal) => ({
	isRunning: () => isRunning(db, workspaceId, isolationId),
	canceled,
	attemptEnded,
});

type Purge = { workspaceId: string; isolationId: string; deletedAt: number; undoSeconds: number };

/** Removes a deleted isolation and its files when the deletion can no longer be undone. */
export const isolationPurgeWorkflow = defineWorkflow<Purge, { db: Database; storage: Storage }>({
	name: "IsolationPurge",
	input: z.object({
		workspaceId: z.string(),
		isolationId: z.string(),
		deletedAt: z.number(),
		undoSeconds: z.number(),
	}),
	run: async (context, { workspaceId, isolationId, deletedAt, undoSeconds }, { db, storage }) => {
		// A second more than it can be restored, so that no restored one is removed.
		await context.sleep((undoSeconds + 1) * 1000);
		await context.step("remove", async () => {
			if (!(await findDeletedAt(db, workspaceId, isolationId, new Date(deletedAt)))) return;
			await deleteAll(storage, `${isolationFolder(workspaceId, isolationId)}/`);
			await deleteIsolationRow(db, workspaceId, isolationId);
		});
	},
});
