// The user's sessions and known devices.
// Invariant: only the user sees and revokes their sessions, and session tokens are never returned.
import { createHash } from "node:crypto";
import type { authEndpoints } from "@timbre/contract/auth/endpoints.ts";
import { tokenRefreshMs } from "@timbre/contract/auth/rules.ts";
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Context, PublicContext } from "../../../core/http/context.ts";
import { queueMail } from "../../../core/mail/mail.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { unix } from "../../../core/time.ts";
import { type AuthDeps, forwardCookies, libraryHeaders, requireSession, withPassword } from "../auth.shared.service.ts";
import { requireStrongPassword } from "../email/email.service.ts";
import { passwordChangedMail } from "../email/mails.present.ts";
import { findCodeOwner } from "../sign-in/codes.repo.ts";
import { deleteSignInGrants, findUser } from "../users/users.repo.ts";
import { createIdToken } from "../users/users.service.ts";
import {
	deleteDevice,
	deleteSession,
	deleteSessions,
	findDevice,
	listDeviceRows,
	listSessionRows,
	updateFingerprint,
} from "./devices.repo.ts";

type Endpoints = typeof authEndpoints;
type Ok = { status: "ok" };
const ok: Ok = { status: "ok" };
export async function issueToken({ secret }: AuthDeps, context: Context): Promise<ResponseOf<Endpoints["authTokens"]>> {
	const sessionId = requireSession(context);
	const { token, expiresAt } = await createIdToken(secret, { sessionId, userId: context.userId });
	return { token, expires_at_unix: expiresAt, refresh_after_ms: tokenRefreshMs };
}

export async function listSessions({ db }: AuthDeps, context: Context): Promise<ResponseOf<Endpoints["listSessions"]>> {
	const current = requireSession(context);
	const rows = await listSessionRows(db, context.userId);
	return {
		sessions: rows.map((row) => ({
			session_id: row.id,
			created_at_unix: unix(row.created_at),
			last_seen_at_unix: unix(row.last_seen_at),
			expires_at_unix: unix(row.expires_at),
			ip_address: row.ip_address || null,
			user_agent: row.user_agent || null,
			current: row.id === current,
		})),
	};
}

export async function revokeSession({ db }: AuthDeps, context: Context, sessionId: string): Promise<Ok> {
	const own = (await listSessionRows(db, context.userId)).some((session) => session.id === sessionId);
	if (!own) throw new AppError("session_not_found", "You have no session with this id.");
	requireSession(context);
	await deleteSession(db, context.userId, sessionId);
	return ok;
}

export async function revokeOtherSessions(
	{ db }: AuthDeps,
	context: Context,
): Promise<ResponseOf<Endpoints["revokeOtherSessions"]>> {
	return { revoked: await deleteSessions(db, context.userId, requireSession(context)) };
}

export async function listDevices(
	{ db, auth }: AuthDeps,
	context: Context,
): Promise<ResponseOf<Endpoints["listDevices"]>> {
	requireSession(context);
	const currentDeviceId = context.headers.cookie
		? (await auth.api.currentDevice({ headers: libraryHeaders(context) })).deviceId
		: undefined;
	const rows = await listDeviceRows(db, context.userId);
	return {
		devices: rows.map((row) => ({
			device_id: row.id,
			created_at_unix: unix(row.created_at),
			last_seen_at_unix: unix(row.last_seen_at),
			user_agent: row.user_agent,
			current: row.id === currentDeviceId,
		})),
	};
}

export async function forgetDevice({ db }: AuthDeps, context: Context, deviceId: string): Promise<Ok> {
	if (!(await findDevice(db, context.userId, deviceId)))
		throw new AppError("device_not_found", "You have no device with this id.");
	requireSession(context);
	await deleteDevice(db, context.userId, deviceId);
	return ok;
}

export async function recordFingerprint({ db }: AuthDeps, context: Context, fingerprint: string): Promise<Ok> {
	await updateFingerprint(
		db,
		context.userId,
		requireSession(context),
		createHash("sha256").update(fingerprint).digest(),
	);
	return ok;
}

export async function setPersistence(
	{ auth }: AuthDeps,
	context: Context,
	{ persistence }: InputOf<Endpoints["setPersistence"]>["body"],
): Promise<Ok> {
	requireSession(context);
	const headers = libraryHeaders(context);
	await forwardCookies(
		context,
		auth.api.setSessionPersistence({ body: { persistence }, headers, returnHeaders: true }),
	);
	return ok;
}

export async function changePassword(
	deps: AuthDeps,
	context: Context,
	{ current_password, new_password }: InputOf<Endpoints["changePassword"]>["body"],
): Promise<Ok> {
	requireSession(context);
	const current = await findUser(deps.db, context.userId);
	if (current) requireStrongPassword(new_password, current);
	await withPassword(deps, context, async (user) => {
		const call = deps.auth.api.changePassword({
			body: { currentPassword: current_password, newPassword: new_password, revokeOtherSessions: true },
			headers: libraryHeaders(context),
			returnHeaders: true,
		});
		await forwardCookies(context, call);
		await deps.db.transaction().execute(async (tx) => {
			await deleteSignInGrants(tx, user.id);
			await queueMail(tx, deps.mail, { to: user.email, ...passwordChangedMail(deps.publicUrl) });
		});
	});
	return ok;
}

/** The second step of signing in from an unknown device, in the browser that did the first. */
export async function verifySignInRequest(
	deps: AuthDeps,
	context: PublicContext,
	{ sign_in_request_verification_code: code }: InputOf<Endpoints["verifySignInRequest"]>["body"],
): Promise<Ok> {
	const headers = libraryHeaders(context);
	const { requestId } = await deps.auth.api.pendingSignIn({ headers });
	const owner = requestId && (await findCodeOwner(deps.db, GLOBAL, "sign_in", requestId));
	const attempt = { secret: "code", account: owner || undefined, clientIp: context.clientIp } as const;
	await deps.limits.consume(attempt);
	const found = requestId ? await deps.codes.redeemTypedCode(deps.db, "sign_in", { id: requestId }, code) : undefined;
	if (!found)
		throw new AppError("invalid_code", "This code is incorrect or has expired. Sign in again to get a new one.");
	await deps.limits.reportSuccess(attempt);
	const call = deps.auth.api.finishSignIn({ body: { userId: found.userId }, headers, returnHeaders: true });
	await forwardCookies(context, call);
	return ok;
}
