import type { DataExport, PrivacyState } from "@timbre/contract/privacy/endpoints.ts";
import { unix } from "../../core/time.ts";
import type { ExportRow, PrivacyRow } from "./privacy.repo.ts";

export function presentPrivacy(row: PrivacyRow | undefined): PrivacyState {
	return {
		ccpa_opt_out: row?.ccpa_opt_out ?? false,
		accepted_bipa_terms: (row?.bipa_accepted_at ?? null) !== null,
		terms_agreed_to: row?.terms_agreed_to ?? {},
	};
}

export function presentExport(row: ExportRow): DataExport {
	const done = row.status === "done";
	return {
		data_export_id: row.id,
		status: row.status as DataExport["status"],
		done: row.done,
		total: row.total,
		error: row.error,
		size_bytes: done ? row.size_bytes : null,
		url: done ? `/v1/user/data-export/${row.id}/file` : null,
		file_name: exportFileName(row),
		created_at_unix: unix(row.created_at),
		expires_at_unix: row.expires_at === null ? null : unix(row.expires_at),
	};
}

export function exportFileName(row: Pick<ExportRow, "created_at">): string {
	return `Timbre_data_${row.created_at.toISOString().slice(0, 10)}.zip`;
}
