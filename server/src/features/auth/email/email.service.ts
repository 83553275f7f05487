// Email verification, password reset and email changes.
// Invariant: the response is the same whether or not the account exists, an emailed code works once, and an email
// change can be reverted from the old address for a week.
import type { ActionResult, authEndpoints } from "@timbre/contract/auth/endpoints.ts";
import { resetRequested } from "@timbre/contract/auth/rules.ts";
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { isAPIError } from "better-auth/api";
import type { Context, PublicContext } from "../../../core/http/context.ts";
import { isOverMailLimit } from "../../../core/mail/mail.repo.ts";
import { queueMail } from "../../../core/mail/mail.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import {
	type AuthDeps,
	libraryHeaders,
	requireSession,
	withAppErrors,
	withMinDuration,
	withPassword,
} from "../auth.shared.service.ts";
import { deletePasskeysSince } from "../passkeys/passkeys.repo.ts";
import { deleteDevices, deleteSessions } from "../sessions/devices.repo.ts";
import { passwordWeakness } from "../sign-in/passwords.ts";
import {
	deleteSecondFactor,
	deleteSignInGrants,
	findHumanUserByEmail,
	findUser,
	isEmailTaken,
	markEmailVerified,
	replaceEmail,
} from "../users/users.repo.ts";
import { findSessionUser, findTokenUser } from "../users/users.service.ts";
import { disallowedEmailReason } from "./email-policy.ts";
import { continuePath, emailChangeCodeMail, emailChangedMail, passwordChangedMail } from "./mails.present.ts";
import { queueVerificationMail } from "./verification.service.ts";

type Body<Name extends keyof typeof authEndpoints> = InputOf<(typeof authEndpoints)[Name]>["body"];
type ResponseBody<Name extends keyof typeof authEndpoints> = ResponseOf<(typeof authEndpoints)[Name]>;

/** Longer than any of these requests takes. */
const minResponseMs = 250;

export async function sendVerification(
	deps: AuthDeps,
	{ email, continue_url }: Body<"sendVerificationEmail">,
): Promise<ResponseBody<"sendVerificationEmail">> {
	await withMinDuration(minResponseMs, async () => {
		const user = await findHumanUserByEmail(deps.db, GLOBAL, email);
		if (!user || user.email_verified || (await isOverMailLimit(deps.db, GLOBAL, user.email))) return;
		await queueVerificationMail(deps, user, continue_url);
	});
	return { status: "ok" };
}

export async function verifyEmail(
	deps: AuthDeps,
	context: PublicContext,
	{ action_code }: Body<"verifyEmail">,
): Promise<ResponseBody<"verifyEmail">> {
	const attempt = { secret: "code", account: undefined, clientIp: context.clientIp } as const;
	await deps.limits.consume(attempt);
	const result = await toActionResult(context, async () => {
		const verified = await deps.db.transaction().execute(async (tx) => {
			const code = await deps.codes.redeemLinkCode(tx, "verify_email", action_code);
			return code !== undefined && (await markEmailVerified(tx, code.userId, code.about.email ?? ""));
		});
		if (!verified) return "invalidActionCode";
		await deps.limits.reportSuccess(attempt);
		return "success";
	});
	return { result };
}

/** Clients only see the three results. Internal errors are logged. */
async function toActionResult(context: PublicContext, work: () => Promise<ActionResult>): Promise<ActionResult> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof AppError) throw error;
		context.log.error({ err: error }, "checking an emailed code failed");
		return "unknownError";
	}
}

export async function sendPasswordReset(
	deps: AuthDeps,
	{ email, continue_url }: Body<"sendPasswordResetEmail">,
): Promise<ResponseBody<"sendPasswordResetEmail">> {
	await withMinDuration(minResponseMs, async () => {
		const user = await findHumanUserByEmail(deps.db, GLOBAL, email);
		if (!user || (await isOverMailLimit(deps.db, GLOBAL, user.email))) return;
		const redirectTo = continuePath(deps.publicUrl, continue_url);
		await withAppErrors(deps.auth.api.requestPasswordReset({ body: { email: user.email, redirectTo } }));
	});
	return { status: "ok", message: resetRequested };
}

/** Returns the user whose password the code can reset, without redeeming it. */
async function findPasswordReset({ auth, db }: AuthDeps, code: string) {
	const { internalAdapter } = await auth.$context;
	const found = await internalAdapter.findVerificationValue(`reset-password:${code}`);
	return found && found.expiresAt > new Date() ? findUser(db, found.value) : undefined;
}

export async function checkPasswordReset(
	deps: AuthDeps,
	context: PublicContext,
	{ action_code }: Body<"checkPasswordResetCode">,
): Promise<ResponseBody<"checkPasswordResetCode">> {
	const attempt = { secret: "code", account: undefined, clientIp: context.clientIp } as const;
	await deps.limits.consume(attempt);
	let email: string | null = null;
	const result = await toActionResult(context, async () => {
		const user = await findPasswordReset(deps, action_code);
		if (!user) return "invalidActionCode";
		await deps.limits.reportSuccess(attempt);
		email = user.email;
		return "success";
	});
	return { result, email };
}

