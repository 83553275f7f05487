// The library's one big table. Nothing in it is anybody's alone to read, so no function here takes a workspace.
import type { LibrarySort } from "@timbre/contract/voices.library.ts";
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
	usualRateOnly?: boolean;
	notModerated?: boolean;
	reader?: boolean;
};

/** Where a page ended. */
export type Place = { key: string | number; id: string };
export type Found = { id: string; key: string | number };

type Wanted = {
	order: LibraryOrder;
	filters: LibraryFilters;
	/** For the text index; undefined when no words were given. */
	query?: string;
	/** Names that begin so are shown elsewhere, down to the last of them in what trends. */
	notNamed?: { name: string; last: Found };
	after?: Place;
};

/** `key` is what a page's end is remembered by, made of the column. */
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
 * Looks through the first voices of the order and no further: what is common is found at once, whatever the filters. Gives fewer than asked
 * for when those do not suffice, which says nothing about the voices behind them.
 */
export async function scanLibrary(
	db: Db,
	wanted: Wanted,
	{ depth, offset, limit }: { depth: number; offset: number; limit: number },
): Promise<Found[]> {
	const { column, key = sql.ref("place") } = orders[wanted.order];
	const byText = wanted.query !== undefined;
	const { rows } = await sql<Found>`
		select id, ${key} as key from (
			select id, ${column} as place, ${filtered} ${byText ? sql`, search_words` : sql``} ${wanted.notNamed === undefined ? sql`` : sql`, name_key, trending`}
			from voice_publication where listed ${after(wanted)}
			order by ${column} ${direction(wanted.order)}, id ${direction(wanted.order)} limit ${depth}
		) as first
		where ${all([...byColumns(wanted.filters), ...byWords(wanted)])}
		offset ${offset} limit ${limit}`.execute(db);
	return rows;
}

/**
 * By the text index: exact, and fast for what is rare. `seen` is how many there are, up to `most`; when there are as many as that, the
 * order is that of some of them.
 */
export async function seekLibrary(
	db: Db,
	wanted: Wanted,
	{ offset, limit, most }: { offset: number; limit: number; most: number },
): Promise<{ rows: Found[]; seen: number }> {
	const { column, key = sql.ref("place") } = orders[wanted.order];
	const { rows } = await sql<(Found | { id: null }) & { seen: number }>`
		with found as materialized (
			select id, ${column} as place from voice_publication
			where listed and ${all([...byColumns(wanted.filters), ...byWords(wanted)])} limit ${most}
		), page as (
			select id, ${key} as key, place from found where true ${after(wanted, sql.ref("place"))}
			order by place ${direction(wanted.order)}, id ${direction(wanted.order)} offset ${offset} limit ${limit}
		)
		select page.id, page.key, counted.seen from (select count(*) as seen from found) as counted left join page on true
		order by page.place ${direction(wanted.order)}, page.id ${direction(wanted.order)}`.execute(db);
	return {
		rows: rows.flatMap((row) => (row.id === null ? [] : [{ id: row.id, key: row.key }])),
		seen: rows[0]?.seen ?? 0,
	};
}

/** Voices whose name begins so, what trends first; `seen` is how many there are, up to `depth`. */
export async function findByName(
	db: Db,
	name: string,
	filters: LibraryFilters,
	{ depth, limit }: { depth: number; limit: number },
): Promise<{ rows: Found[]; seen: number }> {
	const { rows } = await sql<Found & { seen: number }>`
		select id, trending as key, count(*) over () as seen from (
			select id, trending, ${filtered} from voice_publication where listed and ${named(name)} limit ${depth}
		) as named
		where ${all(byColumns(filters))} order by trending desc, id desc limit ${limit}`.execute(db);
	return { rows: rows.map(({ id, key }) => ({ id, key })), seen: rows[0]?.seen ?? 0 };
}

/** At least so many voices have one of these words: a label's mark, or a label itself, which every text to be searched has. */
export async function countAtLeast(db: Db, lexemes: readonly string[]): Promise<number> {
	const { rows } = await sql<{ voices: number }>`
		select coalesce(max(voices), 0) as voices from voice_library_facet
		where kind <> 'total' and (value = any(${[...lexemes]}) or kind || ':' || value = any(${[...lexemes]}))`.execute(
		db,
	);
	return rows[0]?.voices ?? 0;
}

