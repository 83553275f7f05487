import type { Database } from "@timbre/db/connect.ts";
import { plainRequest } from "@timbre/engines/node/plain-request.ts";
import type { SpeechEvent, SpeechRequest } from "@timbre/engines/node/protocol.ts";
import { z } from "zod";
import type { Storage } from "../../core/storage.ts";
import { defineWorkflow } from "../../core/workflow.ts";
import { type Hearing, hearLibrary } from "./voices.hearing.service.ts";
import { findPreview, savePreview, updateRun } from "./voices.repo.ts";

export const previewJob = z.object({
	voiceId: z.string(),
	engine: z.string(),
	speaker: z.string(),
	language: z.string(),
	text: z.string(),
	/** Names the sound: engine version, speaker and text. The same clip is never rendered twice, and never stored under two keys. */
	contentHash: z.string(),
});
export type PreviewJob = z.output<typeof previewJob>;

export type PreviewServices = {
	db: Database;
	storage: Storage;
	speak(request: SpeechRequest, signal: AbortSignal): AsyncIterable<SpeechEvent>;
};
type PreviewRunServices = PreviewServices & Hearing;

const format = "mp3_44100_128";
const contentType = "audio/mpeg";

/** Renders and stores the preview clip of each voice. A voice that cannot be rendered is counted, and does not hold up the rest. */
export const previewWorkflow = defineWorkflow<{ runId: string; jobs: PreviewJob[] }, PreviewRunServices>({
	name: "VoicePreviews",
	input: z.object({ runId: z.string(), jobs: z.array(previewJob) }),
	run: async (context, { runId, jobs }, services) => {
		let done = 0;
		let failed = 0;
		const width = 4;
		for (let from = 0; from < jobs.length; from += width) {
			const results = await context.steps(
				jobs.slice(from, from + width),
				width,
				(job) => `render ${job.voiceId}`,
				(job) => renderPreview(services, job),
			);
			// A new voice can be found by its sound at once; what fails here is measured when the library is looked after.
			await context.steps(
				[done + failed],
				1,
				(heard) => `hear after ${heard}`,
				() => hearLibrary(services, width, AbortSignal.timeout(120_000)),
			);
			for (const result of results) result.status === "fulfilled" ? done++ : failed++;
			const progress = { done, failed, finished: from + width >= jobs.length };
			await context.step(`progress ${done + failed}`, () => updateRun(services.db, runId, progress));
		}
		if (jobs.length === 0)
			await context.step("nothing to do", () => updateRun(services.db, runId, { done, failed, finished: true }));
	},
});

export async function renderPreview({ db, storage, speak }: PreviewServices, job: PreviewJob): Promise<void> {
	const existing = await findPreview(db, job.voiceId);
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
		priority: "background",
	});
	for await (const event of speak(request, AbortSignal.timeout(120_000))) {
		if (event.type === "audio") parts.push(event.bytes);
		if (event.type === "end") seconds = event.seconds;
	}
	await storage.put(audioKey, Buffer.concat(parts), contentType);
	await savePreview(db, {
		voiceId: job.voiceId,
		contentHash: job.contentHash,
		audioKey,
		contentType,
		durationSeconds: seconds,
	});
	if (existing && existing.audio_key !== audioKey) await storage.remove(existing.audio_key);
}

export function previewKey(contentHash: string): string {
	return `previews/${contentHash}.mp3`;
}