export async function confirmPasswordReset(
	deps: AuthDeps,
	context: PublicContext,
	{ action_code, new_password }: Body<"confirmPasswordReset">,
): Promise<ResponseBody<"confirmPasswordReset">> {
	const attempt = { secret: "code", account: undefined, clientIp: context.clientIp } as const;
	await deps.limits.consume(attempt);
	const result = await toActionResult(context, async () => {
		const user = await findPasswordReset(deps, action_code);
		if (!user) return "invalidActionCode";
		await deps.limits.reportSuccess(attempt);
		requireStrongPassword(new_password, user);
		try {
			await deps.auth.api.resetPassword({ body: { newPassword: new_password, token: action_code } });
		} catch (error) {
			if (isAPIError(error) && error.body?.code === "INVALID_TOKEN") return "invalidActionCode";
			throw error;
		}
		// The user proved access to the mailbox: let them sign in from this network even while others are guessing the
		// password.
		await deps.limits.reportSuccess({ secret: "password", account: user.email, clientIp: context.clientIp });
		await deps.limits.reportSuccess({ secret: "password", account: user.email, clientIp: context.clientIp });
		await deps.db.transaction().execute(async (tx) => {
			// Receiving the email proves that the address is theirs.
			await markEmailVerified(tx, user.id, user.email);
			await queueMail(tx, deps.mail, { to: user.email, ...passwordChangedMail(deps.publicUrl) });
		});
		return "success";
	});
	return { result };
}

export function requireStrongPassword(password: string, user: { email: string; name: string }): void {
	const weakness = passwordWeakness(password, user);
	if (weakness) throw new AppError("weak_password", weakness, { param: "new_password" });
}

export function requireAllowedEmail(email: string): void {
	const reason = disallowedEmailReason(email);
	if (reason) throw new AppError("email_not_allowed", reason, { param: "email" });
}

export async function sendEmailChangeCode(
	deps: AuthDeps,
	context: Context,
	{ new_email, password }: Body<"sendEmailChangeVerification">,
): Promise<ResponseBody<"sendEmailChangeVerification">> {
	requireSession(context);
	const email = new_email.toLowerCase();
	requireAllowedEmail(email);
	const user = await withPassword(deps, context, async (owner) => {
		await withAppErrors(deps.auth.api.verifyPassword({ body: { password }, headers: libraryHeaders(context) }));
		return owner;
	});
	if (email === user.email)
		throw new AppError("email_not_allowed", "This is already your email address.", { param: "email" });
	await withMinDuration(minResponseMs, async () => {
		if ((await isEmailTaken(deps.db, GLOBAL, email)) || (await isOverMailLimit(deps.db, GLOBAL, email))) return;
		await deps.db.transaction().execute(async (tx) => {
			const { code } = await deps.codes.issueTypedCode(tx, "email_change", user.id, { email });
			await queueMail(tx, deps.mail, { to: email, ...emailChangeCodeMail(deps.publicUrl, code) });
		});
	});
	return { status: "ok" };
}

export async function updateEmail(
	deps: AuthDeps,
	context: PublicContext,
	{ verification_code, is_reverting }: InputOf<typeof authEndpoints.updateEmail>["query"],
): Promise<ResponseBody<"updateEmail">> {
	try {
		const work = is_reverting ? revertEmail : changeEmail;
		return { status: "ok", email: await work(deps, context, verification_code) };
	} catch (error) {
		// Two users requested the same address concurrently.
		throw (error as { code?: unknown }).code === uniqueViolation ? emailTaken() : error;
	}
}

const uniqueViolation = "23505";
const invalidCode = () => new AppError("invalid_code", "This code is incorrect or has expired. Request a new one.");
const emailTaken = () => new AppError("conflict", "This email address is already in use.");

/**
 * Requires the session that requested the change; otherwise a mistyped address would hand the account to a stranger.
 */
async function changeEmail(deps: AuthDeps, context: PublicContext, code: string): Promise<string> {
	const bearer = /^Bearer (.+)$/i.exec(context.headers.authorization ?? "")?.[1];
	const caller =
		bearer === undefined
			? await findSessionUser(deps.auth, context.headers)
			: await findTokenUser(deps.db, deps.secret, bearer);
	if (!caller) throw new AppError("needs_authorization", "Sign in first, then open the link again.");
	const attempt = { secret: "code", account: caller.userId, clientIp: context.clientIp } as const;
	await deps.limits.consume(attempt);
	const found = await deps.codes.redeemTypedCode(deps.db, "email_change", { userId: caller.userId }, code);
	if (!found?.about.email) throw invalidCode();
	await deps.limits.reportSuccess(attempt);
	const { email } = found.about;
	await deps.db.transaction().execute(async (tx) => {
		const before = await replaceEmail(tx, caller.userId, email);
		if (before === undefined) throw emailTaken();
		await deleteSessions(tx, caller.userId, caller.sessionId);
		await deleteSignInGrants(tx, caller.userId);
		await deps.codes.deleteAll(tx, caller.userId, "verify_email");
		const revert = await deps.codes.issueLinkCode(tx, "email_revert", caller.userId, { email: before });
		await queueMail(tx, deps.mail, { to: before, ...emailChangedMail(deps.publicUrl, revert, email) });
	});
	return email;
}

/** Also recovers a hijacked account: signs out all sessions and removes a second factor
 * and passkeys added since the change. */
async function revertEmail(deps: AuthDeps, context: PublicContext, code: string): Promise<string> {
	const attempt = { secret: "code", account: undefined, clientIp: context.clientIp } as const;
	await deps.limits.consume(attempt);
	const email = await deps.db.transaction().execute(async (tx) => {
		const found = await deps.codes.redeemLinkCode(tx, "email_revert", code);
		if (!found?.about.email) throw invalidCode();
		if ((await replaceEmail(tx, found.userId, found.about.email)) === undefined) throw emailTaken();
		await deleteSessions(tx, found.userId);
		await deleteDevices(tx, found.userId);
		await deleteSecondFactor(tx, found.userId, found.issuedAt);
		await deletePasskeysSince(tx, found.userId, found.issuedAt);
		await deleteSignInGrants(tx, found.userId);
		await deps.codes.deleteAll(tx, found.userId, "email_change");
		await deps.codes.deleteAll(tx, found.userId, "email_revert");
		return found.about.email;
	});
	await deps.limits.reportSuccess(attempt);
	return email;
}
