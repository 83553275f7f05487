import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type Endpoint, type InputOf, permissionsFor, type ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError, type ErrorBody, errorBody, type FieldError, validationBody } from "@timbre/contract/errors.ts";
import { isOpenaiPath, openaiError } from "@timbre/contract/openai/rules.ts";
import type { Permission } from "@timbre/contract/permissions.ts";
import { isPoolTimeout, poolTimeouts } from "@timbre/db/connect.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { newId } from "../ids.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import type { RateLimiter } from "../security/rate-limit.ts";
import { findUnstorableText, unstorableReason } from "../security/unstorable-text.ts";
import { type AudioResponse, sendAudio } from "./audio.ts";
import type { Context, Identity, PublicContext } from "./context.ts";
import { parseMultipart, type StoreFile } from "./multipart.ts";

/** Identifies the caller. Returns undefined without credentials and throws an AppError for invalid ones. */
export type Authenticate = (request: FastifyRequest) => Promise<Identity | undefined>;

export type Http = {
	app: FastifyInstance;
	authenticate: Authenticate;
	limiter: RateLimiter;
	metrics: Metrics;
	log: Log;
	allowedOrigins: ReadonlySet<string>;
	/** Caps the concurrent requests of visitors without an account. */
	concurrencyCap: ConcurrencyCap;
	/** Replaces voice ids of the parsed request that stand for others. Returns the voices that are used instead. */
	resolveVoiceIds: (input: unknown) => Promise<readonly string[]>;
	/** Stores a file of a request as an upload. */
	storeFile: (
		owner: Identity,
		name: string,
		stream: AsyncIterable<Uint8Array>,
		maxBytes: number,
	) => Promise<{ uploadId: string; bytes: number }>;
	/** Deletes an upload of a request unless it is used. */
	discardFile: (owner: Identity, uploadId: string) => Promise<void>;
	/** Check responses against their schema. On in development and test; off in production, where it only costs time. */
	checkResponses: boolean;
};

type HandlerResult<E> = E extends { response: "audio" | "file" | "lines" | "events" }
	? AudioResponse
	: E extends { response: "empty" }
		? undefined
		: ResponseOf<E>;
type ContextFor<E> = E extends { auth: "public" } ? PublicContext : Context;
type Handler<E> = (context: ContextFor<E>, input: InputOf<E>) => Promise<HandlerResult<E>>;

/** Serves an endpoint: authenticate → rate limit → permission → parse → handler → check response → send. */
export function implement<E extends Endpoint>(http: Http, endpoint: E, handler: Handler<E>): void {
	http.app.route({
		method: endpoint.method,
		url: endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1"),
		handler: async (request, reply) => {
			const started = performance.now();
			const context = await authorize(http, endpoint, request, reply);
			const { result } = await withFiles(http, endpoint, request, async (store) => {
				const input = {
					params: parse(endpoint.params, request.params, "path"),
					query: parse(endpoint.query, request.query, "query"),
					body: parse(
						endpoint.body,
						endpoint.multipart ? await parseMultipart(request, endpoint.multipart, store) : request.body,
						"body",
					),
				};
				const [usedVoice] = await http.resolveVoiceIds(input);
				if (usedVoice !== undefined) reply.header("voice-id", usedVoice);
				return { result: await handler(context as ContextFor<E>, input as InputOf<E>) };
			});
			http.metrics.duration.observe({ operation: endpoint.id }, (performance.now() - started) / 1000);
			http.metrics.requests.inc({ operation: endpoint.id, status: endpoint.status ?? 200 });
			if (typeof endpoint.response === "string" && endpoint.response !== "empty")
				return sendAudio(reply, result as AudioResponse);
			if (reply.statusCode === 200) reply.code(endpoint.status ?? 200);
			if (endpoint.response === "empty") return reply.send();
			return reply.send(http.checkResponses ? checkResponse(endpoint.id, endpoint.response, result) : result);
		},
	});
}

