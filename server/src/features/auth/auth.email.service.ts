// Addresses and forgotten passwords. Always: the answer is the same whether there is such an account or not, a code of a mail works once,
// and whoever has lost an address to somebody else can take it back for a week.
import { type ActionResult, type authEndpoints, resetRequested } from "@timbre/contract/auth.ts";
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { isAPIError } from "better-auth/api";
import type { Context, PublicContext } from "../../core/context.ts";
import { isFlooded } from "../../core/mail.repo.ts";
import { queueMail } from "../../core/mail.ts";
import { addressFault } from "./auth.addresses.service.ts";
import { type AuthDeps, evenly, libraryHeaders, requireSession, told, withPassword } from "./auth.calls.service.ts";
import { deleteDevices, deleteSessions } from "./auth.devices.repo.ts";
import { continuePath, emailChangedMail, emailChangeMail, passwordChangedMail } from "./auth.mails.present.ts";
import { passwordWeakness } from "./auth.passwords.service.ts";
import { findSessionUser, findTokenUser } from "./auth.public.ts";
import {
	deleteSecondFactor,
	findPersonByEmail,
	findUser,
	forgetTrust,
	isEmailTaken,
	markEmailVerified,
	replaceEmail,
} from "./auth.repo.ts";
import { queueVerification } from "./auth.verification.service.ts";

type Body<Name extends keyof typeof authEndpoints> = InputOf<(typeof authEndpoints)[Name]>["body"];
type Answer<Name extends keyof typeof authEndpoints> = ResponseOf<(typeof authEndpoints)[Name]>;

/** Longer than any of it takes. */
const answerMs = 250;

export async function sendVerification(
	deps: AuthDeps,
	{ email, continue_url }: Body<"sendVerificationEmail">,
): Promise<Answer<"sendVerificationEmail">> {
	await evenly(answerMs, async () => {
		const user = await findPersonByEmail(deps.db, email);
		if (!user || user.email_verified || (await isFlooded(deps.db, user.email))) return;
		await queueVerification(deps, user, continue_url);
	});
	return { status: "ok" };
}

export async function verifyEmail(
	deps: AuthDeps,
	context: PublicContext,
	{ action_code }: Body<"verifyEmail">,
): Promise<Answer<"verifyEmail">> {
	const guess = { secret: "code", account: undefined, visitor: context.visitor } as const;
	await deps.limits.take(guess);
	const result = await resulting(context, async () => {
		const verified = await deps.db.transaction().execute(async (tx) => {
			const code = await deps.codes.takeLink(tx, "verify_email", action_code);
			return code !== undefined && (await markEmailVerified(tx, code.userId, code.about.email ?? ""));
		});
		if (!verified) return "invalidActionCode";
		await deps.limits.right(guess);
		return "success";
	});
	return { result };
}

/** Three results there are; what went wrong on our side is in the log. */
async function resulting(context: PublicContext, work: () => Promise<ActionResult>): Promise<ActionResult> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof AppError) throw error;
		context.log.error({ err: error }, "a code of a mail could not be looked at");
		return "unknownError";
	}
}

export async function sendPasswordReset(
	deps: AuthDeps,
	{ email, continue_url }: Body<"sendPasswordResetEmail">,
): Promise<Answer<"sendPasswordResetEmail">> {
	await evenly(answerMs, async () => {
		const user = await findPersonByEmail(deps.db, email);
		if (!user || (await isFlooded(deps.db, user.email))) return;
		const redirectTo = continuePath(deps.publicUrl, continue_url);
		await told(deps.auth.api.requestPasswordReset({ body: { email: user.email, redirectTo } }));
	});
	return { status: "ok", message: resetRequested };
}

/** Whose password the code may change; the code stays good. */
async function findReset({ auth, db }: AuthDeps, code: string) {
	const { internalAdapter } = await auth.$context;
	const found = await internalAdapter.findVerificationValue(`reset-password:${code}`);
	return found && found.expiresAt > new Date() ? findUser(db, found.value) : undefined;
}

export async function checkPasswordReset(
	deps: AuthDeps,
	context: PublicContext,
	{ action_code }: Body<"checkPasswordResetCode">,
): Promise<Answer<"checkPasswordResetCode">> {
	const guess = { secret: "code", account: undefined, visitor: context.visitor } as const;
	await deps.limits.take(guess);
	let email: string | null = null;
	const result = await resulting(context, async () => {
		const user = await findReset(deps, action_code);
		if (!user) return "invalidActionCode";
		await deps.limits.right(guess);
		email = user.email;
		return "success";
	});
	return { result, email };
}

export async function confirmPasswordReset(
	deps: AuthDeps,
	context: PublicContext,
	{ action_code, new_password }: Body<"confirmPasswordReset">,
): Promise<Answer<"confirmPasswordReset">> {
	const guess = { secret: "code", account: undefined, visitor: context.visitor } as const;
	await deps.limits.take(guess);
	const result = await resulting(context, async () => {
		const user = await findReset(deps, action_code);
		if (!user) return "invalidActionCode";
		await deps.limits.right(guess);
		requireStrong(new_password, user);
		try {
			await deps.auth.api.resetPassword({ body: { newPassword: new_password, token: action_code } });
		} catch (error) {
			if (isAPIError(error) && error.body?.code === "INVALID_TOKEN") return "invalidActionCode";
			throw error;
		}
		// Whoever reads the owner's mail is the owner: from here one may sign in, however many guess elsewhere.
		await deps.limits.right({ secret: "password", account: user.email, visitor: context.visitor });
		// However many strangers try this account at the moment, its owner comes in from here.
		await deps.limits.right({ secret: "password", account: user.email, visitor: context.visitor });
		await deps.db.transaction().execute(async (tx) => {
			// Whoever could read the mail has the address.
			await markEmailVerified(tx, user.id, user.email);
			await queueMail(tx, deps.mail, { to: user.email, ...passwordChangedMail(deps.publicUrl) });
		});
		return "success";
	});
	return { result };
}

