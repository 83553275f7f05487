// Known devices, as a plugin of the identity library. Always: a right password from a device where the account has never been opened
// makes no session but a mail with a code, and only the browser that gave the password can use that code. Off where no mail can be
// sent, and with a second factor, which proves more than a mail does.
import { createHash, timingSafeEqual } from "node:crypto";
import type { GenericEndpointContext } from "@better-auth/core";
import { tooManyAttempts } from "@timbre/contract/auth.ts";
import type { Database } from "@timbre/db/connect.ts";
import { APIError, createAuthEndpoint, createAuthMiddleware, sessionMiddleware } from "better-auth/api";
import { deleteSessionCookie, expireCookie, setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { publishEvent } from "../../core/events.ts";
import { newId } from "../../core/ids.ts";
import { isFlooded } from "../../core/mail.repo.ts";
import { type MailSettings, queueMail } from "../../core/mail.ts";
import type { Codes } from "./auth.codes.service.ts";
import { findDevice, hadDevice, insertDevice, listDevicesOf, touchDevice } from "./auth.devices.repo.ts";
import { signInMail } from "./auth.mails.present.ts";

const day = 24 * 3600;
/** As long as browsers keep a cookie at most. */
const deviceSeconds = 400 * day;
const requestSeconds = 600;
const longSessionMs = 30 * day * 1000;
const shortSessionMs = day * 1000;

/** Longer than a code is taken, with the one before and the one after it. */
const appCodeMs = 120_000;

type Deps = { db: Database; codes: Codes; mail: MailSettings };

/** One cookie a person, so that several can share a browser. Its name must not tell who they are. */
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

async function knownDevice({ db }: Deps, ctx: GenericEndpointContext, userId: string): Promise<string | undefined> {
	const value = await ctx.getSignedCookie(deviceCookie(ctx, userId).name, ctx.context.secret);
	const [id = "", secret = ""] = (value || "").split(".");
	const device = id === "" ? undefined : await findDevice(db, userId, id);
	return device && timingSafeEqual(device.secret_hash, secretHash(secret)) ? device.id : undefined;
}

async function rememberDevice(deps: Deps, ctx: GenericEndpointContext, userId: string): Promise<void> {
	// A program that makes accounts is no device.
	if (!ctx.headers) return;
	const known = await knownDevice(deps, ctx, userId);
	if (known) return touchDevice(deps.db, userId, known);
	const device = { id: newId(), secret: newId(32) };
	const userAgent = ctx.headers?.get("user-agent")?.slice(0, 500) ?? null;
	const isFirst = (await listDevicesOf(deps.db, userId)).length === 0;
	const visitor = ctx.context.newSession?.session.ipAddress || null;
	await deps.db.transaction().execute(async (tx) => {
		await insertDevice(tx, { id: device.id, userId, hash: secretHash(device.secret), userAgent });
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

/** Takes back the session that the right password made, and mails a code in its place. */
async function askForCode({ db, codes, mail }: Deps, ctx: GenericEndpointContext) {
	const fresh = ctx.context.newSession;
	if (!fresh) throw new Error("there is no session to take back");
	const flooded = await isFlooded(db, fresh.user.email);
	deleteSessionCookie(ctx, true);
	await ctx.context.internalAdapter.deleteSession(fresh.session.token);
	ctx.context.setNewSession(null);
	if (flooded) throw new APIError("TOO_MANY_REQUESTS", { code: "TOO_MANY_ATTEMPTS", message: tooManyAttempts });
	const request = await db.transaction().execute(async (tx) => {
		const issued = await codes.issueTyped(tx, "sign_in", fresh.user.id);
		const from = { userAgent: fresh.session.userAgent || null, address: fresh.session.ipAddress || null };
		await queueMail(tx, mail, { to: fresh.user.email, ...signInMail(issued.code, from) });
		return issued;
	});
	const cookie = requestCookie(ctx);
	await ctx.setSignedCookie(cookie.name, request.id, ctx.context.secret, cookie.attributes);
	return ctx.json({ signInRequest: true as const, expires_at_unix: Math.floor(request.expiresAt.getTime() / 1000) });
}

/**
 * Writes down beside the library's challenge whose it is: the library forgets that with the challenge, after five wrong codes, and whoever
 * goes on trying is to be counted under the same name.
 */
async function bindChallenge(ctx: GenericEndpointContext): Promise<void> {
	const { name } = challengeCookie(ctx);
	// What the library's own hook has just set.
	const { responseHeaders } = ctx.context as { responseHeaders?: Headers };
	const set = responseHeaders?.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));
	const value = decodeURIComponent(set?.slice(name.length + 1).split(";")[0] ?? "");
	const challenge = value.slice(0, Math.max(0, value.lastIndexOf(".")));
	const found = challenge === "" ? null : await ctx.context.internalAdapter.findVerificationValue(challenge);
	if (!found) return;
	const cookie = ownerCookie(ctx);
	await ctx.setSignedCookie(cookie.name, `${challenge}.${found.value}`, ctx.context.secret, cookie.attributes);
}

export function devices(deps: Deps) {
	return {
		id: "timbre-devices",
		endpoints: {
			/** Who has given the right password and owes the code of a mail, in this browser. */
			pendingSignIn: createAuthEndpoint.serverOnly({ method: "POST", requireHeaders: true }, async (ctx) => {
				const request = await ctx.getSignedCookie(requestCookie(ctx).name, ctx.context.secret);
				return { requestId: request || undefined };
			}),
			/** Who has given the right password and owes the second factor, in this browser; also after too many wrong codes. */
			pendingSecondFactor: createAuthEndpoint.serverOnly({ method: "POST", requireHeaders: true }, async (ctx) => {
				const challenge = await ctx.getSignedCookie(challengeCookie(ctx).name, ctx.context.secret);
				const bound = await ctx.getSignedCookie(ownerCookie(ctx).name, ctx.context.secret);
				const [id, userId] = (bound || "").split(".");
				return { userId: challenge && id === challenge ? userId : undefined };
			}),
			/** False when this code of an app was brought before: each is good once, though the app shows it for half a minute. */
			reserveAppCode: createAuthEndpoint.serverOnly(
				{ method: "POST", body: z.object({ userId: z.string(), code: z.string() }) },
				async (ctx) => {
					const { userId, code } = ctx.body;
					const identifier = `app-code:${createHash("sha256").update(`${userId} ${code}`).digest("base64url")}`;
					const expiresAt = new Date(Date.now() + appCodeMs);
					return ctx.context.internalAdapter.reserveVerificationValue({ identifier, value: "used", expiresAt });
				},
			),
			/** After the code was found right. */
			finishSignIn: createAuthEndpoint.serverOnly(
				{ method: "POST", requireHeaders: true, body: z.object({ userId: z.string() }) },
				async (ctx) => {
					const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId);
					if (!user) throw new APIError("UNAUTHORIZED");
					const brief = await ctx.getSignedCookie(ctx.context.authCookies.dontRememberToken.name, ctx.context.secret);
					const session = await ctx.context.internalAdapter.createSession(user.id, !!brief);
					await setSessionCookie(ctx, { session, user });
					await rememberDevice(deps, ctx, user.id);
					expireCookie(ctx, requestCookie(ctx));
					return { userId: user.id };
				},
			),
			currentDevice: createAuthEndpoint.serverOnly(
				{ method: "POST", requireHeaders: true, use: [sessionMiddleware] },
				async (ctx) => ({ deviceId: await knownDevice(deps, ctx, ctx.context.session.user.id) }),
			),
			/** Whether the session's cookie outlives the browser. */
			keepSession: createAuthEndpoint.serverOnly(
				{
					method: "POST",
					requireHeaders: true,
					use: [sessionMiddleware],
					body: z.object({ persistence: z.enum(["local", "session"]) }),
				},
				async (ctx) => {
					const brief = ctx.body.persistence === "session";
					const { session, user } = ctx.context.session;
					const expiresAt = new Date(Date.now() + (brief ? shortSessionMs : longSessionMs));
					await ctx.context.internalAdapter.updateSession(session.token, { expiresAt });
					await setSessionCookie(ctx, { session: { ...session, expiresAt }, user }, brief);
					if (!brief) expireCookie(ctx, ctx.context.authCookies.dontRememberToken);
					return { ok: true };
				},
			),
		},
		hooks: {
			after: [
				{
					matcher: (ctx: { path?: string }) => ctx.path === "/sign-in/email",
					handler: createAuthMiddleware(async (ctx) => {
						const fresh = ctx.context.newSession;
						if (!fresh) return bindChallenge(ctx);
						const { id, twoFactorEnabled } = fresh.user;
						const trusted = !deps.mail.enabled || twoFactorEnabled || (await knownDevice(deps, ctx, id)) !== undefined;
						if (trusted || !(await hadDevice(deps.db, id))) return rememberDevice(deps, ctx, id);
						return askForCode(deps, ctx);
					}),
				},
				{
					matcher: (ctx: { path?: string }) =>
						ctx.path === "/sign-up/email" || (ctx.path?.startsWith("/two-factor/verify-") ?? false),
					handler: createAuthMiddleware(async (ctx) => {
						const fresh = ctx.context.newSession;
						if (fresh) await rememberDevice(deps, ctx, fresh.user.id);
					}),
				},
			],
		},
	};
}
