import type { Db } from "@timbre/db/connect.ts";
import type { DictionaryRule } from "@timbre/engines/text/dictionary.ts";
import { accessInfo, engineRule } from "./pronunciation.present.ts";
import { findDictionary, listDefaults, listRulesByVersion, resolveVersions } from "./pronunciation.repo.ts";
import { dictionaryNotFound } from "./pronunciation.service.ts";

export type RuleLocator = { pronunciation_dictionary_id: string; version_id?: string | null };

/** Versions never change, so rules can be cached. Returning the same array also reuses the matcher built for it. */
const rulesCache = new Map<string, DictionaryRule[]>();
const maxCachedRules = 200_000;

/** The rules that apply when a request names no dictionaries. */
export async function loadDefaultRules(db: Db, workspaceId: string): Promise<DictionaryRule[]> {
	const rows = await listDefaults(db, workspaceId);
	const locators = rows.map((row) => ({ pronunciation_dictionary_id: row.dictionary_id, version_id: row.version_id }));
	return loadRules(db, workspaceId, locators);
}

/** The rules of these dictionaries, in order. Throws for an unknown id, so that rules are never silently left out. */
export async function loadRules(
	db: Db,
	workspaceId: string,
	locators: readonly RuleLocator[],
): Promise<DictionaryRule[]> {
	if (locators.length === 0) return [];
	// Resolve every time, because the cache does not know which workspace rules belong to.
	const found = await resolveVersions(
		db,
		workspaceId,
		locators.map((one) => ({ dictionaryId: one.pronunciation_dictionary_id, versionId: one.version_id ?? null })),
	);
	const unknown = locators.find((_, position) => !found.some((one) => one.position === position));
	if (unknown) throw dictionaryNotFound(`${describeLocator(unknown)} doesn't exist in this workspace.`);
	const versionIds = found.map((one) => one.version_id);
	const key = versionIds.join(" ");
	const rules = rulesCache.get(key) ?? (await loadVersions(db, workspaceId, versionIds));
	cacheRules(key, rules);
	return rules;
}

async function loadVersions(db: Db, workspaceId: string, versionIds: readonly string[]): Promise<DictionaryRule[]> {
	const versions = new Map((await listRulesByVersion(db, workspaceId, versionIds)).map(({ id, rules }) => [id, rules]));
	return versionIds.flatMap((id) => versions.get(id)?.map(engineRule) ?? []);
}

/** The fields that sharing needs. */
export async function findShareableDictionary(db: Db, workspaceId: string, id: string) {
	const row = await findDictionary(db, workspaceId, id);
	return row && { name: row.name, ...accessInfo(row) };
}

function describeLocator({ pronunciation_dictionary_id, version_id }: RuleLocator): string {
	const version = version_id ? `Version ${version_id} of the` : "The";
	return `${version} pronunciation dictionary ${pronunciation_dictionary_id}`;
}

/** Caches rules and evicts the least recently used. */
function cacheRules(key: string, rules: DictionaryRule[]): void {
	rulesCache.delete(key);
	rulesCache.set(key, rules);
	let total = 0;
	for (const list of rulesCache.values()) total += list.length + 1;
	for (const [oldest, list] of rulesCache) {
		if (total <= maxCachedRules || oldest === key) return;
		total -= list.length + 1;
		rulesCache.delete(oldest);
	}
}
