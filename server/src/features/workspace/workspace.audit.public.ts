// The audit log of a workspace. Always: an administrative act and its line in the log are one transaction, and no line holds a secret.
import type { Db } from "@timbre/db/connect.ts";
import type { Context } from "../../core/context.ts";
import { insertAct } from "./workspace.repo.ts";

/** Named as in the API: what kind of thing was acted on, and what was done with it. */
export type Act = {
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
		| "webhook"
		| "workspace_settings";
	/** `create`, `update`, `delete`, `invite`, … */
	activity: string;
	/** The id or address of what was acted on. */
	target?: string;
	/** What changed, readable. Never a key, a code or a password. */
	details?: Record<string, unknown>;
};

/** Call it in the transaction of the act itself. */
export async function recordAct(
	tx: Db,
	actor: Pick<Context, "workspaceId" | "userId" | "via"> & { visitor?: string },
	{ className, activity, target, details = {} }: Act,
): Promise<void> {
	await insertAct(tx, actor.workspaceId, {
		actorUserId: actor.userId,
		via: actor.via,
		visitor: actor.visitor,
		className,
		activity,
		target,
		details,
	});
}
