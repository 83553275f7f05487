// Pronunciation dictionaries.
// Invariant: changing rules creates a new version and never alters older ones, so that past generations can be reproduced. Ids work only
// within their workspace.

import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import {
	type Locator,
	maxRules,
	type pronunciationEndpoints,
	type Rule,
} from "@timbre/contract/pronunciation/endpoints.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { newId } from "../../core/ids.ts";
import { unix } from "../../core/time.ts";
import { applyDefaultShares, getSharedRoles } from "../workspace/workspace.sharing.public.ts";
import { accessOf, type Caller, presentDictionary, presentVersion } from "./pronunciation.present.ts";
import {
	deleteDefault,
	findDictionary,
	findVersion,
	findVersionRules,
	insertDictionary,
	insertVersion,
	listDefaults,
	listDictionaryRows,
	listVersionRows,
	lockDictionary,
	replaceDefaults,
	resolveVersions,
	updateDictionaryRow,
} from "./pronunciation.repo.ts";

type Endpoints = typeof pronunciationEndpoints;
type Changed = ResponseOf<Endpoints["setRules"]>;
type Created = ResponseOf<Endpoints["createFromRules"]>;
type Defaults = ResponseOf<Endpoints["getDefaults"]>;
export type DictionaryFields = {
	name: string;
	description?: string | null;
	workspace_access?: Created["permission_on_resource"];
};

export async function createDictionary(
	db: Database,
	caller: Caller,
	fields: DictionaryFields,
	given: Rule[],
): Promise<Created> {
	const { workspaceId, userId } = caller;
	const [id, versionId, rules] = [newId(), newId(), dedupeRules(given)];
	const row = await db.transaction().execute(async (tx) => {
		await insertDictionary(tx, workspaceId, {
			id,
			name: fields.name,
			description: fields.description || null,
			access: fields.workspace_access ?? null,
			userId,
		});
		await insertVersion(tx, workspaceId, { id: versionId, dictionaryId: id, number: 1, rules, userId });
		await applyDefaultShares(tx, caller, { type: "pronunciation_dictionary", id });
		return findDictionary(tx, workspaceId, id);
	});
	if (!row) throw new Error(`dictionary ${id} is missing within its own transaction`);
	const presented = presentDictionary(row, caller);
	return {
		id,
		name: presented.name,
		created_by: presented.created_by,
		creation_time_unix: presented.creation_time_unix,
		version_id: versionId,
		version_rules_num: rules.length,
		description: presented.description,
		permission_on_resource: presented.permission_on_resource,
	};
}

export async function updateDictionary(
	db: Database,
	caller: Caller,
	id: string,
	changes: InputOf<Endpoints["updateDictionary"]>["body"],
): Promise<ResponseOf<Endpoints["updateDictionary"]>> {
	return db.transaction().execute(async (tx) => {
		await lockForUpdate(tx, caller, id);
		await updateDictionaryRow(tx, caller.workspaceId, id, {
			name: changes.name ?? undefined,
			archived: changes.archived ?? undefined,
		});
		if (changes.archived) await deleteDefault(tx, caller.workspaceId, id);
		return presentDictionary(
			await requireDictionary(tx, caller.workspaceId, id),
			caller,
			await sharedWith(tx, caller, id),
		);
	});
}

export async function getDictionary(
	db: Database,
	caller: Caller,
	id: string,
): Promise<ResponseOf<Endpoints["getDictionary"]>> {
	const row = await requireDictionary(db, caller.workspaceId, id);
	const rules = await findVersionRules(db, caller.workspaceId, id, { id: row.latest_version_id });
	if (!rules) throw dictionaryNotFound();
	return { ...presentDictionary(row, caller, await sharedWith(db, caller, id)), rules };
}

