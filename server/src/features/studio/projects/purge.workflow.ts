// Removes what a deleted project leaves in the storage: the audio of its snapshots, and takes that nothing else needs. Of a deleted
// chapter it removes the snapshots; its takes stay with the project, where its sentences may be used again.
import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import { deleteAll, type Storage } from "../../../core/storage/storage.ts";
import { defineWorkflow } from "../../../core/workflow.ts";
import { listHistoryTakes } from "../../history/history.public.ts";
import { takeKey } from "../../speech/speech.public.ts";
import { listTakesHeldOnlyBy, releaseTakes } from "../../usage/usage.holds.public.ts";
import { forgetPaidSentences } from "../../usage/usage.paid.public.ts";
import { holderOf } from "../conversions/run.service.ts";
import { findProject } from "./projects.repo.ts";

export type PurgeServices = { db: Database; storage: Storage };
type Job = { workspaceId: string; projectId: string; chapterFiles?: string[] | undefined };

const pageSize = 500;

export const projectPurgeWorkflow = defineWorkflow<Job, PurgeServices>({
	name: "StudioPurge",
	input: z.object({ workspaceId: z.string(), projectId: z.string(), chapterFiles: z.array(z.string()).optional() }),
	run: async (context, { workspaceId, projectId, chapterFiles }, { db, storage }) => {
		if (chapterFiles)
			return context.step("chapter", async () => {
				for (const key of chapterFiles) await storage.delete(key);
			});
		const exists = await context.step(
			"look",
			async () => (await findProject(db, workspaceId, projectId)) !== undefined,
		);
		if (exists) return;
		await context.step("snapshots", () => deleteAll(storage, `studio/${workspaceId}/${projectId}/`));
		for (let after: string | null = ""; after !== null; ) {
			const from: string = after;
			after = await context.step(`takes ${from}`, () => removeTakes({ db, storage }, { workspaceId, projectId }, from));
		}
		await context.step("release", () => releaseTakes(db, workspaceId, holderOf(projectId)));
	},
});

/** Removes a page of takes. Returns where the next page starts, or null. */
async function removeTakes(
	{ db, storage }: PurgeServices,
	{ workspaceId, projectId }: Job,
	after: string,
): Promise<string | null> {
	const hashes = await listTakesHeldOnlyBy(db, workspaceId, holderOf(projectId), { after, limit: pageSize });
	const keys = hashes.map((hash) => takeKey(workspaceId, hash));
	const inHistory = new Set(await listHistoryTakes(db, workspaceId, keys));
	const unused = hashes.filter((_, at) => !inHistory.has(keys[at] ?? ""));
	for (const hash of unused) await storage.delete(takeKey(workspaceId, hash));
	await forgetPaidSentences(db, workspaceId, unused);
	return hashes.length < pageSize ? null : (hashes.at(-1) ?? null);
}