export function requireStrong(password: string, person: { email: string; name: string }): void {
	const weakness = passwordWeakness(password, person);
	if (weakness) throw new AppError("weak_password", weakness, { param: "new_password" });
}

export function requireAddress(email: string): void {
	const fault = addressFault(email);
	if (fault) throw new AppError("email_not_allowed", fault, { param: "email" });
}

export async function sendEmailChange(
	deps: AuthDeps,
	context: Context,
	{ new_email, password }: Body<"sendEmailChangeVerification">,
): Promise<Answer<"sendEmailChangeVerification">> {
	requireSession(context);
	const email = new_email.toLowerCase();
	requireAddress(email);
	const user = await withPassword(deps, context, async (person) => {
		await told(deps.auth.api.verifyPassword({ body: { password }, headers: libraryHeaders(context) }));
		return person;
	});
	if (email === user.email)
		throw new AppError("email_not_allowed", "This is your address already.", { param: "email" });
	await evenly(answerMs, async () => {
		if ((await isEmailTaken(deps.db, email)) || (await isFlooded(deps.db, email))) return;
		await deps.db.transaction().execute(async (tx) => {
			const { code } = await deps.codes.issueTyped(tx, "email_change", user.id, { email });
			await queueMail(tx, deps.mail, { to: email, ...emailChangeMail(deps.publicUrl, code) });
		});
	});
	return { status: "ok" };
}

export async function updateEmail(
	deps: AuthDeps,
	context: PublicContext,
	{ verification_code, is_reverting }: InputOf<typeof authEndpoints.updateEmail>["query"],
): Promise<Answer<"updateEmail">> {
	try {
		const work = is_reverting ? revertEmail : changeEmail;
		return { status: "ok", email: await work(deps, context, verification_code) };
	} catch (error) {
		// Two who want the same address in the same moment.
		throw (error as { code?: unknown }).code === uniqueViolation ? taken() : error;
	}
}

const uniqueViolation = "23505";
const wrongCode = () => new AppError("invalid_code", "This code is not right, or it is too old. Ask for a new one.");
const taken = () => new AppError("conflict", "Somebody else uses this address by now.");

/** Only in the session of the person who asked for it: else a mistyped address would give the account to a stranger. */
async function changeEmail(deps: AuthDeps, context: PublicContext, code: string): Promise<string> {
	const bearer = /^Bearer (.+)$/i.exec(context.headers.authorization ?? "")?.[1];
	const caller =
		bearer === undefined
			? await findSessionUser(deps.auth, context.headers)
			: await findTokenUser(deps.db, deps.secret, bearer);
	if (!caller) throw new AppError("needs_authorization", "Sign in first, then follow the link again.");
	const guess = { secret: "code", account: caller.userId, visitor: context.visitor } as const;
	await deps.limits.take(guess);
	const found = await deps.codes.takeTyped(deps.db, "email_change", { userId: caller.userId }, code);
	if (!found?.about.email) throw wrongCode();
	await deps.limits.right(guess);
	const { email } = found.about;
	await deps.db.transaction().execute(async (tx) => {
		const before = await replaceEmail(tx, caller.userId, email);
		if (before === undefined) throw taken();
		await deleteSessions(tx, caller.userId, caller.sessionId);
		await forgetTrust(tx, caller.userId);
		await deps.codes.dropAll(tx, caller.userId, "verify_email");
		const revert = await deps.codes.issueLink(tx, "email_revert", caller.userId, { email: before });
		await queueMail(tx, deps.mail, { to: before, ...emailChangedMail(deps.publicUrl, revert, email) });
	});
	return email;
}

/** For somebody whose account was taken over, too: everybody is signed out, and what was set up since the change is undone. */
async function revertEmail(deps: AuthDeps, context: PublicContext, code: string): Promise<string> {
	const guess = { secret: "code", account: undefined, visitor: context.visitor } as const;
	await deps.limits.take(guess);
	const email = await deps.db.transaction().execute(async (tx) => {
		const found = await deps.codes.takeLink(tx, "email_revert", code);
		if (!found?.about.email) throw wrongCode();
		if ((await replaceEmail(tx, found.userId, found.about.email)) === undefined) throw taken();
		await deleteSessions(tx, found.userId);
		await deleteDevices(tx, found.userId);
		await deleteSecondFactor(tx, found.userId, found.issuedAt);
		await forgetTrust(tx, found.userId);
		await deps.codes.dropAll(tx, found.userId, "email_change");
		await deps.codes.dropAll(tx, found.userId, "email_revert");
		return found.about.email;
	});
	await deps.limits.right(guess);
	return email;
}
