import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Endpoint, InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError, errorBody, type ValidationBody } from "@timbre/contract/errors.ts";
import type { Permission } from "@timbre/contract/permissions.ts";
import { isOutOfConnections } from "@timbre/db/connect.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type AudioAnswer, sendAudio } from "./audio.ts";
import type { Context, Identity, PublicContext } from "./context.ts";
import { newId } from "./ids.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { readParts } from "./multipart.ts";
import type { RateLimiter } from "./rate-limit.ts";
import { unstorable, unstorableReason } from "./unstorable.ts";

/** Finds out who calls: undefined without credentials, an AppError for credentials that do not hold. */
export type Authenticate = (request: FastifyRequest) => Promise<Identity | undefined>;

export type Http = {
	app: FastifyInstance;
	authenticate: Authenticate;
	limiter: RateLimiter;
	metrics: Metrics;
	log: Log;
	allowedOrigins: ReadonlySet<string>;
	/** Keeps a crowd of visitors away from everything that costs time. */
	crowd: Crowd;
	/** In dev and test an answer that breaks its own schema is an error; in production it only costs time. */
	checkAnswers: boolean;
};

type Answer<E> = E extends { response: "audio" | "file" | "lines" | "events" }
	? AudioAnswer
	: E extends { response: "empty" }
		? undefined
		: ResponseOf<E>;
type ContextFor<E> = E extends { auth: "public" } ? PublicContext : Context;
type Handler<E> = (context: ContextFor<E>, input: InputOf<E>) => Promise<Answer<E>>;

/** Binds an endpoint of the contract: authenticate → limit → permission → parse → handler → check the answer → send. */
export function implement<E extends Endpoint>(http: Http, endpoint: E, handler: Handler<E>): void {
	http.app.route({
		method: endpoint.method,
		url: endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1"),
		handler: async (request, reply) => {
			const started = performance.now();
			reply.header("request-id", request.id);
			reply.header("x-request-id", request.id);
			const context = await admit(http, endpoint, request, reply);
			const input = {
				params: parse(endpoint.params, request.params, "path"),
				query: parse(endpoint.query, request.query, "query"),
				body: parse(
					endpoint.body,
					endpoint.multipart ? await readParts(request, endpoint.multipart) : request.body,
					"body",
				),
			};
			const answer = await handler(context as ContextFor<E>, input as InputOf<E>);
			http.metrics.duration.observe({ operation: endpoint.id }, (performance.now() - started) / 1000);
			http.metrics.requests.inc({ operation: endpoint.id, status: endpoint.status ?? 200 });
			if (typeof endpoint.response === "string" && endpoint.response !== "empty")
				return sendAudio(reply, answer as AudioAnswer);
			reply.code(endpoint.status ?? 200);
			if (endpoint.response === "empty") return reply.send();
			return reply.send(http.checkAnswers ? checkAnswer(endpoint.id, endpoint.response, answer) : answer);
		},
	});
}

