import type { BreakdownType, UsageMetric } from "@timbre/contract/usage/endpoints.ts";
import type { Db } from "@timbre/db/connect.ts";
import { type RawBuilder, sql } from "kysely";

export type UsageWindow = {
	start: Date;
	/** Inclusive. */
	end: Date;
	/** Bucket starts, in seconds. */
	bounds: readonly number[];
	/** Only this user's entries; all users if undefined. */
	userId: string | undefined;
	breakdown: BreakdownType;
};

export type UsageRow = { bucket: number; label: string; value: number };

type EntryMetric = Exclude<UsageMetric, "concurrency" | "concurrency_average">;

const products = sql`case coalesce(e.source, 'TTS')
	when 'TTS' then 'Text to Speech' when 'STS' then 'Voice Changer' when 'Projects' then 'Studio'
	when 'PD' then 'Publishing' when 'AN' then 'Audio Native' when 'Dubbing' then 'Dubbing' when 'ConvAI' then 'Agents'
	when 'VoiceGeneration' then 'Voice Design' when 'SFX' then 'Sound Effects'
	when 'STT' then 'Speech to Text'
	when 'Isolation' then 'Voice Isolator' else e.source end`;

const keyName = sql`case when e.api_key_id is null then 'No API key' else coalesce(k.name, 'Deleted key') end`;

/** Joins the voices of a generation with their shares; none for a single voice at the standard rate. */
const joinVoices = (which: RawBuilder<unknown>) => sql`left join lateral rows from (
		jsonb_to_recordset(e.voices) as (id text, name text, rate float8, characters bigint, amount bigint)
	) with ordinality as v (id, name, rate, characters, amount, number) on ${which}`;
const byVoice: readonly BreakdownType[] = ["voice", "voice_multiplier", "resource"];

/** Series labels. Dimensions this server doesn't have (groups, regions, queues) get a single series. */
const labels: Record<BreakdownType, RawBuilder<unknown>> = {
	none: sql`'All'`,
	voice: sql`coalesce(v.name, v.id, e.voice_name, e.voice_id, 'No voice')`,
	voice_multiplier: sql`coalesce(v.rate, 1) || 'x'`,
	user: sql`coalesce(u.email, e.user_id, 'Unknown')`,
	groups: sql`'No group'`,
	api_keys: keyName,
	all_api_keys: keyName,
	product_type: products,
	model: sql`coalesce(e.model_id, 'Unknown')`,
	resource: sql`coalesce(v.id, e.voice_id, 'None')`,
	request_queue: sql`'default'`,
	region: sql`'default'`,
	subresource_id: sql`'None'`,
	reporting_workspace_id: sql`e.workspace_id`,
	has_api_key: sql`case when e.api_key_id is null then 'false' else 'true' end`,
	request_source: sql`case e.via when 'session' then 'website' when 'api-key' then 'api' else 'unknown' end`,
};

/** A refund subtracts its charge. A refunded request still counts as one request, regardless of its voices. */
const values: Record<EntryMetric, RawBuilder<unknown>> = {
	credits: sql`sum(coalesce(v.amount, e.amount))`,
	tts_characters: sql`coalesce(sum(coalesce(v.characters, e.characters, e.amount)) filter (where e.kind = 'charge'), 0)`,
	minutes_used: sql`coalesce(sum(e.seconds * coalesce(v.characters::float8 / nullif(e.characters, 0), 1)), 0) / 60`,
	request_count: sql`count(*) filter (where e.kind = 'charge' and coalesce(v.number, 1) = 1)`,
	ttfb_avg: sql`coalesce(avg(e.first_audio_ms) filter (where coalesce(v.number, 1) = 1), 0)`,
	ttfb_p95: sql`coalesce(percentile_cont(0.95) within group (order by e.first_audio_ms) filter (where coalesce(v.number, 1) = 1), 0)`,
	// This server has no billing.
	fiat_units_spent: sql`0`,
};

export async function aggregateEntries(
	db: Db,
	workspaceId: string,
	window: UsageWindow,
	metric: EntryMetric,
): Promise<UsageRow[]> {
	const { rows } = await sql<UsageRow>`
		select width_bucket(extract(epoch from e.created_at)::float8, ${window.bounds}::float8[]) as bucket,
			${labels[window.breakdown]} as label, (${values[metric]})::float8 as value
		from credit_entry e
		${joinVoices(byVoice.includes(window.breakdown) ? sql`true` : sql`false`)}
		left join auth_user u on u.id = e.user_id
		left join api_key k on k.id = e.api_key_id and k.workspace_id = e.workspace_id
		where e.workspace_id = ${workspaceId} and e.created_at >= ${window.start} and e.created_at <= ${window.end}
			and ${userFilter(window)}
		group by 1, 2 order by 2, 1`.execute(db);
	return rows;
}

/** Concurrent generations per bucket: maximum or average. */
export async function aggregateConcurrency(
	db: Db,
	workspaceId: string,
	window: UsageWindow,
	metric: "concurrency" | "concurrency_average",
): Promise<UsageRow[]> {
	const ends = [...window.bounds.slice(1), window.end.getTime() / 1000 + 0.001];
	const value =
		metric === "concurrency"
			? sql`max(running)`
			: sql`sum(running * (until - since)) / greatest(max(bucket_end) - max(bucket_start), 0.001)`;
	// Split each generation at bucket boundaries, then compute a running count from starts and ends.
	const { rows } = await sql<UsageRow>`
		with bucket as (
			select * from unnest(${window.bounds}::float8[], ${ends}::float8[]) with ordinality as b (bucket_start, bucket_end, number)
		), entry as (
			select r.workspace_id, r.facts ->> 'userId' as user_id, r.facts ->> 'apiKeyId' as api_key_id, r.facts ->> 'via' as via,
				r.facts ->> 'voiceId' as voice_id, r.facts ->> 'voiceName' as voice_name, r.facts ->> 'modelId' as model_id,
				r.facts ->> 'source' as source, r.facts -> 'voices' as voices, extract(epoch from r.created_at)::float8 as began,
				extract(epoch from coalesce(r.closed_at, now()))::float8 as ended
			from credit_reservation r
			where r.workspace_id = ${workspaceId} and r.created_at <= ${window.end}
				and coalesce(r.closed_at, now()) >= ${window.start}
		), piece as (
			select b.number, b.bucket_start, b.bucket_end, ${labels[window.breakdown]} as label,
				greatest(e.began, b.bucket_start) as since, least(e.ended, b.bucket_end) as until
			from entry e
			join bucket b on e.began < b.bucket_end and e.ended >= b.bucket_start
			${joinVoices(sql`v.number = 1`)}
			left join auth_user u on u.id = e.user_id
			left join api_key k on k.id = e.api_key_id and k.workspace_id = e.workspace_id
			where ${userFilter(window)}
		), event as (
			select number, bucket_start, bucket_end, label, since as at, 1 as change from piece
			union all select number, bucket_start, bucket_end, label, until, -1 from piece
		), course as (
			select number, bucket_start, bucket_end, label, at as since,
				lead(at) over line as until, sum(change) over (line rows unbounded preceding) as running
			from event window line as (partition by number, label order by at, change desc)
		)
		select number as bucket, label, (${value})::float8 as value from course where until is not null group by 1, 2 order by 2, 1`.execute(
		db,
	);
	return rows;
}

function userFilter(window: UsageWindow): RawBuilder<unknown> {
	return window.userId === undefined ? sql`true` : sql`e.user_id = ${window.userId}`;
}
