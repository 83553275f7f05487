// Usage of published voices.
// Invariant: each ledger entry counts once, because the cursor moves in the transaction that counts it. One message per
// generation would be far too many.
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { voiceLibraryEndpoints } from "@timbre/contract/voice-library/endpoints.ts";
import type { statsRanges } from "@timbre/contract/voice-library/rules.ts";
import type { Database } from "@timbre/db/connect.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { listVoiceUsage } from "../../usage/usage.voices.public.ts";
import { findPublication, recountFacets, requireVoiceRole } from "../../voices/voices.public.ts";
import type { ResourceCaller } from "../../workspace/workspace.sharing.public.ts";
import { libraryVoiceNotFound } from "../published/published.service.ts";
import { addUsage, listUsageByDay, lockCursor, updateCursor, updateTrends } from "./stats.repo.ts";

const batch = 5_000;

/** Counts new ledger entries and returns their number. */
export async function countUsage(db: Database, settledSeconds = 30): Promise<number> {
	let entries = 0;
	for (;;) {
		const read = await db.transaction().execute(async (tx) => {
			const usage = await listVoiceUsage(tx, { after: await lockCursor(tx, GLOBAL), limit: batch, settledSeconds });
			if (usage.entries === 0) return 0;
			await addUsage(tx, GLOBAL, usage.byDay);
			await updateCursor(tx, GLOBAL, usage.last);
			return usage.entries;
		});
		entries += read;
		if (read < batch) return entries;
	}
}

export async function refreshLibrary(db: Database, recount = true): Promise<void> {
	await db.transaction().execute((tx) => updateTrends(tx, GLOBAL));
	if (recount) await db.transaction().execute((tx) => recountFacets(tx, GLOBAL));
}

const daysOf: Record<(typeof statsRanges)[number], number> = { "7d": 7, "30d": 30, "90d": 90, "1y": 365 };

export async function getShareStats(
	db: Database,
	caller: ResourceCaller,
	voiceId: string,
	{ range, reader_app }: { range: (typeof statsRanges)[number]; reader_app?: boolean | null },
): Promise<ResponseOf<typeof voiceLibraryEndpoints.getShareStats>> {
	await requireVoiceRole(db, caller, voiceId, "admin");
	const publication = await findPublication(db, GLOBAL, voiceId);
	if (publication && publication.workspace_id !== caller.workspaceId) throw libraryVoiceNotFound(voiceId);
	const days = await listUsageByDay(db, GLOBAL, voiceId, daysOf[range], reader_app ?? undefined);
	const characters = days.reduce((sum, day) => sum + day.characters, 0);
	return {
		range,
		days,
		characters,
		generations: days.reduce((sum, day) => sum + day.generations, 0),
		added_count: publication?.added_count ?? 0,
		worth_dollars: Math.round((characters / 1_000) * (publication?.fiat_rate ?? 0) * 10_000) / 10_000,
	};
}
