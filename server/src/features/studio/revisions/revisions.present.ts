import type { Revision } from "@timbre/contract/studio/revision/schemas.ts";
import { importSeconds } from "@timbre/contract/studio/rules.ts";
import { unix } from "../../../core/time.ts";
import type { RevisionRow } from "./revisions.repo.ts";

export function presentRevision(row: RevisionRow, fingerprint: string): Revision {
	const state = stateOf(row);
	return {
		revision_id: row.import_id,
		project_id: row.project_id,
		source_name: row.source_name,
		state,
		progress: state === "reading" ? row.progress : 1,
		error: row.import_error ?? row.error,
		dropped: row.document?.dropped ?? null,
		keep: row.keep as Revision["keep"],
		comparison: row.result && {
			...row.result,
			// The text has changed by applying it, too.
			is_outdated: state !== "applied" && row.fingerprint !== fingerprint,
		},
		created_at_unix: unix(row.created_at),
		expires_at_unix: unix(row.created_at) + importSeconds,
	};
}

/** While the manuscript is read, the state is that of its import. */
export function stateOf({ state, import_state }: Pick<RevisionRow, "state" | "import_state">): Revision["state"] {
	return import_state === "reading" || import_state === "failed" ? import_state : (state as Revision["state"]);
}