export async function listDictionaries(
	db: Database,
	caller: Caller,
	query: InputOf<Endpoints["listDictionaries"]>["query"],
): Promise<ResponseOf<Endpoints["listDictionaries"]>> {
	if (query.cursor !== undefined) await requireDictionary(db, caller.workspaceId, query.cursor);
	const rows = await listDictionaryRows(db, caller.workspaceId, {
		after: query.cursor,
		sort: query.sort,
		descending: query.sort_direction,
		includeArchived: query.include_archived,
		limit: query.page_size + 1,
	});
	const page = rows.slice(0, query.page_size);
	const more = rows.length > page.length;
	const shared = await getSharedRoles(
		db,
		caller,
		"pronunciation_dictionary",
		page.map((row) => row.id),
	);
	return {
		pronunciation_dictionaries: page.map((row) => presentDictionary(row, caller, shared.get(row.id))),
		next_cursor: more ? (page.at(-1)?.id ?? null) : null,
		has_more: more,
	};
}

export async function setRules(db: Database, caller: Caller, id: string, rules: Rule[]): Promise<Changed> {
	return createVersion(db, caller, id, async () => dedupeRules(rules));
}

export async function addRules(db: Database, caller: Caller, id: string, given: Rule[]): Promise<Changed> {
	return createVersion(db, caller, id, async (_, current) => {
		const added = new Map(dedupeRules(given).map((one) => [matchKey(one), one]));
		const updated = current.map((one) => {
			const key = matchKey(one);
			const replacement = added.get(key);
			added.delete(key);
			return replacement ?? one;
		});
		const rules = [...updated, ...added.values()];
		if (rules.length > maxRules)
			throw new AppError(
				"too_many_rules",
				`A dictionary can have at most ${maxRules} rules; this would make ${rules.length}.`,
			);
		return rules;
	});
}

export async function removeRules(db: Database, caller: Caller, id: string, strings: string[]): Promise<Changed> {
	const removed = new Set(strings);
	return createVersion(db, caller, id, async (_, current) =>
		current.filter((one) => !removed.has(one.string_to_replace)),
	);
}

export async function restoreVersion(db: Database, caller: Caller, id: string, versionId: string): Promise<Changed> {
	return createVersion(db, caller, id, async (tx) => {
		const rules = await findVersionRules(tx, caller.workspaceId, id, { id: versionId });
		if (!rules) throw dictionaryNotFound("This version of the dictionary doesn't exist.");
		return rules;
	});
}

export async function listVersions(
	db: Database,
	caller: Caller,
	id: string,
	query: InputOf<Endpoints["listVersions"]>["query"],
): Promise<ResponseOf<Endpoints["listVersions"]>> {
	await requireDictionary(db, caller.workspaceId, id);
	const rows = await listVersionRows(db, caller.workspaceId, id, {
		before: query.before_version_number,
		limit: query.page_size + 1,
	});
	const page = rows.slice(0, query.page_size);
	return { versions: page.map(presentVersion), has_more: rows.length > page.length };
}

/** The versions that locators stand for now, with the names of their dictionaries. Deleted ones are left out. */
export async function listDictionaryVersions(
	db: Database,
	caller: Caller,
	locators: readonly { pronunciation_dictionary_id: string; version_id: string | null }[],
) {
	const versions = [];
	for (const { pronunciation_dictionary_id: id, version_id } of locators) {
		const row = await findDictionary(db, caller.workspaceId, id);
		const version = row && (await findVersion(db, caller.workspaceId, id, version_id ?? row.latest_version_id));
		if (!row || !version) continue;
		versions.push({
			version_id: version.id,
			version_rules_num: version.rules_num,
			pronunciation_dictionary_id: id,
			dictionary_name: row.name,
			version_name: String(version.number),
			permission_on_resource: accessOf(row, caller, await sharedWith(db, caller, id)),
			created_by: version.created_by,
			creation_time_unix: unix(version.created_at),
			archived_time_unix: unix(row.archived_at),
		});
	}
	return versions;
}

