import { tooManyAttempts } from "@timbre/contract/auth/rules.ts";
import { AppError, errorBody } from "@timbre/contract/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Http, hasPoolTimedOut, overloaded, requireSameOrigin } from "../../core/http/http.ts";
import { requireMaySignUp } from "./account/sign-up.service.ts";
import { type AuthDeps, padDuration } from "./auth.shared.service.ts";
import type { Attempt } from "./sign-in/limits.service.ts";
import { findSecondFactorOwner } from "./sign-in/mfa.service.ts";

const base = "/api/auth/";
/**
 * Library paths open to browsers. Everything else goes through our own endpoints, which apply our own limits and rules.
 */
const allowedPaths = new Set([
	"sign-up/email",
	"sign-in/email",
	"sign-out",
	"get-session",
	"two-factor/verify-totp",
	"two-factor/verify-backup-code",
	"passkey/generate-authenticate-options",
	"passkey/verify-authentication",
	"sign-in/sso",
	"sign-in/social",
	"error",
]);
const isAllowed = (path: string) => allowedPaths.has(path) || path.startsWith("sso/") || path.startsWith("callback/");

/** Generous enough for a school behind one IP address. */
const ssoLimits = [{ per: "visitor", requests: 200, seconds: 600, shared: true }] as const;

/** The sign-in page requests options each time it opens. */
const passkeyLimits = [{ per: "visitor", requests: 600, seconds: 600, shared: true }] as const;

/** Forwards /api/auth/* to the identity library, within the limits for password and code attempts. */
export function libraryRoutes(http: Http, deps: AuthDeps): void {
	http.app.route({
		method: ["GET", "POST"],
		url: `${base}*`,
		handler: async (request, reply) => {
			const path = request.url.split("?")[0]?.slice(base.length).replace(/\/$/, "") ?? "";
			if (!isAllowed(path)) throw new AppError("not_found", `No endpoint matches ${request.method} ${base}${path}.`);
			// Browsers always send an origin with POST. A script without cookies has no session to abuse.
			if (request.method === "POST" && (request.headers.origin ?? request.headers.cookie) !== undefined)
				requireSameOrigin(http.allowedOrigins, request);
			try {
				if (path === "sign-up/email") await checkSignUp(http, deps, request);
				if (path === "sign-in/sso" || path === "sign-in/social")
					await http.limiter.consume("auth_sso", ssoLimits, { clientIp: request.ip });
				// Passkeys can't be guessed, so this only limits the load.
				if (path.startsWith("passkey/"))
					await http.limiter.consume("auth_passkey", passkeyLimits, { clientIp: request.ip });
				const attempt = await attemptOf(deps, path, request);
				if (attempt) await deps.limits.consume(attempt);
				if (path === "two-factor/verify-totp") await requireFreshCode(deps, attempt, request);
				const startedAt = performance.now();
				const response = await deps.auth.handler(toLibraryRequest(request, deps.publicUrl));
				if (response.status >= 500 && hasPoolTimedOut()) throw overloaded();
				// For an existing account the library runs one more database query; hide the difference.
				if (path === "sign-in/email" && !response.ok) await padDuration(startedAt, 100);
				return await sendResponse(deps, reply, response, attempt);
			} catch (error) {
				if (!(error instanceof AppError)) throw error;
				return sendError(reply, error);
			}
		},
	});
}

/** Applies the operator's rules, then counts the sign-up. Removes the invite code, which the library doesn't know. */
async function checkSignUp(http: Http, { signUp }: AuthDeps, request: FastifyRequest): Promise<void> {
	if (typeof request.body !== "object" || request.body === null) return;
	const { invite_code: code, ...body } = request.body as Record<string, unknown>;
	request.body = body;
	await requireMaySignUp(signUp, String(body.email ?? ""), typeof code === "string" ? code.slice(0, 200) : null);
	const limits = [{ per: "visitor", requests: signUp.perHour, seconds: 3_600, shared: true }] as const;
	await http.limiter.consume("auth_sign_up", limits, { clientIp: request.ip });
}

