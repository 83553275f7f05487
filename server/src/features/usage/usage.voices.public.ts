import type { Db } from "@timbre/db/connect.ts";
import { GLOBAL } from "../../core/tenancy.ts";
import { listVoiceEntries } from "./usage.voices.repo.ts";

export type VoiceUsage = {
	entries: number;
	/** The id of the last entry read. */
	last: number;
	byDay: { voiceId: string; day: string; characters: number; generations: number }[];
};

/** Voice usage per day since a ledger entry, across all workspaces and without user data. */
export async function listVoiceUsage(
	db: Db,
	{ after, limit, settledSeconds }: { after: number; limit: number; settledSeconds: number },
): Promise<VoiceUsage> {
	const rows = await listVoiceEntries(db, GLOBAL, after, limit, settledSeconds);
	const byDay = new Map<string, VoiceUsage["byDay"][number]>();
	const add = (voiceId: string | null, day: string, characters: number) => {
		if (voiceId === null || characters === 0) return;
		const key = `${voiceId} ${day}`;
		const use = byDay.get(key) ?? { voiceId, day, characters: 0, generations: 0 };
		use.characters += characters;
		use.generations++;
		byDay.set(key, use);
	};
	for (const { voice_id, day, characters, voices } of rows) {
		if (voices) for (const voice of voices) add(voice.id, day, voice.characters ?? characters);
		else add(voice_id, day, characters);
	}
	return { entries: rows.length, last: rows.at(-1)?.id ?? after, byDay: [...byDay.values()] };
}
