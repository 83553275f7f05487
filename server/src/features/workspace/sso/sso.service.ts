// Single sign-on of a workspace.
// Invariant: a provider belongs to a verified domain of a workspace whose plan includes single sign-on, and every user
// who signs in through it takes a seat.
import { AppError } from "@timbre/contract/errors.ts";
import { hasSso } from "@timbre/contract/workspace/rules.ts";
import { seatsOf } from "@timbre/contract/workspace/schemas.ts";
import type {
	CreateIdentityProvider,
	IdentityProvider,
	SsoProvider,
	UpdateIdentityProvider,
} from "@timbre/contract/workspace/sso.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Context } from "../../../core/http/context.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import {
	createProvider,
	deleteProvider,
	domainOf,
	findProviderOfDomain,
	listProviders,
	prepareProvider,
	type SsoSettings,
	updateProvider,
} from "../../auth/auth.sso.public.ts";
import { recordAudit } from "../audit/recorder.service.ts";
import { toTier } from "../parse.ts";
import { getTier } from "../settings/plan.service.ts";
import { clearSsoRequired, findSsoRequiredDomain, lockVerifiedDomain } from "./domains.repo.ts";
import { requireSsoPlan, toAsciiDomain } from "./domains.service.ts";

export type SsoDeps = { db: Database; settings: SsoSettings };

export async function listIdentityProviders(
	{ db, settings }: SsoDeps,
	context: Context,
): Promise<{ identity_providers: IdentityProvider[] }> {
	return { identity_providers: await listProviders(db, context.workspaceId, settings) };
}

export async function createIdentityProvider(
	{ db, settings }: SsoDeps,
	context: Context,
	input: CreateIdentityProvider,
): Promise<IdentityProvider> {
	const { workspaceId, userId } = context;
	await requireSsoPlan(db, workspaceId);
	const domain = toAsciiDomain(input.domain);
	const unverified = new AppError(
		"invalid_request",
		`Verify ${domain} first. A provider signs in users of a verified domain.`,
		{
			param: "domain",
		},
	);
	// Check before any network request: only the owner of a domain can make this server contact other hosts.
	if (!(await lockVerifiedDomain(db, workspaceId, domain))) throw unverified;
	const prepared = await prepareProvider(settings, input);
	return db.transaction().execute(async (tx) => {
		if (!(await lockVerifiedDomain(tx, workspaceId, domain))) throw unverified;
		const created = await createProvider(tx, workspaceId, settings, prepared, { domain, userId });
		if (!created) throw new AppError("conflict", `${domain} already has an identity provider.`, { param: "domain" });
		await recordAudit(tx, context, {
			className: "sso",
			activity: "create_identity_provider",
			target: domain,
			details: { identity_provider_id: created.identity_provider_id, name: created.name, type: created.config.type },
		});
		return created;
	});
}

export async function updateIdentityProvider(
	{ db, settings }: SsoDeps,
	context: Context,
	id: string,
	change: UpdateIdentityProvider,
): Promise<IdentityProvider> {
	await requireSsoPlan(db, context.workspaceId);
	return db.transaction().execute(async (tx) => {
		const updated = await updateProvider(tx, context.workspaceId, settings, id, change);
		if (!updated) throw providerNotFound();
		await recordAudit(tx, context, {
			className: "sso",
			activity: "update_identity_provider",
			target: updated.domain,
			// Field names only, since one of the values is a secret.
			details: { identity_provider_id: id, changed: Object.keys(change) },
		});
		return updated;
	});
}

export async function deleteIdentityProvider({ db }: SsoDeps, context: Context, id: string): Promise<{ status: "ok" }> {
	const { workspaceId } = context;
	await db.transaction().execute(async (tx) => {
		const deleted = await deleteProvider(tx, workspaceId, id);
		if (!deleted) throw providerNotFound();
		// Otherwise no one at the domain could sign in.
		const wasRequired = await clearSsoRequired(tx, workspaceId, deleted.domain);
		await recordAudit(tx, context, {
			className: "sso",
			activity: "delete_identity_provider",
			target: deleted.domain,
			details: { identity_provider_id: id, name: deleted.name, sso_was_required: wasRequired },
		});
	});
	return { status: "ok" };
}

const noProvider: SsoProvider = { provider_id: null, name: null, required: false };

export async function findSsoProvider({ db }: SsoDeps, email: string): Promise<SsoProvider> {
	const domain = domainOf(email);
	const provider = await findProviderOfDomain(db, GLOBAL, domain);
	if (!provider || !hasSso(await getTier(db, provider.workspace_id))) return noProvider;
	return { provider_id: provider.id, name: provider.name, required: await isSsoRequired(db, domain) };
}

/** Returns false if the plan no longer includes single sign-on, since the password is then the only way to sign in. */
export async function isSsoRequired(db: Database, domain: string): Promise<boolean> {
	const found = await findSsoRequiredDomain(db, GLOBAL, domain);
	return found !== undefined && hasSso(toTier(found.tier));
}

/** Pending invites take seats too, except the one for the given address. */
export function countFreeSeats(
	workspace: { tier: string; max_seats: number | null },
	taken: { members: number; invited: string[] },
	email: string,
): number {
	const others = taken.invited.filter((invited) => invited !== email.toLowerCase());
	return seatsOf(toTier(workspace.tier), workspace.max_seats) - taken.members - others.length;
}

function providerNotFound(): AppError {
	return new AppError("not_found", "This workspace has no identity provider with this ID.");
}
