import type { Db } from "@timbre/db/connect.ts";
import type { DictionaryRule } from "@timbre/engines/text/dictionary.ts";
import { accessFacts, engineRule } from "./pronunciation.present.ts";
import { findDictionary, findRulesOfVersions, listDefaults, resolveVersions } from "./pronunciation.repo.ts";
import { missing } from "./pronunciation.service.ts";

export type RuleLocator = { pronunciation_dictionary_id: string; version_id?: string | null };

/** Versions never change, so a list once read stays true. The same list is handed out again, and with it the matcher built for it. */
const known = new Map<string, DictionaryRule[]>();
const mostKnownRules = 200_000;

/** The rules that apply when a request names no dictionaries. */
export async function loadDefaultRules(db: Db, workspaceId: string): Promise<DictionaryRule[]> {
	const rows = await listDefaults(db, workspaceId);
	const locators = rows.map((row) => ({ pronunciation_dictionary_id: row.dictionary_id, version_id: row.version_id }));
	return loadRules(db, workspaceId, locators);
}

/** The rules of these dictionaries, in order. An id that is unknown here is refused: a rule is never silently left out. */
export async function loadRules(
	db: Db,
	workspaceId: string,
	locators: readonly RuleLocator[],
): Promise<DictionaryRule[]> {
	if (locators.length === 0) return [];
	// Asked every time: the cache knows rules, not whose they are.
	const found = await resolveVersions(
		db,
		workspaceId,
		locators.map((one) => ({ dictionaryId: one.pronunciation_dictionary_id, versionId: one.version_id ?? null })),
	);
	const lost = locators.find((_, position) => !found.some((one) => one.position === position));
	if (lost) throw missing(`${named(lost)} is not in this workspace.`);
	const versionIds = found.map((one) => one.version_id);
	const key = versionIds.join(" ");
	const rules = known.get(key) ?? (await readRules(db, workspaceId, versionIds));
	remember(key, rules);
	return rules;
}

async function readRules(db: Db, workspaceId: string, versionIds: readonly string[]): Promise<DictionaryRule[]> {
	const versions = new Map(
		(await findRulesOfVersions(db, workspaceId, versionIds)).map(({ id, rules }) => [id, rules]),
	);
	return versionIds.flatMap((id) => versions.get(id)?.map(engineRule) ?? []);
}

/** What sharing needs to know of a dictionary. */
export async function findDictionaryFacts(db: Db, workspaceId: string, id: string) {
	const row = await findDictionary(db, workspaceId, id);
	return row && { name: row.name, ...accessFacts(row) };
}

function named({ pronunciation_dictionary_id, version_id }: RuleLocator): string {
	const version = version_id ? `The version ${version_id} of the` : "The";
	return `${version} pronunciation dictionary ${pronunciation_dictionary_id}`;
}

/** What was used last is forgotten last. */
function remember(key: string, rules: DictionaryRule[]): void {
	known.delete(key);
	known.set(key, rules);
	let total = 0;
	for (const list of known.values()) total += list.length + 1;
	for (const [oldest, list] of known) {
		if (total <= mostKnownRules || oldest === key) return;
		total -= list.length + 1;
		known.delete(oldest);
	}
}
