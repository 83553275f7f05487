import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { Global } from "../tenancy.ts";

// Emails belong to the server, not to a workspace, so these functions take no workspaceId.

export type NewMail = {
	id: string;
	to: string;
	from: string;
	replyTo: string | null;
	subject: string;
	text: string;
	html: string | null;
	state: "waiting" | "kept";
};

export async function insertMail(db: Db, _scope: Global, mail: NewMail): Promise<void> {
	await db
		.insertInto("mail")
		.values({
			id: mail.id,
			to_address: mail.to,
			from_address: mail.from,
			reply_to: mail.replyTo,
			subject: mail.subject,
			body: mail.text,
			html: mail.html,
			state: mail.state,
		})
		.execute();
}

export async function findMail(db: Db, _scope: Global, id: string) {
	return db.selectFrom("mail").selectAll().where("id", "=", id).executeTakeFirst();
}
export type MailRow = NonNullable<Awaited<ReturnType<typeof findMail>>>;

export async function markMailSent(db: Db, _scope: Global, id: string): Promise<void> {
	await db
		.updateTable("mail")
		.set({ state: "sent", sent_at: sql`now()`, last_error: null })
		.where("id", "=", id)
		.execute();
}

export async function recordMailError(
	db: Db,
	_scope: Global,
	id: string,
	state: "waiting" | "failed",
	error: string,
): Promise<void> {
	await db
		.updateTable("mail")
		.set({ state, last_error: error.slice(0, 500) })
		.where("id", "=", id)
		.where("state", "=", "waiting")
		.execute();
}

export async function listMails(db: Db, _scope: Global, limit: number): Promise<MailRow[]> {
	return db.selectFrom("mail").selectAll().orderBy("created_at", "desc").orderBy("id").limit(limit).execute();
}

const maxPerHour = 10;

/** Whether an address has received so many emails in the last hour that another would help someone harass its owner. */
export async function isOverMailLimit(db: Db, _scope: Global, address: string): Promise<boolean> {
	const { count } = await db
		.selectFrom("mail")
		.select((eb) => eb.fn.countAll<string>().as("count"))
		.where(sql`lower(to_address)`, "=", address.toLowerCase())
		.where("created_at", ">", sql<Date>`now() - interval '1 hour'`)
		.executeTakeFirstOrThrow();
	return Number(count) >= maxPerHour;
}
