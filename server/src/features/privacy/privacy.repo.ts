import type { Agreement } from "@timbre/contract/privacy/rules.ts";
import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { readRow } from "../../core/json-columns/column.ts";
import { analyticsEventColumns, privacyPersonColumns } from "../../core/json-columns/platform.ts";
import type { Global } from "../../core/tenancy.ts";

// Scoped by user, not by workspace: privacy choices belong to the user.

export async function findPrivacy(db: Db, userId: string) {
	const row = await db.selectFrom("privacy_person").selectAll().where("user_id", "=", userId).executeTakeFirst();
	return row && readRow(privacyPersonColumns, row);
}
export type PrivacyRow = NonNullable<Awaited<ReturnType<typeof findPrivacy>>>;

export async function saveOptOut(db: Db, userId: string, optOut: boolean): Promise<void> {
	const changes = { ccpa_opt_out: optOut, ccpa_opt_out_at: new Date() };
	await db
		.insertInto("privacy_person")
		.values({ user_id: userId, ...changes })
		.onConflict((conflict) => conflict.column("user_id").doUpdateSet(changes))
		.execute();
}

/** Keeps the first timestamp. */
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

/** Keeps the first timestamp. */
export async function saveAgreements(db: Db, userId: string, agreed: Partial<Record<Agreement, number>>) {
	const terms = privacyPersonColumns.terms_agreed_to.write(agreed);
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

/** Anonymous events; at most a random browser id is stored with them. */
export async function insertAnalyticsEvents(
	db: Db,
	_scope: Global,
	visits: readonly { name: string; visitorId: string | null; path: string | null; at: Date }[],
): Promise<void> {
	await db
		.insertInto("analytics_event")
		.values(
			visits.map(({ name, visitorId, path, at }) => ({
				name,
				visitor_id: visitorId,
				data: analyticsEventColumns.data.write(path === null ? {} : { path }),
				created_at: at,
			})),
		)
		.execute();
}

/** Users who agreed to product updates and verified their address. */
export async function listUpdateRecipients(db: Db, _scope: Global) {
	return db
		.selectFrom("auth_profile as profile")
		.innerJoin("auth_user as person", "person.id", "profile.user_id")
		.select(["person.id", "person.email"])
		.where("profile.agrees_to_product_updates", "=", true)
		.where("person.email_verified", "=", true)
		.where("person.service_account_of", "is", null)
		.orderBy("person.id")
		.execute();
}

// Data exports.

/** Undefined if one is already running. */
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

/** Returns false if the export was canceled. Idempotent. */
export async function updateExportProgress(
	db: Db,
	userId: string,
	id: string,
	progress: { done?: number; total?: number },
): Promise<boolean> {
	const updated = await db
		.updateTable("privacy_export")
		.set({ status: "running", ...progress })
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.where("status", "in", ["waiting", "running"])
		.returning("id")
		.executeTakeFirst();
	return updated !== undefined;
}

/** Returns false if it was canceled or already completed. */
export async function completeExport(
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

export async function closeExport(
	db: Db,
	userId: string,
	id: string,
	status: "failed" | "cancelled" | "expired",
	from: readonly string[],
	error: string | null = null,
): Promise<void> {
	await db
		.updateTable("privacy_export")
		.set({ status, error, file_key: null, finished_at: sql`coalesce(finished_at, now())` })
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.where("status", "in", [...from])
		.execute();
}

// Deletions.

/** Service accounts don't count as members. */
const hasOtherMembers = (userId: string) => sql<boolean>`exists (
	select 1 from workspace_member other join auth_user someone on someone.id = other.user_id
	where other.workspace_id = workspace.id and other.user_id <> ${userId} and someone.service_account_of is null
)`;

/** Workspaces without other members, which are deleted with the user. */
export async function listSoleWorkspaces(db: Db, userId: string): Promise<string[]> {
	const rows = await db
		.selectFrom("workspace")
		.select("id")
		.where("owner_user_id", "=", userId)
		.where(sql<boolean>`not ${hasOtherMembers(userId)}`)
		.execute();
	return rows.map((row) => row.id);
}

/** Workspaces owned by the user that have other members. */
export async function listSharedOwnedWorkspaces(db: Db, userId: string) {
	return db
		.selectFrom("workspace")
		.select(["id", "name"])
		.where("owner_user_id", "=", userId)
		.where(hasOtherMembers(userId))
		.execute();
}

/** Undefined if a deletion is already running or the account does not exist. Locks the account. */
export async function insertDeletion(db: Db, userId: string, id: string): Promise<{ email: string } | undefined> {
	const user = await db
		.selectFrom("auth_user")
		.select("email")
		.where("id", "=", userId)
		.where("service_account_of", "is", null)
		.forUpdate()
		.executeTakeFirst();
	if (!user) return undefined;
	const inserted = await db
		.insertInto("privacy_deletion")
		.values({ id, user_id: userId, email: user.email })
		.onConflict((conflict) => conflict.column("user_id").where("user_id", "is not", null).doNothing())
		.returning("id")
		.executeTakeFirst();
	return inserted && user;
}

export async function updateDeletionWorkspaces(
	db: Db,
	_scope: Global,
	id: string,
	workspaceIds: readonly string[],
): Promise<void> {
	await db
		.updateTable("privacy_deletion")
		.set({ workspace_ids: [...workspaceIds] })
		.where("id", "=", id)
		.execute();
}

/**
 * Removes all access to the account: keys, passwords, passkeys, second factors and memberships, and frees its email address. Its
 * data is deleted by the workflow.
 */
export async function closeAccount(db: Db, userId: string): Promise<void> {
	await db.deleteFrom("auth_account").where("user_id", "=", userId).execute();
	await db.deleteFrom("auth_code").where("user_id", "=", userId).execute();
	await db.deleteFrom("auth_device").where("user_id", "=", userId).execute();
	await db.deleteFrom("auth_passkey").where("user_id", "=", userId).execute();
	await db.deleteFrom("auth_two_factor").where("user_id", "=", userId).execute();
	await db.deleteFrom("single_use_token").where("user_id", "=", userId).execute();
	await db.deleteFrom("api_key").where("user_id", "=", userId).execute();
	await db.deleteFrom("profile").where("user_id", "=", userId).execute();
	// A running export stops at the next part and cleans up.
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
	// Revoke all keys of workspaces that will be deleted.
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

export async function findDeletion(db: Db, _scope: Global, id: string) {
	return db.selectFrom("privacy_deletion").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Deletes in batches, so no step holds locks for long. Returns true if there is more. */
export async function deleteSomeHistory(db: Db, workspaceId: string, max: number): Promise<boolean> {
	const deleted = await db
		.deleteFrom("history_item")
		.where("id", "in", (eb) =>
			eb.selectFrom("history_item").select("id").where("workspace_id", "=", workspaceId).limit(max),
		)
		.returning("id")
		.execute();
	return deleted.length === max;
}

/** Deletes a workspace with all dependent rows. */
export async function deleteWorkspace(db: Db, workspaceId: string): Promise<void> {
	await db.updateTable("credit_entry").set(anonymizedFields).where("workspace_id", "=", workspaceId).execute();
	await sql`delete from outbox where delivered_at is not null and strpos(payload::text, ${workspaceId}) > 0`.execute(
		db,
	);
	await db.deleteFrom("workspace").where("id", "=", workspaceId).execute();
}

const anonymizedFields = { user_id: null, api_key_id: null, voice_name: null, voices: null };

/** History exports the user created in other workspaces. */
export async function listHistoryArchives(db: Db, userId: string): Promise<string[]> {
	const rows = await db.selectFrom("history_export").select("file_key").where("user_id", "=", userId).execute();
	return rows.flatMap((row) => row.file_key ?? []);
}

/** When the deletion was requested. The email may have signed up again since, so later rows are not touched. */
const requestedAt = (deletionId: string) => sql`(select requested_at from privacy_deletion where id = ${deletionId})`;

/** References that need table-specific handling; the rest is found through the schema (privacy.tables.repo.ts). */
export async function anonymizeReferences(
	db: Db,
	userId: string,
	{ email, deletionId }: { email: string; deletionId: string },
): Promise<void> {
	await db.updateTable("credit_entry").set(anonymizedFields).where("user_id", "=", userId).execute();
	await sql`update credit_reservation set facts = facts - 'userId' - 'apiKeyId' - 'voiceName' - 'voices'
		where facts ->> 'userId' = ${userId}`.execute(db);
	await db.deleteFrom("history_export").where("user_id", "=", userId).execute();
	// Stop sharing. The new share id keeps old links dead if a colleague shares an item again.
	await db
		.updateTable("history_item")
		.set({ shared_at: null, share_id: sql`default` })
		.where("user_id", "=", userId)
		.execute();
	await db
		.deleteFrom("workspace_invite")
		.where(sql<boolean>`lower(email) = lower(${email}) and created_at <= ${requestedAt(deletionId)}`)
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
	// Webhook deliveries may be replayed.
	await sql`update webhook_delivery set body = replace(replace(body, ${email}, ${someone}), ${userId}, 'deleted')
		where strpos(body, ${email}) > 0 or strpos(body, ${userId}) > 0`.execute(db);
	await sql`update notification set description = replace(description, ${email}, ${someone})
		where strpos(description, ${email}) > 0`.execute(db);
	await sql`delete from auth_verification where created_at <= ${requestedAt(deletionId)} and (strpos(identifier, ${email}) > 0
		or strpos(value, ${email}) > 0 or strpos(value, ${userId}) > 0)`.execute(db);
	await sql`delete from outbox where delivered_at is not null and strpos(payload::text, ${userId}) > 0`.execute(db);
}

/** Deletes emails to or about the user. Returns false while one is still waiting to be sent. */
export async function deleteEmails(
	db: Db,
	_scope: Global,
	{ email, deletionId, evenWaiting }: { email: string; deletionId: string; evenWaiting: boolean },
): Promise<boolean> {
	const earlier = sql`created_at <= ${requestedAt(deletionId)}`;
	await sql`delete from mail where ${earlier} and (state <> 'waiting' or ${evenWaiting})
		and (lower(to_address) = lower(${email}) or strpos(body, ${email}) > 0)`.execute(db);
	const waiting = await sql`
		select 1 from mail where lower(to_address) = lower(${email}) and ${earlier} limit 1`.execute(db);
	return waiting.rows.length === 0;
}

/** Keeps only the fact that there was a deletion. */
export async function completeDeletion(db: Db, _scope: Global, id: string): Promise<void> {
	await db
		.updateTable("privacy_deletion")
		.set({ state: "done", error: null, user_id: null, email: null, workspace_ids: [], finished_at: sql`now()` })
		.where("id", "=", id)
		.execute();
}

/** Operators see the error, because the user can no longer sign in. */
export async function failDeletion(db: Db, _scope: Global, id: string, error: string): Promise<void> {
	await db.updateTable("privacy_deletion").set({ state: "failed", error }).where("id", "=", id).execute();
}
