// Invariant: an email is a database row first, written in the transaction of the change it is about. A durable workflow
// sends it later and retries while the mail server is down.
import type { EmailDelivery } from "@timbre/contract/auth/rules.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { createTransport } from "nodemailer";
import { z } from "zod";
import type { Config } from "../config.ts";
import { addToOutbox } from "../events/outbox.repo.ts";
import { newId } from "../ids.ts";
import { isLoopbackHost } from "../security/loopback.ts";
import { GLOBAL } from "../tenancy.ts";
import { defineWorkflow } from "../workflow.ts";
import { findMail, insertMail, listMails, type MailRow, markMailSent, recordMailError } from "./mail.repo.ts";

export type MailSettings = {
	from: string;
	operator: string;
	/** False without a mail server: emails are stored but never sent. */
	enabled: boolean;
};

export function mailSettings(config: Config): MailSettings {
	return { from: config.MAIL_FROM, operator: config.MAIL_TO_OPERATOR, enabled: config.SMTP_URL !== undefined };
}

/**
 * Whether emails are shown at /dev/mails, on a developer's machine. Checks both: a development server exposed to the
 * internet must not show its emails.
 */
export function showsMails(config: Config): boolean {
	return config.NODE_ENV !== "production" && isLoopbackHost(new URL(config.PUBLIC_URL).hostname);
}

export function emailDelivery(config: Config): EmailDelivery {
	return config.SMTP_URL !== undefined ? "mail" : showsMails(config) ? "local" : "kept";
}

export type Mail = { to: string; replyTo?: string; subject: string; text: string; html?: string };

/** Call this in the transaction of the change that the email is about. */
export async function queueMail(tx: Db, settings: MailSettings, mail: Mail): Promise<void> {
	const id = newId();
	await insertMail(tx, GLOBAL, {
		id,
		to: oneLine(mail.to),
		from: settings.from,
		replyTo: mail.replyTo === undefined ? null : oneLine(mail.replyTo),
		subject: oneLine(mail.subject).slice(0, 200),
		text: mail.text,
		html: mail.html ?? null,
		state: settings.enabled ? "waiting" : "kept",
	});
	if (settings.enabled) await addToOutbox(tx, GLOBAL, { target: mailWorkflow.name, key: id, payload: { mailId: id } });
}

/** Prevents header injection: a line break in a value would start a new header. */
function oneLine(text: string): string {
	return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

export async function listRecentMails(db: Database, limit: number): Promise<MailRow[]> {
	return listMails(db, GLOBAL, limit);
}

export type SendMail = (mail: MailRow) => Promise<void>;

/** Returns undefined without a mail server. */
export function createMailer(config: Config): SendMail | undefined {
	if (config.SMTP_URL === undefined) return undefined;
	const transport = createTransport({
		url: config.SMTP_URL,
		connectionTimeout: 10_000,
		greetingTimeout: 10_000,
		socketTimeout: 30_000,
		// Never load parts of an email from a file or a URL.
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	return async (mail) => {
		await transport.sendMail({
			from: mail.from_address,
			to: mail.to_address,
			// An object, so untrusted text is never parsed as a list of addresses.
			...(mail.reply_to === null ? {} : { replyTo: { name: "", address: mail.reply_to } }),
			subject: mail.subject,
			text: mail.body,
			...(mail.html === null ? {} : { html: mail.html }),
			// The same for every attempt, so mail servers can detect a duplicate after an interrupted attempt.
			messageId: `<${mail.id}@${domainOf(mail.from_address)}>`,
			date: mail.created_at,
			headers: { "auto-submitted": "auto-generated" },
		});
	};
}

function domainOf(address: string): string {
	return /@([^\s<>]+)>?$/.exec(address)?.[1] ?? "localhost";
}

const minute = 60_000;
const hour = 60 * minute;
/** Delays after each failed attempt. */
const retryDelaysMs = [
	5_000,
	30_000,
	2 * minute,
	10 * minute,
	30 * minute,
	hour,
	3 * hour,
	6 * hour,
	12 * hour,
	24 * hour,
];

type MailServices = { db: Database; send: SendMail | undefined };

/** Sends one email. Retries for two days. */
export const mailWorkflow = defineWorkflow<{ mailId: string }, MailServices>({
	name: "Mail",
	input: z.object({ mailId: z.string() }),
	run: async (context, { mailId }, services) => {
		for (const [attempt, delayMs] of [...retryDelaysMs, undefined].entries()) {
			const result = await context.step(`attempt ${attempt}`, () =>
				attemptMail(services, mailId, delayMs === undefined),
			);
			if (result !== "later" || delayMs === undefined) return;
			await context.sleep(delayMs);
		}
	},
});

async function attemptMail({ db, send }: MailServices, mailId: string, last: boolean): Promise<"over" | "later"> {
	const mail = await findMail(db, GLOBAL, mailId);
	// Already sent by an attempt that was interrupted before it could report it, or deleted.
	if (mail?.state !== "waiting") return "over";
	try {
		if (!send) throw new Error("no mail server is configured (SMTP_URL)");
		await send(mail);
	} catch (error) {
		const final = last || isPermanentRejection(error);
		await recordMailError(
			db,
			GLOBAL,
			mailId,
			final ? "failed" : "waiting",
			error instanceof Error ? error.message : String(error),
		);
		return final ? "over" : "later";
	}
	await markMailSent(db, GLOBAL, mailId);
	return "over";
}

/** 5xx is permanent, except failed authentication (530, 535), which the operator can fix. */
function isPermanentRejection(error: unknown): boolean {
	const code = (error as { responseCode?: unknown }).responseCode;
	return typeof code === "number" && code >= 500 && code !== 535 && code !== 530;
}
