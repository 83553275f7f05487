// The voice_publication table. Everything in it is public, so these functions take no workspace.
import { primaryLanguage } from "@timbre/contract/language.ts";
import type { LibrarySort } from "@timbre/contract/voice-library/endpoints.ts";
import type { Db } from "@timbre/db/connect.ts";
import { type RawBuilder, sql } from "kysely";

export type LibraryOrder = Exclude<LibrarySort, "relevance">;

export type LibraryFilters = {
	category?: string;
	gender?: string;
	age?: string;
	accent?: string;
	language?: string;
	locale?: string;
	use_cases?: readonly string[];
	descriptives?: readonly string[];
	featured?: boolean;
	min_notice_period_days?: number;
	defaultRateOnly?: boolean;
	unmoderatedOnly?: boolean;
	reader?: boolean;
};

/** End of a page. */
export type LibraryPosition = { key: string | number; id: string };
export type LibraryHit = { id: string; key: string | number };

type LibraryQuery = {
	order: LibraryOrder;
	filters: LibraryFilters;
	/** Full-text query; undefined without search words. */
	query?: string;
	/** Excludes name matches already shown, up to the last of them in trending order. */
	excludeNamed?: { name: string; last: LibraryHit };
	after?: LibraryPosition;
};

/** `key` is the cursor value derived from the column. */
const orders: Record<LibraryOrder, { column: RawBuilder<unknown>; key?: RawBuilder<unknown>; ascending?: true }> = {
	trending: { column: sql.ref("trending") },
	created_date: { column: sql.ref("published_at"), key: sql`(extract(epoch from place) * 1000)::bigint` },
	cloned_by_count: { column: sql.ref("added_count") },
	usage_character_count_1y: { column: sql.ref("characters_1y") },
	name: { column: sql.ref("name_key"), ascending: true },
};

const filtered = sql.raw(
	"language, locale, accent, gender, age, use_case, descriptive, category, notice_period_days, rate, live_moderation_enabled, reader_app_enabled, featured",
);

/**
 * Scans only the first `depth` voices of the sort order, which finds common matches quickly for any filters. Fewer rows
 * than `limit` do not mean there are no further matches.
 */
export async function scanLibrary(
	db: Db,
	search: LibraryQuery,
	{ depth, offset, limit }: { depth: number; offset: number; limit: number },
): Promise<LibraryHit[]> {
	const { column, key = sql.ref("place") } = orders[search.order];
	const byText = search.query !== undefined;
	const { rows } = await sql<LibraryHit>`
		select id, ${key} as key from (
			select id, ${column} as place, ${filtered} ${byText ? sql`, search_words` : sql``} ${search.excludeNamed === undefined ? sql`` : sql`, name_key, trending`}
			from voice_publication where listed ${after(search)}
			order by ${column} ${direction(search.order)}, id ${direction(search.order)} limit ${depth}
		) as first
		where ${all([...byColumns(search.filters), ...byWords(search)])}
		offset ${offset} limit ${limit}`.execute(db);
	return rows;
}

/**
 * Uses the text index: exact, and fast for rare matches. `seen` is the number of matches up to `max`; at that limit
 * only some of them are sorted.
 */
export async function seekLibrary(
	db: Db,
	search: LibraryQuery,
	{ offset, limit, max }: { offset: number; limit: number; max: number },
): Promise<{ rows: LibraryHit[]; seen: number }> {
	const { column, key = sql.ref("place") } = orders[search.order];
	const { rows } = await sql<(LibraryHit | { id: null }) & { seen: number }>`
		with found as materialized (
			select id, ${column} as place from voice_publication
			where listed and ${all([...byColumns(search.filters), ...byWords(search)])} limit ${max}
		), page as (
			select id, ${key} as key, place from found where true ${after(search, sql.ref("place"))}
			order by place ${direction(search.order)}, id ${direction(search.order)} offset ${offset} limit ${limit}
		)
		select page.id, page.key, counted.seen from (select count(*) as seen from found) as counted left join page on true
		order by page.place ${direction(search.order)}, page.id ${direction(search.order)}`.execute(db);
	return {
		rows: rows.flatMap((row) => (row.id === null ? [] : [{ id: row.id, key: row.key }])),
		seen: rows[0]?.seen ?? 0,
	};
}

