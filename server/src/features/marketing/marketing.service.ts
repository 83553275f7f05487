// The forms of the public pages. A message is always kept, and a mail about it goes to the operator alone: never to the address a
// visitor wrote, or anybody could have mail sent to anybody.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { type FormFields, type FormName, type marketingEndpoints, minFormSeconds } from "@timbre/contract/marketing.ts";
import type { Database } from "@timbre/db/connect.ts";
import { newId } from "../../core/ids.ts";
import { type MailSettings, queueMail, readMails } from "../../core/mail.ts";
import { presentMail, presentMessage } from "./marketing.present.ts";
import { insertMessage } from "./marketing.repo.ts";

export type MarketingDeps = {
	db: Database;
	mail: MailSettings;
	publicUrl: string;
	/** Signs the tokens of the forms. */
	secret: string;
	/** Whether mails may be read without signing in: on a developer's own machine. */
	showMails: boolean;
	now?: () => number;
};

type FormAnswer = ResponseOf<typeof marketingEndpoints.sendContactSales>;
type Sent = FormFields & { token: string; fax: string };

const longestOpenMs = 24 * 3_600_000;

export function issueToken({ secret, now = Date.now }: MarketingDeps): { token: string; minimum_seconds: number } {
	const body = `${now().toString(36)}.${randomBytes(12).toString("base64url")}`;
	return { token: `${body}.${sign(secret, body)}`, minimum_seconds: minFormSeconds };
}

function sign(secret: string, body: string): string {
	return createHmac("sha256", secret).update(`form token ${body}`).digest("base64url");
}

/** What makes the token the only one of its kind, or a reason to send the form again. */
function checkToken({ secret, now = Date.now }: MarketingDeps, token: string): string {
	const [issued = "", nonce = "", signature = ""] = token.split(".");
	const expected = Buffer.from(sign(secret, `${issued}.${nonce}`));
	const given = Buffer.from(signature);
	const age = now() - Number.parseInt(issued, 36);
	if (given.length !== expected.length || !timingSafeEqual(given, expected) || !(age <= longestOpenMs))
		throw new AppError("form_token_invalid", "This form was open for too long. Send it again.");
	if (age < minFormSeconds * 1_000)
		throw new AppError("form_too_fast", "That was faster than anybody writes. Wait a few seconds and send it again.", {
			retryAfterSeconds: minFormSeconds,
		});
	return nonce;
}

export async function receiveForm(deps: MarketingDeps, form: FormName, sent: Sent): Promise<FormAnswer> {
	const { token, fax, ...fields } = sent;
	// A robot is not told that it was found out.
	if (fax !== "") return answer(deps);
	const tokenId = checkToken(deps, token);
	return keepMessage(deps, form, fields, tokenId);
}

/** Of a page without JavaScript, which has no token to give. */
export async function receivePlainForm(
	deps: MarketingDeps,
	form: FormName,
	{ fax, ...fields }: FormFields & { fax: string },
): Promise<FormAnswer> {
	return fax === "" ? keepMessage(deps, form, fields, null) : answer(deps);
}

async function keepMessage(
	deps: MarketingDeps,
	form: FormName,
	fields: FormFields,
	tokenId: string | null,
): Promise<FormAnswer> {
	const id = newId();
	await deps.db.transaction().execute(async (tx) => {
		// The same form sent twice, by a second click or a lost answer, is one message.
		if (!(await insertMessage(tx, { id, form, tokenId, fields }))) return;
		const { subject, text } = presentMessage(form, fields, { id, publicUrl: deps.publicUrl });
		await queueMail(tx, deps.mail, { to: deps.mail.operator, replyTo: fields.email, subject, text });
	});
	return answer(deps);
}

function answer({ mail }: MarketingDeps): FormAnswer {
	return { status: "received", delivery: mail.enabled ? "mail" : "kept" };
}

const mailsShown = 50;

export async function readDevMails(deps: MarketingDeps): Promise<ResponseOf<typeof marketingEndpoints.listDevMails>> {
	if (!deps.showMails) throw new AppError("not_found", "Mails are shown on a developer's own machine only.");
	return { mails: (await readMails(deps.db, mailsShown)).map(presentMail) };
}
