// Library search.
// Invariant: its cost is bounded for any library size. Common matches are found by scanning the start of the sort
// order, rare ones through the text index, and counting stops at a limit.
import { AppError } from "@timbre/contract/errors.ts";
import { type LibrarySort, maxCountedVoices, maxPagedVoices } from "@timbre/contract/voice-library/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import { GLOBAL } from "../../../core/tenancy.ts";
import { type Condition, foldText, parseQuery, wordPattern } from "../../voices/voices.public.ts";
import { closestWord, relaxConditions, textQuery, wordConditions } from "./conditions.ts";
import {
	countAtLeast,
	estimateShare,
	findByName,
	type LibraryFilters,
	type LibraryHit,
	type LibraryOrder,
	scanLibrary,
	seekLibrary,
} from "./search.repo.ts";
import { searchTag } from "./search-text.ts";
import { findKnownWords, findWordLike, listWordsNear } from "./words.repo.ts";

export type LibrarySearch = {
	text: string;
	filters: LibraryFilters;
	owner?: string;
	sort?: LibrarySort;
	size: number;
	page: number;
	lastSortId?: string;
};

export type LibrarySearchResult = {
	ids: string[];
	hasMore: boolean;
	total: number;
	capped: boolean;
	lastSortId: string | null;
	understood: { filters: Record<string, string>; words: string[]; ignored: string[] } | null;
};

/** Scan depth in the sort order. Index entries are much cheaper to read than full rows with their search words. */
const scanDepth = { count: 20_000, labels: 40_000, words: 3_000 };
/** Labels with a larger share are common: the first 20,000 voices contain more matches than are counted. */
const commonShare = 0.06;
const scanPerOffset = 20;
/** Limit for rare matches, never reached in practice; beyond it only some of them are sorted. */
const maxCandidates = 50_000;
const maxNameMatches = 200;
const namedDepth = 20_000;
const minNameLength = 2;
const minCorrectedLength = 4;
const maxNearWords = 5_000;

/** End of the previous page: among name matches (how many were shown) or at a position in the sort order. */
const cursor = z.object({
	/** Sort order the cursor belongs to. */
	o: z.string(),
	n: z.int().min(0).optional(),
	k: z.union([z.string(), z.number()]).optional(),
	i: z.string().optional(),
	/** Total, and whether it is capped. */
	t: z.int().min(0),
	c: z.boolean(),
	/** Relaxation level: how many conditions were dropped. */
	r: z.int().min(0),
});
type Cursor = z.output<typeof cursor>;

export async function searchLibrary(db: Database, search: LibrarySearch): Promise<LibrarySearchResult> {
	const from = search.lastSortId === undefined ? undefined : readCursor(search.lastSortId);
	const offset = from ? 0 : search.page * search.size;
	if (offset + search.size > maxPagedVoices)
		throw new AppError(
			"invalid_request",
			`Paging by number is limited to ${maxPagedVoices} voices. Use the last_sort_id of the previous page instead.`,
			{ param: "page" },
		);
	const { conditions, text } = await parseSearch(db, search.text);
	const sort = search.sort ?? (conditions.length > 0 ? "relevance" : "created_date");
	const order: LibraryOrder = sort === "relevance" ? "trending" : sort;
	if (from && from.o !== sort) throw badCursor();
	const name = sort === "relevance" ? nameIn(text) : undefined;
	const { rows: names, seen: namesakes } =
		name === undefined || search.owner !== undefined
			? { rows: [], seen: 0 }
			: await findByName(db, GLOBAL, name, search.filters, { depth: namedDepth, limit: maxNameMatches });
	const shown = from ? (from.n ?? names.length) : Math.min(offset, names.length);
	const lastNamed = names.at(-1);
	const named = names.slice(shown, shown + search.size + 1);
	const page = {
		order,
		filters: search.filters,
		owner: search.owner,
		...(lastNamed && name !== undefined ? { excludeNamed: { name, last: lastNamed } } : {}),
		...(from?.k !== undefined && from.i !== undefined ? { after: { key: from.k, id: from.i } } : {}),
		offset: Math.max(0, offset - names.length),
		limit: search.size + 1 - named.length,
		counted: from === undefined && namesakes <= maxCountedVoices,
	};
	const levels = [conditions, ...relaxConditions(conditions)];
	const settled = from ? Math.min(from.r, levels.length - 1) : undefined;
	let level = settled ?? 0;
	let found = await find(db, page, levels[level] ?? []);
	while (settled === undefined && found.total === 0 && names.length === 0 && level + 1 < levels.length) {
		level++;
		found = await find(db, page, levels[level] ?? []);
	}
	const rows = [...named, ...found.rows].slice(0, search.size);
	const hasMore = named.length + found.rows.length > search.size;
	const total = from ? from.t : Math.max(namesakes, names.length + found.total);
	const capped = from ? from.c : total > maxCountedVoices;
	return {
		ids: rows.map(({ id }) => id),
		hasMore,
		total: Math.min(total, maxCountedVoices),
		capped,
		lastSortId: hasMore
			? writeCursor({
					o: sort,
					...(rows.length <= named.length ? { n: shown + rows.length } : cursorPosition(rows.at(-1))),
					t: total,
					c: capped,
					r: level,
				})
			: null,
		understood: search.text === "" ? null : describeQuery(conditions, levels[level] ?? []),
	};
}

type Page = {
	order: LibraryOrder;
	filters: LibraryFilters;
	owner?: string;
	excludeNamed?: { name: string; last: LibraryHit };
	after?: { key: string | number; id: string };
	offset: number;
	limit: number;
	counted: boolean;
};

