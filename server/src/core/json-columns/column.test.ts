import { createTestDatabase, type TestDatabase } from "@timbre/db/test-db.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { z } from "zod";
import { JsonColumnError, jsonColumn, readRow } from "./column.ts";
import * as history from "./history.ts";
import * as platform from "./platform.ts";
import * as speech from "./speech.ts";
import * as studio from "./studio.ts";
import * as transcription from "./transcription.ts";
import * as usage from "./usage.ts";
import * as voiceChanger from "./voice-changer.ts";
import * as voices from "./voices.ts";

let store: TestDatabase;
beforeAll(async () => {
	store = await createTestDatabase(inject("databaseUrl"));
});
afterAll(() => store.close());

const columns = [history, platform, speech, studio, transcription, usage, voiceChanger, voices].flatMap((tables) =>
	Object.values<Record<string, { name: string }>>(tables).flatMap((table) => Object.entries(table)),
);

test("every JSON column of the database has a schema, and every schema a column", async () => {
	const { rows } = await sql<{ name: string; column: string }>`
		select table_name || '.' || column_name as name, column_name as column from information_schema.columns
		where table_schema = 'public' and data_type in ('json', 'jsonb')`.execute(store.db);
	expect(columns.map(([, { name }]) => name).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
	for (const [key, { name }] of columns) expect(name.endsWith(`.${key}`), name).toBe(true);
});

const first = jsonColumn("shelf.books", z.array(z.string()).nullable());
const second = jsonColumn("shelf.books", z.array(z.looseObject({ title: z.string() })).nullable(), [
	(titles) => (titles as string[]).map((title) => ({ title })),
]);

test("version 1 is stored as it is, so that SQL can read it", () => {
	expect(first.version).toBe(1);
	expect(first.write(["Emma"])).toBe('["Emma"]');
	expect(first.read(["Emma"])).toEqual(["Emma"]);
	expect(first.write(null)).toBeNull();
	expect(first.read(null)).toBeNull();
});

test("a later version reads rows without a version as version 1, and its own with their number", () => {
	expect(second.version).toBe(2);
	expect(second.read(["Emma"])).toEqual([{ title: "Emma" }]);
	expect(second.read(null)).toBeNull();
	const stored = second.write([{ title: "Emma" }]);
	expect(JSON.parse(stored)).toEqual({ version: 2, value: [{ title: "Emma" }] });
	expect(second.read(JSON.parse(stored))).toEqual([{ title: "Emma" }]);
});

test("a value that does not fit is rejected with its column and path, and without its content", () => {
	expect(() => first.read(["Emma", { secret: 1 }])).toThrow(JsonColumnError);
	expect(() => first.read(["Emma", { secret: 1 }])).toThrow(
		"shelf.books does not fit version 1 of its schema: 1: Invalid input: expected string, received object",
	);
	expect(() => second.write([{ title: 5 }] as never)).toThrow("0.title");
	expect(() => first.read({ version: 2, value: [] })).toThrow(
		"shelf.books has version 2, but this server reads versions up to 1. Update the server.",
	);
});

test("reads the JSON columns that a row has", () => {
	const row = readRow({ books: second, pages: first }, { id: 1, books: ["Emma"] as unknown });
	expect(row).toEqual({ id: 1, books: [{ title: "Emma" }] });
});