async function admit(
	http: Http,
	endpoint: Endpoint,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<Context | PublicContext> {
	const base: PublicContext = {
		requestId: request.id,
		log: http.log.child({ requestId: request.id, operation: endpoint.id }),
		signal: goneSignal(reply),
		visitor: request.ip,
		range: request.headers.range,
		headers: request.headers,
		answerHeader: (name, value) => void reply.header(name, value),
	};
	if (endpoint.auth === "public") {
		if (endpoint.byCookie && request.headers.cookie !== undefined) requireOwnPage(http.allowedOrigins, request);
		if (endpoint.crowded) http.crowd.enter(reply);
		await http.limiter.take(endpoint.id, endpoint.limits ?? [], { visitor: request.ip });
		return base;
	}
	const identity = await http.authenticate(request);
	if (identity === undefined) {
		throw new AppError("needs_authorization", "Sign in, or send an API key in the xi-api-key header.");
	}
	callers.set(request, identity);
	if (identity.via === "session" && !identity.byToken && request.method !== "GET")
		requireOwnPage(http.allowedOrigins, request);
	await http.limiter.take(endpoint.id, endpoint.limits ?? [], {
		visitor: request.ip,
		workspaceId: identity.workspaceId,
	});
	requireRight(identity, endpoint.permission, endpoint.evenSuspended);
	return { ...base, ...identity, log: base.log.child({ workspaceId: identity.workspaceId }) };
}

const callers = new WeakMap<FastifyRequest, Identity>();

/** Who a request turned out to be from, for the log. */
export function callerOf(request: FastifyRequest): Partial<Pick<Identity, "workspaceId" | "userId" | "apiKeyId">> {
	const { workspaceId, userId, apiKeyId } = callers.get(request) ?? {};
	return { workspaceId, userId, apiKeyId };
}

/** What whoever is known must also be: of a workspace that is not suspended, and holding the right. The same for calls and sockets. */
export function requireRight(identity: Identity, permission: Permission, evenSuspended = false): void {
	if (identity.suspended !== undefined && !evenSuspended)
		throw new AppError("workspace_suspended", `This workspace is suspended. ${identity.suspended}`);
	if (identity.permissions.has(permission)) return;
	throw new AppError(
		"missing_permissions",
		`The ${identity.via === "api-key" ? "API key" : "role"} lacks the permission ${permission}.`,
	);
}

export type Crowd = { enter(reply: FastifyReply): void };

/**
 * At most so many at once, by a count in memory: two hundred who come together cost the customers of this process nothing. Who reads so
 * slowly that an answer takes longer than any should is sent away: a few of those would keep everybody else out.
 */
export function createCrowd(places: number, longestMs = 60_000): Crowd {
	let inside = 0;
	return {
		enter(reply) {
			if (inside >= places)
				throw new AppError("system_busy", "Many visitors are listening at the moment. Try again in a few seconds.", {
					retryAfterSeconds: 3,
				});
			inside++;
			const tooLong = setTimeout(() => reply.raw.destroy(), longestMs);
			reply.raw.once("close", () => {
				clearTimeout(tooLong);
				inside--;
			});
		},
	};
}

/** A cookie travels with requests that other sites forge; the Origin header tells them apart. */
export function requireOwnPage(allowedOrigins: ReadonlySet<string>, request: FastifyRequest): void {
	const { origin } = request.headers;
	if (origin !== undefined && allowedOrigins.has(origin)) return;
	throw new AppError("forbidden_origin", "This request did not come from a page of this server.");
}

/** Never `request.signal`: that one fires when the body has been read. */
function goneSignal(reply: FastifyReply): AbortSignal {
	const controller = new AbortController();
	reply.raw.once("close", () => {
		if (!reply.raw.writableFinished) controller.abort(new Error("The caller has gone."));
	});
	return controller.signal;
}

export class ValidationError extends Error {
	readonly body: ValidationBody;

	constructor(body: ValidationBody) {
		super(body.detail.map((issue) => `${issue.loc.join(".")}: ${issue.msg}`).join("; "));
		this.name = "ValidationError";
		this.body = body;
	}
}

function parse(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
	if (schema === undefined) return undefined;
	const result = schema.safeParse(value ?? {});
	if (result.success) {
		const place = unstorable(result.data);
		if (place === undefined) return result.data;
		throw new ValidationError({
			detail: [{ loc: [where, ...place], msg: unstorableReason, type: "invalid_characters" }],
		});
	}
	throw new ValidationError({
		detail: result.error.issues.map((issue) => ({
			loc: [where, ...issue.path.map((part) => (typeof part === "symbol" ? String(part) : part))],
			msg: issue.message,
			type: issue.code,
		})),
	});
}

function checkAnswer(id: string, schema: z.ZodType, answer: unknown): unknown {
	const result = (schema instanceof z.ZodObject ? schema.strict() : schema).safeParse(answer);
	if (!result.success) throw new Error(`${id} answered against its own contract: ${z.prettifyError(result.error)}`);
	return answer;
}

/** One place turns whatever was thrown into the wire form. */
export function installErrors(app: FastifyInstance, log: Log, metrics: Metrics): void {
	app.setErrorHandler((error, request, reply) => {
		reply.header("request-id", request.id);
		reply.header("x-request-id", request.id);
		const answer = wireError(error, request.id);
		metrics.requests.inc({ operation: request.routeOptions.url ?? "unknown", status: answer.status });
		if (isOutOfConnections(error))
			log.warn({ requestId: request.id, url: request.routeOptions.url }, "no connection to the database came free");
		if (answer.status >= 500)
			log.error({ requestId: request.id, err: error, url: request.routeOptions.url }, "request failed");
		if (answer.retryAfterSeconds !== undefined) reply.header("retry-after", answer.retryAfterSeconds);
		return reply.code(answer.status).type("application/json").send(answer.body);
	});
	app.setNotFoundHandler((request, reply) => {
		const answer = wireError(
			new AppError("not_found", `There is nothing at ${request.method} ${request.url.split("?")[0]}.`),
			request.id,
		);
		return reply.code(answer.status).header("x-request-id", request.id).type("application/json").send(answer.body);
	});
}

/** What a caller can be told about, and do something about. */
export function knownError(error: unknown): AppError | undefined {
	if (error instanceof AppError) return error;
	if (isOutOfConnections(error))
		return new AppError("system_busy", "More is asked of this server than it can do at the moment. Try again soon.", {
			cause: error,
			retryAfterSeconds: 5,
		});
	return undefined;
}

function wireError(error: unknown, requestId: string): { status: number; body: unknown; retryAfterSeconds?: number } {
	if (error instanceof ValidationError) return { status: 422, body: error.body };
	const known = knownError(error) ?? fromFastify(error);
	if (known)
		return { status: known.httpStatus, body: errorBody(known, requestId), retryAfterSeconds: known.retryAfterSeconds };
	const unknown = new AppError(
		"internal_error",
		`Something went wrong on our side. If it happens again, quote request ${requestId}.`,
	);
	return { status: 500, body: errorBody(unknown, requestId) };
}

/** What no route can be found for: an address that is not written correctly, or with an id longer than any. */
export function refuseAddress(error: Error & { code?: string }, request: FastifyRequest, reply: FastifyReply): void {
	const known =
		error.code === "FST_ERR_MAX_PARAM_LENGTH"
			? new AppError("not_found", "There is nothing with so long an id.")
			: new AppError("invalid_request", "The address of the request is not written correctly.");
	reply.header("request-id", request.id);
	reply.code(known.httpStatus).type("application/json").send(errorBody(known, request.id));
}

/** What never became a request, answered on its bare connection. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
	// Nobody is left to read an answer.
	if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
	const known =
		error.code === "ERR_HTTP_REQUEST_TIMEOUT"
			? new AppError("input_timeout_exceeded", "The request did not arrive in time.")
			: error.code === "HPE_HEADER_OVERFLOW"
				? new AppError("headers_too_large", "The headers of the request are too large.")
				: new AppError("invalid_request", "This is not a correct HTTP request.");
	const body = JSON.stringify(errorBody(known, newId()));
	socket.end(
		`HTTP/1.1 ${known.httpStatus} ${STATUS_CODES[known.httpStatus]}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
	);
}

/** Fastify's own refusals (malformed JSON, too large, wrong type) in our form. */
function fromFastify(error: unknown): AppError | undefined {
	if (!(error instanceof Error) || !("statusCode" in error)) return undefined;
	if (error.statusCode === 413) return new AppError("payload_too_large", "The request is too large.");
	if (error.statusCode === 415) return new AppError("unsupported_media_type", "Send the body as application/json.");
	if (error.statusCode === 406) return new AppError("unsupported_media_type", "Send the body as multipart/form-data.");
	if (error.statusCode === 400) return new AppError("invalid_request", "The request body is not valid JSON.");
	return undefined;
}
