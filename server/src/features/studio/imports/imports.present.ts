import type { DocumentImport } from "@timbre/contract/studio/import-schemas.ts";
import { importSeconds } from "@timbre/contract/studio/rules.ts";
import { unix } from "../../../core/time.ts";
import type { ImportRow } from "./imports.repo.ts";

export function presentImport(row: ImportRow): DocumentImport {
	return {
		import_id: row.id,
		source_name: row.source_name,
		kind: row.purpose === "bundle" ? "bundle" : "document",
		state: row.state as DocumentImport["state"],
		progress: row.progress,
		error: row.error,
		project_id: row.project_id,
		document: row.document,
		replaced_voices: row.replaced_voices,
		created_at_unix: unix(row.created_at),
		expires_at_unix: unix(row.created_at) + importSeconds,
	};
}
