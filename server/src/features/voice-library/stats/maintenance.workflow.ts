import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { defineWorkflow } from "../../../core/workflow.ts";
import { PermanentFailure, reasonFor } from "../../../core/workflow-failure.ts";
import { type AnalysisDeps, analyzeLibrary } from "../similar/analysis.service.ts";
import { countUsage, refreshLibrary } from "./stats.service.ts";

const everyMs = 600_000;
/** Label counts are updated incrementally; a full recount of a million voices takes seconds. */
const recountEvery = 6;
/** Clips analyzed per step, which is repeated if interrupted, and per run. */
const analysisBatch = 10;
const maxAnalyzedPerRun = 200;

/**
 * Library maintenance: usage, trends, label counts and voice analysis. Each run schedules the next one, keyed by its
 * ten-minute slot, so there is only one however many workers request it.
 */
export const libraryWorkflow = defineWorkflow<{ slot: number }, AnalysisDeps>({
	name: "VoiceLibrary",
	input: z.object({ slot: z.int() }),
	retentionMinutes: 60,
	run: async (context, { slot }, services) => {
		const { db } = services;
		// A step that fails for good is left to the next run: an unavailable database or speech node must not end the
		// chain.
		const failures: string[] = [];
		const attempt = async <T>(name: string, work: () => Promise<T>): Promise<T | undefined> => {
			const [result] = await context.steps([name], 1, () => name, work);
			if (result?.status === "fulfilled") return result.value;
			failures.push(`${name}: ${reasonFor(result?.reason, "no attempt succeeded")}`);
			return undefined;
		};
		await attempt("count", () => countUsage(db));
		await attempt("refresh", () => refreshLibrary(db, slot % recountEvery === 0));
		for (let analyzed = 0; analyzed < maxAnalyzedPerRun; analyzed += analysisBatch) {
			const count = await attempt(`hear ${analyzed}`, () =>
				analyzeLibrary(services, analysisBatch, AbortSignal.timeout(120_000)),
			);
			if (count !== analysisBatch) break;
		}
		const now = await context.step("now", async () => Date.now());
		await context.sleep(Math.max(1_000, (slot + 1) * everyMs - now));
		for (let round = 0; !(await attempt(`next ${round}`, () => queueRun(db, slot + 1))); round++)
			await context.sleep(60_000);
		// Only now, so that the chain goes on: operators see the run as failed, with the reason.
		if (failures.length > 0) throw new PermanentFailure(`Library maintenance failed. ${failures.join("; ")}`);
	},
});

/** Queues the run of the current ten-minute slot. */
export async function scheduleLibraryMaintenance(db: Database): Promise<void> {
	await queueRun(db, 0);
}

async function queueRun(db: Database, after: number): Promise<true> {
	const slot = Math.max(after, Math.floor(Date.now() / everyMs));
	await addToOutbox(db, GLOBAL, { target: libraryWorkflow.name, key: String(slot), payload: { slot } });
	return true;
}
