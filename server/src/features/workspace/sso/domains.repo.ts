import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { Global } from "../../../core/tenancy.ts";

export type DomainRow = Awaited<ReturnType<typeof listDomainRows>>[number];

export async function listDomainRows(db: Db, workspaceId: string) {
	return db
		.selectFrom("workspace_domain")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.orderBy("domain")
		.execute();
}

/** Returns undefined if the workspace has already added the domain. */
export async function insertDomain(
	db: Db,
	workspaceId: string,
	values: { id: string; domain: string; recordValue: string },
) {
	return db
		.insertInto("workspace_domain")
		.values({ id: values.id, workspace_id: workspaceId, domain: values.domain, record_value: values.recordValue })
		.onConflict((conflict) => conflict.columns(["workspace_id", "domain"]).doNothing())
		.returningAll()
		.executeTakeFirst();
}

export async function findDomain(db: Db, workspaceId: string, id: string) {
	return db
		.selectFrom("workspace_domain")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.executeTakeFirst();
}

/** Locks the domain, so it stays verified until the transaction ends. */
export async function lockVerifiedDomain(db: Db, workspaceId: string, domain: string) {
	return db
		.selectFrom("workspace_domain")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("domain", "=", domain)
		.where("verified_at", "is not", null)
		.forUpdate()
		.executeTakeFirst();
}

export async function updateCheckResult(
	db: Db,
	workspaceId: string,
	id: string,
	found: { problem: NonNullable<DomainRow["problem"]> | null },
) {
	return db
		.updateTable("workspace_domain")
		.set({
			checked_at: sql<Date>`now()`,
			problem: found.problem,
			...(found.problem === null ? { verified_at: sql<Date>`now()` } : {}),
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("verified_at", "is", null)
		.returningAll()
		.executeTakeFirst();
}

/** Not scoped by workspace: a domain can be verified by one workspace only. */
export async function isVerifiedElsewhere(db: Db, workspaceId: string, domain: string): Promise<boolean> {
	const other = await db
		.selectFrom("workspace_domain")
		.select("id")
		.where("domain", "=", domain)
		.where("workspace_id", "<>", workspaceId)
		.where("verified_at", "is not", null)
		.executeTakeFirst();
	return other !== undefined;
}

/** Returns undefined if the domain doesn't exist or isn't verified. */
export async function setSsoRequired(db: Db, workspaceId: string, id: string, required: boolean) {
	return db
		.updateTable("workspace_domain")
		.set({ sso_required: required })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("verified_at", "is not", null)
		.returningAll()
		.executeTakeFirst();
}

/** Returns whether it was required before. */
export async function clearSsoRequired(db: Db, workspaceId: string, domain: string): Promise<boolean> {
	const changed = await db
		.updateTable("workspace_domain")
		.set({ sso_required: false })
		.where("workspace_id", "=", workspaceId)
		.where("domain", "=", domain)
		.where("sso_required", "=", true)
		.returning("id")
		.executeTakeFirst();
	return changed !== undefined;
}

export async function deleteDomainRow(db: Db, workspaceId: string, id: string) {
	return db
		.deleteFrom("workspace_domain")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.returning(["id", "domain"])
		.executeTakeFirst();
}

/** Not scoped by workspace: the caller isn't signed in yet. */
export async function findSsoRequiredDomain(db: Db, _scope: Global, domain: string) {
	return db
		.selectFrom("workspace_domain")
		.innerJoin("workspace", "workspace.id", "workspace_domain.workspace_id")
		.select(["workspace.tier"])
		.where("workspace_domain.domain", "=", domain)
		.where("workspace_domain.sso_required", "=", true)
		.executeTakeFirst();
}