/** Voices whose name starts with `name`, trending first. `seen` is their number, up to `depth`. */
export async function findByName(
	db: Db,
	name: string,
	filters: LibraryFilters,
	{ depth, limit }: { depth: number; limit: number },
): Promise<{ rows: LibraryHit[]; seen: number }> {
	const { rows } = await sql<LibraryHit & { seen: number }>`
		select id, trending as key, count(*) over () as seen from (
			select id, trending, ${filtered} from voice_publication where listed and ${named(name)} limit ${depth}
		) as named
		where ${all(byColumns(filters))} order by trending desc, id desc limit ${limit}`.execute(db);
	return { rows: rows.map(({ id, key }) => ({ id, key })), seen: rows[0]?.seen ?? 0 };
}

/** A lower bound for the number of voices with one of these lexemes, from the label counts. */
export async function countAtLeast(db: Db, lexemes: readonly string[]): Promise<number> {
	const { rows } = await sql<{ voices: number }>`
		select coalesce(max(voices), 0) as voices from voice_library_facet
		where kind <> 'total' and (value = any(${[...lexemes]}) or kind || ':' || value = any(${[...lexemes]}))`.execute(
		db,
	);
	return rows[0]?.voices ?? 0;
}

/** Estimated share of the library that matches these labels, 0..1. */
export async function estimateShare(db: Db, filters: LibraryFilters): Promise<number> {
	const requested = {
		language: [filters.language ?? (filters.locale ? primaryLanguage(filters.locale) : [])].flat(),
		accent: [filters.accent ?? []].flat(),
		gender: [filters.gender ?? []].flat(),
		age: [filters.age ?? []].flat(),
		category: [filters.category ?? []].flat(),
		use_case: filters.use_cases ?? [],
		descriptive: filters.descriptives ?? [],
	};
	const kinds = Object.entries(requested).filter(([, values]) => values.length > 0);
	if (kinds.length === 0) return 1;
	const rows = await db
		.selectFrom("voice_library_facet")
		.select(["kind", "value", "within", "voices"])
		.where("value", "in", ["all", ...kinds.flatMap(([, values]) => values)])
		.execute();
	const sum = (kind: string, values: readonly string[]) =>
		rows.reduce((voices, row) => voices + (row.kind === kind && values.includes(row.value) ? row.voices : 0), 0);
	const total = Math.max(1, sum("total", ["all"]));
	return kinds.reduce((share, [kind, values]) => (share * sum(kind, values)) / total, 1);
}

function direction(order: LibraryOrder) {
	return orders[order].ascending ? sql`asc` : sql`desc`;
}

/**
 * `column` lets seekLibrary apply the cursor after the text match; otherwise the planner would walk the sort index
 * instead.
 */
function after({ order, after: place }: LibraryQuery, column = orders[order].column) {
	if (!place) return sql``;
	const value = order === "created_date" ? sql`to_timestamp(${place.key}::float8 / 1000)::timestamptz(3)` : place.key;
	return orders[order].ascending
		? sql`and (${column}, id) > (${value}, ${place.id})`
		: sql`and (${column}, id) < (${value}, ${place.id})`;
}

/** A range instead of a pattern, so the index is always used. */
function named(name: string): RawBuilder<unknown> {
	return sql`name_key >= ${name} and name_key < ${`${name}\u{10FFFF}`}`;
}

function byWords({ query, excludeNamed }: Pick<LibraryQuery, "query" | "excludeNamed">): RawBuilder<unknown>[] {
	return [
		...(query === undefined ? [] : [sql`search_words @@ ${query}::tsquery`]),
		...(excludeNamed === undefined
			? []
			: [
					sql`not (${named(excludeNamed.name)} and (trending, id) >= (${excludeNamed.last.key}, ${excludeNamed.last.id}))`,
				]),
	];
}

