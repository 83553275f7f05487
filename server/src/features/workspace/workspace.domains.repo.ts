import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

export type DomainRow = Awaited<ReturnType<typeof listDomains>>[number];

export async function listDomains(db: Db, workspaceId: string) {
	return db
		.selectFrom("workspace_domain")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.orderBy("domain")
		.execute();
}

/** Undefined when the workspace has it in its list already. */
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

/** Locked: as long as the transaction lasts it stays verified. */
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

export async function markChecked(
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

/** Across workspaces by design: whose domain it is concerns all who claim it. */
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

/** Undefined when there is no such domain, or it is not verified. */
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

/** Gives whether it was demanded before. */
export async function stopRequiring(db: Db, workspaceId: string, domain: string): Promise<boolean> {
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

export async function deleteDomain(db: Db, workspaceId: string, id: string) {
	return db
		.deleteFrom("workspace_domain")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.returning(["id", "domain"])
		.executeTakeFirst();
}

/** Without a workspace by design: asked for by somebody who is not signed in yet. */
export async function findRequiringDomain(db: Db, domain: string) {
	return db
		.selectFrom("workspace_domain")
		.innerJoin("workspace", "workspace.id", "workspace_domain.workspace_id")
		.select(["workspace.tier"])
		.where("workspace_domain.domain", "=", domain)
		.where("workspace_domain.sso_required", "=", true)
		.executeTakeFirst();
}
