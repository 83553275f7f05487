// The second factor: an app that makes codes, and backup codes for the day the app is gone. Secrets, codes and their checks are the
// identity library's. Always: whoever changes it has given the password just now, and switching it off is told by mail.
import type { authEndpoints } from "@timbre/contract/auth.ts";
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Context, PublicContext } from "../../core/context.ts";
import { queueMail } from "../../core/mail.ts";
import { type AuthDeps, asked, libraryHeaders, requireSession, told, withPassword } from "./auth.calls.service.ts";
import { secondFactorRemovedMail } from "./auth.mails.present.ts";
import { findSessionUser } from "./auth.public.ts";
import { deleteSecondFactor, findUser, forgetTrust } from "./auth.repo.ts";

type MfaAnswer = ResponseOf<typeof authEndpoints.updateMfaFactors>;

export async function updateMfaFactors(
	deps: AuthDeps,
	context: Context,
	body: InputOf<typeof authEndpoints.updateMfaFactors>["body"],
): Promise<MfaAnswer> {
	requireSession(context);
	const { auth } = deps;
	const headers = libraryHeaders(context);
	if (body.action === "confirm") {
		await asked(context, auth.api.verifyTOTP({ body: { code: body.code }, headers, returnHeaders: true }));
		const { backupCodes } = await told(auth.api.viewBackupCodes({ body: { userId: context.userId } }));
		return { is_enabled: true, backup_codes: backupCodes };
	}
	if (body.action === "begin") {
		const made = await withPassword(deps, context, () =>
			told(auth.api.enableTwoFactor({ body: { password: body.password, method: "totp" }, headers })),
		);
		if (made.method !== "totp") throw new Error("the library gave another second factor than was asked for");
		const secret = new URL(made.totpURI).searchParams.get("secret") ?? undefined;
		return { is_enabled: false, totp_uri: made.totpURI, secret };
	}
	await withPassword(deps, context, async (user) => {
		await asked(
			context,
			auth.api.disableTwoFactor({ body: { password: body.password }, headers, returnHeaders: true }),
		);
		await tellRemoved(deps, user);
	});
	return { is_enabled: false };
}

async function tellRemoved({ db, mail, publicUrl }: AuthDeps, user: { id: string; email: string }): Promise<void> {
	await db.transaction().execute(async (tx) => {
		await deleteSecondFactor(tx, user.id);
		await forgetTrust(tx, user.id);
		await queueMail(tx, mail, { to: user.email, ...secondFactorRemovedMail(publicUrl) });
	});
}

export async function createBackupCodes(
	deps: AuthDeps,
	context: Context,
	{ password }: InputOf<typeof authEndpoints.createBackupCodes>["body"],
): Promise<ResponseOf<typeof authEndpoints.createBackupCodes>> {
	const { backupCodes } = await withPassword(deps, context, () =>
		told(deps.auth.api.generateBackupCodes({ body: { password }, headers: libraryHeaders(context) })),
	);
	return { backup_codes: backupCodes };
}

/** Whose second factor is asked for in this browser: of somebody who has given the password, or is signed in. */
export async function secondFactorOwner(
	{ auth }: Pick<AuthDeps, "auth">,
	context: Pick<PublicContext, "headers" | "visitor">,
): Promise<string | undefined> {
	const pending = await auth.api.pendingSecondFactor({ headers: libraryHeaders(context) });
	return pending.userId ?? (await findSessionUser(auth, context.headers))?.userId;
}

export async function removeMfaByBackupCode(
	deps: AuthDeps,
	context: PublicContext,
	code: string,
): Promise<ResponseOf<typeof authEndpoints.removeMfaByBackupCode>> {
	const owner = await secondFactorOwner(deps, context);
	if (owner === undefined) throw new AppError("needs_authorization", "Sign in with your password first.");
	const guess = { secret: "code", account: owner, visitor: context.visitor } as const;
	await deps.limits.take(guess);
	const headers = libraryHeaders(context);
	await asked(context, deps.auth.api.verifyBackupCode({ body: { code }, headers, returnHeaders: true }));
	await deps.limits.right(guess);
	const user = await findUser(deps.db, owner);
	if (user) await tellRemoved(deps, user);
	return { status: "ok" };
}
