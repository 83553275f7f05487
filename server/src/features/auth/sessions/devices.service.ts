// Known devices, as a plugin of the identity library.
// Invariant: a correct password on an unknown device creates no session but sends a code by email, which only the same
// browser can redeem. Disabled if the server can't send email, and for users with a second factor, which is stronger
// proof than a mailbox.
import { createHash, timingSafeEqual } from "node:crypto";
import type { GenericEndpointContext } from "@better-auth/core";
import { tooManyAttempts } from "@timbre/contract/auth/rules.ts";
import type { Database } from "@timbre/db/connect.ts";
import { APIError, createAuthEndpoint, createAuthMiddleware, sessionMiddleware } from "better-auth/api";
import { deleteSessionCookie, expireCookie, setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { publishEvent } from "../../../core/events/events.ts";
import { newId } from "../../../core/ids.ts";
import { isOverMailLimit } from "../../../core/mail/mail.repo.ts";
import { type MailSettings, queueMail } from "../../../core/mail/mail.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { unix } from "../../../core/time.ts";
import { signInCodeMail } from "../email/mails.present.ts";
import type { Codes } from "../sign-in/codes.service.ts";
import { findDevice, hadDevice, insertDevice, listDeviceRows, touchDevice } from "./devices.repo.ts";

const day = 24 * 3600;
/** The longest cookie lifetime browsers allow. */
const deviceSeconds = 400 * day;
const requestSeconds = 600;
const longSessionMs = 30 * day * 1000;
const shortSessionMs = day * 1000;

/** Longer than a TOTP code stays valid, including the previous and the next time step. */
const totpReuseWindowMs = 120_000;

type Deps = { db: Database; codes: Codes; mail: MailSettings };

/** One cookie per user, so several users can share a browser. The name is a hash so that it doesn't identify them. */
const deviceCookie = (ctx: GenericEndpointContext, userId: string) =>
	ctx.context.createAuthCookie(`device_${createHash("sha256").update(userId).digest("hex").slice(0, 12)}`, {
		maxAge: deviceSeconds,
	});
const requestCookie = (ctx: GenericEndpointContext) =>
	ctx.context.createAuthCookie("sign_in_request", { maxAge: requestSeconds });
const challengeCookie = (ctx: GenericEndpointContext) => ctx.context.createAuthCookie("two_factor");
const ownerCookie = (ctx: GenericEndpointContext) =>
	ctx.context.createAuthCookie("two_factor_owner", { maxAge: requestSeconds });
const secretHash = (secret: string) => createHash("sha256").update(secret).digest();

async function findKnownDevice({ db }: Deps, ctx: GenericEndpointContext, userId: string): Promise<string | undefined> {
	const value = await ctx.getSignedCookie(deviceCookie(ctx, userId).name, ctx.context.secret);
	const [id = "", secret = ""] = (value || "").split(".");
	const device = id === "" ? undefined : await findDevice(db, userId, id);
	return device && timingSafeEqual(device.secret_hash, secretHash(secret)) ? device.id : undefined;
}

async function rememberDevice(deps: Deps, ctx: GenericEndpointContext, userId: string): Promise<void> {
	// Accounts created by scripts have no device.
	if (!ctx.headers) return;
	const known = await findKnownDevice(deps, ctx, userId);
	if (known) return touchDevice(deps.db, userId, known);
	const device = { id: newId(), secret: newId(32) };
	const userAgent = ctx.headers?.get("user-agent")?.slice(0, 500) ?? null;
	const isFirst = (await listDeviceRows(deps.db, userId)).length === 0;
	const visitor = ctx.context.newSession?.session.ipAddress || null;
	await deps.db.transaction().execute(async (tx) => {
		await insertDevice(tx, userId, { id: device.id, hash: secretHash(device.secret), userAgent });
		if (!isFirst)
			await publishEvent(tx, {
				name: "signed_in_from_new_device",
				workspaceId: "",
				userId,
				data: { userAgent, visitor },
			});
	});
	const cookie = deviceCookie(ctx, userId);
	await ctx.setSignedCookie(cookie.name, `${device.id}.${device.secret}`, ctx.context.secret, cookie.attributes);
}

/** Revokes the session that the library just created and emails a code instead. */
async function requestSignInCode({ db, codes, mail }: Deps, ctx: GenericEndpointContext) {
	const created = ctx.context.newSession;
	if (!created) throw new Error("there is no session to revoke");
	const overLimit = await isOverMailLimit(db, GLOBAL, created.user.email);
	deleteSessionCookie(ctx, true);
	await ctx.context.internalAdapter.deleteSession(created.session.token);
	ctx.context.setNewSession(null);
	if (overLimit) throw new APIError("TOO_MANY_REQUESTS", { code: "TOO_MANY_ATTEMPTS", message: tooManyAttempts });
	const request = await db.transaction().execute(async (tx) => {
		const issued = await codes.issueTypedCode(tx, "sign_in", created.user.id);
		const from = { userAgent: created.session.userAgent || null, address: created.session.ipAddress || null };
		await queueMail(tx, mail, { to: created.user.email, ...signInCodeMail(issued.code, from) });
		return issued;
	});
	const cookie = requestCookie(ctx);
	await ctx.setSignedCookie(cookie.name, request.id, ctx.context.secret, cookie.attributes);
	return ctx.json({ signInRequest: true as const, expires_at_unix: unix(request.expiresAt) });
}

/**
 * Stores the user of the library's two-factor challenge in a cookie of our own. The library drops the challenge after
 * five wrong codes, and further attempts must still be counted for the same user.
 */
async function bindChallenge(ctx: GenericEndpointContext): Promise<void> {
	const { name } = challengeCookie(ctx);
	// Set by the library's own hook just before.
	const { responseHeaders } = ctx.context as { responseHeaders?: Headers };
	const set = responseHeaders?.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));
	const value = decodeURIComponent(set?.slice(name.length + 1).split(";")[0] ?? "");
	const challenge = value.slice(0, Math.max(0, value.lastIndexOf(".")));
	const found = challenge === "" ? null : await ctx.context.internalAdapter.findVerificationValue(challenge);
	if (!found) return;
	const cookie = ownerCookie(ctx);
	await ctx.setSignedCookie(cookie.name, `${challenge}.${found.value}`, ctx.context.secret, cookie.attributes);
}

