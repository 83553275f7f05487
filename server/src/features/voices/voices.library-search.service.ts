// A search in the library, however big. Always: its cost is bounded. What is common is found among the first of the asked order, what is
// rare by the text index; only so many are counted as anybody reads.
import { AppError } from "@timbre/contract/errors.ts";
import { type LibrarySort, maxCountedVoices, maxPagedVoices } from "@timbre/contract/voices.library.ts";
import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import {
	countAtLeast,
	estimateShare,
	type Found,
	findByName,
	findKnownWords,
	findWordLike,
	type LibraryFilters,
	type LibraryOrder,
	listWordsNear,
	scanLibrary,
	seekLibrary,
} from "./voices.library.repo.ts";
import {
	type Condition,
	folded,
	mark,
	nearest,
	plainWords,
	relaxed,
	textQuery,
	understand,
	wordPattern,
} from "./voices.library-words.service.ts";

export type LibrarySearch = {
	text: string;
	filters: LibraryFilters;
	owner?: string;
	sort?: LibrarySort;
	size: number;
	page: number;
	lastSortId?: string;
};

export type LibraryFinds = {
	ids: string[];
	hasMore: boolean;
	total: number;
	capped: boolean;
	lastSortId: string | null;
	understood: { filters: Record<string, string>; words: string[]; ignored: string[] } | null;
};

/** How many of the order are looked at: an entry of an index is read far sooner than a whole row with its words. */
const scanDepth = { count: 20_000, labels: 40_000, words: 3_000 };
/** Labels that so many of all voices have: of the first 20,000 more than are counted. */
const commonShare = 0.06;
const offsetWorth = 20;
/** Of what is rare never so many are there; should it happen, the order among them is that of some of them. */
const mostSought = 50_000;
const mostNamed = 200;
const namedDepth = 20_000;
const shortestName = 2;
const shortestCorrected = 4;
const mostNear = 5_000;

/** Where the page before ended: among the names (how many were shown) or at a place of the order. */
const cursor = z.object({
	/** The order it belongs to. */
	o: z.string(),
	n: z.int().min(0).optional(),
	k: z.union([z.string(), z.number()]).optional(),
	i: z.string().optional(),
	/** How many there are, and whether that is all. */
	t: z.int().min(0),
	c: z.boolean(),
	/** How many conditions were left out. */
	r: z.int().min(0),
});
type Cursor = z.output<typeof cursor>;

export async function searchLibrary(db: Database, search: LibrarySearch): Promise<LibraryFinds> {
	const from = search.lastSortId === undefined ? undefined : readCursor(search.lastSortId);
	const offset = from ? 0 : search.page * search.size;
	if (offset + search.size > maxPagedVoices)
		throw new AppError(
			"invalid_request",
			`Pages by number end after ${maxPagedVoices} voices. Send the last_sort_id of the page before instead.`,
			{ param: "page" },
		);
	const { conditions, text } = await understood(db, search.text);
	const sort = search.sort ?? (conditions.length > 0 ? "relevance" : "created_date");
	const order: LibraryOrder = sort === "relevance" ? "trending" : sort;
	if (from && from.o !== sort) throw badCursor();
	const name = sort === "relevance" ? nameIn(text) : undefined;
	const { rows: names, seen: namesakes } =
		name === undefined || search.owner !== undefined
			? { rows: [], seen: 0 }
			: await findByName(db, name, search.filters, { depth: namedDepth, limit: mostNamed });
	const shown = from ? (from.n ?? names.length) : Math.min(offset, names.length);
	const lastNamed = names.at(-1);
	const named = names.slice(shown, shown + search.size + 1);
	const page = {
		order,
		filters: search.filters,
		owner: search.owner,
		...(lastNamed && name !== undefined ? { notNamed: { name, last: lastNamed } } : {}),
		...(from?.k !== undefined && from.i !== undefined ? { after: { key: from.k, id: from.i } } : {}),
		offset: Math.max(0, offset - names.length),
		limit: search.size + 1 - named.length,
		counted: from === undefined && namesakes <= maxCountedVoices,
	};
	const levels = [conditions, ...relaxed(conditions)];
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
					...(rows.length <= named.length ? { n: shown + rows.length } : placeOf(rows.at(-1))),
					t: total,
					c: capped,
					r: level,
				})
			: null,
		understood: search.text === "" ? null : told(conditions, levels[level] ?? []),
	};
}

type Page = {
	order: LibraryOrder;
	filters: LibraryFilters;
	owner?: string;
	notNamed?: { name: string; last: Found };
	after?: { key: string | number; id: string };
	offset: number;
	limit: number;
	counted: boolean;
};

/**
 * `total` is exact up to one more than is counted. What many voices have is found among the first of the order, and counted with the page.
 * What is rarer is sought by its words: few are read all; of many again those that come first in the order.
 */
