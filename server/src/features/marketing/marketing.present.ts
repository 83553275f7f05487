import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { FormFields, FormName, marketingEndpoints } from "@timbre/contract/marketing/endpoints.ts";
import type { MailRow } from "../../core/mail/mail.repo.ts";
import { unix } from "../../core/time.ts";

const titles: Record<FormName, string> = {
	"contact-sales": "Sales",
	"contact-legal": "Legal",
	"grants-application": "Grant application",
	"voice-data-partnerships": "Voice data partnership",
	affiliates: "Affiliate application",
	careers: "Careers",
};

/** The email that notifies the operator of a message. */
export function presentMessage(
	form: FormName,
	fields: FormFields,
	{ id, publicUrl }: { id: string; publicUrl: string },
): { subject: string; text: string } {
	const { message, ...details } = fields;
	const lines = Object.entries(details)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${name.replaceAll("_", " ")}: ${value}`);
	return {
		subject: `[${new URL(publicUrl).host}] ${titles[form]}: ${fields.name}`,
		text: [
			`Sent through the "${form}" form on ${publicUrl}. Replies go to the sender, whose address is not verified.`,
			lines.join("\n"),
			message,
			`-- \nMessage ${id}`,
		].join("\n\n"),
	};
}

export function presentMail(row: MailRow): ResponseOf<typeof marketingEndpoints.listDevMails>["mails"][number] {
	return {
		id: row.id,
		to: row.to_address,
		from: row.from_address,
		reply_to: row.reply_to,
		subject: row.subject,
		text: row.body,
		state: row.state as "waiting" | "sent" | "kept" | "failed",
		created_at_unix: unix(row.created_at),
	};
}
