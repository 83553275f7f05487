import type { Database } from "@timbre/db/connect.ts";
import { SpeechBusyError } from "@timbre/engines/errors.ts";
import type { SpeechEvent, SpeechRequest } from "@timbre/engines/node/protocol.ts";
import { plainRequest } from "@timbre/engines/node/wire/plain-request.ts";
import { z } from "zod";
import type { Storage } from "../../../core/storage/storage.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { defineWorkflow, type WorkflowContext } from "../../../core/workflow.ts";
import { reasonFor } from "../../../core/workflow-failure.ts";
import { findShippedPreview, saveShippedPreview } from "../../voices/voices.public.ts";
import { type AnalysisDeps, analyzeLibrary } from "../similar/analysis.service.ts";
import { updateRun } from "./previews.repo.ts";

export const previewJob = z.object({
	voiceId: z.string(),
	engine: z.string(),
	speaker: z.string(),
	language: z.string(),
	text: z.string(),
	/**
	 * Identifies the audio: engine version, speaker and text. The same clip is never rendered twice or stored under two
	 * keys.
	 */
	contentHash: z.string(),
});
export type PreviewJob = z.output<typeof previewJob>;

export type PreviewServices = {
	db: Database;
	storage: Storage;
	speak(request: SpeechRequest, signal: AbortSignal): AsyncIterable<SpeechEvent>;
};
type PreviewRunServices = PreviewServices & AnalysisDeps & { onProgress?: (done: number, total: number) => void };

const format = "mp3_44100_128";
const contentType = "audio/mpeg";
/** About four hours. */
const maxRounds = 500;

/** Renders and stores the preview clip of each voice. A voice that fails is counted and does not block the others. */
export const previewWorkflow = defineWorkflow<{ runId: string; jobs: PreviewJob[] }, PreviewRunServices>({
	name: "VoicePreviews",
	input: z.object({ runId: z.string(), jobs: z.array(previewJob) }),
	run: async (context, { runId, jobs }, services) => {
		const progress: Progress = { done: 0, failed: 0, error: null };
		try {
			await renderInBatches(context, services, runId, jobs, progress);
		} catch (error) {
			progress.error ??= reasonFor(error, unexpected);
			progress.failed = jobs.length - progress.done;
		}
		// An unfinished run would be continued instead of starting a new one.
		await context.outcome("finish", () => updateRun(services.db, GLOBAL, runId, { ...progress, finished: true }));
	},
});

type Progress = { done: number; failed: number; error: string | null };
const width = 4;
const unexpected = "The clip could not be rendered.";

async function renderInBatches(
	context: WorkflowContext,
	services: PreviewRunServices,
	runId: string,
	jobs: PreviewJob[],
	progress: Progress,
): Promise<void> {
	for (let from = 0; from < jobs.length; from += width) {
		const rendered = await renderAll(context, services, jobs.slice(from, from + width), width);
		progress.done += rendered.done;
		progress.failed += rendered.failed;
		progress.error ??= rendered.error;
		// Makes new voices available to similarity search right away. Library maintenance does what fails here.
		await context.step(`hear after ${from}`, () =>
			analyzeLibrary(services, width, AbortSignal.timeout(120_000)).catch(() => 0),
		);
		await context.step(`progress ${progress.done + progress.failed}`, () =>
			updateRun(services.db, GLOBAL, runId, { ...progress, finished: false }),
		);
		services.onProgress?.(progress.done + progress.failed, jobs.length);
	}
}

/**
 * On first start the models may still be downloading, or people use the server. That is not a failure and uses no
 * attempt: jobs that find no free slot are retried later.
 */
async function renderAll(context: WorkflowContext, services: PreviewServices, jobs: PreviewJob[], width: number) {
	const failures: string[] = [];
	let waiting = jobs;
	for (let round = 0; waiting.length > 0 && round < maxRounds; round++) {
		if (round > 0) await context.sleep(Math.min(30_000, 1_000 * 2 ** (round - 1)));
		const results = await context.steps(
			waiting,
			width,
			(job) => `render ${job.voiceId}${round > 0 ? `, round ${round + 1}` : ""}`,
			(job) => renderUnlessBusy(services, job),
		);
		for (const result of results) if (result.status === "rejected") failures.push(reasonFor(result.reason, unexpected));
		waiting = waiting.filter((_, at) => {
			const result = results[at];
			return result?.status === "fulfilled" && result.value === "busy";
		});
	}
	for (const _ of waiting) failures.push("The speech node was busy for hours.");
	return { done: jobs.length - failures.length, failed: failures.length, error: failures[0] ?? null };
}

async function renderUnlessBusy(services: PreviewServices, job: PreviewJob): Promise<"rendered" | "busy"> {
	try {
		await renderPreview(services, job);
		return "rendered";
	} catch (error) {
		if (error instanceof SpeechBusyError || isTimeout(error)) return "busy";
		throw error;
	}
}

/** People come first, so a clip may have to wait for longer than it is worth keeping its request open. */
const isTimeout = (error: unknown) => error instanceof Error && error.name === "TimeoutError";

export async function renderPreview({ db, storage, speak }: PreviewServices, job: PreviewJob): Promise<void> {
	const existing = await findShippedPreview(db, GLOBAL, job.voiceId);
	const audioKey = previewKey(job.contentHash);
	if (existing?.content_hash === job.contentHash && (await storage.size(audioKey)) !== undefined) return;
	const parts: Uint8Array[] = [];
	let seconds = 0;
	const request = plainRequest({
		engine: job.engine,
		speaker: job.speaker,
		language: job.language,
		text: job.text,
		format,
		priority: "idle",
	});
	for await (const event of speak(request, AbortSignal.timeout(120_000))) {
		if (event.type === "audio") parts.push(event.bytes);
		if (event.type === "end") seconds = event.seconds;
	}
	await storage.put(audioKey, Buffer.concat(parts), contentType);
	await saveShippedPreview(db, GLOBAL, {
		voiceId: job.voiceId,
		contentHash: job.contentHash,
		audioKey,
		contentType,
		durationSeconds: seconds,
	});
	if (existing && existing.audio_key !== audioKey) await storage.delete(existing.audio_key);
}

export function previewKey(contentHash: string): string {
	return `previews/${contentHash}.mp3`;
}