/** Deletes the stored files of the request that `work` has not used. */
async function withFiles<T>(
	http: Http,
	endpoint: Endpoint,
	request: FastifyRequest,
	work: (store: StoreFile | undefined) => Promise<T>,
): Promise<T> {
	const { identity } = request;
	const { multipart } = endpoint;
	if (!multipart?.stored || !identity) return work(undefined);
	const stored: string[] = [];
	try {
		return await work(async (name, stream) => {
			const file = await http.storeFile(identity, name, stream, multipart.maxFileBytes);
			stored.push(file.uploadId);
			return file;
		});
	} finally {
		for (const id of stored)
			await http
				.discardFile(identity, id)
				.catch((err: unknown) => http.log.warn({ err, id }, "a file of a request is only deleted when it expires"));
	}
}

async function authorize(
	http: Http,
	endpoint: Endpoint,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<Context | PublicContext> {
	const base: PublicContext = {
		requestId: request.id,
		log: http.log.child({ requestId: request.id, operation: endpoint.id }),
		signal: disconnectSignal(reply),
		clientIp: request.ip,
		range: request.headers.range,
		headers: request.headers,
		setResponseHeader: (name, value) => void reply.header(name, value),
		setResponseStatus: (status) => void reply.code(status),
	};
	if (endpoint.auth === "public") {
		if (endpoint.usesCookies && request.headers.cookie !== undefined) requireSameOrigin(http.allowedOrigins, request);
		if (endpoint.concurrencyCapped) http.concurrencyCap.enter(reply);
		await http.limiter.consume(endpoint.id, endpoint.limits ?? [], { clientIp: request.ip });
		return base;
	}
	const identity = await http.authenticate(request);
	if (identity === undefined) {
		throw new AppError("needs_authorization", "Sign in, or send an API key in the xi-api-key header.");
	}
	request.identity = identity;
	if (identity.via === "session" && !identity.viaToken && request.method !== "GET")
		requireSameOrigin(http.allowedOrigins, request);
	await http.limiter.consume(endpoint.id, endpoint.limits ?? [], {
		clientIp: request.ip,
		workspaceId: identity.workspaceId,
	});
	requirePermission(identity, permissionsFor(endpoint), endpoint.allowSuspended);
	return { ...base, ...identity, log: base.log.child({ workspaceId: identity.workspaceId }) };
}

declare module "fastify" {
	interface FastifyRequest {
		/** Set once the request is authenticated. */
		identity?: Identity;
		/** The code of the error that was sent. */
		errorCode?: string;
	}
}

/** The identity of an authenticated request, for the log. */
export function identityOf(request: FastifyRequest): Partial<Pick<Identity, "workspaceId" | "userId" | "apiKeyId">> {
	const { workspaceId, userId, apiKeyId } = request.identity ?? {};
	return { workspaceId, userId, apiKeyId };
}

/** Requires an active workspace and one of the permissions. Used for HTTP requests and sockets. */
export function requirePermission(
	identity: Identity,
	permissions: readonly Permission[],
	allowSuspended = false,
): void {
	if (identity.suspended !== undefined && !allowSuspended)
		throw new AppError("workspace_suspended", `This workspace is suspended. ${identity.suspended}`);
	if (identity.needsTwoFactor && !allowSuspended)
		throw new AppError(
			"two_factor_required",
			"This workspace requires two-factor authentication. Turn it on in your security settings, or sign in with a passkey.",
		);
	if (permissions.some((permission) => identity.permissions.has(permission))) return;
	throw new AppError(
		"missing_permissions",
		`${identity.via === "api-key" ? "This API key" : "Your role"} doesn't have the ${permissions.join(" or ")} permission.`,
	);
}

export type ConcurrencyCap = { enter(reply: FastifyReply): void };

/**
 * Limits concurrent requests with an in-memory counter, so a burst of visitors costs other users nothing. A response
 * still open after `maxMs` is cut off: otherwise a few slow readers could take all slots.
 */
export function createConcurrencyCap(max: number, maxMs = 60_000): ConcurrencyCap {
	let active = 0;
	return {
		enter(reply) {
			if (active >= max)
				throw new AppError(
					"system_busy",
					"Too many visitors are generating speech right now. Try again in a few seconds.",
					{
						retryAfterSeconds: 3,
					},
				);
			active++;
			const timeout = setTimeout(() => reply.raw.destroy(), maxMs);
			reply.raw.once("close", () => {
				clearTimeout(timeout);
				active--;
			});
		},
	};
}

/** Rejects cross-site requests: browsers send our cookies with them too, but their Origin header differs. */
export function requireSameOrigin(allowedOrigins: ReadonlySet<string>, request: FastifyRequest): void {
	const { origin } = request.headers;
	if (origin !== undefined && allowedOrigins.has(origin)) return;
	throw new AppError("forbidden_origin", "Requests from other sites can't use cookies. Send an API key instead.");
}

/** Fires when the client disconnects. Don't use `request.signal`: it fires once the body has been read. */
function disconnectSignal(reply: FastifyReply): AbortSignal {
	const controller = new AbortController();
	reply.raw.once("close", () => {
		if (!reply.raw.writableFinished) controller.abort(new Error("The client disconnected."));
	});
	return controller.signal;
}

export class ValidationError extends Error {
	readonly fields: FieldError[];

	constructor(fields: FieldError[]) {
		super(fields.map((field) => `${field.loc.join(".")}: ${field.msg}`).join("; "));
		this.name = "ValidationError";
		this.fields = fields;
	}
}

function parse(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
	if (schema === undefined) return undefined;
	const result = schema.safeParse(value ?? {});
	if (result.success) {
		const path = findUnstorableText(result.data);
		if (path === undefined) return result.data;
		throw new ValidationError([{ loc: [where, ...path], msg: unstorableReason, type: "invalid_characters" }]);
	}
	throw new ValidationError(
		result.error.issues.map((issue) => ({
			loc: [where, ...issue.path.map((part) => (typeof part === "symbol" ? String(part) : part))],
			msg: issue.message,
			type: issue.code,
		})),
	);
}

function checkResponse(id: string, schema: z.ZodType, response: unknown): unknown {
	const result = (schema instanceof z.ZodObject ? schema.strict() : schema).safeParse(response);
	if (!result.success)
		throw new Error(`${id} returned a response that violates its contract: ${z.prettifyError(result.error)}`);
	return response;
}

/** Turns every thrown error into the wire format. */
export function installErrorHandlers(app: FastifyInstance, log: Log, metrics: Metrics): void {
	// Not earlier: reading the body would leave the context.
	app.addHook("preHandler", (_request, _reply, done) => poolTimeouts.run({ timedOut: false }, done));
	app.setErrorHandler((error, request, reply) => {
		const response = wireError(error, request.id);
		request.errorCode = response.body.detail.code;
		metrics.requests.inc({ operation: request.routeOptions.url ?? "unknown", status: response.status });
		if (isPoolTimeout(error) || hasPoolTimedOut())
			log.warn({ requestId: request.id, url: request.routeOptions.url }, "timed out waiting for a database connection");
		if (response.status >= 500)
			log.error({ requestId: request.id, err: error, url: request.routeOptions.url }, "request failed");
		if (response.retryAfterSeconds !== undefined) reply.header("retry-after", response.retryAfterSeconds);
		return sendError(request, reply, response);
	});
	app.setNotFoundHandler((request, reply) => {
		const response = wireError(
			new AppError("not_found", `No endpoint matches ${request.method} ${request.url.split("?")[0]}.`),
			request.id,
		);
		return sendError(request, reply, response);
	});
}

/** Sends an error in the format that clients of the path expect. */
function sendError(
	request: FastifyRequest,
	reply: FastifyReply,
	response: { status: number; body: ErrorBody },
): FastifyReply {
	if (!isOpenaiPath(request.url)) return reply.code(response.status).type("application/json").send(response.body);
	const { status, body } = openaiError(response.body, response.status);
	// OpenAI clients retry every 429, but credits don't come back in a second.
	if (body.error.code === "insufficient_quota") reply.header("x-should-retry", "false");
	return reply.code(status).type("application/json").send(body);
}

export function setRequestId(request: FastifyRequest, reply: FastifyReply): void {
	reply.headers({ "request-id": request.id, "x-request-id": request.id });
}

/** The error to show the client, or undefined for an internal one. */
export function toAppError(error: unknown): AppError | undefined {
	if (error instanceof AppError) return error;
	return isPoolTimeout(error) ? overloaded(error) : undefined;
}

/** The error for a request that got no database connection in time. */
export function overloaded(cause?: unknown): AppError {
	return new AppError("system_busy", "The server is overloaded. Try again in a few seconds.", {
		cause,
		retryAfterSeconds: 5,
	});
}

/** Whether a library may have replaced the error of a query that got no connection in time. */
export const hasPoolTimedOut = () => poolTimeouts.getStore()?.timedOut === true;

function wireError(error: unknown, requestId: string): { status: number; body: ErrorBody; retryAfterSeconds?: number } {
	if (error instanceof ValidationError) return { status: 422, body: validationBody(error.fields, requestId) };
	const known = toAppError(error) ?? fromFastifyError(error) ?? (hasPoolTimedOut() ? overloaded(error) : undefined);
	if (known)
		return { status: known.httpStatus, body: errorBody(known, requestId), retryAfterSeconds: known.retryAfterSeconds };
	const unknown = new AppError(
		"internal_error",
		`Something went wrong on our end. If it keeps happening, report it with request ID ${requestId}.`,
	);
	return { status: 500, body: errorBody(unknown, requestId) };
}

/** Handles URLs that no route can match: malformed ones, and ids longer than any we issue. */
export function rejectUrl(error: Error & { code?: string }, request: FastifyRequest, reply: FastifyReply): void {
	const known =
		error.code === "FST_ERR_MAX_PARAM_LENGTH"
			? new AppError("not_found", "Nothing has an ID this long.")
			: new AppError("invalid_request", "The request URL is malformed.");
	setRequestId(request, reply);
	sendError(request, reply, { status: known.httpStatus, body: errorBody(known, request.id) });
}

/** Responds on the raw socket to bytes that are not an HTTP request. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
	// The client can't read a response anymore.
	if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
	const known =
		error.code === "ERR_HTTP_REQUEST_TIMEOUT"
			? new AppError("input_timeout_exceeded", "The request took too long to arrive.")
			: error.code === "HPE_HEADER_OVERFLOW"
				? new AppError("headers_too_large", "The request headers are too large.")
				: new AppError("invalid_request", "The HTTP request is malformed.");
	const id = newId();
	const body = JSON.stringify(errorBody(known, id));
	socket.end(
		`HTTP/1.1 ${known.httpStatus} ${STATUS_CODES[known.httpStatus]}\r\nconnection: close\r\nrequest-id: ${id}\r\nx-request-id: ${id}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
	);
}

/** Converts Fastify's own errors (malformed JSON, too large, wrong type). */
function fromFastifyError(error: unknown): AppError | undefined {
	if (!(error instanceof Error) || !("statusCode" in error)) return undefined;
	if (error.statusCode === 413) return new AppError("payload_too_large", "The request body is too large.");
	if (error.statusCode === 415) return new AppError("unsupported_media_type", "Send the body as application/json.");
	if (error.statusCode === 406) return new AppError("unsupported_media_type", "Send the body as multipart/form-data.");
	if (error.statusCode === 400) return new AppError("invalid_request", "The request body is not valid JSON.");
	return undefined;
}
