// The voice_publication table. Everything in it is public, so these functions take no workspace.
import { primaryLanguage } from "@timbre/contract/language.ts";
import type { LibrarySort } from "@timbre/contract/voice-library/endpoints.ts";
import type { Db } from "@timbre/db/connect.ts";
import { type RawBuilder, sql } from "kysely";
import type { Global } from "../../../core/tenancy.ts";

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
	_scope: Global,
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
	_scope: Global,
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
	_scope: Global,
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
export async function countAtLeast(db: Db, _scope: Global, lexemes: readonly string[]): Promise<number> {
	const { rows } = await sql<{ voices: number }>`
		select coalesce(max(voices), 0) as voices from voice_library_facet
		where kind <> 'total' and (value = any(${[...lexemes]}) or kind || ':' || value = any(${[...lexemes]}))`.execute(
		db,
	);
	return rows[0]?.voices ?? 0;
}

/** Estimated share of the library that matches these labels, 0..1. */
export async function estimateShare(db: Db, _scope: Global, filters: LibraryFilters): Promise<number> {
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
