import type { Dictionary, DictionaryVersion, Rule } from "@timbre/contract/pronunciation.ts";
import type { DictionaryRule } from "@timbre/engines/text/dictionary.ts";
import type { Identity } from "../../core/context.ts";
import { effectiveRole, type Shared } from "../workspace/workspace.sharing.public.ts";
import type { DictionaryRow, VersionRow } from "./pronunciation.repo.ts";

export type Caller = Pick<Identity, "workspaceId" | "userId" | "role">;
type Access = NonNullable<Dictionary["permission_on_resource"]>;
type Shareable = Pick<DictionaryRow, "created_by" | "workspace_access">;

/** What decides who may do what with a dictionary, beside what it is shared for. */
export function accessFacts(row: Shareable): { ownerUserId: string; access: Access | null } {
	return { ownerUserId: row.created_by, access: row.workspace_access as Access | null };
}

/** What the caller may do with a dictionary: its maker and the admins all, others what they were given or what everybody may. */
export function accessTo(row: Shareable, caller: Caller, shared: Shared | undefined): Access {
	return effectiveRole(accessFacts(row), caller, shared);
}

const unix = (time: Date) => Math.floor(time.getTime() / 1000);

export function presentDictionary(row: DictionaryRow, caller: Caller, shared?: Shared): Dictionary {
	return {
		id: row.id,
		latest_version_id: row.latest_version_id,
		latest_version_rules_num: row.latest_version_rules_num,
		name: row.name,
		permission_on_resource: accessTo(row, caller, shared),
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
