// Search must stay fast with a million voices, which `npm run bench:library` measures. With fewer voices, this tests
// that no statement reads more of the table than a page needs.
import type { Database } from "@timbre/db/connect.ts";
import type { DB } from "@timbre/db/schema.generated.ts";
import { createTestDatabase, type TestDatabase } from "@timbre/db/test-db.ts";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { fillLibrary } from "../../../../../seed/scenarios/library.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { recountFacets } from "../../voices/publication/facets.repo.ts";
import { type LibrarySearch, searchLibrary } from "./search.service.ts";

vi.setConfig({ hookTimeout: 120_000 });

const voices = 12_000;
type Plan = {
	"Node Type": string;
	"Relation Name"?: string;
	"Actual Rows": number;
	"Rows Removed by Filter"?: number;
	"Actual Loops": number;
	Plans?: Plan[];
};

let store: TestDatabase;
let db: Database;
let pages: number;
const statementsLog: { text: string; values: unknown[] }[] = [];
beforeAll(async () => {
	store = await createTestDatabase(inject("databaseUrl"));
	await fillLibrary(store.db, voices, [{ engine: "fake", speaker: "tone-low" }]);
	await store.db.transaction().execute((tx) => recountFacets(tx, GLOBAL));
	await sql`vacuum analyze voice_publication`.execute(store.db);
	await sql`vacuum analyze voice_library_word`.execute(store.db);
	const { rows } = await sql<{ pages: number }>`
		select (pg_table_size('voice_publication') / 8192)::int as pages`.execute(store.db);
	pages = rows[0]?.pages ?? 0;
	const pool = new pg.Pool({ connectionString: store.url, max: 2 });
	db = new Kysely<DB>({
		dialect: new PostgresDialect({ pool }),
		log: ({ query }) => {
			statementsLog.push({ text: query.sql, values: [...query.parameters] });
		},
	});
});
afterAll(async () => {
	await db.destroy();
	await store.close();
});

/** What a search reads: pages in total, and rows in sequential scans. */
async function costOf(search: Partial<LibrarySearch>) {
	statementsLog.length = 0;
	const found = await searchLibrary(db, { text: "", filters: {}, size: 30, page: 0, ...search });
	const statements = statementsLog.splice(0).filter(({ text }) => text.includes("voice_publication"));
	let touched = 0;
	let passed = 0;
	const client = new pg.Client({ connectionString: store.url });
	await client.connect();
	for (const { text, values } of statements) {
		const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, values);
		const [{ Plan: plan }] = rows[0]["QUERY PLAN"] as [
			{ Plan: Plan & { "Shared Hit Blocks": number; "Shared Read Blocks": number } },
		];
		touched += plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
		passed += scannedRows(plan);
	}
	await client.end();
	return { found, statements: statements.length, touched, passed };
}

function scannedRows(plan: Plan): number {
	const here = plan["Node Type"] === "Seq Scan" ? plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0) : 0;
	return here * plan["Actual Loops"] + (plan.Plans ?? []).reduce((sum, inner) => sum + scannedRows(inner), 0);
}

test.each<[string, Partial<LibrarySearch>]>([
	["everything in an order", { sort: "trending" }],
	["a common label", { sort: "name", filters: { gender: "female" } }],
	["several labels", { sort: "created_date", filters: { language: "en", gender: "male", age: "old" } }],
	["a rare label", { sort: "cloned_by_count", filters: { language: "is" } }],
	["a combination of labels without voices", { sort: "trending", filters: { language: "is", accent: "mexican" } }],
	["half a name", { text: "Amel" }],
	["a misspelled name", { text: "Smion" }],
	["a common word", { text: "calm" }],
	["a description", { text: "calm older British man for audiobooks" }],
	["words and labels", { text: "warm woman", sort: "name", filters: { language: "de" } }],
	["one owner", { owner: "made-up-3", sort: "trending" }],
	["a later page", { sort: "trending", filters: { gender: "neutral" }, page: 5 }],
])("a search for %s reads only part of the library, through its indexes", async (_what, search) => {
	const { statements, touched, passed } = await costOf(search);
	expect(statements).toBeGreaterThan(0);
	expect(statements).toBeLessThanOrEqual(4);
	// A count may start as a sequential scan if it ends early.
	expect(passed).toBeLessThan(voices);
	expect(touched).toBeLessThan(pages);
});

test("a misspelled name finds voices with the correct name first", async () => {
	const { found } = await costOf({ text: "Smion" });
	const names = await store.db
		.selectFrom("voice_publication")
		.select(["id", "name"])
		.where("id", "in", found.ids)
		.execute();
	expect(names).toHaveLength(30);
	for (const { name } of names) expect(name).toMatch(/^Simon\b/);
});

test("finds all voices with a name across pages, each once", async () => {
	const seen: string[] = [];
	let lastSortId: string | undefined;
	do {
		const { found } = await costOf({ text: "Leo", size: 100, lastSortId });
		seen.push(...found.ids);
		lastSortId = found.lastSortId ?? undefined;
	} while (lastSortId !== undefined && seen.length < voices);
	const called = await store.db
		.selectFrom("voice_publication")
		.select(({ fn }) => fn.countAll<number>().as("count"))
		.where("name_key", "like", "leo%")
		.executeTakeFirstOrThrow();
	expect(called.count).toBeGreaterThan(200);
	expect(seen).toHaveLength(called.count);
	expect(new Set(seen).size).toBe(called.count);
});

test("counts results up to 1,000, consistently across pages", async () => {
	const rare = await costOf({ filters: { language: "fi", gender: "female" }, sort: "name" });
	const exact = await store.db
		.selectFrom("voice_publication")
		.select(({ fn }) => fn.countAll<number>().as("count"))
		.where("listed", "=", true)
		.where("language", "=", "fi")
		.where("gender", "=", "female")
		.executeTakeFirstOrThrow();
	expect(rare.found).toMatchObject({ total: exact.count, capped: false, hasMore: exact.count > 30 });
	for (const search of [{ sort: "name" }, { text: "woman" }, { page: 5 }] as const)
		expect((await costOf(search)).found).toMatchObject({ total: 1_000, capped: true, hasMore: true });
});
