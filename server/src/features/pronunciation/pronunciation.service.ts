// Pronunciation dictionaries. Always: a change of rules makes a new version and leaves every older one as it was, so that what was
// spoken can be spoken again; no id works outside its workspace.

import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { type Locator, maxRules, type pronunciationEndpoints, type Rule } from "@timbre/contract/pronunciation.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { newId } from "../../core/ids.ts";
import { getShared, shareByDefault } from "../workspace/workspace.sharing.public.ts";
import { accessTo, type Caller, presentDictionary, presentVersion } from "./pronunciation.present.ts";
import {
	deleteDefault,
	findDictionary,
	findVersionRules,
	insertDictionary,
	insertVersion,
	listDefaults,
	listDictionaryRows,
	listVersionRows,
	lockDictionary,
	replaceDefaults,
	resolveVersions,
	updateDictionary,
} from "./pronunciation.repo.ts";

type Endpoints = typeof pronunciationEndpoints;
type Changed = ResponseOf<Endpoints["setRules"]>;
type Created = ResponseOf<Endpoints["createFromRules"]>;
type Defaults = ResponseOf<Endpoints["getDefaults"]>;
export type About = {
	name: string;
	description?: string | null;
	workspace_access?: Created["permission_on_resource"];
};

export async function makeDictionary(db: Database, caller: Caller, about: About, given: Rule[]): Promise<Created> {
	const { workspaceId, userId } = caller;
	const [id, versionId, rules] = [newId(), newId(), firstOfEach(given)];
	const row = await db.transaction().execute(async (tx) => {
		await insertDictionary(tx, workspaceId, {
			id,
			name: about.name,
			description: about.description || null,
			access: about.workspace_access ?? null,
			userId,
		});
		await insertVersion(tx, workspaceId, { id: versionId, dictionaryId: id, number: 1, rules, userId });
		await shareByDefault(tx, caller, { type: "pronunciation_dictionary", id });
		return findDictionary(tx, workspaceId, id);
	});
	if (!row) throw new Error(`dictionary ${id} is gone within its own transaction`);
	const shown = presentDictionary(row, caller);
	return {
		id,
		name: shown.name,
		created_by: shown.created_by,
		creation_time_unix: shown.creation_time_unix,
		version_id: versionId,
		version_rules_num: rules.length,
		description: shown.description,
		permission_on_resource: shown.permission_on_resource,
	};
}

export async function changeDictionary(
	db: Database,
	caller: Caller,
	id: string,
	wanted: InputOf<Endpoints["updateDictionary"]>["body"],
): Promise<ResponseOf<Endpoints["updateDictionary"]>> {
	return db.transaction().execute(async (tx) => {
		await lockToChange(tx, caller, id);
		await updateDictionary(tx, caller.workspaceId, id, {
			name: wanted.name ?? undefined,
			archived: wanted.archived ?? undefined,
		});
		if (wanted.archived) await deleteDefault(tx, caller.workspaceId, id);
		return presentDictionary(await mustFind(tx, caller.workspaceId, id), caller, await sharedWith(tx, caller, id));
	});
}

export async function readDictionary(
	db: Database,
	caller: Caller,
	id: string,
): Promise<ResponseOf<Endpoints["getDictionary"]>> {
	const row = await mustFind(db, caller.workspaceId, id);
	const rules = await findVersionRules(db, caller.workspaceId, id, { id: row.latest_version_id });
	if (!rules) throw missing();
	return { ...presentDictionary(row, caller, await sharedWith(db, caller, id)), rules };
}

