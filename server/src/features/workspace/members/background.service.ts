// Work that goes on without the request that started it.
import type { Db } from "@timbre/db/connect.ts";
import type { Context } from "../../../core/http/context.ts";
import type { Log } from "../../../core/log.ts";
import { PermanentFailure } from "../../../core/workflow-failure.ts";
import { getMembershipStatus } from "./membership.service.ts";

export type Starter = { workspaceId: string; userId: string; via: string; apiKeyId: string | null };

/** The identity of the user who started the work, with the role they have now. */
export async function backgroundContext(
	db: Db,
	log: Log,
	{ workspaceId, userId, via, apiKeyId }: Starter,
	{ requestId, signal }: { requestId: string; signal: AbortSignal },
): Promise<Context> {
	const status = await getMembershipStatus(db, workspaceId, userId);
	if (!status) throw new PermanentFailure("You are no longer a member of this workspace.");
	if (status.suspended !== undefined) throw new PermanentFailure("This workspace is suspended.");
	return {
		workspaceId,
		userId,
		role: status.role,
		permissions: status.permissions,
		via: via === "session" ? "session" : "api-key",
		...(apiKeyId === null ? {} : { apiKeyId }),
		requestId,
		log,
		signal,
		clientIp: "",
		range: undefined,
		headers: {},
		setResponseHeader: () => {},
	};
}