async function find(
	db: Database,
	{ owner, offset, limit, counted, ...wanted }: Page,
	conditions: readonly Condition[],
): Promise<{ rows: Found[]; total: number }> {
	if (limit <= 0 && !counted) return { rows: [], total: 0 };
	const words = conditions.length > 0 ? textQuery(conditions) : undefined;
	const exact = [...markQuery(wanted.filters, owner), ...(words === undefined ? [] : [words])].join(" & ") || undefined;
	const enough = maxCountedVoices + 1;
	const scan = (depth: number, most: number) =>
		scanLibrary(db, { ...wanted, query: words }, { depth: depth + offset * offsetWorth, offset, limit: most });
	if (words === undefined && owner === undefined) {
		const common = (await estimateShare(db, wanted.filters)) >= commonShare;
		const most = counted ? Math.max(limit, enough - offset) : limit;
		const rows = common ? await scan(scanDepth.count, most) : [];
		if (common && rows.length === most) return { rows: rows.slice(0, limit), total: offset + most };
	}
	if (counted && !(await isKnownCommon(db, wanted, owner, conditions))) {
		const { rows, seen } = await seekLibrary(db, { ...wanted, query: exact }, { offset, limit, most: enough });
		if (seen < enough || limit <= 0) return { rows, total: seen };
	}
	if (limit <= 0) return { rows: [], total: enough };
	if (owner === undefined) {
		const rows = await scan(words === undefined ? scanDepth.labels : scanDepth.words, limit);
		if (rows.length === limit) return { rows, total: enough };
	}
	const { rows } = await seekLibrary(db, { ...wanted, query: exact }, { offset, limit, most: mostSought });
	return { rows, total: counted ? enough : rows.length };
}

/** One word that is a label of more voices than are counted: nothing is left to count. */
async function isKnownCommon(
	db: Database,
	{ filters }: Pick<Page, "filters">,
	owner: string | undefined,
	conditions: readonly Condition[],
): Promise<boolean> {
	const [only, second] = conditions;
	const narrowed =
		owner !== undefined || Object.values(filters).some((value) => value !== undefined && value !== false);
	if (!only || second || narrowed) return false;
	return (await countAtLeast(db, only.lexemes)) > maxCountedVoices + mostNamed;
}

function markQuery(filters: LibraryFilters, owner: string | undefined): string[] {
	const one = (["category", "gender", "age", "accent", "language", "locale"] as const).flatMap((kind) => {
		const value = filters[kind];
		return value === undefined ? [] : [asLexemes([mark(kind, value)])];
	});
	return [
		...one,
		...(filters.use_cases ? [asLexemes(filters.use_cases.map((value) => mark("use_case", value)))] : []),
		...(filters.descriptives ? [asLexemes(filters.descriptives.map((value) => mark("descriptive", value)))] : []),
		...(filters.featured ? [asLexemes(["featured"])] : []),
		...(filters.reader ? [asLexemes(["reader"])] : []),
		...(owner === undefined ? [] : [asLexemes([mark("owner", owner)])]),
	];
}

function asLexemes(lexemes: string[]): string {
	return textQuery([{ kind: "word", said: "", value: "", lexemes, open: false }]);
}

/** Words that the library does not have are taken for the ones they are spelt like; `text` is what was meant. */
async function understood(db: Database, text: string): Promise<{ conditions: Condition[]; text: string }> {
	const conditions = understand(text);
	const words = plainWords(conditions);
	const known = await findKnownWords(
		db,
		words.map(({ value, open }) => ({ word: value, open })),
	);
	const unknown = words.filter(({ value }) => !known.has(value) && value.length >= shortestCorrected);
	const corrected = new Map<string, string>();
	for (const { said, value } of unknown) {
		const like = nearest(value, await listWordsNear(db, value, mostNear)) ?? (await findWordLike(db, value));
		if (like !== undefined) corrected.set(said, like);
	}
	if (corrected.size === 0) return { conditions, text };
	const meant = folded(text).replaceAll(wordPattern, (word) => corrected.get(word) ?? word);
	return { conditions: understand(text, corrected), text: meant };
}

function nameIn(text: string): string | undefined {
	const name = folded(text).trim();
	return name.length >= shortestName ? name : undefined;
}

function told(all: readonly Condition[], kept: readonly Condition[]) {
	const labels = kept.filter(({ kind }) => kind !== "word");
	const heard = new Set(kept.map(({ said }) => said));
	return {
		filters: Object.fromEntries(labels.map(({ kind, value }) => [kind, value])),
		words: plainWords(kept).map(({ value }) => value),
		ignored: [...new Set(all.map(({ said }) => said))].filter((said) => !heard.has(said)),
	};
}

function placeOf(row: Found | undefined) {
	return row ? { k: row.key, i: row.id } : {};
}

function writeCursor(place: Cursor): string {
	return Buffer.from(JSON.stringify(place)).toString("base64url");
}

function readCursor(text: string): Cursor {
	try {
		return cursor.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
	} catch (error) {
		throw badCursor(error);
	}
}

function badCursor(cause?: unknown): AppError {
	return new AppError("invalid_request", "This last_sort_id is not one of this search. Begin again without it.", {
		param: "last_sort_id",
		cause,
	});
}