/**
 * `total` is exact up to one more than the counting limit. Common matches are found and counted in the start of the
 * sort order. Rarer ones use the text index: if there are few, all are read; if there are many, the start of the sort
 * order is scanned again.
 */
async function find(
	db: Database,
	{ owner, offset, limit, counted, ...page }: Page,
	conditions: readonly Condition[],
): Promise<{ rows: LibraryHit[]; total: number }> {
	if (limit <= 0 && !counted) return { rows: [], total: 0 };
	const words = conditions.length > 0 ? textQuery(conditions) : undefined;
	const exact = [...tagQuery(page.filters, owner), ...(words === undefined ? [] : [words])].join(" & ") || undefined;
	const enough = maxCountedVoices + 1;
	const scan = (depth: number, max: number) =>
		scanLibrary(db, GLOBAL, { ...page, query: words }, { depth: depth + offset * scanPerOffset, offset, limit: max });
	if (words === undefined && owner === undefined) {
		const common = (await estimateShare(db, GLOBAL, page.filters)) >= commonShare;
		const max = counted ? Math.max(limit, enough - offset) : limit;
		const rows = common ? await scan(scanDepth.count, max) : [];
		if (common && rows.length === max) return { rows: rows.slice(0, limit), total: offset + max };
	}
	if (counted && !(await isKnownCommon(db, page, owner, conditions))) {
		const { rows, seen } = await seekLibrary(db, GLOBAL, { ...page, query: exact }, { offset, limit, max: enough });
		if (seen < enough || limit <= 0) return { rows, total: seen };
	}
	if (limit <= 0) return { rows: [], total: enough };
	if (owner === undefined) {
		const rows = await scan(words === undefined ? scanDepth.labels : scanDepth.words, limit);
		if (rows.length === limit) return { rows, total: enough };
	}
	const { rows } = await seekLibrary(db, GLOBAL, { ...page, query: exact }, { offset, limit, max: maxCandidates });
	return { rows, total: counted ? enough : rows.length };
}

/** Whether a single label matches more voices than are counted, so counting is unnecessary. */
async function isKnownCommon(
	db: Database,
	{ filters }: Pick<Page, "filters">,
	owner: string | undefined,
	conditions: readonly Condition[],
): Promise<boolean> {
	const [only, second] = conditions;
	const hasFilters =
		owner !== undefined || Object.values(filters).some((value) => value !== undefined && value !== false);
	if (!only || second || hasFilters) return false;
	return (await countAtLeast(db, GLOBAL, only.lexemes)) > maxCountedVoices + maxNameMatches;
}

function tagQuery(filters: LibraryFilters, owner: string | undefined): string[] {
	const one = (["category", "gender", "age", "accent", "language", "locale"] as const).flatMap((kind) => {
		const value = filters[kind];
		return value === undefined ? [] : [asLexemes([searchTag(kind, value)])];
	});
	return [
		...one,
		...(filters.use_cases ? [asLexemes(filters.use_cases.map((value) => searchTag("use_case", value)))] : []),
		...(filters.descriptives ? [asLexemes(filters.descriptives.map((value) => searchTag("descriptive", value)))] : []),
		...(filters.featured ? [asLexemes(["featured"])] : []),
		...(filters.reader ? [asLexemes(["reader"])] : []),
		...(owner === undefined ? [] : [asLexemes([searchTag("owner", owner)])]),
	];
}

function asLexemes(lexemes: string[]): string {
	return textQuery([{ kind: "word", word: "", value: "", lexemes, isPrefix: false }]);
}

/** Parses the search and corrects words the library does not contain. `text` is the corrected search. */
async function parseSearch(db: Database, text: string): Promise<{ conditions: Condition[]; text: string }> {
	const conditions = parseQuery(text);
	const words = wordConditions(conditions);
	const known = await findKnownWords(
		db,
		GLOBAL,
		words.map(({ value, isPrefix }) => ({ word: value, open: isPrefix })),
	);
	const unknown = words.filter(({ value }) => !known.has(value) && value.length >= minCorrectedLength);
	const corrected = new Map<string, string>();
	for (const { word, value } of unknown) {
		const correction =
			closestWord(value, await listWordsNear(db, GLOBAL, value, maxNearWords)) ??
			(await findWordLike(db, GLOBAL, value));
		if (correction !== undefined) corrected.set(word, correction);
	}
	if (corrected.size === 0) return { conditions, text };
	const correctedText = foldText(text).replaceAll(wordPattern, (word) => corrected.get(word) ?? word);
	return { conditions: parseQuery(text, corrected), text: correctedText };
}

function nameIn(text: string): string | undefined {
	const name = foldText(text).trim();
	return name.length >= minNameLength ? name : undefined;
}

function describeQuery(all: readonly Condition[], remaining: readonly Condition[]) {
	const labels = remaining.filter(({ kind }) => kind !== "word");
	const used = new Set(remaining.map(({ word }) => word));
	return {
		filters: Object.fromEntries(labels.map(({ kind, value }) => [kind, value])),
		words: wordConditions(remaining).map(({ value }) => value),
		ignored: [...new Set(all.map(({ word }) => word))].filter((word) => !used.has(word)),
	};
}

function cursorPosition(row: LibraryHit | undefined) {
	return row ? { k: row.key, i: row.id } : {};
}

function writeCursor(position: Cursor): string {
	return Buffer.from(JSON.stringify(position)).toString("base64url");
}

function readCursor(text: string): Cursor {
	try {
		return cursor.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
	} catch (error) {
		throw badCursor(error);
	}
}

function badCursor(cause?: unknown): AppError {
	return new AppError(
		"invalid_request",
		"This last_sort_id does not belong to this search. Omit it to start from the beginning.",
		{
			param: "last_sort_id",
			cause,
		},
	);
}
