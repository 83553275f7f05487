// Verified domains of a workspace.
// Invariant: a domain is verified for at most one workspace, by a DNS record that only its owner can create, and every
// change is audited in the same transaction.
import { Resolver } from "node:dns/promises";
import { domainToASCII } from "node:url";
import { AppError } from "@timbre/contract/errors.ts";
import { hasSso } from "@timbre/contract/workspace/rules.ts";
import type { DomainVerification } from "@timbre/contract/workspace/sso.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { unix } from "../../../core/time.ts";
import { deleteProviderOfDomain, findProviderOfDomain } from "../../auth/auth.sso.public.ts";
import { recordAudit } from "../audit/recorder.service.ts";
import { getTier } from "../settings/plan.service.ts";
import {
	type DomainRow,
	deleteDomainRow,
	findDomain,
	insertDomain,
	isVerifiedElsewhere,
	listDomainRows,
	setSsoRequired,
	updateCheckResult,
} from "./domains.repo.ts";

/** Resolves the TXT records of a name, each as a list of chunks. Throws like node:dns. */
export type ResolveTxt = (name: string) => Promise<string[][]>;
export type DomainsDeps = { db: Database; resolveTxt: ResolveTxt };

/** Uses a new resolver each time, so a cached miss can't hide a record that was just added. */
export function createTxtResolver(servers: readonly string[]): ResolveTxt {
	return async (name) => {
		const resolver = new Resolver({ timeout: 3_000, tries: 2 });
		if (servers.length > 0) resolver.setServers(servers);
		return resolver.resolveTxt(name);
	};
}

const recordName = (domain: string) => `_timbre-verification.${domain}`;

export async function listDomains(
	{ db }: DomainsDeps,
	context: Context,
): Promise<{ domain_verifications: DomainVerification[] }> {
	return { domain_verifications: (await listDomainRows(db, context.workspaceId)).map(present) };
}

export async function createDomain({ db }: DomainsDeps, context: Context, input: string): Promise<DomainVerification> {
	const { workspaceId } = context;
	await requireSsoPlan(db, workspaceId);
	const domain = toAsciiDomain(input);
	return db.transaction().execute(async (tx) => {
		const row = await insertDomain(tx, workspaceId, {
			id: newId(),
			domain,
			recordValue: `timbre-verification=${newId(32)}`,
		});
		if (!row) throw new AppError("conflict", `${domain} is already in the list.`, { param: "domain" });
		await recordAudit(tx, context, { className: "sso", activity: "create_domain", target: domain });
		return present(row);
	});
}

export async function checkDomain(deps: DomainsDeps, context: Context, id: string): Promise<DomainVerification> {
	const { db } = deps;
	const { workspaceId } = context;
	const row = mustFind(await findDomain(db, workspaceId, id));
	if (row.verified_at !== null) return present(row);
	await requireSsoPlan(db, workspaceId);
	const problem = await findRecordProblem(deps, row);
	const taken = new AppError("conflict", `${row.domain} is verified by another workspace, which must remove it first.`);
	if (problem === null && (await isVerifiedElsewhere(db, workspaceId, row.domain))) throw taken;
	return db
		.transaction()
		.execute(async (tx) => {
			const checked = await updateCheckResult(tx, workspaceId, id, { problem });
			if (checked && problem === null)
				await recordAudit(tx, context, { className: "sso", activity: "verify_domain", target: row.domain });
			return present(checked ?? mustFind(await findDomain(tx, workspaceId, id)));
		})
		.catch((error: unknown) => {
			// Two workspaces verified it concurrently; the unique constraint lets one succeed.
			if (error instanceof Error && "code" in error && error.code === "23505") throw taken;
			throw error;
		});
}

/** Returns what is wrong with the DNS record, or null if it is correct. */
async function findRecordProblem({ resolveTxt }: DomainsDeps, row: DomainRow): Promise<DomainVerification["problem"]> {
	try {
		const texts = (await resolveTxt(recordName(row.domain))).map((chunks) => chunks.join("").trim());
		if (texts.includes(row.record_value)) return null;
		return texts.length === 0 ? "no_record" : "wrong_value";
	} catch (error) {
		const code = error instanceof Error && "code" in error ? error.code : undefined;
		return code === "ENOTFOUND" || code === "ENODATA" ? "no_record" : "no_answer";
	}
}

export async function requireSso(
	{ db }: DomainsDeps,
	context: Context,
	id: string,
	required: boolean,
): Promise<DomainVerification> {
	const { workspaceId } = context;
	const { domain } = mustFind(await findDomain(db, workspaceId, id));
	if (required) {
		await requireSsoPlan(db, workspaceId);
		const provider = await findProviderOfDomain(db, GLOBAL, domain);
		// Prevents admins from locking everyone out, including themselves.
		if (provider?.workspace_id !== workspaceId || provider.last_used_at === null)
			throw new AppError(
				"invalid_request",
				`Sign in once through the identity provider of ${domain} before you require it.`,
			);
	}
	return db.transaction().execute(async (tx) => {
		const row = await setSsoRequired(tx, workspaceId, id, required);
		if (!row) throw new AppError("invalid_request", `Verify ${domain} first.`);
		await recordAudit(tx, context, {
			className: "sso",
			activity: "update_domain",
			target: domain,
			details: { sso_required: required },
		});
		return present(row);
	});
}

export async function deleteDomain({ db }: DomainsDeps, context: Context, id: string): Promise<{ status: "ok" }> {
	const { workspaceId } = context;
	await db.transaction().execute(async (tx) => {
		const { domain } = mustFind(await findDomain(tx, workspaceId, id));
		await deleteProviderOfDomain(tx, workspaceId, domain);
		await deleteDomainRow(tx, workspaceId, id);
		await recordAudit(tx, context, { className: "sso", activity: "delete_domain", target: domain });
	});
	return { status: "ok" };
}

export async function requireSsoPlan(db: Db, workspaceId: string): Promise<void> {
	if (hasSso(await getTier(db, workspaceId))) return;
	throw new AppError(
		"only_for_higher_plan",
		"Domains and single sign-on are available on the Enterprise and Trial plans.",
	);
}

export function toAsciiDomain(domain: string): string {
	const ascii = domainToASCII(domain);
	// IP addresses and single-label names aren't domains that someone can own.
	if (!/^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(ascii))
		throw new AppError("invalid_request", "Enter a domain, such as example.com.", { param: "domain" });
	return ascii;
}

function mustFind<Row>(row: Row | undefined): Row {
	if (row === undefined) throw new AppError("not_found", "This workspace has no domain with this ID.");
	return row;
}

function present(row: DomainRow): DomainVerification {
	return {
		domain_verification_id: row.id,
		domain: row.domain,
		status: row.verified_at === null ? "pending" : "verified",
		record: { type: "TXT", name: recordName(row.domain), value: row.record_value },
		problem: row.problem as DomainVerification["problem"],
		sso_required: row.sso_required,
		created_at_unix: unix(row.created_at),
		checked_at_unix: row.checked_at && unix(row.checked_at),
		verified_at_unix: row.verified_at && unix(row.verified_at),
	};
}
