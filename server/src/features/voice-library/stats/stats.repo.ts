// Usage of published voices across all workspaces: how much, never by whom.
import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { Global } from "../../../core/tenancy.ts";

/** Returns how far the ledger was counted. The row lock ensures a single counter. */
export async function lockCursor(db: Db, _scope: Global): Promise<number> {
	const row = await db.selectFrom("voice_use_mark").select("counted_to").forUpdate().executeTakeFirstOrThrow();
	return row.counted_to;
}

export async function updateCursor(db: Db, _scope: Global, to: number): Promise<void> {
	await db.updateTable("voice_use_mark").set({ counted_to: to }).execute();
}

export type DailyUsage = { voiceId: string; day: string; characters: number; generations: number };

/** Usage counts for the shipped voice or the original of a copy. The owner's own usage is not counted. */
export async function addUsage(db: Db, _scope: Global, usage: readonly DailyUsage[]): Promise<void> {
	if (usage.length === 0) return;
	await sql`
		insert into voice_use (publication_id, day, characters, generations)
		select p.id, used.day, sum(used.characters)::bigint, sum(used.generations)::int
		from unnest(
			${usage.map((use) => use.voiceId)}::text[], ${usage.map((use) => use.day)}::date[],
			${usage.map((use) => use.characters)}::bigint[], ${usage.map((use) => use.generations)}::int[]
		) as used (voice_id, day, characters, generations)
		left join voice v on v.id = used.voice_id
		join voice_publication p on p.id = coalesce(v.publication_id, used.voice_id) collate "C" and p.voice_id is distinct from v.id
		group by 1, 2
		on conflict (publication_id, day, reader_app) do update set
			characters = voice_use.characters + excluded.characters,
			generations = voice_use.generations + excluded.generations`.execute(db);
}

/**
 * Updates usage of the last week and year, and the trend: characters of the last two weeks with a half-life of two
 * days. Robotic voices of the basic tier never trend, however often programs use them.
 */
export async function updateTrends(db: Db, _scope: Global): Promise<void> {
	await sql`
		with worth as (
			select publication_id as id,
				coalesce(sum(characters) filter (where day > current_date - 7), 0)::bigint as week,
				sum(characters)::bigint as year,
				round(ln(1 + coalesce(sum(characters * power(0.5, (current_date - day) / 2.0)) filter (where day > current_date - 14), 0))::numeric, 3)::float8 as trend
			from voice_use where day > current_date - 365 group by 1
		), ranked as (
			select worth.*, p.trend_base + case when p.labels ->> 'tier' = 'basic' then 0 else worth.trend end as place
			from worth join voice_publication p on p.id = worth.id
		)
		update voice_publication p
		set characters_7d = ranked.week, characters_1y = ranked.year, trending = ranked.place
		from ranked where p.id = ranked.id
			and (p.characters_7d, p.characters_1y, p.trending) is distinct from (ranked.week, ranked.year, ranked.place)`.execute(
		db,
	);
	// Reset voices that were not used for a year, which the statement above does not cover.
	await sql`
		update voice_publication p set characters_7d = 0, characters_1y = 0, trending = trend_base
		where characters_1y > 0 and not exists (
			select from voice_use u where u.publication_id = p.id and u.day > current_date - 365
		)`.execute(db);
}

export type UsageDay = { date: string; characters: number; generations: number };

/** One row per day for the last `days` days including today, in UTC. */
export async function listUsageByDay(
	db: Db,
	_scope: Global,
	publicationId: string,
	days: number,
	readerApp: boolean | undefined,
): Promise<UsageDay[]> {
	const { rows } = await sql<UsageDay>`
		select to_char(calendar.at, 'YYYY-MM-DD') as date, coalesce(sum(u.characters), 0)::bigint as characters,
			coalesce(sum(u.generations), 0)::int as generations
		from generate_series((now() at time zone 'utc')::date - ${days - 1}::int, (now() at time zone 'utc')::date, interval '1 day') as calendar (at)
		left join voice_use u on u.publication_id = ${publicationId} and u.day = calendar.at::date
			and ${readerApp === undefined ? sql`true` : sql`u.reader_app = ${readerApp}`}
		group by calendar.at order by calendar.at`.execute(db);
	return rows;
}
