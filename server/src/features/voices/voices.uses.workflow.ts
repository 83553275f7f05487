import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import { addToOutbox } from "../../core/outbox.repo.ts";
import { defineWorkflow } from "../../core/workflow.ts";
import { type Hearing, hearLibrary } from "./voices.hearing.service.ts";
import { countUses, refreshLibrary } from "./voices.uses.service.ts";

const everyMs = 600_000;
/** Labels are counted as voices come and go; to count a million of them anew takes seconds. */
const recountEvery = 6;
/** Clips measured in one step, which is done again when it is cut off, and in one run. */
const heardAtOnce = 10;
const heardInARun = 200;

/**
 * Looks after the library: uses, what trends, how many there are of each label, how they sound. Each run begins the next one, named by
 * its ten minutes, so that however many workers ask for it there is one.
 */
export const libraryWorkflow = defineWorkflow<{ slot: number }, Hearing>({
	name: "VoiceLibrary",
	input: z.object({ slot: z.int() }),
	rememberedMinutes: 60,
	run: async (context, { slot }, services) => {
		const { db } = services;
		// What fails for good is done by the next run: a database or a speech node that is away must not end the row of them.
		const attempt = async <T>(name: string, work: () => Promise<T>): Promise<T | undefined> => {
			const [result] = await context.steps([name], 1, () => name, work);
			return result?.status === "fulfilled" ? result.value : undefined;
		};
		await attempt("count", () => countUses(db));
		await attempt("refresh", () => refreshLibrary(db, slot % recountEvery === 0));
		for (let heard = 0; heard < heardInARun; heard += heardAtOnce) {
			const some = await attempt(`hear ${heard}`, () =>
				hearLibrary(services, heardAtOnce, AbortSignal.timeout(120_000)),
			);
			if (some !== heardAtOnce) break;
		}
		const now = await context.step("now", async () => Date.now());
		await context.sleep(Math.max(1_000, (slot + 1) * everyMs - now));
		for (let round = 0; !(await attempt(`next ${round}`, () => askedFor(db, slot + 1))); round++)
			await context.sleep(60_000);
	},
});

/** Asks for the run of the present ten minutes. */
export async function tendLibrary(db: Database): Promise<void> {
	await askedFor(db, 0);
}

async function askedFor(db: Database, after: number): Promise<true> {
	const slot = Math.max(after, Math.floor(Date.now() / everyMs));
	await addToOutbox(db, { target: libraryWorkflow.name, key: String(slot), payload: { slot } });
	return true;
}
