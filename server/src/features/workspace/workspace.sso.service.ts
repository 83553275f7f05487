// Single sign-on of a workspace. Always: a provider stands for a domain the workspace has verified, on a plan that has single sign-on, and
// who comes in through it takes a seat.
import { AppError } from "@timbre/contract/errors.ts";
import { seatsOf } from "@timbre/contract/workspace.entities.ts";
import type {
	CreateIdentityProvider,
	IdentityProvider,
	SsoProvider,
	UpdateIdentityProvider,
} from "@timbre/contract/workspace.sso.ts";
import { hasSso } from "@timbre/contract/workspace.sso.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Context } from "../../core/context.ts";
import {
	addProvider,
	changeProvider,
	domainOf,
	findProviderOfDomain,
	prepareProvider,
	readProviders,
	removeProvider,
	type SsoSettings,
} from "../auth/auth.sso.public.ts";
import { recordAct } from "./workspace.audit.public.ts";
import { findRequiringDomain, lockVerifiedDomain, stopRequiring } from "./workspace.domains.repo.ts";
import { asciiDomain, requireSsoPlan } from "./workspace.domains.service.ts";
import { asTier, getTier } from "./workspace.public.ts";

export type SsoDeps = { db: Database; settings: SsoSettings };

export async function readIdentityProviders(
	{ db, settings }: SsoDeps,
	context: Context,
): Promise<{ identity_providers: IdentityProvider[] }> {
	return { identity_providers: await readProviders(db, context.workspaceId, settings) };
}

export async function addIdentityProvider(
	{ db, settings }: SsoDeps,
	context: Context,
	input: CreateIdentityProvider,
): Promise<IdentityProvider> {
	const { workspaceId, userId } = context;
	await requireSsoPlan(db, workspaceId);
	const domain = asciiDomain(input.domain);
	const unverified = new AppError("invalid_request", `Verify ${domain} first: a provider speaks for its addresses.`, {
		param: "domain",
	});
	// Before anybody is asked anything: only who owns a domain makes this server ask others.
	if (!(await lockVerifiedDomain(db, workspaceId, domain))) throw unverified;
	const prepared = await prepareProvider(settings, input);
	return db.transaction().execute(async (tx) => {
		if (!(await lockVerifiedDomain(tx, workspaceId, domain))) throw unverified;
		const made = await addProvider(tx, workspaceId, settings, prepared, { domain, userId });
		if (!made) throw new AppError("conflict", `${domain} has an identity provider already.`, { param: "domain" });
		await recordAct(tx, context, {
			className: "sso",
			activity: "create_identity_provider",
			target: domain,
			details: { identity_provider_id: made.identity_provider_id, name: made.name, type: made.config.type },
		});
		return made;
	});
}

export async function changeIdentityProvider(
	{ db, settings }: SsoDeps,
	context: Context,
	id: string,
	change: UpdateIdentityProvider,
): Promise<IdentityProvider> {
	await requireSsoPlan(db, context.workspaceId);
	return db.transaction().execute(async (tx) => {
		const changed = await changeProvider(tx, context.workspaceId, settings, id, change);
		if (!changed) throw missing();
		await recordAct(tx, context, {
			className: "sso",
			activity: "update_identity_provider",
			target: changed.domain,
			// Names of fields, never what is in them: one is a secret.
			details: { identity_provider_id: id, changed: Object.keys(change) },
		});
		return changed;
	});
}

export async function removeIdentityProvider({ db }: SsoDeps, context: Context, id: string): Promise<{ status: "ok" }> {
	const { workspaceId } = context;
	await db.transaction().execute(async (tx) => {
		const gone = await removeProvider(tx, workspaceId, id);
		if (!gone) throw missing();
		// Else nobody of the domain could sign in at all.
		const wasRequired = await stopRequiring(tx, workspaceId, gone.domain);
		await recordAct(tx, context, {
			className: "sso",
			activity: "delete_identity_provider",
			target: gone.domain,
			details: { identity_provider_id: id, name: gone.name, sso_was_required: wasRequired },
		});
	});
	return { status: "ok" };
}

const nothing: SsoProvider = { provider_id: null, name: null, required: false };

export async function findSso({ db }: SsoDeps, email: string): Promise<SsoProvider> {
	const domain = domainOf(email);
	const provider = await findProviderOfDomain(db, domain);
	if (!provider || !hasSso(await getTier(db, provider.workspace_id))) return nothing;
	return { provider_id: provider.id, name: provider.name, required: await isSsoDemanded(db, domain) };
}

/** Also false when the plan has no single sign-on any more: then the password is the only way left. */
export async function isSsoDemanded(db: Database, domain: string): Promise<boolean> {
	const found = await findRequiringDomain(db, domain);
	return found !== undefined && hasSso(asTier(found.tier));
}

/** How many more people fit in: invites hold seats too, but not against the one who was invited. */
export function freeSeats(
	workspace: { tier: string; max_seats: number | null },
	taken: { members: number; invited: string[] },
	email: string,
): number {
	const others = taken.invited.filter((invited) => invited !== email.toLowerCase());
	return seatsOf(asTier(workspace.tier), workspace.max_seats) - taken.members - others.length;
}

function missing(): AppError {
	return new AppError("not_found", "There is no such identity provider in this workspace.");
}
