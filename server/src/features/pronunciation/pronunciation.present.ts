import type { Dictionary, DictionaryVersion, Rule } from "@timbre/contract/pronunciation/endpoints.ts";
import type { DictionaryRule } from "@timbre/engines/text/dictionary.ts";
import type { Identity } from "../../core/http/context.ts";
import { unix } from "../../core/time.ts";
import { effectiveRole, type SharedRoles } from "../workspace/workspace.sharing.public.ts";
import type { DictionaryRow, VersionRow } from "./pronunciation.repo.ts";

export type Caller = Pick<Identity, "workspaceId" | "userId" | "role">;
type Access = NonNullable<Dictionary["permission_on_resource"]>;
type Shareable = Pick<DictionaryRow, "created_by" | "workspace_access">;

/** The owner and default access of a dictionary, which together with shares determine a member's role. */
export function accessInfo(row: Shareable): { ownerUserId: string; access: Access | null } {
	return { ownerUserId: row.created_by, access: row.workspace_access as Access | null };
}

/** The caller's access: full for the creator and admins, otherwise what was shared with them or the default access. */
export function accessOf(row: Shareable, caller: Caller, shared: SharedRoles | undefined): Access {
	return effectiveRole(accessInfo(row), caller, shared);
}

export function presentDictionary(row: DictionaryRow, caller: Caller, shared?: SharedRoles): Dictionary {
	return {
		id: row.id,
		latest_version_id: row.latest_version_id,
		latest_version_rules_num: row.latest_version_rules_num,
		name: row.name,
		permission_on_resource: accessOf(row, caller, shared),
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

/** Converts a rule to the engines' format. */
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
