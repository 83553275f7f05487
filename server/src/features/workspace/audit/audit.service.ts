import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import type { workspaceEndpoints } from "@timbre/contract/workspace/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { presentAuditEvent } from "./audit.present.ts";
import { listAuditEvents } from "./audit.repo.ts";

type List = typeof workspaceEndpoints.listAuditLogs;

export async function getAuditLog(
	db: Database,
	workspaceId: string,
	query: InputOf<List>["query"],
): Promise<ResponseOf<List>> {
	const rows = await listAuditEvents(db, workspaceId, {
		before: query.cursor,
		from: toDate(query.time_from_unix_ms),
		to: toDate(query.time_to_unix_ms),
		actorUserId: query.actor_uid,
		search: query.search,
		className: query.class_name,
		activity: query.activity_name,
		limit: query.limit + 1,
	});
	const page = rows.slice(0, query.limit);
	const more = rows.length > page.length;
	return {
		entries: page.map(presentAuditEvent),
		has_more: more,
		next_cursor: more ? String(page.at(-1)?.id) : null,
	};
}

function toDate(milliseconds: number | undefined): Date | undefined {
	return milliseconds === undefined ? undefined : new Date(milliseconds);
}
