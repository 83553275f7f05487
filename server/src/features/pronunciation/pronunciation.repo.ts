import type { Rule } from "@timbre/contract/pronunciation/endpoints.ts";
import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { pronunciationVersionColumns } from "../../core/json-columns/speech.ts";

export type DictionaryRow = NonNullable<Awaited<ReturnType<typeof findDictionary>>>;
export type VersionRow = Awaited<ReturnType<typeof listVersionRows>>[number];

/** Dictionaries with the id and size of their latest version. */
function dictionaries(db: Db, workspaceId: string) {
	return db
		.selectFrom("pronunciation_dictionary as dictionary")
		.innerJoin("pronunciation_version as version", (join) =>
			join
				.onRef("version.dictionary_id", "=", "dictionary.id")
				.onRef("version.number", "=", "dictionary.latest_version"),
		)
		.selectAll("dictionary")
		.select(["version.id as latest_version_id", "version.rules_num as latest_version_rules_num"])
		.where("dictionary.workspace_id", "=", workspaceId);
}

export async function findDictionary(db: Db, workspaceId: string, id: string) {
	return dictionaries(db, workspaceId).where("dictionary.id", "=", id).executeTakeFirst();
}

/** Serializes changes to a dictionary: the holder of this lock creates the next version. */
export async function lockDictionary(db: Db, workspaceId: string, id: string) {
	return db
		.selectFrom("pronunciation_dictionary")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.forNoKeyUpdate()
		.executeTakeFirst();
}

export async function insertDictionary(
	db: Db,
	workspaceId: string,
	values: { id: string; name: string; description: string | null; access: string | null; userId: string },
): Promise<void> {
	await db
		.insertInto("pronunciation_dictionary")
		.values({
			id: values.id,
			workspace_id: workspaceId,
			name: values.name,
			description: values.description,
			workspace_access: values.access,
			created_by: values.userId,
		})
		.execute();
}

