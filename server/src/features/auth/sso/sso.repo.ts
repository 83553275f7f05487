import type { Db } from "@timbre/db/connect.ts";
import type { Global } from "../../../core/tenancy.ts";

export async function insertProvider(
	db: Db,
	workspaceId: string,
	values: {
		id: string;
		name: string;
		issuer: string;
		domain: string;
		oidcConfig: string | null;
		samlConfig: string | null;
		userId: string;
	},
) {
	return db
		.insertInto("auth_sso_provider")
		.values({
			id: values.id,
			provider_id: values.id,
			workspace_id: workspaceId,
			name: values.name,
			issuer: values.issuer,
			domain: values.domain,
			domain_verified: true,
			oidc_config: values.oidcConfig,
			saml_config: values.samlConfig,
			user_id: values.userId,
		})
		.onConflict((conflict) => conflict.columns(["workspace_id", "domain"]).doNothing())
		.returningAll()
		.executeTakeFirst();
}

export async function listProviderRows(db: Db, workspaceId: string) {
	return db
		.selectFrom("auth_sso_provider")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.orderBy("domain")
		.execute();
}

export async function lockProvider(db: Db, workspaceId: string, id: string) {
	return db
		.selectFrom("auth_sso_provider")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.forUpdate()
		.executeTakeFirst();
}

export async function updateProviderRow(
	db: Db,
	workspaceId: string,
	id: string,
	values: { name: string; oidcConfig: string | null; samlConfig: string | null },
) {
	return db
		.updateTable("auth_sso_provider")
		.set({ name: values.name, oidc_config: values.oidcConfig, saml_config: values.samlConfig })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.returningAll()
		.executeTakeFirstOrThrow();
}

/** Also deletes the linked identities: no one could sign in with them, and a later provider must not inherit them. */
export async function deleteProviderRow(db: Db, workspaceId: string, id: string) {
	const gone = await db
		.deleteFrom("auth_sso_provider")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.returning(["id", "name", "domain"])
		.executeTakeFirst();
	if (gone) await db.deleteFrom("auth_account").where("provider_id", "=", id).execute();
	return gone;
}

export async function deleteProviderByDomain(db: Db, workspaceId: string, domain: string): Promise<void> {
	const found = await db
		.selectFrom("auth_sso_provider")
		.select("id")
		.where("workspace_id", "=", workspaceId)
		.where("domain", "=", domain)
		.executeTakeFirst();
	if (found) await deleteProviderRow(db, workspaceId, found.id);
}

/** Not scoped by workspace: the provider id in the callback URL is all we get, and it determines the workspace. */
export async function findProvider(db: Db, _scope: Global, providerId: string) {
	return db
		.selectFrom("auth_sso_provider")
		.select(["id", "workspace_id", "domain", "name"])
		.where("provider_id", "=", providerId)
		.where("domain_verified", "=", true)
		.executeTakeFirst();
}

export async function findProviderByDomain(db: Db, _scope: Global, domain: string) {
	return db
		.selectFrom("auth_sso_provider")
		.select(["id", "workspace_id", "name", "last_used_at"])
		.where("domain", "=", domain)
		.where("domain_verified", "=", true)
		.executeTakeFirst();
}

/** Also marks the user's email as verified, since the domain's identity provider vouches for it. */
export async function markUsed(db: Db, userId: string, providerId: string): Promise<void> {
	await db
		.updateTable("auth_sso_provider")
		.set({ last_used_at: new Date() })
		.where("provider_id", "=", providerId)
		.execute();
	await db
		.updateTable("auth_user")
		.set({ email_verified: true })
		.where("id", "=", userId)
		.where("email_verified", "=", false)
		.execute();
}

export async function findUserByEmail(db: Db, _scope: Global, email: string) {
	return db
		.selectFrom("auth_user")
		.select(["id", "email_verified"])
		.where("email", "=", email.toLowerCase())
		.executeTakeFirst();
}

export async function findIdentityOwner(db: Db, _scope: Global, providerId: string, accountId: string) {
	return db
		.selectFrom("auth_account")
		.innerJoin("auth_user", "auth_user.id", "auth_account.user_id")
		.select(["auth_user.id", "auth_user.email"])
		.where("auth_account.provider_id", "=", providerId)
		.where("auth_account.account_id", "=", accountId)
		.executeTakeFirst();
}