function toLibraryRequest(request: FastifyRequest, publicUrl: string): Request {
	const headers = new Headers();
	for (const [name, value] of Object.entries(request.headers)) {
		if (value !== undefined && name !== "x-timbre-visitor")
			headers.set(name, Array.isArray(value) ? value.join(", ") : value);
	}
	// Fastify has already resolved the client IP (TRUST_PROXY); never trust this header from outside.
	headers.set("x-timbre-visitor", request.ip);
	headers.delete("content-length");
	return new Request(new URL(request.url, publicUrl), {
		method: request.method,
		headers,
		...(request.method === "POST" ? { body: JSON.stringify(request.body ?? {}) } : {}),
	});
}

/** Returns undefined if the request doesn't try a secret. */
async function attemptOf(deps: AuthDeps, path: string, request: FastifyRequest): Promise<Attempt | undefined> {
	const clientIp = request.ip;
	if (path === "sign-in/email") {
		const { email } = (request.body ?? {}) as { email?: unknown };
		return { secret: "password", account: typeof email === "string" ? email : undefined, clientIp };
	}
	if (!path.startsWith("two-factor/")) return undefined;
	const account = await findSecondFactorOwner(deps, { headers: request.headers, clientIp });
	if (account === undefined) throw new AppError("needs_authorization", "Sign in with your password first.");
	return { secret: "code", account, clientIp };
}

async function requireFreshCode(
	{ auth }: AuthDeps,
	attempt: Attempt | undefined,
	request: FastifyRequest,
): Promise<void> {
	const { code } = (request.body ?? {}) as { code?: unknown };
	if (typeof code !== "string" || attempt?.account === undefined) return;
	if (!(await auth.api.reserveTotpCode({ body: { userId: attempt.account, code: code.slice(0, 100) } })))
		throw new AppError("invalid_code", "This code has already been used. Wait for the next one.");
}

/** Errors the library returns although the secret was correct. */
const codesWithCorrectSecret = ["EMAIL_NOT_VERIFIED"];
const lockedCodes = ["ACCOUNT_TEMPORARILY_LOCKED", "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE"];

async function sendResponse(deps: AuthDeps, reply: FastifyReply, response: Response, attempt: Attempt | undefined) {
	const text = await response.text();
	const code = response.ok ? "" : errorCodeIn(text);
	if (attempt && (response.ok || codesWithCorrectSecret.includes(code))) await deps.limits.reportSuccess(attempt);
	response.headers.forEach((value, name) => {
		if (name !== "set-cookie") reply.header(name, value);
	});
	for (const cookie of response.headers.getSetCookie()) reply.header("set-cookie", cookie);
	if (lockedCodes.includes(code)) return sendError(reply, new AppError("rate_limit_exceeded", tooManyAttempts));
	return reply.code(response.status).send(response.status < 400 ? text : withDetail(text, response, reply));
}

type LibraryError = { code?: unknown; message?: unknown };

function errorIn(text: string): LibraryError | undefined {
	try {
		const body: unknown = JSON.parse(text);
		return typeof body === "object" && body !== null ? body : undefined;
	} catch {
		return undefined;
	}
}

const errorCodeIn = (text: string) => String(errorIn(text)?.code ?? "");

/** Adds our error format to an error of the library, which keeps its own fields. */
function withDetail(text: string, { status, statusText }: Response, reply: FastifyReply): string {
	const error = text === "" ? {} : errorIn(text);
	if (!error || "detail" in error) return text;
	const code = String(error.code ?? `http_${status}`).toLowerCase();
	const message = String(error.message ?? (statusText || `The request failed with status ${status}.`));
	const type = status === 401 ? "authentication_error" : status === 403 ? "authorization_error" : "validation_error";
	reply.type("application/json");
	return JSON.stringify({
		...error,
		detail: { type, code, status: code, message, request_id: reply.request.id },
	});
}

/** Contains both the library's error format and ours, since clients of both use these paths. */
function sendError(reply: FastifyReply, error: AppError) {
	if (error.retryAfterSeconds !== undefined) reply.header("retry-after", error.retryAfterSeconds);
	const body = { code: error.code.toUpperCase(), message: error.message, ...errorBody(error, reply.request.id) };
	return reply.code(error.httpStatus).type("application/json").send(JSON.stringify(body));
}
