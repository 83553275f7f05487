// Mails are rows first: written with what they tell of, sent later by a durable workflow that outlives the mail server's bad days.
import type { Database, Db } from "@timbre/db/connect.ts";
import { createTransport } from "nodemailer";
import { z } from "zod";
import type { Config } from "./config.ts";
import { newId } from "./ids.ts";
import { findMail, insertMail, listMails, type MailRow, markSent, markTrouble } from "./mail.repo.ts";
import { addToOutbox } from "./outbox.repo.ts";
import { defineWorkflow } from "./workflow.ts";

export type MailSettings = {
	from: string;
	operator: string;
	/** False: there is no mail server, mails are kept and nobody is told. */
	enabled: boolean;
};

export function mailSettings(config: Config): MailSettings {
	return { from: config.MAIL_FROM, operator: config.MAIL_TO_OPERATOR, enabled: config.SMTP_URL !== undefined };
}

export type Mail = { to: string; replyTo?: string; subject: string; text: string; html?: string };

/** Call it inside the transaction of what the mail tells of. */
export async function queueMail(tx: Db, settings: MailSettings, mail: Mail): Promise<void> {
	const id = newId();
	await insertMail(tx, {
		id,
		to: oneLine(mail.to),
		from: settings.from,
		replyTo: mail.replyTo === undefined ? null : oneLine(mail.replyTo),
		subject: oneLine(mail.subject).slice(0, 200),
		text: mail.text,
		html: mail.html ?? null,
		state: settings.enabled ? "waiting" : "kept",
	});
	if (settings.enabled) await addToOutbox(tx, { target: mailWorkflow.name, key: id, payload: { mailId: id } });
}

/** What stands in a header may never begin another one. */
function oneLine(text: string): string {
	return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

export async function readMails(db: Database, limit: number): Promise<MailRow[]> {
	return listMails(db, limit);
}

export type SendMail = (mail: MailRow) => Promise<void>;

/** Undefined without a mail server. */
export function createMailer(config: Config): SendMail | undefined {
	if (config.SMTP_URL === undefined) return undefined;
	const transport = createTransport({
		url: config.SMTP_URL,
		connectionTimeout: 10_000,
		greetingTimeout: 10_000,
		socketTimeout: 30_000,
		// A mail is what its row says: no part of it is ever fetched from a file or an address.
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	return async (mail) => {
		await transport.sendMail({
			from: mail.from_address,
			to: mail.to_address,
			// As an object: what a stranger wrote is never read as a list of addresses.
			...(mail.reply_to === null ? {} : { replyTo: { name: "", address: mail.reply_to } }),
			subject: mail.subject,
			text: mail.body,
			...(mail.html === null ? {} : { html: mail.html }),
			// The same at every attempt: should one be cut off after the server took it, the second is known as the same mail.
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
/** How long it waits after each attempt that failed. */
const pauses = [5_000, 30_000, 2 * minute, 10 * minute, 30 * minute, hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour];

type MailServices = { db: Database; send: SendMail | undefined };

/** Sends one mail; tries for two days when the mail server does not take it. */
export const mailWorkflow = defineWorkflow<{ mailId: string }, MailServices>({
	name: "Mail",
	input: z.object({ mailId: z.string() }),
	run: async (context, { mailId }, services) => {
		for (const [attempt, pause] of [...pauses, undefined].entries()) {
			const result = await context.step(`attempt ${attempt}`, () => attemptMail(services, mailId, pause === undefined));
			if (result !== "later" || pause === undefined) return;
			await context.sleep(pause);
		}
	},
});

async function attemptMail({ db, send }: MailServices, mailId: string, last: boolean): Promise<"over" | "later"> {
	const mail = await findMail(db, mailId);
	// Sent by an attempt that was cut off before it could say so, or removed.
	if (mail?.state !== "waiting") return "over";
	try {
		if (!send) throw new Error("no mail server is set up (SMTP_URL)");
		await send(mail);
	} catch (error) {
		const final = last || isRefusal(error);
		await markTrouble(db, mailId, final ? "failed" : "waiting", error instanceof Error ? error.message : String(error));
		return final ? "over" : "later";
	}
	await markSent(db, mailId);
	return "over";
}

/** 5xx is the server's last word on this mail; a wrong password (535) is the operator's to put right. */
function isRefusal(error: unknown): boolean {
	const code = (error as { responseCode?: unknown }).responseCode;
	return typeof code === "number" && code >= 500 && code !== 535 && code !== 530;
}
