import type { Agreement } from "@timbre/contract/privacy.ts";
import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

// By user and not by workspace: what somebody decided about their data is theirs, whatever the workspace.

export async function findPerson(db: Db, userId: string) {
	const row = await db.selectFrom("privacy_person").selectAll().where("user_id", "=", userId).executeTakeFirst();
	return row && { ...row, terms_agreed_to: row.terms_agreed_to as Partial<Record<Agreement, number>> };
}
export type PrivacyRow = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

export async function saveOptOut(db: Db, userId: string, optOut: boolean): Promise<void> {
	const changes = { ccpa_opt_out: optOut, ccpa_opt_out_at: new Date() };
	await db
		.insertInto("privacy_person")
		.values({ user_id: userId, ...changes })
		.onConflict((conflict) => conflict.column("user_id").doUpdateSet(changes))
		.execute();
}

/** The first time counts. */
export async function saveBipaAcceptance(db: Db, userId: string): Promise<void> {
	await db
		.insertInto("privacy_person")
		.values({ user_id: userId, bipa_accepted_at: sql`now()` })
		.onConflict((conflict) =>
			conflict
				.column("user_id")
				.doUpdateSet({ bipa_accepted_at: sql`coalesce(privacy_person.bipa_accepted_at, now())` }),
		)
		.execute();
}

/** The first time counts. */
export async function saveAgreements(db: Db, userId: string, agreed: Partial<Record<Agreement, number>>) {
	const terms = JSON.stringify(agreed);
	await db
		.insertInto("privacy_person")
		.values({ user_id: userId, terms_agreed_to: terms })
		.onConflict((conflict) =>
			conflict.column("user_id").doUpdateSet({
				terms_agreed_to: sql`${terms}::jsonb || privacy_person.terms_agreed_to`,
			}),
		)
		.execute();
}

/** Counts what happened on a page. Of nobody: at most a browser's random name goes with it. */
export async function insertVisits(
	db: Db,
	visits: readonly { name: string; visitorId: string | null; path: string | null; at: Date }[],
): Promise<void> {
	await db
		.insertInto("analytics_event")
		.values(
			visits.map(({ name, visitorId, path, at }) => ({
				name,
				visitor_id: visitorId,
				data: JSON.stringify(path === null ? {} : { path }),
				created_at: at,
			})),
		)
		.execute();
}

// Archives.

/** Undefined when one is under way already. */
export async function insertExport(db: Db, userId: string, id: string) {
	return db
		.insertInto("privacy_export")
		.values({ id, user_id: userId })
		.onConflict((conflict) =>
			conflict.column("user_id").where(sql<boolean>`status in ('waiting', 'running')`).doNothing(),
		)
		.returning("id")
		.executeTakeFirst();
}

export async function findExport(db: Db, userId: string, id: string) {
	return db
		.selectFrom("privacy_export")
		.selectAll()
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.executeTakeFirst();
}
export type ExportRow = NonNullable<Awaited<ReturnType<typeof findExport>>>;

export async function findLatestExport(db: Db, userId: string): Promise<ExportRow | undefined> {
	return db
		.selectFrom("privacy_export")
		.selectAll()
		.where("user_id", "=", userId)
		.orderBy("created_at", "desc")
		.orderBy("id")
		.limit(1)
		.executeTakeFirst();
}

/** False when it is not wanted any more. May be called again. */
export async function noteExport(
	db: Db,
	userId: string,
	id: string,
	progress: { done?: number; total?: number },
): Promise<boolean> {
	const noted = await db
		.updateTable("privacy_export")
		.set({ status: "running", ...progress })
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.where("status", "in", ["waiting", "running"])
		.returning("id")
		.executeTakeFirst();
	return noted !== undefined;
}

/** False when it was cancelled, or has ended before. */
export async function finishExport(
	db: Db,
	userId: string,
	id: string,
	file: { key: string; bytes: number; keepSeconds: number },
): Promise<boolean> {
	const finished = await db
		.updateTable("privacy_export")
		.set({
			status: "done",
			done: sql`total`,
			file_key: file.key,
			size_bytes: file.bytes,
			finished_at: sql`now()`,
			expires_at: sql`now() + make_interval(secs => ${file.keepSeconds})`,
		})
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.where("status", "=", "running")
		.returning("id")
		.executeTakeFirst();
	return finished !== undefined;
}

export async function endExport(
	db: Db,
	userId: string,
	id: string,
	status: "failed" | "cancelled" | "expired",
	from: readonly string[],
): Promise<void> {
	await db
		.updateTable("privacy_export")
		.set({ status, file_key: null, finished_at: sql`coalesce(finished_at, now())` })
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.where("status", "in", [...from])
		.execute();
}

