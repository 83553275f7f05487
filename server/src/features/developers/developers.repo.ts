import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

/** What was spent with a key since the workspace's period began. */
const spent = sql<number>`(
	select coalesce(sum(entry.amount), 0)::bigint from credit_entry entry
	join credit_account account on account.workspace_id = entry.workspace_id
	where entry.api_key_id = key.id and entry.workspace_id = key.workspace_id and entry.created_at >= account.period_start
)`.as("spent");

export type KeyRow = NonNullable<Awaited<ReturnType<typeof findKey>>>;

export async function listKeys(db: Db, workspaceId: string, userId: string) {
	return db
		.selectFrom("api_key as key")
		.selectAll("key")
		.select(spent)
		.where("key.workspace_id", "=", workspaceId)
		.where("key.user_id", "=", userId)
		.where("key.revoked_at", "is", null)
		.orderBy("key.created_at", "desc")
		.execute();
}

/** Keys of several people at once, with whose they are; of everybody when nobody is named. */
export async function listKeysOf(db: Db, workspaceId: string, userIds?: readonly string[]) {
	return db
		.selectFrom("api_key as key")
		.innerJoin("auth_user as owner", "owner.id", "key.user_id")
		.selectAll("key")
		.select(spent)
		.select(["owner.name as owner_name", "owner.email as owner_email", "owner.service_account_of"])
		.where("key.workspace_id", "=", workspaceId)
		.$if(userIds !== undefined, (query) => query.where("key.user_id", "in", [...(userIds ?? []), ""]))
		.where("key.revoked_at", "is", null)
		.orderBy("key.created_at", "desc")
		.execute();
}

export async function findKey(db: Db, workspaceId: string, userId: string, id: string) {
	return db
		.selectFrom("api_key as key")
		.selectAll("key")
		.select(spent)
		.where("key.workspace_id", "=", workspaceId)
		.where("key.user_id", "=", userId)
		.where("key.id", "=", id)
		.where("key.revoked_at", "is", null)
		.executeTakeFirst();
}

export async function insertKey(
	db: Db,
	workspaceId: string,
	key: {
		id: string;
		userId: string;
		name: string;
		hash: Buffer;
		preview: string;
		permissions: readonly string[];
		characterLimit?: number | null;
		allowedIps?: readonly string[] | null;
		thirdPartyDisableAllowed?: boolean | null;
	},
): Promise<void> {
	await db
		.insertInto("api_key")
		.values({
			id: key.id,
			workspace_id: workspaceId,
			user_id: key.userId,
			name: key.name,
			key_hash: key.hash,
			preview: key.preview,
			permissions: [...key.permissions],
			character_limit: key.characterLimit ?? null,
			allowed_ips: key.allowedIps ? [...key.allowedIps] : null,
			third_party_disable_allowed: key.thirdPartyDisableAllowed ?? null,
		})
		.execute();
}

/** What is undefined stays as it is. */
export type KeyChange = {
	name?: string;
	permissions?: string[];
	enabled?: boolean;
	characterLimit?: number | null;
	allowedIps?: string[] | null;
	thirdPartyDisableAllowed?: boolean | null;
};

export async function updateKey(db: Db, workspaceId: string, userId: string, id: string, change: KeyChange) {
	await db
		.updateTable("api_key")
		.set({
			// So that there is something to set even when nothing changes.
			id,
			...(change.name === undefined ? {} : { name: change.name }),
			...(change.permissions === undefined ? {} : { permissions: change.permissions }),
			...(change.enabled === undefined
				? {}
				: { disabled_at: change.enabled ? null : sql`coalesce(disabled_at, now())`, disable_reason: null }),
			// With another limit, its owner wants to hear again when it is reached.
			...(change.characterLimit === undefined ? {} : { character_limit: change.characterLimit, limit_told_at: null }),
			...(change.allowedIps === undefined ? {} : { allowed_ips: change.allowedIps }),
			...(change.thirdPartyDisableAllowed === undefined
				? {}
				: { third_party_disable_allowed: change.thirdPartyDisableAllowed }),
		})
		.where("workspace_id", "=", workspaceId)
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.where("revoked_at", "is", null)
		.execute();
}

/** Also ends what was made with the old secret. */
export async function replaceSecret(
	db: Db,
	workspaceId: string,
	userId: string,
	id: string,
	secret: { hash: Buffer; preview: string },
): Promise<void> {
	await db
		.updateTable("api_key")
		.set({ key_hash: secret.hash, preview: secret.preview, rotated_at: sql`now()`, last_used_at: null })
		.where("workspace_id", "=", workspaceId)
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.where("revoked_at", "is", null)
		.execute();
	await db
		.deleteFrom("single_use_token")
		.where("workspace_id", "=", workspaceId)
		.where("api_key_id", "=", id)
		.execute();
}