export async function getVersionRules(
	db: Database,
	workspaceId: string,
	id: string,
	versionId: string,
): Promise<{ name: string; rules: Rule[] }> {
	const { name } = await requireDictionary(db, workspaceId, id);
	const rules = await findVersionRules(db, workspaceId, id, { id: versionId });
	if (!rules) throw dictionaryNotFound("This version of the dictionary doesn't exist.");
	return { name, rules };
}

export async function getDefaults(db: Db, workspaceId: string): Promise<Defaults> {
	const rows = await listDefaults(db, workspaceId);
	return {
		pronunciation_dictionary_locators: rows.map((row) => ({
			pronunciation_dictionary_id: row.dictionary_id,
			version_id: row.version_id,
		})),
	};
}

export async function setDefaults(db: Database, caller: Caller, locators: Locator[]): Promise<Defaults> {
	const requested = locators.map((one) => ({
		dictionaryId: one.pronunciation_dictionary_id,
		versionId: one.version_id ?? null,
	}));
	return db.transaction().execute(async (tx) => {
		const found = await resolveVersions(tx, caller.workspaceId, requested);
		if (found.length < requested.length)
			throw dictionaryNotFound("One of these dictionaries or versions doesn't exist in this workspace.");
		if (found.some((one) => one.archived))
			throw new AppError("invalid_request", "An archived dictionary can't be a default. Restore it first.");
		await replaceDefaults(tx, caller.workspaceId, requested);
		return getDefaults(tx, caller.workspaceId);
	});
}

/** Creates the next version from the current rules. Concurrent changes run one after another. */
async function createVersion(
	db: Database,
	caller: Caller,
	id: string,
	change: (tx: Db, current: Rule[]) => Promise<Rule[]>,
): Promise<Changed> {
	const { workspaceId, userId } = caller;
	return db.transaction().execute(async (tx) => {
		const row = await lockForUpdate(tx, caller, id);
		const current = await findVersionRules(tx, workspaceId, id, { number: row.latest_version });
		const rules = await change(tx, current ?? []);
		const [versionId, number] = [newId(), row.latest_version + 1];
		await insertVersion(tx, workspaceId, { id: versionId, dictionaryId: id, number, rules, userId });
		await updateDictionaryRow(tx, workspaceId, id, { latestVersion: number });
		return { id, version_id: versionId, version_rules_num: rules.length };
	});
}

async function lockForUpdate(tx: Db, caller: Caller, id: string) {
	const row = await lockDictionary(tx, caller.workspaceId, id);
	if (!row) throw dictionaryNotFound();
	if (!["admin", "editor"].includes(accessOf(row, caller, await sharedWith(tx, caller, id))))
		throw new AppError(
			"missing_permissions",
			"You have view-only access to this dictionary. Ask its owner for edit access.",
		);
	return row;
}

async function sharedWith(db: Db, caller: Caller, id: string) {
	return (await getSharedRoles(db, caller, "pronunciation_dictionary", [id])).get(id);
}

async function requireDictionary(db: Db, workspaceId: string, id: string) {
	const row = await findDictionary(db, workspaceId, id);
	if (!row) throw dictionaryNotFound();
	return row;
}

/** Of two rules with the same key, only one can ever apply. */
function matchKey(rule: Rule): string {
	return JSON.stringify([rule.string_to_replace, rule.case_sensitive, rule.word_boundaries]);
}

/** Keeps the first of several rules with the same key, so that the count includes only rules that can apply. */
function dedupeRules(rules: Rule[]): Rule[] {
	const seen = new Set<string>();
	return rules.filter((one) => {
		const key = matchKey(one);
		const duplicate = seen.has(key);
		seen.add(key);
		return !duplicate;
	});
}

export function dictionaryNotFound(
	message = "This pronunciation dictionary doesn't exist in this workspace.",
): AppError {
	return new AppError("pronunciation_dictionary_not_found", message);
}
