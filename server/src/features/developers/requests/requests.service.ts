// The request log: recent API requests with a key, for developers.
// Invariant: it contains no bodies, query values or headers, and writing it never delays a response.
import type { developersEndpoints } from "@timbre/contract/developers/endpoints.ts";
import { requestLogDays, requestLogMax } from "@timbre/contract/developers/rules.ts";
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Context } from "../../../core/http/context.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { keyNotFound } from "../keys/keys.service.ts";
import { deleteOldRequests, insertRequests, isKeyOf, type LoggedRequest, listRequests } from "./requests.repo.ts";

export type { LoggedRequest } from "./requests.repo.ts";

type ListRequests = typeof developersEndpoints.listApiRequests;

/** Admins see the requests of all keys, other members those of their own. */
export async function listApiRequests(
	db: Database,
	{ workspaceId, userId, permissions }: Context,
	{ key_id, status, page_size, cursor }: InputOf<ListRequests>["query"],
): Promise<ResponseOf<ListRequests>> {
	const owner = permissions.has("workspace_write") ? undefined : userId;
	if (key_id !== undefined && !(await isKeyOf(db, workspaceId, key_id, owner))) throw keyNotFound();
	const rows = await listRequests(db, workspaceId, {
		...(owner === undefined ? {} : { userId: owner }),
		...(key_id === undefined ? {} : { keyId: key_id }),
		...(status === undefined ? {} : statusRanges[status]),
		...(cursor === undefined ? {} : { before: Number(cursor) }),
		size: page_size + 1,
	});
	const shown = rows.slice(0, page_size);
	const more = rows.length > shown.length;
	return {
		requests: shown.map((row) => ({
			request_id: row.request_id,
			created_at_unix_ms: row.created_at.getTime(),
			method: row.method,
			path: row.path,
			status: row.status,
			error_code: row.error_code,
			duration_ms: row.duration_ms,
			key_id: row.api_key_id,
			key_name: row.key_name,
		})),
		has_more: more,
		next_cursor: more ? String(shown.at(-1)?.number) : null,
	};
}

const statusRanges = {
	success: { maxStatus: 399 },
	client_error: { minStatus: 400, maxStatus: 499 },
	server_error: { minStatus: 500 },
};

/** Of all workspaces: requests are written in batches. */
export async function createRequests(db: Database, requests: readonly LoggedRequest[]): Promise<void> {
	await insertRequests(db, GLOBAL, requests);
}

export async function deleteExpiredRequests(db: Database): Promise<void> {
	await deleteOldRequests(db, GLOBAL, requestLogDays, requestLogMax);
}
