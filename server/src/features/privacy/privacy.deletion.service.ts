// The end of an account. Always: from the moment it is asked for, no session, key or password opens it; what is left is removed by a
// workflow that goes on until nothing names the person any more; a workspace that others work in is never lost with its owner.
import { AppError } from "@timbre/contract/errors.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { Context } from "../../core/context.ts";
import { newId } from "../../core/ids.ts";
import { type MailSettings, queueMail } from "../../core/mail.ts";
import { addToOutbox } from "../../core/outbox.repo.ts";
import { endSessions } from "../auth/auth.public.ts";
import { deletionWorkflow } from "./privacy.deletion.workflow.ts";
import { requirePerson } from "./privacy.export.service.ts";
import {
	beginDeletion,
	closeAccount,
	listOwnedWithOthers,
	listSoleWorkspaces,
	noteDoomedWorkspaces,
} from "./privacy.repo.ts";

export async function deleteUser(
	db: Database,
	caller: Pick<Context, "userId" | "via">,
	mail: MailSettings,
): Promise<{ status: "ok" }> {
	requirePerson(caller, "Deleting an account");
	await db.transaction().execute((tx) => endAccount(tx, caller.userId, mail, "by themselves"));
	return { status: "ok" };
}

const reasons = {
	"by themselves": "as you asked",
	"by an admin": "because an admin of a workspace you joined asked for it",
};

/** Ends an account at once and begins to remove what is left of it, in the transaction of whoever decides it. */
export async function endAccount(
	tx: Db,
	userId: string,
	mail: MailSettings,
	asked: keyof typeof reasons,
): Promise<void> {
	const id = newId();
	const user = await beginDeletion(tx, userId, id);
	if (!user) return;
	const shared = await listOwnedWithOthers(tx, userId);
	if (shared.length > 0)
		throw new AppError(
			"owner_must_stay",
			asked === "by an admin"
				? "They own another workspace, where others work too. Only they can hand it over, and must before their account can go."
				: `You own ${shared.map(({ name }) => `"${name}"`).join(", ")}, where others work too. Transfer the ownership to one of its admins first, or remove the other members.`,
		);
	await noteDoomedWorkspaces(tx, id, await listSoleWorkspaces(tx, userId));
	await endSessions(tx, userId);
	await closeAccount(tx, userId);
	await addToOutbox(tx, { target: deletionWorkflow.name, key: id, payload: { deletionId: id } });
	await queueMail(tx, mail, {
		to: user.email,
		subject: "Your account is being deleted",
		text: `Your account and everything in it are being deleted, ${reasons[asked]}. You are signed out everywhere and your API keys no longer work. Within minutes your texts, your sound and your settings are gone for good.\n\nThis is the last mail to this address.\n`,
	});
}
