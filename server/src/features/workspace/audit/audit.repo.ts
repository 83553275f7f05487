import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { readRow } from "../../../core/json-columns/column.ts";
import { workspaceAuditColumns } from "../../../core/json-columns/platform.ts";

export type AuditRow = Awaited<ReturnType<typeof listAuditEvents>>[number];

/** Newest first. */
export async function listAuditEvents(
	db: Db,
	workspaceId: string,
	filter: {
		before?: string;
		from?: Date;
		to?: Date;
		actorUserId?: string;
		search?: string;
		className?: string;
		activity?: string;
		limit: number;
	},
) {
	let query = db
		.selectFrom("workspace_audit as act")
		.leftJoin("auth_user as actor", "actor.id", "act.actor_user_id")
		.selectAll("act")
		.select(["actor.name as actor_name", "actor.service_account_of as actor_of"])
		.where("act.workspace_id", "=", workspaceId);
	if (filter.before !== undefined) query = query.where("act.id", "<", Number(filter.before));
	if (filter.from !== undefined) query = query.where("act.at", ">=", filter.from);
	if (filter.to !== undefined) query = query.where("act.at", "<=", filter.to);
	if (filter.actorUserId !== undefined) query = query.where("act.actor_user_id", "=", filter.actorUserId);
	if (filter.search) {
		const pattern = `%${filter.search.replaceAll(/[\\%_]/g, "\\$&")}%`;
		query = query.where((eb) =>
			eb.or([
				eb("actor.name", "ilike", pattern),
				eb("act.actor_email", "ilike", pattern),
				eb("act.target", "ilike", pattern),
				eb(sql`replace(act.activity, '_', ' ')`, "ilike", pattern),
			]),
		);
	}
	if (filter.className !== undefined) query = query.where("act.class_name", "=", filter.className);
	if (filter.activity !== undefined) query = query.where("act.activity", "=", filter.activity);
	const rows = await query.orderBy("act.id", "desc").limit(filter.limit).execute();
	return rows.map((row) => readRow(workspaceAuditColumns, row));
}
