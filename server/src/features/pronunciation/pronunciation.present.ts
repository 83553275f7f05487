import type { Dictionary, DictionaryVersion, Rule } from "@timbre/contract/pronunciation.ts";
import type { DictionaryRule } from "@timbre/engines/text/dictionary.ts";
import type { Identity } from "../../core/context.ts";
import type { DictionaryRow, VersionRow } from "./pronunciation.repo.ts";

export type Caller = Pick<Identity, "workspaceId" | "userId" | "role">;
type Access = NonNullable<Dictionary["permission_on_resource"]>;

/** What the caller may do with a dictionary: its maker and the admins all, others what the maker allowed, else what their role says. */
export function accessTo(row: Pick<DictionaryRow, "created_by" | "workspace_access">, caller: Caller): Access {
	if (caller.role === "admin" || row.created_by === caller.userId) return "admin";
	return (row.workspace_access as Access | null) ?? caller.role;
}

const unix = (time: Date) => Math.floor(time.getTime() / 1000);

export function presentDictionary(row: DictionaryRow, caller: Caller): Dictionary {
	return {
		id: row.id,
		latest_version_id: row.latest_version_id,
		latest_version_rules_num: row.latest_version_rules_num,
		name: row.name,
		permission_on_resource: accessTo(row, caller),
		created_by: row.created_by,
		creation_time_unix: unix(row.created_at),
		archived_time_unix: row.archived_at === null ? null : unix(row.archived_at),
		description: row.description,
	};
}

export function presentVersion(row: VersionRow): DictionaryVersion {
	return {
		version_id: row.id,
		version_rules_num: row.rules_num,
		version_number: row.number,
		pronunciation_dictionary_id: row.dictionary_id,
		created_by: row.created_by,
		creation_time_unix: unix(row.created_at),
	};
}

/** A rule as the engines read it. */
export function engineRule(rule: Rule): DictionaryRule {
	const matching = {
		match: rule.string_to_replace,
		caseSensitive: rule.case_sensitive,
		wordBoundaries: rule.word_boundaries,
	};
	return rule.type === "alias"
		? { type: "alias", ...matching, alias: rule.alias }
		: { type: "phoneme", ...matching, phoneme: rule.phoneme, alphabet: rule.alphabet };
}
