// Joins equal design requests that arrive on different processes.
// Invariant: one process at a time works on a request; a result that a client received is not given to a later request,
// which expects new voices.
import { setTimeout as sleep } from "node:timers/promises";
import type { VoicePreviews } from "@timbre/contract/voice-making/design.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { findDesignPreview } from "./design.repo.ts";
import type { Work } from "./in-flight.ts";
import { claimRun, deleteRun, extendRun, findRun, finishRun, markDelivered } from "./runs.repo.ts";

export type Designed = { previews: VoicePreviews; amount: number };
type RunDeps = { db: Database; storage: Storage };

/** A process that does not extend its lease for this long is gone. */
const leaseSeconds = 15;
const extendMs = 3_000;
const pollMs = 300;

/** Does the work unless another process is doing it, and otherwise waits for its result. */
export async function runOnce(
	deps: RunDeps,
	workspaceId: string,
	work: Work,
	withAudio: boolean,
	generate: () => Promise<Designed>,
): Promise<Designed> {
	const { db } = deps;
	const { hash, signal } = work;
	for (let waited = false; ; waited = true) {
		if (await claimRun(db, workspaceId, hash, leaseSeconds)) return lead(db, workspaceId, work, generate);
		const run = await findRun(db, workspaceId, hash);
		if (run === "running") await sleep(pollMs, undefined, { signal });
		else if (run) {
			if (waited || !run.delivered) {
				await markDelivered(db, workspaceId, hash);
				const previews = withAudio ? await loadAudio(deps, workspaceId, run.result) : run.result;
				if (previews) return { previews, amount: run.credits };
			}
			await deleteRun(db, workspaceId, hash);
		}
	}
}

async function lead(
	db: Database,
	workspaceId: string,
	work: Work,
	generate: () => Promise<Designed>,
): Promise<Designed> {
	const timer = setInterval(() => {
		extendRun(db, workspaceId, work.hash, leaseSeconds).then(
			(wanted) => wanted && work.extend(),
			// The next one may succeed before the lease ends.
			() => {},
		);
	}, extendMs);
	try {
		const designed = await generate();
		const silent = designed.previews.previews.map((preview) => ({ ...preview, audio_base_64: "" }));
		await finishRun(db, workspaceId, work.hash, {
			result: { ...designed.previews, previews: silent },
			credits: designed.amount,
			delivered: work.hasClients(),
		});
		return designed;
	} catch (error) {
		await deleteRun(db, workspaceId, work.hash);
		throw error;
	} finally {
		clearInterval(timer);
	}
}

/** Undefined if a preview is no longer stored. */
async function loadAudio(
	{ db, storage }: RunDeps,
	workspaceId: string,
	result: VoicePreviews,
): Promise<VoicePreviews | undefined> {
	const previews: VoicePreviews["previews"] = [];
	for (const preview of result.previews) {
		const row = await findDesignPreview(db, workspaceId, preview.generated_voice_id);
		const audio = row && (await storage.get(row.audio_key));
		if (!audio) return undefined;
		const parts: Uint8Array[] = [];
		for await (const part of audio.body) parts.push(part);
		previews.push({ ...preview, audio_base_64: Buffer.concat(parts).toString("base64") });
	}
	return { ...result, previews };
}