export async function readDictionaries(
	db: Database,
	caller: Caller,
	query: InputOf<Endpoints["listDictionaries"]>["query"],
): Promise<ResponseOf<Endpoints["listDictionaries"]>> {
	if (query.cursor !== undefined) await mustFind(db, caller.workspaceId, query.cursor);
	const rows = await listDictionaryRows(db, caller.workspaceId, {
		after: query.cursor,
		sort: query.sort,
		descending: query.sort_direction,
		includeArchived: query.include_archived,
		limit: query.page_size + 1,
	});
	const page = rows.slice(0, query.page_size);
	const more = rows.length > page.length;
	const shared = await getShared(
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
	return nextVersion(db, caller, id, async () => firstOfEach(rules));
}

export async function addRules(db: Database, caller: Caller, id: string, given: Rule[]): Promise<Changed> {
	return nextVersion(db, caller, id, async (_, current) => {
		const added = new Map(firstOfEach(given).map((one) => [matching(one), one]));
		const kept = current.map((one) => {
			const key = matching(one);
			const replacement = added.get(key);
			added.delete(key);
			return replacement ?? one;
		});
		const rules = [...kept, ...added.values()];
		if (rules.length > maxRules)
			throw new AppError(
				"too_many_rules",
				`A dictionary holds at most ${maxRules} rules; this would make ${rules.length}.`,
			);
		return rules;
	});
}

export async function removeRules(db: Database, caller: Caller, id: string, strings: string[]): Promise<Changed> {
	const doomed = new Set(strings);
	return nextVersion(db, caller, id, async (_, current) => current.filter((one) => !doomed.has(one.string_to_replace)));
}

export async function restoreVersion(db: Database, caller: Caller, id: string, versionId: string): Promise<Changed> {
	return nextVersion(db, caller, id, async (tx) => {
		const rules = await findVersionRules(tx, caller.workspaceId, id, { id: versionId });
		if (!rules) throw missing("This dictionary has no such version.");
		return rules;
	});
}

export async function readVersions(
	db: Database,
	caller: Caller,
	id: string,
	query: InputOf<Endpoints["listVersions"]>["query"],
): Promise<ResponseOf<Endpoints["listVersions"]>> {
	await mustFind(db, caller.workspaceId, id);
	const rows = await listVersionRows(db, caller.workspaceId, id, {
		before: query.before_version_number,
		limit: query.page_size + 1,
	});
	const page = rows.slice(0, query.page_size);
	return { versions: page.map(presentVersion), has_more: rows.length > page.length };
}

export async function readVersionRules(
	db: Database,
	workspaceId: string,
	id: string,
	versionId: string,
): Promise<{ name: string; rules: Rule[] }> {
	const { name } = await mustFind(db, workspaceId, id);
	const rules = await findVersionRules(db, workspaceId, id, { id: versionId });
	if (!rules) throw missing("This dictionary has no such version.");
	return { name, rules };
}

export async function readDefaults(db: Db, workspaceId: string): Promise<Defaults> {
	const rows = await listDefaults(db, workspaceId);
	return {
		pronunciation_dictionary_locators: rows.map((row) => ({
			pronunciation_dictionary_id: row.dictionary_id,
			version_id: row.version_id,
		})),
	};
}

export async function chooseDefaults(db: Database, caller: Caller, locators: Locator[]): Promise<Defaults> {
	const wanted = locators.map((one) => ({
		dictionaryId: one.pronunciation_dictionary_id,
		versionId: one.version_id ?? null,
	}));
	return db.transaction().execute(async (tx) => {
		const found = await resolveVersions(tx, caller.workspaceId, wanted);
		if (found.length < wanted.length)
			throw missing("One of these dictionaries, or its version, is not in this workspace.");
		if (found.some((one) => one.archived))
			throw new AppError("invalid_request", "An archived dictionary cannot be a default. Bring it back first.");
		await replaceDefaults(tx, caller.workspaceId, wanted);
		return readDefaults(tx, caller.workspaceId);
	});
}

/** Makes the next version from the present rules, one change after the other. */
async function nextVersion(
	db: Database,
	caller: Caller,
	id: string,
	change: (tx: Db, current: Rule[]) => Promise<Rule[]>,
): Promise<Changed> {
	const { workspaceId, userId } = caller;
	return db.transaction().execute(async (tx) => {
		const row = await lockToChange(tx, caller, id);
		const current = await findVersionRules(tx, workspaceId, id, { number: row.latest_version });
		const rules = await change(tx, current ?? []);
		const [versionId, number] = [newId(), row.latest_version + 1];
		await insertVersion(tx, workspaceId, { id: versionId, dictionaryId: id, number, rules, userId });
		await updateDictionary(tx, workspaceId, id, { latestVersion: number });
		return { id, version_id: versionId, version_rules_num: rules.length };
	});
}

async function lockToChange(tx: Db, caller: Caller, id: string) {
	const row = await lockDictionary(tx, caller.workspaceId, id);
	if (!row) throw missing();
	if (!["admin", "editor"].includes(accessTo(row, caller, await sharedWith(tx, caller, id))))
		throw new AppError("missing_permissions", "Its maker lets others only read this dictionary.");
	return row;
}

async function sharedWith(db: Db, caller: Caller, id: string) {
	return (await getShared(db, caller, "pronunciation_dictionary", [id])).get(id);
}

async function mustFind(db: Db, workspaceId: string, id: string) {
	const row = await findDictionary(db, workspaceId, id);
	if (!row) throw missing();
	return row;
}

/** Rules with the same key could never both apply. */
function matching(rule: Rule): string {
	return JSON.stringify([rule.string_to_replace, rule.case_sensitive, rule.word_boundaries]);
}

/** Of two rules for the same text the first holds; what could never apply is not kept, so that the count is true. */
function firstOfEach(rules: Rule[]): Rule[] {
	const seen = new Set<string>();
	return rules.filter((one) => {
		const key = matching(one);
		const known = seen.has(key);
		seen.add(key);
		return !known;
	});
}

export function missing(message = "There is no such pronunciation dictionary in this workspace."): AppError {
	return new AppError("pronunciation_dictionary_not_found", message);
}
