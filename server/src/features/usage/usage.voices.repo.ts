import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { Global } from "../../core/tenancy.ts";

export type VoiceEntryRow = {
	id: number;
	voice_id: string | null;
	day: string;
	characters: number;
	/** Shares of the voices in a dialogue. */
	voices: { id: string; characters?: number }[] | null;
};

/**
 * Entries by id, up to the first recent one: ids are assigned before transactions commit, so an entry that commits late
 * must not be skipped.
 */
export async function listVoiceEntries(
	db: Db,
	_scope: Global,
	after: number,
	limit: number,
	settledSeconds: number,
): Promise<VoiceEntryRow[]> {
	const { rows } = await sql<VoiceEntryRow>`
		select id, voice_id, to_char(created_at at time zone 'utc', 'YYYY-MM-DD') as day, coalesce(characters, 0)::bigint as characters, voices
		from credit_entry
		where id > ${after} and kind = 'charge' and id < coalesce((
			select min(id) from credit_entry
			where id > ${after} and created_at > now() - make_interval(secs => ${settledSeconds})
		), 9223372036854775807)
		order by id limit ${limit}`.execute(db);
	return rows;
}
