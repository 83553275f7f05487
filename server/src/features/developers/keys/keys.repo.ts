import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { Global } from "../../../core/tenancy.ts";

/** Credits spent with a key in the workspace's current period. */
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

/** Keys with their owners, of the given users or of all members. */
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
		expiresAt?: Date | null;
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
			expires_at: key.expiresAt ?? null,
			third_party_disable_allowed: key.thirdPartyDisableAllowed ?? null,
		})
		.execute();
}

/** Undefined fields stay unchanged. */
export type KeyChange = {
	name?: string;
	permissions?: string[];
	enabled?: boolean;
	characterLimit?: number | null;
	allowedIps?: string[] | null;
	expiresAt?: Date | null;
	thirdPartyDisableAllowed?: boolean | null;
};

export async function updateKey(db: Db, workspaceId: string, userId: string, id: string, change: KeyChange) {
	await db
		.updateTable("api_key")
		.set({
			// Ensures a non-empty SET clause.
			id,
			...(change.name === undefined ? {} : { name: change.name }),
			...(change.permissions === undefined ? {} : { permissions: change.permissions }),
			...(change.enabled === undefined
				? {}
				: { disabled_at: change.enabled ? null : sql`coalesce(disabled_at, now())`, disable_reason: null }),
			// A new limit is reported again when reached.
			...(change.characterLimit === undefined ? {} : { character_limit: change.characterLimit, limit_told_at: null }),
			...(change.allowedIps === undefined ? {} : { allowed_ips: change.allowedIps }),
			...(change.expiresAt === undefined ? {} : { expires_at: change.expiresAt }),
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

/** Also deletes tokens created with the old secret. */
export async function updateKeySecret(
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

/** Regardless of the owner, for admins. Returns the name and owner, or undefined if not found. */
export async function updateKeyEnabled(db: Db, workspaceId: string, id: string, enabled: boolean) {
	return db
		.updateTable("api_key")
		.set({ disabled_at: enabled ? null : sql`coalesce(disabled_at, now())`, disable_reason: null })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("revoked_at", "is", null)
		.returning(["name", "user_id"])
		.executeTakeFirst();
}

/** Disables a key with the key itself. Returns false if the workspace, the key or the plan's default forbids it. */
export async function disableKeyByBearer(
	db: Db,
	workspaceId: string,
	id: string,
	allowedByDefault: boolean,
): Promise<boolean> {
	const disabled = await db
		.updateTable("api_key")
		.set({ disabled_at: sql`now()`, disable_reason: "self_disabled" })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where(
			sql<boolean>`coalesce(
				(select w.third_party_disable_allowed from workspace w where w.id = api_key.workspace_id),
				third_party_disable_allowed,
				${allowedByDefault}
			)`,
		)
		.returning("id")
		.executeTakeFirst();
	return disabled !== undefined;
}

export async function updateBearerDisablePolicy(db: Db, workspaceId: string, allowed: boolean | null): Promise<void> {
	await db
		.updateTable("workspace")
		.set({ third_party_disable_allowed: allowed })
		.where("id", "=", workspaceId)
		.execute();
}

/** Revokes all keys of a user in a workspace. */
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

/** Whether a key has a credit limit or allowed IPs, and so must not create keys without them. */
export async function isRestrictedKey(db: Db, workspaceId: string, id: string): Promise<boolean> {
	const bound = await db
		.selectFrom("api_key")
		.select("id")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where((eb) =>
			eb.or([
				eb("character_limit", "is not", null),
				eb("allowed_ips", "is not", null),
				eb("expires_at", "is not", null),
			]),
		)
		.executeTakeFirst();
	return bound !== undefined;
}

/** The role of a service account; undefined if it does not exist. */
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

/** Not scoped to a workspace by design: the key determines the workspace. */
export async function findKeyByHash(db: Db, _scope: Global, hash: Buffer) {
	return db
		.selectFrom("api_key")
		.select([
			"id",
			"workspace_id",
			"user_id",
			"permissions",
			"last_used_at",
			"disabled_at",
			"expires_at",
			"allowed_ips",
		])
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

/** Also deletes expired tokens, so the table stays small without a cleanup job. */
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

/** Not scoped to a workspace by design: the token determines it. Only one of several concurrent requests succeeds. */
export async function redeemToken(db: Db, _scope: Global, hash: Buffer, type: string) {
	return db
		.updateTable("single_use_token")
		.set({ used_at: sql`now()` })
		.where("token_hash", "=", hash)
		.where("token_type", "=", type)
		.where("used_at", "is", null)
		.where("expires_at", ">", sql<Date>`now()`)
		.returning(["workspace_id", "user_id", "api_key_id", "permissions"])
		.returning(
			sql<boolean>`exists (select from api_key k where k.id = single_use_token.api_key_id and (k.revoked_at is not null or k.disabled_at is not null or k.expires_at <= now()))`.as(
				"key_revoked",
			),
		)
		.executeTakeFirst();
}
