// Generates the speech of one line.
// Invariant: its sentences are paid once, whatever interrupts it: an attempt that takes over settles the one before.
import { linePeaks } from "@timbre/contract/voiceover/rules.ts";
import { littleEndianBytes, writeInt16 } from "@timbre/engines/media/bytes.ts";
import { createPeaks } from "@timbre/engines/media/peaks.ts";
import { wavHeader } from "@timbre/engines/media/wav.ts";
import { decodeTake, type Take } from "@timbre/engines/node/takes.ts";
import { newId } from "../../../core/ids.ts";
import type { Log } from "../../../core/log.ts";
import { createTakeStore } from "../../../core/storage/take-store.ts";
import { createSilenceTimer } from "../../../core/workflow-busy.ts";
import { whileRunning } from "../../../core/workflow-cancel.ts";
import { PermanentFailure } from "../../../core/workflow-failure.ts";
import { markPaid, renderSentences, type SpeechDeps } from "../../speech/speech.public.ts";
import { holdTakes } from "../../usage/usage.holds.public.ts";
import { settleInterrupted } from "../../usage/usage.public.ts";
import { backgroundContext, getTier } from "../../workspace/workspace.public.ts";
import { voiceoverFolder } from "../files.ts";
import { beginGeneration, findJob, isRunning, type JobRow, updateProgress } from "../jobs/jobs.repo.ts";
import { findLine, type LineRow, updateSpeech } from "../lines/lines.repo.ts";
import { joinTakes, speechRate } from "./join.ts";
import { createPlanner, holderOf, isSpoken } from "./plan.service.ts";

export type SpeechServices = {
	deps: SpeechDeps;
	log: Log;
	/** How long an attempt may go without audio until it is ended. Defaults to four minutes. */
	maxSilentMs?: number;
};
const defaultMaxSilentMs = 240_000;
const canceled = "The job was canceled.";

/** Does nothing if the line was deleted, or its text was. */
export async function speakLine(
	services: SpeechServices,
	workspaceId: string,
	{ jobId, at }: { jobId: string; at: number },
	attemptEnded: AbortSignal,
): Promise<void> {
	const { deps, log, maxSilentMs = defaultMaxSilentMs } = services;
	const { db } = deps;
	const job = await findJob(db, workspaceId, jobId);
	if (job?.state !== "running") throw new PermanentFailure(canceled);
	const line = await findLine(db, workspaceId, job.voiceover_id, job.line_ids[at] ?? "");
	if (line && isSpoken(line)) {
		const silence = createSilenceTimer(maxSilentMs);
		const watched = {
			isRunning: () => isRunning(db, workspaceId, jobId),
			canceled,
			attemptEnded: AbortSignal.any([attemptEnded, silence.signal]),
		};
		try {
			await whileRunning(watched, async (signal) => {
				const starter = { workspaceId, userId: job.created_by, via: job.via, apiKeyId: job.api_key_id };
				const context = await backgroundContext(db, log, starter, { requestId: jobId, signal });
				await speak(deps, context, job, line, silence.reset);
			});
		} finally {
			silence.stop();
		}
	}
	await updateProgress(db, workspaceId, jobId, { progress: (at + 1) / job.line_ids.length, linesDone: at + 1 });
}

async function speak(
	deps: SpeechDeps,
	context: Awaited<ReturnType<typeof backgroundContext>>,
	job: JobRow,
	line: LineRow,
	onAudio: () => void,
): Promise<void> {
	const { db, storage } = deps;
	const { workspaceId } = context;
	const generationId = newId();
	const before = await db.transaction().execute((tx) => beginGeneration(tx, workspaceId, job.id, generationId));
	if (before !== null) await settleInterrupted(db, workspaceId, before);
	const { voice, model, planned } = await (await createPlanner(deps, context))(line);
	await markPaid(db, workspaceId, planned.units);
	const run = {
		id: generationId,
		voices: [voice],
		model,
		tier: await getTier(db, workspaceId),
		source: "Projects",
		priority: "background",
	} as const;
	await renderSentences(deps, context, run, planned, onAudio);
	await db.transaction().execute((tx) =>
		holdTakes(
			tx,
			workspaceId,
			holderOf(job.voiceover_id),
			planned.units.map(({ hash }) => hash),
		),
	);
	const takes: Take[] = [];
	const store = createTakeStore(storage);
	for (const { take } of planned.units) {
		const bytes = await store.read(take.key);
		const decoded = bytes && decodeTake(bytes);
		if (!decoded) throw new Error(`the take ${take.key} was not stored`);
		takes.push(decoded);
	}
	await storeSpeech(deps, workspaceId, line, joinTakes(takes, planned.voices[0]?.speed ?? 1));
}

async function storeSpeech(
	{ db, storage }: SpeechDeps,
	workspaceId: string,
	line: LineRow,
	pcm: Float32Array,
): Promise<void> {
	const audioKey = `${voiceoverFolder(workspaceId, line.voiceover_id)}/lines/${line.id}-${newId(8)}.wav`;
	const samples = new Int16Array(pcm.length);
	writeInt16(pcm, samples);
	const bytes = littleEndianBytes(samples);
	const header = wavHeader(speechRate, { channels: 1, dataBytes: bytes.length });
	await storage.put(audioKey, [header, bytes], "audio/wav");
	const peaks = createPeaks({ count: linePeaks });
	peaks.push(pcm);
	const kept = await updateSpeech(db, workspaceId, line.id, {
		audioKey,
		speechMs: (pcm.length / speechRate) * 1000,
		peaks: peaks.finish(),
		text: line.text,
		voiceId: line.voice_id,
		speed: line.speed,
	});
	const unused = kept ? line.audio_key : audioKey;
	if (unused !== null) await storage.delete(unused);
}
