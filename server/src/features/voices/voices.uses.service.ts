// How much published voices are used. Always: each generation of the ledger counts once, since the place up to which it was read moves in the
// transaction that counts. A message for each generation would be as many messages as sentences.
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { libraryEndpoints, statsRanges } from "@timbre/contract/voices.library.ts";
import type { Database } from "@timbre/db/connect.ts";
import { listVoiceUses } from "../usage/usage.voices.public.ts";
import type { Sharer } from "../workspace/workspace.sharing.public.ts";
import { findPublication, recountFacets } from "./voices.library.repo.ts";
import { requireOwn } from "./voices.own.service.ts";
import { noSuchVoice } from "./voices.published.service.ts";
import { addUses, listUses, lockMark, moveMark, updateTrends } from "./voices.uses.repo.ts";

const batch = 5_000;

/** Counts what the ledger has gained; gives how many entries that were. */
export async function countUses(db: Database, settledSeconds = 30): Promise<number> {
	let entries = 0;
	for (;;) {
		const read = await db.transaction().execute(async (tx) => {
			const uses = await listVoiceUses(tx, { after: await lockMark(tx), limit: batch, settledSeconds });
			if (uses.entries === 0) return 0;
			await addUses(tx, uses.byDay);
			await moveMark(tx, uses.last);
			return uses.entries;
		});
		entries += read;
		if (read < batch) return entries;
	}
}

export async function refreshLibrary(db: Database, recount = true): Promise<void> {
	await db.transaction().execute(updateTrends);
	if (recount) await db.transaction().execute(recountFacets);
}

const daysOf: Record<(typeof statsRanges)[number], number> = { "7d": 7, "30d": 30, "90d": 90, "1y": 365 };

export async function readShareStats(
	db: Database,
	caller: Sharer,
	voiceId: string,
	{ range, reader_app }: { range: (typeof statsRanges)[number]; reader_app?: boolean | null },
): Promise<ResponseOf<typeof libraryEndpoints.getShareStats>> {
	await requireOwn(db, caller, voiceId, "admin");
	const publication = await findPublication(db, voiceId);
	if (publication && publication.workspace_id !== caller.workspaceId) throw noSuchVoice(voiceId);
	const days = await listUses(db, voiceId, daysOf[range], reader_app ?? undefined);
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
