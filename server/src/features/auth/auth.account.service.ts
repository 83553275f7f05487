// What somebody tells about themselves, and what a client tells about them. Always: nothing here says who else has an account.
import { randomInt } from "node:crypto";
import type { authEndpoints } from "@timbre/contract/auth.ts";
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Context } from "../../core/context.ts";
import { isFlooded } from "../../core/mail.repo.ts";
import { queueMail } from "../../core/mail.ts";
import { type AuthDeps, requireSession } from "./auth.calls.service.ts";
import { requireAddress } from "./auth.email.service.ts";
import { internalMail } from "./auth.mails.present.ts";
import { isInternal, isOfDomain } from "./auth.profile.public.ts";
import { findProfile, markAlphaRequested, mergeMetadata, saveProfile } from "./auth.profile.repo.ts";
import { markSetUp, updateName } from "./auth.repo.ts";

type Endpoints = typeof authEndpoints;
type Body<Name extends keyof Endpoints> = InputOf<Endpoints[Name]>["body"];
type Ok = { status: "ok" };
const ok: Ok = { status: "ok" };

const mostNotes = 100;

export async function preSignUp({ email }: Body<"preSignUp">): Promise<Ok> {
	requireAddress(email);
	return ok;
}

export async function setUpUser(
	{ db }: AuthDeps,
	{ userId }: Context,
	{ pid, xid }: Body<"postRegistrationSetup">,
): Promise<Ok> {
	await db.transaction().execute(async (tx) => {
		await saveProfile(tx, userId, { pid: pid ?? undefined, xid: xid ?? undefined });
		await markSetUp(tx, userId);
	});
	return ok;
}

export async function editMetadata(
	{ db }: AuthDeps,
	{ userId }: Context,
	{ account_metadata }: Body<"editUserMetadata">,
): Promise<Ok> {
	const { name, language, agrees_to_product_updates, ...notes } = account_metadata;
	await db.transaction().execute(async (tx) => {
		if (name !== undefined) await updateName(tx, userId, name);
		await saveProfile(tx, userId, { language, agrees_to_product_updates });
		if (!(await mergeMetadata(tx, userId, notes, mostNotes)))
			throw new AppError("invalid_request", `An account keeps at most ${mostNotes} notes.`);
	});
	return ok;
}

/** Kept for the person; a number is no second factor, as texts can be read by others. */
export async function updatePhone(
	{ db }: AuthDeps,
	context: Context,
	{ phone_number }: Body<"updatePhone">,
): Promise<ResponseOf<Endpoints["updatePhone"]>> {
	requireSession(context);
	await saveProfile(db, context.userId, { phone_number });
	return { phone_number };
}

export async function readAlphaAccess(
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
	if ((await readAlphaAccess(deps, context)).has_alpha_access) return { status: "granted" };
	await markAlphaRequested(deps.db, context.userId, reason ?? null);
	return { status: "requested" };
}

/** Two steps: without a code one is mailed, with it the address counts. An address of another domain gets nothing and says nothing. */
export async function verifyInternal(
	{ db, codes, mail, limits, internalDomain }: AuthDeps,
	context: Context,
	{ email, verification_code }: Body<"prepareInternalVerification">,
): Promise<ResponseOf<Endpoints["prepareInternalVerification"]>> {
	requireSession(context);
	const address = email.toLowerCase();
	const { userId } = context;
	if (!verification_code) {
		if (internalDomain !== undefined && isOfDomain(address, internalDomain) && !(await isFlooded(db, address)))
			await db.transaction().execute(async (tx) => {
				const { code } = await codes.issueTyped(tx, "internal_email", userId, { email: address });
				await queueMail(tx, mail, { to: address, ...internalMail(code) });
			});
		return { status: "sent" };
	}
	const guess = { secret: "code", account: userId, visitor: context.visitor } as const;
	await limits.take(guess);
	const found = await codes.takeTyped(db, "internal_email", { userId }, verification_code);
	if (found?.about.email !== address) throw new AppError("invalid_code", "This code is not right, or it is too old.");
	await limits.right(guess);
	await saveProfile(db, userId, { internal_email: address });
	return { status: "verified" };
}

const qualities =
	"amber brisk calm clear copper deep gentle golden green hushed light lively mellow misty quiet rolling silver soft steady warm".split(
		" ",
	);
const things =
	"alder bell brook canyon cello creek dune ember falcon fern harbour heron lantern lark maple meadow otter reed river sparrow".split(
		" ",
	);

export function generateName(): string {
	const pick = (words: string[]) => {
		const word = words[randomInt(words.length)] ?? "";
		return word.charAt(0).toUpperCase() + word.slice(1);
	};
	return `${pick(qualities)} ${pick(things)} ${randomInt(10, 100)}`;
}
