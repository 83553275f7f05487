// Product updates by email.
// Invariant: they go only to users who agreed, and every email has a link that ends them without signing in.
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { privacyEndpoints } from "@timbre/contract/privacy/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Context } from "../../core/http/context.ts";
import { type MailSettings, queueMail } from "../../core/mail/mail.ts";
import { renderMail } from "../../core/mail/mail-template.ts";
import { GLOBAL } from "../../core/tenancy.ts";
import { isInternal } from "../auth/auth.profile.public.ts";
import { requireSession } from "./privacy.export.service.ts";
import { listUpdateRecipients } from "./privacy.repo.ts";
import { optOutUpdatesKey } from "./privacy.service.ts";

export type UpdateSettings = {
	mail: MailSettings;
	secret: string;
	publicUrl: string;
	internalDomain: string | undefined;
};

export async function sendProductUpdate(
	db: Database,
	caller: Pick<Context, "userId" | "via">,
	{ subject, text }: InputOf<typeof privacyEndpoints.sendProductUpdate>["body"],
	{ mail, secret, publicUrl, internalDomain }: UpdateSettings,
): Promise<{ recipients: number }> {
	requireSession(caller, "Sending a product update");
	if (!(await isInternal(db, internalDomain, caller.userId)))
		throw new AppError("missing_permissions", "Only the operator's staff can send product updates.");
	const lines = text.split(/\n\s*\n/);
	return db.transaction().execute(async (tx) => {
		const recipients = await listUpdateRecipients(tx, GLOBAL);
		for (const { id, email } of recipients) {
			const link = new URL("/unsubscribe", publicUrl);
			link.searchParams.set("opt_out_updates_key", optOutUpdatesKey(secret, id));
			await queueMail(tx, mail, {
				to: email,
				subject,
				...renderMail({
					heading: subject,
					lines,
					link: { label: "Unsubscribe from product updates", url: link.href },
				}),
			});
		}
		return { recipients: recipients.length };
	});
}
