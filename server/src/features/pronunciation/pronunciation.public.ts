import type { Db } from "@timbre/db/connect.ts";
import type { DictionaryRule } from "@timbre/engines/text/dictionary.ts";
import { accessInfo, engineRule } from "./pronunciation.present.ts";
import { findDictionary, listDefaults, listRulesByVersion, resolveVersions } from "./pronunciation.repo.ts";
import { dictionaryNotFound } from "./pronunciation.service.ts";

export { getDefaults, listDictionaryVersions } from "./pronunciation.service.ts";

export type RuleLocator = { pronunciation_dictionary_id: string; version_id?: string | null };

const maxCachedRules = 200_000;

/**
 * Loads the rules of these dictionaries, in order; without locators, the rules of the workspace's default dictionaries. Throws for an
 * unknown id, so that rules are never silently left out.
 */
export type LoadRules = (
	workspaceId: string,
	locators: readonly RuleLocator[] | null | undefined,
) => Promise<DictionaryRule[]>;

export function createRuleLoader(db: Db): LoadRules {
	const cache = createRuleCache();
	return async (workspaceId, requested) => {
		const locators = requested ?? (await listDefaultLocators(db, workspaceId));
		if (locators.length === 0) return [];
		// Resolve every time, because the cache does not know which workspace rules belong to.
		const versionIds = await requireDictionaries(db, workspaceId, locators);
		return cache(versionIds.join(" "), () => loadVersions(db, workspaceId, versionIds));
	};
}

/** The ids of the versions. Throws for dictionaries or versions that don't exist in the workspace. */
export async function requireDictionaries(
	db: Db,
	workspaceId: string,
	locators: readonly RuleLocator[],
): Promise<string[]> {
	const wanted = locators.map((one) => ({
		dictionaryId: one.pronunciation_dictionary_id,
		versionId: one.version_id ?? null,
	}));
	const found = await resolveVersions(db, workspaceId, wanted);
	const unknown = locators.find((_, position) => !found.some((one) => one.position === position));
	if (unknown) throw dictionaryNotFound(`${describeLocator(unknown)} doesn't exist in this workspace.`);
	return found.map((one) => one.version_id);
}

async function listDefaultLocators(db: Db, workspaceId: string): Promise<RuleLocator[]> {
	const rows = await listDefaults(db, workspaceId);
	return rows.map((row) => ({ pronunciation_dictionary_id: row.dictionary_id, version_id: row.version_id }));
}

/**
 * Versions never change, so their rules can be cached. Returning the same array also reuses the matcher built for it. Evicts the least
 * recently used.
 */
function createRuleCache() {
	const cached = new Map<string, DictionaryRule[]>();
	return async (key: string, load: () => Promise<DictionaryRule[]>): Promise<DictionaryRule[]> => {
		const rules = cached.get(key) ?? (await load());
		cached.delete(key);
		cached.set(key, rules);
		let total = 0;
		for (const list of cached.values()) total += list.length + 1;
		for (const [oldest, list] of cached) {
			if (total <= maxCachedRules || oldest === key) break;
			total -= list.length + 1;
			cached.delete(oldest);
		}
		return rules;
	};
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