export function devicesPlugin(deps: Deps) {
	return {
		id: "timbre-devices",
		endpoints: {
			/** The sign-in in this browser that waits for an emailed code. */
			pendingSignIn: createAuthEndpoint.serverOnly({ method: "POST", requireHeaders: true }, async (ctx) => {
				const request = await ctx.getSignedCookie(requestCookie(ctx).name, ctx.context.secret);
				return { requestId: request || undefined };
			}),
			/** The user in this browser who still has to enter the second factor, even after too many wrong codes. */
			pendingSecondFactor: createAuthEndpoint.serverOnly({ method: "POST", requireHeaders: true }, async (ctx) => {
				const challenge = await ctx.getSignedCookie(challengeCookie(ctx).name, ctx.context.secret);
				const bound = await ctx.getSignedCookie(ownerCookie(ctx).name, ctx.context.secret);
				const [id, userId] = (bound || "").split(".");
				return { userId: challenge && id === challenge ? userId : undefined };
			}),
			/** Returns false if the TOTP code was used before: each works once, although the app shows it for 30 seconds. */
			reserveTotpCode: createAuthEndpoint.serverOnly(
				{ method: "POST", body: z.object({ userId: z.string(), code: z.string() }) },
				async (ctx) => {
					const { userId, code } = ctx.body;
					const identifier = `app-code:${createHash("sha256").update(`${userId} ${code}`).digest("base64url")}`;
					const expiresAt = new Date(Date.now() + totpReuseWindowMs);
					return ctx.context.internalAdapter.reserveVerificationValue({ identifier, value: "used", expiresAt });
				},
			),
			/** Creates the session after the emailed code was verified. */
			finishSignIn: createAuthEndpoint.serverOnly(
				{ method: "POST", requireHeaders: true, body: z.object({ userId: z.string() }) },
				async (ctx) => {
					const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId);
					if (!user) throw new APIError("UNAUTHORIZED");
					const shortLived = await ctx.getSignedCookie(
						ctx.context.authCookies.dontRememberToken.name,
						ctx.context.secret,
					);
					const session = await ctx.context.internalAdapter.createSession(user.id, !!shortLived);
					await setSessionCookie(ctx, { session, user });
					await rememberDevice(deps, ctx, user.id);
					expireCookie(ctx, requestCookie(ctx));
					return { userId: user.id };
				},
			),
			currentDevice: createAuthEndpoint.serverOnly(
				{ method: "POST", requireHeaders: true, use: [sessionMiddleware] },
				async (ctx) => ({ deviceId: await findKnownDevice(deps, ctx, ctx.context.session.user.id) }),
			),
			/** Sets whether the session cookie survives closing the browser. */
			setSessionPersistence: createAuthEndpoint.serverOnly(
				{
					method: "POST",
					requireHeaders: true,
					use: [sessionMiddleware],
					body: z.object({ persistence: z.enum(["local", "session"]) }),
				},
				async (ctx) => {
					const shortLived = ctx.body.persistence === "session";
					const { session, user } = ctx.context.session;
					const expiresAt = new Date(Date.now() + (shortLived ? shortSessionMs : longSessionMs));
					await ctx.context.internalAdapter.updateSession(session.token, { expiresAt });
					await setSessionCookie(ctx, { session: { ...session, expiresAt }, user }, shortLived);
					if (!shortLived) expireCookie(ctx, ctx.context.authCookies.dontRememberToken);
					return { ok: true };
				},
			),
		},
		hooks: {
			after: [
				{
					matcher: (ctx: { path?: string }) => ctx.path === "/sign-in/email",
					handler: createAuthMiddleware(async (ctx) => {
						const created = ctx.context.newSession;
						if (!created) return bindChallenge(ctx);
						const { id, twoFactorEnabled } = created.user;
						const trusted =
							!deps.mail.enabled || twoFactorEnabled || (await findKnownDevice(deps, ctx, id)) !== undefined;
						if (trusted || !(await hadDevice(deps.db, id))) return rememberDevice(deps, ctx, id);
						return requestSignInCode(deps, ctx);
					}),
				},
				{
					matcher: (ctx: { path?: string }) =>
						ctx.path === "/sign-up/email" ||
						ctx.path === "/passkey/verify-authentication" ||
						ctx.path === "/callback/:id" ||
						(ctx.path?.startsWith("/two-factor/verify-") ?? false),
					handler: createAuthMiddleware(async (ctx) => {
						const created = ctx.context.newSession;
						if (created) await rememberDevice(deps, ctx, created.user.id);
					}),
				},
			],
		},
	};
}
