import type { Database } from "@timbre/db/connect.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import { z } from "zod";
import type { Storage } from "../../../core/storage/storage.ts";
import { defineWorkflow } from "../../../core/workflow.ts";
import { longStepWhenFree } from "../../../core/workflow-busy.ts";
import { reasonFor } from "../../../core/workflow-failure.ts";
import { endSeparation, findFullSample } from "../samples/samples.repo.ts";
import { readStored, type SpeakerList } from "../samples/samples.service.ts";

type Job = { workspaceId: string; voiceId: string; sampleId: string };
type Services = { db: Database; storage: Storage; speech: Pick<SpeechClient, "samples"> };

const timeoutMs = 600_000;

/** Separates the speakers of a recording. */
export const separationWorkflow = defineWorkflow<Job, Services>({
	name: "VoiceSpeakers",
	input: z.object({ workspaceId: z.string(), voiceId: z.string(), sampleId: z.string() }),
	run: async (context, job, services) => {
		const { workspaceId, sampleId } = job;
		try {
			await longStepWhenFree(context, "separate", () => separate(services, job));
		} catch (error) {
			const failed = { status: "failed", error: reasonFor(error, "Something went wrong.") } as const;
			await context.outcome("give up", () => endSeparation(services.db, workspaceId, sampleId, failed));
		}
	},
});

async function separate({ db, storage, speech }: Services, { workspaceId, voiceId, sampleId }: Job): Promise<void> {
	const sample = await findFullSample(db, workspaceId, voiceId, sampleId);
	if (!sample) return;
	const bytes = await readStored(storage, sample.audio_key);
	const found = await speech.samples.findSpeakers(bytes, AbortSignal.timeout(timeoutMs));
	const speakers: SpeakerList = Object.fromEntries(
		found.map(({ seconds, utterances }, at) => {
			const id = `speaker_${at}`;
			return [id, { speaker_id: id, duration_secs: seconds, utterances }];
		}),
	);
	await endSeparation(db, workspaceId, sampleId, { status: "completed", speakers });
}
