// Forms of the public pages.
// Invariant: every message is stored, and its email goes only to the operator, never to an address entered by a visitor, so
// the forms can't be used to send mail to third parties.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import {
	type FormFields,
	type FormName,
	type marketingEndpoints,
	minFormSeconds,
} from "@timbre/contract/marketing/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { newId } from "../../core/ids.ts";
import { listRecentMails, type MailSettings, queueMail } from "../../core/mail/mail.ts";
import { GLOBAL } from "../../core/tenancy.ts";
import { presentMail, presentMessage } from "./marketing.present.ts";
import { insertMessage } from "./marketing.repo.ts";

export type MarketingDeps = {
	db: Database;
	mail: MailSettings;
	publicUrl: string;
	/** Signs form tokens. */
	secret: string;
	/** Whether emails can be read without signing in. Only on a developer's machine. */
	showMails: boolean;
	now?: () => number;
};

type FormResponse = ResponseOf<typeof marketingEndpoints.sendContactSales>;
type Sent = FormFields & { token: string; fax: string };

const maxOpenMs = 24 * 3_600_000;

export function issueToken({ secret, now = Date.now }: MarketingDeps): { token: string; minimum_seconds: number } {
	const body = `${now().toString(36)}.${randomBytes(12).toString("base64url")}`;
	return { token: `${body}.${sign(secret, body)}`, minimum_seconds: minFormSeconds };
}

function sign(secret: string, body: string): string {
	return createHmac("sha256", secret).update(`form token ${body}`).digest("base64url");
}

/** Returns the token's unique id, or throws if the form must be sent again. */
function checkToken({ secret, now = Date.now }: MarketingDeps, token: string): string {
	const [issued = "", nonce = "", signature = ""] = token.split(".");
	const expected = Buffer.from(sign(secret, `${issued}.${nonce}`));
	const given = Buffer.from(signature);
	const age = now() - Number.parseInt(issued, 36);
	if (given.length !== expected.length || !timingSafeEqual(given, expected) || !(age <= maxOpenMs))
		throw new AppError("form_token_invalid", "This form has expired. Send it again.");
	if (age < minFormSeconds * 1_000)
		throw new AppError("form_too_fast", "The form was sent too quickly. Wait a few seconds and send it again.", {
			retryAfterSeconds: minFormSeconds,
		});
	return nonce;
}

export async function receiveForm(deps: MarketingDeps, form: FormName, sent: Sent): Promise<FormResponse> {
	const { token, fax, ...fields } = sent;
	// Don't reveal to bots that they were detected.
	if (fax !== "") return presentReceipt(deps);
	const tokenId = checkToken(deps, token);
	return storeMessage(deps, form, fields, tokenId);
}

/** Receives a form from a page without JavaScript, which has no token. */
export async function receivePlainForm(
	deps: MarketingDeps,
	form: FormName,
	{ fax, ...fields }: FormFields & { fax: string },
): Promise<FormResponse> {
	return fax === "" ? storeMessage(deps, form, fields, null) : presentReceipt(deps);
}

async function storeMessage(
	deps: MarketingDeps,
	form: FormName,
	fields: FormFields,
	tokenId: string | null,
): Promise<FormResponse> {
	const id = newId();
	await deps.db.transaction().execute(async (tx) => {
		// The token makes a form sent twice (double click, lost response) a single message.
		if (!(await insertMessage(tx, GLOBAL, { id, form, tokenId, fields }))) return;
		const { subject, text } = presentMessage(form, fields, { id, publicUrl: deps.publicUrl });
		await queueMail(tx, deps.mail, { to: deps.mail.operator, replyTo: fields.email, subject, text });
	});
	return presentReceipt(deps);
}

function presentReceipt({ mail }: MarketingDeps): FormResponse {
	return { status: "received", delivery: mail.enabled ? "mail" : "kept" };
}

const maxMails = 50;

export async function listDevMails(deps: MarketingDeps): Promise<ResponseOf<typeof marketingEndpoints.listDevMails>> {
	if (!deps.showMails) throw new AppError("not_found", "Emails are only available on a developer's machine.");
	return { mails: (await listRecentMails(deps.db, maxMails)).map(presentMail) };
}