// Deletions.

/** Programs are no members in this sense. */
const hasOthers = (userId: string) => sql<boolean>`exists (
	select 1 from workspace_member other join auth_user someone on someone.id = other.user_id
	where other.workspace_id = workspace.id and other.user_id <> ${userId} and someone.service_account_of is null
)`;

/** Workspaces of the person that nobody else is a member of: they go with the person. */
export async function listSoleWorkspaces(db: Db, userId: string): Promise<string[]> {
	const rows = await db
		.selectFrom("workspace")
		.select("id")
		.where("owner_user_id", "=", userId)
		.where(sql<boolean>`not ${hasOthers(userId)}`)
		.execute();
	return rows.map((row) => row.id);
}

/** Workspaces of the person that others work in too. */
export async function listOwnedWithOthers(db: Db, userId: string) {
	return db
		.selectFrom("workspace")
		.select(["id", "name"])
		.where("owner_user_id", "=", userId)
		.where(hasOthers(userId))
		.execute();
}

/** Undefined when a deletion is under way already, or there is no such account any more. Locks the account. */
export async function beginDeletion(db: Db, userId: string, id: string): Promise<{ email: string } | undefined> {
	const user = await db
		.selectFrom("auth_user")
		.select("email")
		.where("id", "=", userId)
		.where("service_account_of", "is", null)
		.forUpdate()
		.executeTakeFirst();
	if (!user) return undefined;
	const begun = await db
		.insertInto("privacy_deletion")
		.values({ id, user_id: userId, email: user.email })
		.onConflict((conflict) => conflict.column("user_id").where("user_id", "is not", null).doNothing())
		.returning("id")
		.executeTakeFirst();
	return begun && user;
}

export async function noteDoomedWorkspaces(db: Db, id: string, workspaceIds: readonly string[]): Promise<void> {
	await db
		.updateTable("privacy_deletion")
		.set({ workspace_ids: [...workspaceIds] })
		.where("id", "=", id)
		.execute();
}

/**
 * From here on nobody can become this account: no key, no password, no second factor, no membership elsewhere, and its address is free.
 * What it owns is still there, for the workflow to remove.
 */
export async function closeAccount(db: Db, userId: string): Promise<void> {
	await db.deleteFrom("auth_account").where("user_id", "=", userId).execute();
	await db.deleteFrom("auth_code").where("user_id", "=", userId).execute();
	await db.deleteFrom("auth_device").where("user_id", "=", userId).execute();
	await db.deleteFrom("auth_two_factor").where("user_id", "=", userId).execute();
	await db.deleteFrom("single_use_token").where("user_id", "=", userId).execute();
	await db.deleteFrom("api_key").where("user_id", "=", userId).execute();
	await db.deleteFrom("profile").where("user_id", "=", userId).execute();
	// One that is being packed stops between two parts and clears up after itself.
	await db.updateTable("privacy_export").set({ status: "cancelled" }).where("user_id", "=", userId).execute();
	await db
		.deleteFrom("workspace_member")
		.where("user_id", "=", userId)
		.where((eb) =>
			eb.not(
				eb.exists(
					eb
						.selectFrom("workspace")
						.select("workspace.id")
						.whereRef("workspace.id", "=", "workspace_member.workspace_id")
						.where("workspace.owner_user_id", "=", userId),
				),
			),
		)
		.execute();
	await db
		.updateTable("auth_user")
		.set({
			email: `${userId.toLowerCase()}@deleted.invalid`,
			name: "Deleted account",
			public_user_name: null,
			image: null,
		})
		.where("id", "=", userId)
		.execute();
	// Programs of a workspace that is about to go stop with it.
	await db
		.deleteFrom("api_key")
		.where("workspace_id", "in", (eb) =>
			eb
				.selectFrom("privacy_deletion")
				.select(sql<string>`unnest(workspace_ids)`.as("id"))
				.where("user_id", "=", userId),
		)
		.execute();
}

export async function findDeletion(db: Db, id: string) {
	return db.selectFrom("privacy_deletion").selectAll().where("id", "=", id).executeTakeFirst();
}

/** A part of the largest table at a time, so that no step holds locks for long. True while there is more. */
export async function deleteSomeHistory(db: Db, workspaceId: string, most: number): Promise<boolean> {
	const gone = await db
		.deleteFrom("history_item")
		.where("id", "in", (eb) =>
			eb.selectFrom("history_item").select("id").where("workspace_id", "=", workspaceId).limit(most),
		)
		.returning("id")
		.execute();
	return gone.length === most;
}

