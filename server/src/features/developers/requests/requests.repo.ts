import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { Global } from "../../../core/tenancy.ts";

export type LoggedRequest = {
	request_id: string;
	workspace_id: string;
	user_id: string;
	api_key_id: string;
	method: string;
	path: string;
	status: number;
	error_code: string | null;
	duration_ms: number;
	created_at: string;
};

/** Inserts requests of many workspaces in one statement. Skips those whose key was deleted meanwhile. */
export async function insertRequests(db: Db, _scope: Global, requests: readonly LoggedRequest[]): Promise<void> {
	await sql`
		insert into api_request
			(request_id, workspace_id, user_id, api_key_id, method, path, status, error_code, duration_ms, created_at)
		select r.request_id, key.workspace_id, key.user_id, key.id, r.method, r.path, r.status, r.error_code, r.duration_ms, r.created_at
		from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as r (request_id text, workspace_id text, user_id text,
			api_key_id text, method text, path text, status int, error_code text, duration_ms int, created_at timestamptz)
		join api_key key on key.id = r.api_key_id and key.workspace_id = r.workspace_id and key.user_id = r.user_id
		order by r.created_at
		-- A key that is being deleted would make the whole insert fail.
		for key share of key skip locked`.execute(db);
}

/** Deletes requests older than `days`, and all but the latest `max` of each workspace. */
export async function deleteOldRequests(db: Db, _scope: Global, days: number, max: number): Promise<void> {
	await db
		.deleteFrom("api_request")
		.where("created_at", "<", sql<Date>`now() - make_interval(days => ${days})`)
		.execute();
	// Materialized, because the planner would otherwise look for the limit again for every row.
	await sql`
		with busy as materialized (
			select workspace_id, (
				select number from api_request where workspace_id = counted.workspace_id order by number desc offset ${max} limit 1
			) as last
			from (select workspace_id from api_request group by workspace_id having count(*) > ${max}) as counted
		)
		delete from api_request using busy
		where api_request.workspace_id = busy.workspace_id and api_request.number <= busy.last`.execute(db);
}

/** Whether the workspace, or one of its users, has or had the key. */
export async function isKeyOf(db: Db, workspaceId: string, keyId: string, userId?: string): Promise<boolean> {
	const key = await db
		.selectFrom("api_key")
		.select("id")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", keyId)
		.$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? ""))
		.executeTakeFirst();
	return key !== undefined;
}

/** Requests with the names of their keys, newest first. */
export async function listRequests(
	db: Db,
	workspaceId: string,
	page: {
		userId?: string;
		keyId?: string;
		minStatus?: number;
		maxStatus?: number;
		before?: number;
		size: number;
	},
) {
	const { userId, keyId, minStatus, maxStatus, before } = page;
	return db
		.selectFrom("api_request as request")
		.innerJoin("api_key as key", "key.id", "request.api_key_id")
		.selectAll("request")
		.select("key.name as key_name")
		.where("request.workspace_id", "=", workspaceId)
		.$if(userId !== undefined, (query) => query.where("request.user_id", "=", userId ?? ""))
		.$if(keyId !== undefined, (query) => query.where("request.api_key_id", "=", keyId ?? ""))
		.$if(minStatus !== undefined, (query) => query.where("request.status", ">=", minStatus ?? 0))
		.$if(maxStatus !== undefined, (query) => query.where("request.status", "<=", maxStatus ?? 0))
		.$if(before !== undefined, (query) => query.where("request.number", "<", before ?? 0))
		.orderBy("request.number", "desc")
		.limit(page.size)
		.execute();
}
