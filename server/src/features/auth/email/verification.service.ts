import type { Database } from "@timbre/db/connect.ts";
import { type MailSettings, queueMail } from "../../../core/mail/mail.ts";
import type { Codes } from "../sign-in/codes.service.ts";
import { continuePath, verificationMail } from "./mails.present.ts";

export type VerificationDeps = { db: Database; codes: Codes; mail: MailSettings; publicUrl: string };

export async function queueVerificationMail(
	{ db, codes, mail, publicUrl }: VerificationDeps,
	user: { id: string; email: string },
	continueUrl: string | null | undefined,
): Promise<void> {
	await db.transaction().execute(async (tx) => {
		const code = await codes.issueLinkCode(tx, "verify_email", user.id, { email: user.email });
		const content = verificationMail(publicUrl, code, continuePath(publicUrl, continueUrl));
		await queueMail(tx, mail, { to: user.email, ...content });
	});
}
