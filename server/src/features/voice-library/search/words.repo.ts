import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { Global } from "../../../core/tenancy.ts";

/** Which of these words are in the vocabulary; open words also match as a prefix. */
export async function findKnownWords(
	db: Db,
	_scope: Global,
	words: readonly { word: string; open: boolean }[],
): Promise<Set<string>> {
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
export async function listWordsNear(db: Db, _scope: Global, word: string, limit: number): Promise<string[]> {
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
export async function findWordLike(db: Db, _scope: Global, word: string): Promise<string | undefined> {
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

export async function addWords(db: Db, _scope: Global, words: readonly string[]): Promise<void> {
	if (words.length === 0) return;
	await sql`insert into voice_library_word (word) select distinct word from unnest(${[...words]}::text[]) as word on conflict do nothing`.execute(
		db,
	);
}