/** By an admin: whosever it is. Its name and owner, or undefined when there is none. */
export async function switchKey(db: Db, workspaceId: string, id: string, enabled: boolean) {
	return db
		.updateTable("api_key")
		.set({ disabled_at: enabled ? null : sql`coalesce(disabled_at, now())`, disable_reason: null })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("revoked_at", "is", null)
		.returning(["name", "user_id"])
		.executeTakeFirst();
}

/** By whoever holds it. False when neither the workspace nor the key allows that; `usual` is how the plan has it. */
export async function disableByHolder(db: Db, workspaceId: string, id: string, usual: boolean): Promise<boolean> {
	const disabled = await db
		.updateTable("api_key")
		.set({ disabled_at: sql`now()`, disable_reason: "self_disabled" })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where(
			sql<boolean>`coalesce(
				(select w.third_party_disable_allowed from workspace w where w.id = api_key.workspace_id),
				third_party_disable_allowed,
				${usual}
			)`,
		)
		.returning("id")
		.executeTakeFirst();
	return disabled !== undefined;
}

export async function setHolderPolicy(db: Db, workspaceId: string, allowed: boolean | null): Promise<void> {
	await db
		.updateTable("workspace")
		.set({ third_party_disable_allowed: allowed })
		.where("id", "=", workspaceId)
		.execute();
}

/** Every key somebody has for a workspace. */
export async function revokeKeysOf(db: Db, workspaceId: string, userId: string): Promise<void> {
	await db
		.updateTable("api_key")
		.set({ revoked_at: sql`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("user_id", "=", userId)
		.where("revoked_at", "is", null)
		.execute();
}

export async function revokeKey(db: Db, workspaceId: string, userId: string, id: string) {
	return db
		.updateTable("api_key")
		.set({ revoked_at: sql`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.where("revoked_at", "is", null)
		.returning(["id", "name"])
		.executeTakeFirst();
}

/** Whether such a key is held to a limit or to networks, and so must not make others that are not. */
export async function isBoundKey(db: Db, workspaceId: string, id: string): Promise<boolean> {
	const bound = await db
		.selectFrom("api_key")
		.select("id")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where((eb) => eb.or([eb("character_limit", "is not", null), eb("allowed_ips", "is not", null)]))
		.executeTakeFirst();
	return bound !== undefined;
}

/** What a service account is in its workspace; undefined when there is none, or it was deleted. */
export async function findServiceAccountRole(db: Db, workspaceId: string, userId: string): Promise<string | undefined> {
	const account = await db
		.selectFrom("auth_user as account")
		.innerJoin("workspace_member as member", "member.user_id", "account.id")
		.select("member.role")
		.where("account.id", "=", userId)
		.where("account.service_account_of", "=", workspaceId)
		.where("member.workspace_id", "=", workspaceId)
		.executeTakeFirst();
	return account?.role;
}

/** Without a workspace by design: the key itself says which workspace it belongs to. */
export async function findKeyByHash(db: Db, hash: Buffer) {
	return db
		.selectFrom("api_key")
		.select(["id", "workspace_id", "user_id", "permissions", "last_used_at", "disabled_at", "allowed_ips"])
		.where("key_hash", "=", hash)
		.where("revoked_at", "is", null)
		.executeTakeFirst();
}

export async function touchKey(db: Db, workspaceId: string, id: string): Promise<void> {
	await db
		.updateTable("api_key")
		.set({ last_used_at: sql`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

/** Also clears away what has expired, so that the table stays small without anybody looking after it. */
export async function insertToken(
	db: Db,
	workspaceId: string,
	token: {
		hash: Buffer;
		userId: string;
		apiKeyId: string | undefined;
		type: string;
		permissions: readonly string[];
		seconds: number;
	},
): Promise<void> {
	await db
		.deleteFrom("single_use_token")
		.where("workspace_id", "=", workspaceId)
		.where("expires_at", "<", sql<Date>`now()`)
		.execute();
	await db
		.insertInto("single_use_token")
		.values({
			token_hash: token.hash,
			workspace_id: workspaceId,
			user_id: token.userId,
			api_key_id: token.apiKeyId ?? null,
			token_type: token.type,
			permissions: [...token.permissions],
			expires_at: sql`now() + make_interval(secs => ${token.seconds})`,
		})
		.execute();
}

/** Without a workspace by design: the token itself says which one it opens. Of many who ask at once, one gets it. */
export async function takeToken(db: Db, hash: Buffer, type: string) {
	return db
		.updateTable("single_use_token")
		.set({ used_at: sql`now()` })
		.where("token_hash", "=", hash)
		.where("token_type", "=", type)
		.where("used_at", "is", null)
		.where("expires_at", ">", sql<Date>`now()`)
		.returning(["workspace_id", "user_id", "api_key_id", "permissions"])
		.returning(
			sql<boolean>`exists (select from api_key k where k.id = single_use_token.api_key_id and (k.revoked_at is not null or k.disabled_at is not null))`.as(
				"key_revoked",
			),
		)
		.executeTakeFirst();
}
