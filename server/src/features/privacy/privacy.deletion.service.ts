// Account deletion.
// Invariant: once requested, no session, key or password works; a workflow deletes the rest until nothing identifies
// the user; a workspace with other members is never deleted with its owner.
import { AppError } from "@timbre/contract/errors.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../core/events/outbox.repo.ts";
import type { Context } from "../../core/http/context.ts";
import { newId } from "../../core/ids.ts";
import { type MailSettings, queueMail } from "../../core/mail/mail.ts";
import { GLOBAL } from "../../core/tenancy.ts";
import { revokeSessions } from "../auth/auth.public.ts";
import { deletionWorkflow } from "./privacy.deletion.workflow.ts";
import { requireSession } from "./privacy.export.service.ts";
import {
	closeAccount,
	insertDeletion,
	listSharedOwnedWorkspaces,
	listSoleWorkspaces,
	updateDeletionWorkspaces,
} from "./privacy.repo.ts";

export async function deleteUser(
	db: Database,
	caller: Pick<Context, "userId" | "via">,
	mail: MailSettings,
): Promise<{ status: "ok" }> {
	requireSession(caller, "Deleting an account");
	await db.transaction().execute((tx) => startAccountDeletion(tx, caller.userId, mail, "by themselves"));
	return { status: "ok" };
}

const reasons = {
	"by themselves": "as you requested",
	"by an admin": "because an admin of a workspace you joined requested it",
};

/** Closes an account immediately and starts deleting its data, in the caller's transaction. */
export async function startAccountDeletion(
	tx: Db,
	userId: string,
	mail: MailSettings,
	requestedBy: keyof typeof reasons,
): Promise<void> {
	const id = newId();
	const user = await insertDeletion(tx, userId, id);
	if (!user) return;
	const shared = await listSharedOwnedWorkspaces(tx, userId);
	if (shared.length > 0)
		throw new AppError(
			"owner_must_stay",
			requestedBy === "by an admin"
				? "This user owns another workspace with other members. They must transfer its ownership before their account can be deleted."
				: `You own ${shared.map(({ name }) => `"${name}"`).join(", ")}, which has other members. Transfer ownership to another admin or remove the other members first.`,
		);
	await updateDeletionWorkspaces(tx, GLOBAL, id, await listSoleWorkspaces(tx, userId));
	await revokeSessions(tx, userId);
	await closeAccount(tx, userId);
	await addToOutbox(tx, GLOBAL, { target: deletionWorkflow.name, key: id, payload: { deletionId: id } });
	await queueMail(tx, mail, {
		to: user.email,
		subject: "Your account is being deleted",
		text: `Your account and all of its data are being deleted, ${reasons[requestedBy]}. You've been signed out everywhere and your API keys no longer work. Your texts, audio and settings will be permanently deleted within minutes.\n\nThis is the last email we'll send to this address.\n`,
	});
}
