import { tooManyAttempts } from "@timbre/contract/auth.ts";
import { AppError, errorBody } from "@timbre/contract/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Http, requireOwnPage } from "../../core/http.ts";
import { type AuthDeps, onBeat } from "./auth.calls.service.ts";
import type { Guess } from "./auth.limits.public.ts";
import { secondFactorOwner } from "./auth.mfa.service.ts";

const base = "/api/auth/";
/** What is open to browsers. Everything else the library can do is done by our own calls, which limit and write down what happens. */
const open = new Set([
	"sign-up/email",
	"sign-in/email",
	"sign-out",
	"get-session",
	"two-factor/verify-totp",
	"two-factor/verify-backup-code",
	"sign-in/sso",
	"error",
]);
const isOpen = (path: string) => open.has(path) || path.startsWith("sso/");

/** Far above what a school behind one address needs. */
const signUps = [{ per: "visitor", requests: 200, seconds: 600, shared: true }] as const;

/** Hands /api/auth/* to the identity library, within the limits for guessing. */
export function libraryRoutes(http: Http, deps: AuthDeps): void {
	http.app.route({
		method: ["GET", "POST"],
		url: `${base}*`,
		handler: async (request, reply) => {
			const path = request.url.split("?")[0]?.slice(base.length).replace(/\/$/, "") ?? "";
			if (!isOpen(path)) throw new AppError("not_found", `There is nothing at ${request.method} ${base}${path}.`);
			// A browser always says where a POST comes from; a script without cookies has nothing to forge.
			if (request.method === "POST" && (request.headers.origin ?? request.headers.cookie) !== undefined)
				requireOwnPage(http.allowedOrigins, request);
			try {
				if (path === "sign-up/email") await http.limiter.take("auth_sign_up", signUps, { visitor: request.ip });
				if (path === "sign-in/sso") await http.limiter.take("auth_sso", signUps, { visitor: request.ip });
				const guess = await guessOf(deps, path, request);
				if (guess) await deps.limits.take(guess);
				if (path === "two-factor/verify-totp") await requireFreshCode(deps, guess, request);
				const begun = performance.now();
				const answer = await deps.auth.handler(asLibraryRequest(request, deps.publicUrl));
				// An account that is there takes the library one more question to the database.
				if (path === "sign-in/email" && !answer.ok) await onBeat(begun, 100);
				return await passOn(deps, reply, answer, guess);
			} catch (error) {
				if (!(error instanceof AppError)) throw error;
				return refuse(reply, error);
			}
		},
	});
}

function asLibraryRequest(request: FastifyRequest, publicUrl: string): Request {
	const headers = new Headers();
	for (const [name, value] of Object.entries(request.headers)) {
		if (value !== undefined && name !== "x-timbre-visitor")
			headers.set(name, Array.isArray(value) ? value.join(", ") : value);
	}
	// Fastify already decided which address to believe (TRUST_PROXY); a header from outside must not.
	headers.set("x-timbre-visitor", request.ip);
	headers.delete("content-length");
	return new Request(new URL(request.url, publicUrl), {
		method: request.method,
		headers,
		...(request.method === "POST" ? { body: JSON.stringify(request.body ?? {}) } : {}),
	});
}

/** Whose secret is tried; undefined where none is. */
async function guessOf(deps: AuthDeps, path: string, request: FastifyRequest): Promise<Guess | undefined> {
	const visitor = request.ip;
	if (path === "sign-in/email") {
		const { email } = (request.body ?? {}) as { email?: unknown };
		return { secret: "password", account: typeof email === "string" ? email : undefined, visitor };
	}
	if (!path.startsWith("two-factor/")) return undefined;
	const account = await secondFactorOwner(deps, { headers: request.headers, visitor });
	if (account === undefined) throw new AppError("needs_authorization", "Sign in with your password first.");
	return { secret: "code", account, visitor };
}

async function requireFreshCode({ auth }: AuthDeps, guess: Guess | undefined, request: FastifyRequest): Promise<void> {
	const { code } = (request.body ?? {}) as { code?: unknown };
	if (typeof code !== "string" || guess?.account === undefined) return;
	if (!(await auth.api.reserveAppCode({ body: { userId: guess.account, code: code.slice(0, 100) } })))
		throw new AppError("invalid_code", "This code was used already. Wait for the next one.");
}

/** Said when the secret was right and something else is missing. */
const rightAllTheSame = ["EMAIL_NOT_VERIFIED"];
const locked = ["ACCOUNT_TEMPORARILY_LOCKED", "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE"];

async function passOn(deps: AuthDeps, reply: FastifyReply, answer: Response, guess: Guess | undefined) {
	const text = await answer.text();
	const code = answer.ok ? "" : codeIn(text);
	if (guess && (answer.ok || rightAllTheSame.includes(code))) await deps.limits.right(guess);
	answer.headers.forEach((value, name) => {
		if (name !== "set-cookie") reply.header(name, value);
	});
	for (const cookie of answer.headers.getSetCookie()) reply.header("set-cookie", cookie);
	if (locked.includes(code)) return refuse(reply, new AppError("rate_limit_exceeded", tooManyAttempts));
	return reply.code(answer.status).send(text);
}

function codeIn(text: string): string {
	try {
		return String((JSON.parse(text) as { code?: unknown } | null)?.code ?? "");
	} catch {
		return "";
	}
}

/** In the library's form and in ours, as clients of either come here. */
function refuse(reply: FastifyReply, error: AppError) {
	if (error.retryAfterSeconds !== undefined) reply.header("retry-after", error.retryAfterSeconds);
	const body = { code: error.code.toUpperCase(), message: error.message, ...errorBody(error, reply.request.id) };
	return reply.code(error.httpStatus).type("application/json").send(JSON.stringify(body));
}
