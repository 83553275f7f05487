// Account details, set by the user or by a client on their behalf.
// Invariant: no response reveals whether someone else has an account.
import { randomInt } from "node:crypto";
import type { authEndpoints } from "@timbre/contract/auth/endpoints.ts";
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Context } from "../../../core/http/context.ts";
import { isOverMailLimit } from "../../../core/mail/mail.repo.ts";
import { queueMail } from "../../../core/mail/mail.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { type AuthDeps, requireSession } from "../auth.shared.service.ts";
import { requireAllowedEmail } from "../email/email.service.ts";
import { internalVerificationMail } from "../email/mails.present.ts";
import { markSetUp, updateName } from "../users/users.repo.ts";
import { findProfile, markAlphaRequested, mergeMetadata, upsertProfile } from "./profile.repo.ts";
import { isAtDomain, isInternal } from "./profile.service.ts";
import { requireMaySignUp } from "./sign-up.service.ts";

type Endpoints = typeof authEndpoints;
type Body<Name extends keyof Endpoints> = InputOf<Endpoints[Name]>["body"];
type Ok = { status: "ok" };
type Registered = ResponseOf<Endpoints["preSignUp"]>;
const ok: Ok = { status: "ok" };

const maxMetadataEntries = 100;

/** An order can't be linked to an account without a connection to the marketplace, so say that it was not. */
function registered({ gcp_marketplace_jwt }: Pick<Body<"preSignUp">, "gcp_marketplace_jwt">): Registered {
	return gcp_marketplace_jwt ? { ...ok, ignored: ["gcp_marketplace_jwt"] } : ok;
}

export async function preSignUp({ signUp }: AuthDeps, body: Body<"preSignUp">): Promise<Registered> {
	requireAllowedEmail(body.email);
	await requireMaySignUp(signUp, body.email, body.invite_code ?? null);
	return registered(body);
}

export async function setUpUser(
	{ db }: AuthDeps,
	{ userId }: Context,
	body: Body<"postRegistrationSetup">,
): Promise<Registered> {
	const { pid, xid } = body;
	await db.transaction().execute(async (tx) => {
		await upsertProfile(tx, userId, { pid: pid ?? undefined, xid: xid ?? undefined });
		await markSetUp(tx, userId);
	});
	return registered(body);
}

export async function updateMetadata(
	{ db }: AuthDeps,
	{ userId }: Context,
	{ account_metadata }: Body<"editUserMetadata">,
): Promise<Ok> {
	const { name, language, agrees_to_product_updates, ...entries } = account_metadata;
	await db.transaction().execute(async (tx) => {
		if (name !== undefined) await updateName(tx, userId, name);
		await upsertProfile(tx, userId, { language, agrees_to_product_updates });
		if (!(await mergeMetadata(tx, userId, entries, maxMetadataEntries)))
			throw new AppError("invalid_request", `Account metadata can have at most ${maxMetadataEntries} entries.`);
	});
	return ok;
}

/** Stores the number only. It is never used as a second factor, since text messages can be intercepted. */
export async function updatePhone(
	{ db }: AuthDeps,
	context: Context,
	{ phone_number }: Body<"updatePhone">,
): Promise<ResponseOf<Endpoints["updatePhone"]>> {
	requireSession(context);
	await upsertProfile(db, context.userId, { phone_number });
	return { phone_number };
}

export async function getAlphaAccess(
	{ db, internalDomain }: AuthDeps,
	{ userId }: Context,
): Promise<ResponseOf<Endpoints["hasAlphaAccess"]>> {
	const [profile, internal] = await Promise.all([findProfile(db, userId), isInternal(db, internalDomain, userId)]);
	return {
		has_alpha_access: internal || profile?.alpha_granted_at != null,
		requested: profile?.alpha_requested_at != null,
		is_internal: internal,
	};
}

export async function requestAlphaAccess(
	deps: AuthDeps,
	context: Context,
	{ reason }: Body<"requestAlphaAccess">,
): Promise<ResponseOf<Endpoints["requestAlphaAccess"]>> {
	if ((await getAlphaAccess(deps, context)).has_alpha_access) return { status: "granted" };
	await markAlphaRequested(deps.db, context.userId, reason ?? null);
	return { status: "requested" };
}

/**
 * Two steps: a request without a code emails one, a request with the code verifies the address. Addresses outside the
 * internal domain get no email, and the response doesn't say so.
 */
export async function verifyInternalEmail(
	{ db, codes, mail, limits, internalDomain }: AuthDeps,
	context: Context,
	{ email, verification_code }: Body<"prepareInternalVerification">,
): Promise<ResponseOf<Endpoints["prepareInternalVerification"]>> {
	requireSession(context);
	const address = email.toLowerCase();
	const { userId } = context;
	if (!verification_code) {
		if (
			internalDomain !== undefined &&
			isAtDomain(address, internalDomain) &&
			!(await isOverMailLimit(db, GLOBAL, address))
		)
			await db.transaction().execute(async (tx) => {
				const { code } = await codes.issueTypedCode(tx, "internal_email", userId, { email: address });
				await queueMail(tx, mail, { to: address, ...internalVerificationMail(code) });
			});
		return { status: "sent" };
	}
	const attempt = { secret: "code", account: userId, clientIp: context.clientIp } as const;
	await limits.consume(attempt);
	const found = await codes.redeemTypedCode(db, "internal_email", { userId }, verification_code);
	if (found?.about.email !== address) throw new AppError("invalid_code", "This code is incorrect or has expired.");
	await limits.reportSuccess(attempt);
	await upsertProfile(db, userId, { internal_email: address });
	return { status: "verified" };
}

const adjectives =
	"amber brisk calm clear copper deep gentle golden green hushed light lively mellow misty quiet rolling silver soft steady warm".split(
		" ",
	);
const nouns =
	"alder bell brook canyon cello creek dune ember falcon fern harbour heron lantern lark maple meadow otter reed river sparrow".split(
		" ",
	);

export function generateName(): string {
	const pick = (words: string[]) => {
		const word = words[randomInt(words.length)] ?? "";
		return word.charAt(0).toUpperCase() + word.slice(1);
	};
	return `${pick(adjectives)} ${pick(nouns)} ${randomInt(10, 100)}`;
}
