// Removes what a deleted voice-over leaves in the storage: its files, and takes that nothing else needs.
import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import { deleteAll, type Storage } from "../../../core/storage/storage.ts";
import { defineWorkflow } from "../../../core/workflow.ts";
import { listHistoryTakes } from "../../history/history.public.ts";
import { takeKey } from "../../speech/speech.public.ts";
import { listTakesHeldOnlyBy, releaseTakes } from "../../usage/usage.holds.public.ts";
import { forgetPaidSentences } from "../../usage/usage.paid.public.ts";
import { voiceoverFolder } from "../files.ts";
import { holderOf } from "../speech/plan.service.ts";
import { findVoiceover } from "./voiceovers.repo.ts";

type PurgeServices = { db: Database; storage: Storage };
type Job = { workspaceId: string; voiceoverId: string };

const pageSize = 500;

export const voiceoverPurgeWorkflow = defineWorkflow<Job, PurgeServices>({
	name: "VoiceoverPurge",
	input: z.object({ workspaceId: z.string(), voiceoverId: z.string() }),
	run: async (context, job, { db, storage }) => {
		const { workspaceId, voiceoverId } = job;
		const exists = await context.step(
			"look",
			async () => (await findVoiceover(db, workspaceId, voiceoverId)) !== undefined,
		);
		if (exists) return;
		await context.step("files", () => deleteAll(storage, `${voiceoverFolder(workspaceId, voiceoverId)}/`));
		for (let after: string | null = ""; after !== null; ) {
			const from: string = after;
			after = await context.step(`takes ${from}`, () => removeTakes({ db, storage }, job, from));
		}
		await context.step("release", () => releaseTakes(db, workspaceId, holderOf(voiceoverId)));
	},
});

/** Removes a page of takes. Returns where the next page starts, or null. */
async function removeTakes(
	{ db, storage }: PurgeServices,
	{ workspaceId, voiceoverId }: Job,
	after: string,
): Promise<string | null> {
	const page = { after, limit: pageSize };
	const hashes = await listTakesHeldOnlyBy(db, workspaceId, holderOf(voiceoverId), page);
	const keys = hashes.map((hash) => takeKey(workspaceId, hash));
	const inHistory = new Set(await listHistoryTakes(db, workspaceId, keys));
	const unused = hashes.filter((_, at) => !inHistory.has(keys[at] ?? ""));
	for (const hash of unused) await storage.delete(takeKey(workspaceId, hash));
	await forgetPaidSentences(db, workspaceId, unused);
	return hashes.length < pageSize ? null : (hashes.at(-1) ?? null);
}
