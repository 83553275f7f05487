// Two-factor authentication: an authenticator app and backup codes. The identity library stores and checks the secrets
// and codes.
// Invariant: every change requires the password, and turning it off sends an email.
import type { authEndpoints } from "@timbre/contract/auth/endpoints.ts";
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Context, PublicContext } from "../../../core/http/context.ts";
import { queueMail } from "../../../core/mail/mail.ts";
import {
	type AuthDeps,
	forwardCookies,
	libraryHeaders,
	requireSession,
	withAppErrors,
	withPassword,
} from "../auth.shared.service.ts";
import { secondFactorRemovedMail } from "../email/mails.present.ts";
import { deleteSecondFactor, deleteSignInGrants, findUser } from "../users/users.repo.ts";
import { findSessionUser } from "../users/users.service.ts";

type MfaResponse = ResponseOf<typeof authEndpoints.updateMfaFactors>;

export async function updateMfaFactors(
	deps: AuthDeps,
	context: Context,
	body: InputOf<typeof authEndpoints.updateMfaFactors>["body"],
): Promise<MfaResponse> {
	requireSession(context);
	const { auth } = deps;
	const headers = libraryHeaders(context);
	if (body.action === "confirm") {
		await forwardCookies(context, auth.api.verifyTOTP({ body: { code: body.code }, headers, returnHeaders: true }));
		const { backupCodes } = await withAppErrors(auth.api.viewBackupCodes({ body: { userId: context.userId } }));
		return { is_enabled: true, backup_codes: backupCodes };
	}
	if (body.action === "begin") {
		const setup = await withPassword(deps, context, () =>
			withAppErrors(auth.api.enableTwoFactor({ body: { password: body.password, method: "totp" }, headers })),
		);
		if (setup.method !== "totp") throw new Error("the identity library set up a second factor other than TOTP");
		const secret = new URL(setup.totpURI).searchParams.get("secret") ?? undefined;
		return { is_enabled: false, totp_uri: setup.totpURI, secret };
	}
	await withPassword(deps, context, async (user) => {
		await forwardCookies(
			context,
			auth.api.disableTwoFactor({ body: { password: body.password }, headers, returnHeaders: true }),
		);
		await finishRemoval(deps, user);
	});
	return { is_enabled: false };
}

async function finishRemoval({ db, mail, publicUrl }: AuthDeps, user: { id: string; email: string }): Promise<void> {
	await db.transaction().execute(async (tx) => {
		await deleteSecondFactor(tx, user.id);
		await deleteSignInGrants(tx, user.id);
		await queueMail(tx, mail, { to: user.email, ...secondFactorRemovedMail(publicUrl) });
	});
}

export async function createBackupCodes(
	deps: AuthDeps,
	context: Context,
	{ password }: InputOf<typeof authEndpoints.createBackupCodes>["body"],
): Promise<ResponseOf<typeof authEndpoints.createBackupCodes>> {
	const { backupCodes } = await withPassword(deps, context, () =>
		withAppErrors(deps.auth.api.generateBackupCodes({ body: { password }, headers: libraryHeaders(context) })),
	);
	return { backup_codes: backupCodes };
}

/** The user who has to enter a second factor in this browser: after the password, or already signed in. */
export async function findSecondFactorOwner(
	{ auth }: Pick<AuthDeps, "auth">,
	context: Pick<PublicContext, "headers" | "clientIp">,
): Promise<string | undefined> {
	const pending = await auth.api.pendingSecondFactor({ headers: libraryHeaders(context) });
	return pending.userId ?? (await findSessionUser(auth, context.headers))?.userId;
}

export async function removeMfaByBackupCode(
	deps: AuthDeps,
	context: PublicContext,
	code: string,
): Promise<ResponseOf<typeof authEndpoints.removeMfaByBackupCode>> {
	const owner = await findSecondFactorOwner(deps, context);
	if (owner === undefined) throw new AppError("needs_authorization", "Sign in with your password first.");
	const attempt = { secret: "code", account: owner, clientIp: context.clientIp } as const;
	await deps.limits.consume(attempt);
	const headers = libraryHeaders(context);
	await forwardCookies(context, deps.auth.api.verifyBackupCode({ body: { code }, headers, returnHeaders: true }));
	await deps.limits.reportSuccess(attempt);
	const user = await findUser(deps.db, owner);
	if (user) await finishRemoval(deps, user);
	return { status: "ok" };
}