function byColumns(filters: LibraryFilters): RawBuilder<unknown>[] {
	const equal = (["category", "gender", "age", "accent", "language", "locale"] as const).flatMap((name) =>
		filters[name] === undefined ? [] : [sql`${sql.ref(name)} = ${filters[name]}`],
	);
	return [
		...equal,
		...(filters.use_cases ? [sql`use_case = any(${[...filters.use_cases]})`] : []),
		...(filters.descriptives ? [sql`descriptive = any(${[...filters.descriptives]})`] : []),
		...(filters.featured ? [sql`featured`] : []),
		...(filters.min_notice_period_days ? [sql`notice_period_days >= ${filters.min_notice_period_days}`] : []),
		...(filters.defaultRateOnly ? [sql`rate is null`] : []),
		...(filters.unmoderatedOnly ? [sql`not live_moderation_enabled`] : []),
		...(filters.reader ? [sql`reader_app_enabled`] : []),
	];
}

function all(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
	return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

const columns = [
	"id",
	"voice_id",
	"workspace_id",
	"public_owner_id",
	"owner_name",
	"name",
	"description",
	"category",
	"origin",
	"language",
	"locale",
	"accent",
	"gender",
	"age",
	"descriptive",
	"use_case",
	"labels",
	"engine",
	"speaker",
	"status",
	"review_status",
	"review_message",
	"listed",
	"rate",
	"fiat_rate",
	"notice_period_days",
	"disable_at",
	"live_moderation_enabled",
	"free_users_allowed",
	"voice_mixing_allowed",
	"reader_app_enabled",
	"reader_restricted_on",
	"preview_history_item_id",
	"featured",
	"added_count",
	"characters_7d",
	"characters_1y",
	"published_at",
] as const;

export type PublicationRow = Awaited<ReturnType<typeof findPublications>>[number];

/** Unordered. */
export async function findPublications(db: Db, ids: readonly string[]) {
	if (ids.length === 0) return [];
	return db.selectFrom("voice_publication").select(columns).where("id", "in", ids).execute();
}

export async function findPublication(db: Db, id: string): Promise<PublicationRow | undefined> {
	return (await findPublications(db, [id]))[0];
}

export type ClipRow = { voice_id: string; language: string; content_hash: string };

/** The clips of these voices, shipped or not. */
export async function findClips(db: Db, voiceIds: readonly string[]): Promise<ClipRow[]> {
	if (voiceIds.length === 0) return [];
	const { rows } = await sql<ClipRow>`
		select voice_id, '' as language, content_hash from voice_preview where voice_id = any(${[...voiceIds]})
		union all
		select voice_id, language, content_hash from voice_own_preview where voice_id = any(${[...voiceIds]})
		order by voice_id, language`.execute(db);
	return rows;
}

/** Which of these words are in the vocabulary; open words also match as a prefix. */
export async function findKnownWords(db: Db, words: readonly { word: string; open: boolean }[]): Promise<Set<string>> {
	if (words.length === 0) return new Set();
	const { rows } = await sql<{ word: string }>`
		select asked.word from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ open }) => open)}::boolean[]) as asked (word, open)
		where exists (select from voice_library_word known where known.word = asked.word)
			or asked.open and exists (select from voice_library_word known where known.word >= asked.word collate "C" and known.word < (asked.word || ${"\u{10FFFF}"}::text) collate "C")`.execute(
		db,
	);
	return new Set(rows.map(({ word }) => word));
}

/** Vocabulary words with the same first letter and a similar length. */
export async function listWordsNear(db: Db, word: string, limit: number): Promise<string[]> {
	const [first = ""] = word;
	const rows = await db
		.selectFrom("voice_library_word")
		.select("word")
		.where("word", ">=", first)
		.where("word", "<", `${first}\u{10FFFF}`)
		.where(sql<boolean>`length(word) between ${word.length - 1} and ${word.length + 1}`)
		.limit(limit)
		.execute();
	return rows.map((row) => row.word);
}

/** The most similar vocabulary word by trigrams. */
export async function findWordLike(db: Db, word: string): Promise<string | undefined> {
	if (!(await hasTrigrams(db))) return undefined;
	const { rows } = await sql<{ word: string }>`
		select word from voice_library_word where word % ${word}::text
		order by similarity(word, ${word}::text) desc, abs(length(word) - length(${word}::text)), word limit 1`.execute(db);
	return rows[0]?.word;
}

const trigrams = new WeakMap<Db, Promise<boolean>>();

function hasTrigrams(db: Db): Promise<boolean> {
	const known = trigrams.get(db);
	if (known) return known;
	const result = sql<{ there: boolean }>`select exists (select from pg_extension where extname = 'pg_trgm') as there`
		.execute(db)
		.then(({ rows }) => rows[0]?.there === true);
	trigrams.set(db, result);
	return result;
}

export async function addWords(db: Db, words: readonly string[]): Promise<void> {
	if (words.length === 0) return;
	await sql`insert into voice_library_word (word) select distinct word from unnest(${[...words]}::text[]) as word on conflict do nothing`.execute(
		db,
	);
}

export type FacetRow = { kind: string; value: string; within: string; voices: number };

export async function listFacets(db: Db): Promise<FacetRow[]> {
	return db.selectFrom("voice_library_facet").selectAll().where("voices", ">", 0).orderBy("voices", "desc").execute();
}

/** Recounts all facets, which corrects drift of the incremental counts. */
export async function recountFacets(db: Db): Promise<void> {
	await sql`delete from voice_library_facet`.execute(db);
	await sql`
		insert into voice_library_facet (kind, value, within, voices)
		select kind, value, within, count(*)::int
		from voice_publication, ${facetsOf(sql`voice_publication`)} where listed and value <> '' group by 1, 2, 3`.execute(
		db,
	);
}

/** Call when a voice is listed or unlisted, in the same transaction. */
export async function countFacets(db: Db, publicationId: string, by: 1 | -1): Promise<void> {
	await sql`
		insert into voice_library_facet (kind, value, within, voices)
		select kind, value, within, ${by}::int from voice_publication, ${facetsOf(sql`voice_publication`)}
		where id = ${publicationId} and value <> ''
		on conflict (kind, value, within) do update set voices = voice_library_facet.voices + excluded.voices`.execute(db);
}

function facetsOf(row: RawBuilder<unknown>) {
	return sql`lateral (values
		('total', 'all', ''), ('language', ${row}.language, ''), ('accent', ${row}.accent, ${row}.language), ('gender', ${row}.gender, ''),
		('age', ${row}.age, ''), ('use_case', ${row}.use_case, ''), ('descriptive', ${row}.descriptive, ''), ('category', ${row}.category, '')
	) as facet (kind, value, within)`;
}

/** The clip files of a voice, shipped or not. */
export async function findClipFiles(db: Db, voiceId: string) {
	const { rows } = await sql<{ language: string; audio_key: string; content_type: string; duration_seconds: number }>`
		select '' as language, audio_key, content_type, duration_seconds from voice_preview where voice_id = ${voiceId}
		union all
		select language, audio_key, content_type, duration_seconds from voice_own_preview where voice_id = ${voiceId}`.execute(
		db,
	);
	return rows;
}

/** Bulk insert for seeds and benchmarks, as one JSON parameter instead of one per value. */
export async function insertPublications(db: Db, rows: readonly Record<string, unknown>[]): Promise<void> {
	await sql`
		insert into voice_publication (id, voice_id, public_owner_id, owner_name, name, name_key, description, category, origin, language,
			locale, accent, gender, age, descriptive, use_case, labels, engine, speaker, rate, fiat_rate, notice_period_days,
			live_moderation_enabled, free_users_allowed, reader_app_enabled, featured, added_count, characters_7d, characters_1y,
			trending, pitch_hz, speaker_vector, search_text, marks, published_at)
		select id, id, public_owner_id, owner_name, name, name_key, description, category, 'designed', language,
			locale, accent, gender, age, descriptive, use_case, labels, engine, speaker, rate, fiat_rate, notice_period_days,
			live_moderation_enabled, true, reader_app_enabled, featured, added_count, characters_7d, characters_1y,
			trending, pitch_hz, speaker_vector, search_text, marks, published_at
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (id text, public_owner_id text, owner_name text, name text,
			name_key text, description text, category text, language text, locale text, accent text, gender text, age text, descriptive text,
			use_case text, labels jsonb, engine text, speaker text, rate float8, fiat_rate float8, notice_period_days int,
			live_moderation_enabled boolean, reader_app_enabled boolean, featured boolean, added_count int, characters_7d bigint,
			characters_1y bigint, trending float8, pitch_hz real, speaker_vector real[], search_text text, marks text[],
			published_at timestamptz)
		on conflict do nothing`.execute(db);
}