/** About which part of the library these labels leave, from 0 to 1. */
export async function estimateShare(db: Db, filters: LibraryFilters): Promise<number> {
	const asked = {
		language: [filters.language ?? filters.locale?.split("-")[0] ?? []].flat(),
		accent: [filters.accent ?? []].flat(),
		gender: [filters.gender ?? []].flat(),
		age: [filters.age ?? []].flat(),
		category: [filters.category ?? []].flat(),
		use_case: filters.use_cases ?? [],
		descriptive: filters.descriptives ?? [],
	};
	const kinds = Object.entries(asked).filter(([, values]) => values.length > 0);
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

/** In what was found by its words the place is looked for afterwards: the database would walk the order for it, and not the words. */
function after({ order, after: place }: Wanted, column = orders[order].column) {
	if (!place) return sql``;
	const value = order === "created_date" ? sql`to_timestamp(${place.key}::float8 / 1000)::timestamptz(3)` : place.key;
	return orders[order].ascending
		? sql`and (${column}, id) > (${value}, ${place.id})`
		: sql`and (${column}, id) < (${value}, ${place.id})`;
}

/** A range, not a pattern: the index is used whatever is typed. */
function named(name: string): RawBuilder<unknown> {
	return sql`name_key >= ${name} and name_key < ${`${name}\u{10FFFF}`}`;
}

function byWords({ query, notNamed }: Pick<Wanted, "query" | "notNamed">): RawBuilder<unknown>[] {
	return [
		...(query === undefined ? [] : [sql`search_words @@ ${query}::tsquery`]),
		...(notNamed === undefined
			? []
			: [sql`not (${named(notNamed.name)} and (trending, id) >= (${notNamed.last.key}, ${notNamed.last.id}))`]),
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
		...(filters.usualRateOnly ? [sql`rate is null`] : []),
		...(filters.notModerated ? [sql`not live_moderation_enabled`] : []),
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

/** In no order. */
export async function findPublications(db: Db, ids: readonly string[]) {
	if (ids.length === 0) return [];
	return db.selectFrom("voice_publication").select(columns).where("id", "in", ids).execute();
}

export async function findPublication(db: Db, id: string): Promise<PublicationRow | undefined> {
	return (await findPublications(db, [id]))[0];
}

export type ClipRow = { voice_id: string; language: string; content_hash: string };

/** The clips of these voices, shipped or somebody's. */
export async function findClips(db: Db, voiceIds: readonly string[]): Promise<ClipRow[]> {
	if (voiceIds.length === 0) return [];
	const { rows } = await sql<ClipRow>`
		select voice_id, '' as language, content_hash from voice_preview where voice_id = any(${[...voiceIds]})
		union all
		select voice_id, language, content_hash from voice_own_preview where voice_id = any(${[...voiceIds]})
		order by voice_id, language`.execute(db);
	return rows;
}

/** Which of these words the library knows; the open ones also as a beginning. */
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

/** Words of the library that begin alike and are about as long. */
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

/** The word of the library that shares most parts of three letters with this one. */
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
	const asked = sql<{ there: boolean }>`select exists (select from pg_extension where extname = 'pg_trgm') as there`
		.execute(db)
		.then(({ rows }) => rows[0]?.there === true);
	trigrams.set(db, asked);
	return asked;
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

/** Counts all of them anew: what was counted as voices came and went is made good by it. */
export async function recountFacets(db: Db): Promise<void> {
	await sql`delete from voice_library_facet`.execute(db);
	await sql`
		insert into voice_library_facet (kind, value, within, voices)
		select kind, value, within, count(*)::int
		from voice_publication, ${facetsOf(sql`voice_publication`)} where listed and value <> '' group by 1, 2, 3`.execute(
		db,
	);
}

/** Called when a voice comes into the library or leaves it, inside that transaction. */
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

/** Where the clips of a voice lie, shipped or somebody's. */
export async function findClipSounds(db: Db, voiceId: string) {
	const { rows } = await sql<{ language: string; audio_key: string; content_type: string; duration_seconds: number }>`
		select '' as language, audio_key, content_type, duration_seconds from voice_preview where voice_id = ${voiceId}
		union all
		select language, audio_key, content_type, duration_seconds from voice_own_preview where voice_id = ${voiceId}`.execute(
		db,
	);
	return rows;
}

/** Many at once, for seeds and benches: as one JSON text, which needs no parameter for each value. */
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
