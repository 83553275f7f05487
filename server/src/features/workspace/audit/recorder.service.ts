// The audit log of a workspace.
// Invariant: an administrative change and its audit event are one transaction, and no event contains a secret.
import type { Db } from "@timbre/db/connect.ts";
import type { Context } from "../../../core/http/context.ts";
import { insertAuditEvent } from "../workspace.repo.ts";

/** Class and activity are named as in the API. */
export type AuditEvent = {
	className:
		| "account_change"
		| "api_key"
		| "authentication"
		| "group_management"
		| "member_management"
		| "privacy"
		| "resource_sharing"
		| "service_account"
		| "sso"
		| "voice_consent"
		| "webhook"
		| "workspace_settings";
	/** `create`, `update`, `delete`, `invite`, … */
	activity: string;
	/** The id, name or email address of the affected object. */
	target?: string;
	/** What changed, in readable form. Never a key, code or password. */
	details?: Record<string, unknown>;
};

/** Call it in the transaction of the change itself. */
export async function recordAudit(
	tx: Db,
	actor: Pick<Context, "workspaceId" | "userId" | "via"> & { clientIp?: string },
	{ className, activity, target, details = {} }: AuditEvent,
): Promise<void> {
	await insertAuditEvent(tx, actor.workspaceId, {
		actorUserId: actor.userId,
		via: actor.via,
		clientIp: actor.clientIp,
		className,
		activity,
		target,
		details,
	});
}