/** With everything that hangs on it. */
export async function deleteWorkspace(db: Db, workspaceId: string): Promise<void> {
	await db.updateTable("credit_entry").set(withoutPerson).where("workspace_id", "=", workspaceId).execute();
	await sql`delete from outbox where delivered_at is not null and strpos(payload::text, ${workspaceId}) > 0`.execute(
		db,
	);
	await db.deleteFrom("workspace").where("id", "=", workspaceId).execute();
}

const withoutPerson = { user_id: null, api_key_id: null, voice_name: null, voices: null };

/** Archives of the history that the person made in workspaces of others. */
export async function listHistoryArchives(db: Db, userId: string): Promise<string[]> {
	const rows = await db.selectFrom("history_export").select("file_key").where("user_id", "=", userId).execute();
	return rows.flatMap((row) => row.file_key ?? []);
}

/** When the deletion was asked for. The same address may have signed up anew since: what came later is not touched. */
const asked = (deletionId: string) => sql`(select requested_at from privacy_deletion where id = ${deletionId})`;

/** What only the table's own meaning tells how to forget; the rest is found by the schema (privacy.tables.repo.ts). */
export async function forgetElsewhere(
	db: Db,
	{ userId, email, deletionId }: { userId: string; email: string; deletionId: string },
): Promise<void> {
	await db.updateTable("credit_entry").set(withoutPerson).where("user_id", "=", userId).execute();
	await sql`update credit_reservation set facts = facts - 'userId' - 'apiKeyId' - 'voiceName' - 'voices'
		where facts ->> 'userId' = ${userId}`.execute(db);
	await db.deleteFrom("history_export").where("user_id", "=", userId).execute();
	// What the person showed to everybody is no longer shown.
	await db.updateTable("history_item").set({ share_id: null }).where("user_id", "=", userId).execute();
	await db
		.deleteFrom("workspace_invite")
		.where(sql<boolean>`lower(email) = lower(${email}) and created_at <= ${asked(deletionId)}`)
		.execute();
	await db
		.updateTable("workspace_audit")
		.set({ actor_email: null, visitor: null })
		.where("actor_user_id", "=", userId)
		.execute();
	const someone = "a deleted account";
	await sql`update workspace_audit set
			target = replace(replace(target, ${email}, ${someone}), ${userId}, ${someone}),
			details = replace(replace(details::text, ${email}, ${someone}), ${userId}, ${someone})::jsonb
		where strpos(target, ${email}) > 0 or strpos(target, ${userId}) > 0
			or strpos(details::text, ${email}) > 0 or strpos(details::text, ${userId}) > 0`.execute(db);
	// What programs of others were told, and may be told again.
	await sql`update webhook_delivery set body = replace(replace(body, ${email}, ${someone}), ${userId}, 'deleted')
		where strpos(body, ${email}) > 0 or strpos(body, ${userId}) > 0`.execute(db);
	await sql`update notification set description = replace(description, ${email}, ${someone})
		where strpos(description, ${email}) > 0`.execute(db);
	await sql`delete from auth_verification where created_at <= ${asked(deletionId)} and (strpos(identifier, ${email}) > 0
		or strpos(value, ${email}) > 0 or strpos(value, ${userId}) > 0)`.execute(db);
	await sql`delete from outbox where delivered_at is not null and strpos(payload::text, ${userId}) > 0`.execute(db);
}

/** Mails to the person, and those that name the person to others. False while one is still to be sent, which is left to be. */
export async function deleteMails(
	db: Db,
	{ email, deletionId, evenWaiting }: { email: string; deletionId: string; evenWaiting: boolean },
): Promise<boolean> {
	const earlier = sql`created_at <= ${asked(deletionId)}`;
	await sql`delete from mail where ${earlier} and (state <> 'waiting' or ${evenWaiting})
		and (lower(to_address) = lower(${email}) or strpos(body, ${email}) > 0)`.execute(db);
	const waiting = await sql`
		select 1 from mail where lower(to_address) = lower(${email}) and ${earlier} limit 1`.execute(db);
	return waiting.rows.length === 0;
}

/** The last trace: that there was a deletion, and no longer whose. */
export async function endDeletion(db: Db, id: string): Promise<void> {
	await db
		.updateTable("privacy_deletion")
		.set({ state: "done", user_id: null, email: null, workspace_ids: [], finished_at: sql`now()` })
		.where("id", "=", id)
		.execute();
}

export async function failDeletion(db: Db, id: string): Promise<void> {
	await db.updateTable("privacy_deletion").set({ state: "failed" }).where("id", "=", id).execute();
}