export async function updateDictionaryRow(
	db: Db,
	workspaceId: string,
	id: string,
	values: { name?: string; archived?: boolean; latestVersion?: number },
): Promise<void> {
	const { name, archived, latestVersion } = values;
	if (name === undefined && archived === undefined && latestVersion === undefined) return;
	await db
		.updateTable("pronunciation_dictionary")
		.set({
			...(name === undefined ? {} : { name }),
			// Archiving again does not change the time.
			...(archived === undefined ? {} : { archived_at: archived ? sql`coalesce(archived_at, now())` : null }),
			...(latestVersion === undefined ? {} : { latest_version: latestVersion }),
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

export type ListFilter = {
	after?: string;
	sort: "creation_time_unix" | "name";
	descending: boolean;
	includeArchived: boolean;
	limit: number;
};

export async function listDictionaryRows(db: Db, workspaceId: string, filter: ListFilter) {
	const direction = filter.descending ? "desc" : "asc";
	const key = filter.sort === "name" ? sql<string>`lower(dictionary.name)` : sql<Date>`dictionary.created_at`;
	let query = dictionaries(db, workspaceId);
	if (!filter.includeArchived) query = query.where("dictionary.archived_at", "is", null);
	if (filter.after !== undefined) {
		const comparison = sql.raw(filter.descending ? "<" : ">");
		const column = filter.sort === "name" ? sql`lower(name)` : sql`created_at`;
		// Compare in the database, because a JavaScript Date would lose the microseconds.
		query = query.where(
			sql<boolean>`(${key}, dictionary.id) ${comparison} (select ${column}, id from pronunciation_dictionary where workspace_id = ${workspaceId} and id = ${filter.after})`,
		);
	}
	return query.orderBy(key, direction).orderBy("dictionary.id", direction).limit(filter.limit).execute();
}

export async function insertVersion(
	db: Db,
	workspaceId: string,
	version: { id: string; dictionaryId: string; number: number; rules: Rule[]; userId: string },
): Promise<void> {
	await db
		.insertInto("pronunciation_version")
		.values({
			id: version.id,
			workspace_id: workspaceId,
			dictionary_id: version.dictionaryId,
			number: version.number,
			rules: pronunciationVersionColumns.rules.write(version.rules),
			rules_num: version.rules.length,
			created_by: version.userId,
		})
		.execute();
}

export async function findVersionRules(
	db: Db,
	workspaceId: string,
	dictionaryId: string,
	which: { id: string } | { number: number },
): Promise<Rule[] | undefined> {
	const found = await db
		.selectFrom("pronunciation_version")
		.select("rules")
		.where("workspace_id", "=", workspaceId)
		.where("dictionary_id", "=", dictionaryId)
		.where((eb) => ("id" in which ? eb("id", "=", which.id) : eb("number", "=", which.number)))
		.executeTakeFirst();
	return found && pronunciationVersionColumns.rules.read(found.rules);
}

/** Without its rules. */
export async function findVersion(db: Db, workspaceId: string, dictionaryId: string, id: string) {
	return db
		.selectFrom("pronunciation_version")
		.select(["id", "number", "rules_num", "created_by", "created_at"])
		.where("workspace_id", "=", workspaceId)
		.where("dictionary_id", "=", dictionaryId)
		.where("id", "=", id)
		.executeTakeFirst();
}

export async function listVersionRows(
	db: Db,
	workspaceId: string,
	dictionaryId: string,
	page: { before?: number; limit: number },
) {
	let query = db
		.selectFrom("pronunciation_version")
		.select(["id", "dictionary_id", "number", "rules_num", "created_by", "created_at"])
		.where("workspace_id", "=", workspaceId)
		.where("dictionary_id", "=", dictionaryId);
	if (page.before !== undefined) query = query.where("number", "<", page.before);
	return query.orderBy("number", "desc").limit(page.limit).execute();
}

/** Resolves locators to version ids. Locators that do not exist in the workspace are left out. */
export async function resolveVersions(
	db: Db,
	workspaceId: string,
	locators: readonly { dictionaryId: string; versionId: string | null }[],
) {
	if (locators.length === 0) return [];
	const wanted = sql.join(
		locators.map((one, at) => sql`(${at}::int, ${one.dictionaryId}::text, ${one.versionId}::text)`),
	);
	const { rows } = await sql<{ position: number; version_id: string; archived: boolean }>`
		select wanted.position, version.id as version_id, dictionary.archived_at is not null as archived
		from (values ${wanted}) as wanted (position, dictionary_id, version_id)
		join pronunciation_dictionary as dictionary
			on dictionary.id = wanted.dictionary_id and dictionary.workspace_id = ${workspaceId}
		join pronunciation_version as version
			on version.dictionary_id = dictionary.id
			and case when wanted.version_id is null then version.number = dictionary.latest_version else version.id = wanted.version_id end
		order by wanted.position`.execute(db);
	return rows;
}

export async function listRulesByVersion(db: Db, workspaceId: string, versionIds: readonly string[]) {
	const rows = await db
		.selectFrom("pronunciation_version")
		.select(["id", "rules"])
		.where("workspace_id", "=", workspaceId)
		.where("id", "in", [...versionIds])
		.execute();
	return rows as { id: string; rules: Rule[] }[];
}

export async function listDefaults(db: Db, workspaceId: string) {
	return db
		.selectFrom("pronunciation_default")
		.select(["dictionary_id", "version_id"])
		.where("workspace_id", "=", workspaceId)
		.orderBy("position")
		.execute();
}

/** Call it in a transaction. */
export async function replaceDefaults(
	db: Db,
	workspaceId: string,
	locators: readonly { dictionaryId: string; versionId: string | null }[],
): Promise<void> {
	// Without the lock, two concurrent calls would delete the same rows and then insert conflicting ones.
	await sql`select pg_advisory_xact_lock(hashtext('pronunciation_default'), hashtext(${workspaceId}))`.execute(db);
	await db.deleteFrom("pronunciation_default").where("workspace_id", "=", workspaceId).execute();
	if (locators.length === 0) return;
	await db
		.insertInto("pronunciation_default")
		.values(
			locators.map((one, position) => ({
				workspace_id: workspaceId,
				position,
				dictionary_id: one.dictionaryId,
				version_id: one.versionId,
			})),
		)
		.execute();
}

export async function deleteDefault(db: Db, workspaceId: string, dictionaryId: string): Promise<void> {
	await db
		.deleteFrom("pronunciation_default")
		.where("workspace_id", "=", workspaceId)
		.where("dictionary_id", "=", dictionaryId)
		.execute();
}
