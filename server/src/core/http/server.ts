import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import websocket from "@fastify/websocket";
import { endpointsByArea } from "@timbre/contract/all-endpoints.ts";
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { newId } from "../ids.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { contentSecurityPolicy, permissionsPolicy } from "../security/content-security.ts";
import { isSameSecret } from "../security/encryption.ts";
import { isFromThisMachine, isLoopbackHost } from "../security/loopback.ts";
import { acceptedEncoding, compress } from "../web/web-encoding.ts";
import { discardRest } from "./connections.ts";
import { handleClientError, identityOf, installErrorHandlers, rejectUrl, setRequestId } from "./http.ts";

const contractMethods = new Set(
	Object.values(endpointsByArea).flatMap((area) => Object.values(area).map(({ method }) => method)),
);

const megabyte = 1_048_576;

/** Shorter responses fit into two packets anyway. */
const minCompressedLength = 2048;

const yearSeconds = 31_536_000;
const hsts = `max-age=${yearSeconds}; includeSubDomains`;
const fallbackHeaders = {
	"content-security-policy": contentSecurityPolicy(),
	"permissions-policy": permissionsPolicy,
	"x-content-type-options": "nosniff",
	"x-frame-options": "DENY",
	"referrer-policy": "no-referrer",
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
	"cache-control": "no-store",
};

/** Denied requests, logged as warnings for monitoring. */
const deniedStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/** The path to log: without the query, and without the codes and tokens that some paths contain. */
function loggedPath(request: FastifyRequest): string | undefined {
	const pattern = request.routeOptions.url ?? "";
	return /:(code|token)\b/.test(pattern) ? pattern : request.url.split("?")[0];
}

/**
 * With a token, whoever has it. Without one, requests from this machine, unless a proxy on this machine may forward those
 * of others: then they would look local too.
 */
function mayReadMetrics({ METRICS_TOKEN: token, PUBLIC_URL }: Config, request: FastifyRequest): boolean {
	if (token !== undefined) return isSameSecret(request.headers.authorization ?? "", `Bearer ${token}`);
	return isLoopbackHost(new URL(PUBLIC_URL).hostname) && isFromThisMachine(request.ip, request.headers);
}

/** An HTTP server with what every role and area shares: request ids, headers, errors, health and metrics. */
export async function createServer(config: Config, log: Log, metrics: Metrics): Promise<FastifyInstance> {
	const secure = config.PUBLIC_URL.startsWith("https:");
	const app = fastify({
		logger: false,
		genReqId: () => newId(),
		trustProxy: config.TRUST_PROXY,
		bodyLimit: 2 * megabyte,
		// Applies to idle connections only; a client may take its time to play a long text.
		keepAliveTimeout: 72_000,
		// Covers the full request, body included, so a client that trickles bytes can't hold a connection forever.
		requestTimeout: config.REQUEST_SECONDS * 1000,
		http: {
			// A value above requestTimeout would disable requestTimeout.
			headersTimeout: Math.min(60, config.REQUEST_SECONDS) * 1000,
			connectionsCheckingInterval: Math.min(30_000, config.REQUEST_SECONDS * 500),
		},
		// Legacy SDKs end some paths with a slash.
		routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
		frameworkErrors: (error, request, reply) => {
			// Hooks don't run for malformed URLs, so set the headers here.
			reply.headers({ ...fallbackHeaders, ...(secure ? { "strict-transport-security": hsts } : {}) });
			rejectUrl(error, request, reply);
		},
		clientErrorHandler: handleClientError,
	});
	// No endpoint takes text/plain. Without this Fastify would parse it, and the client would get a 422 instead of a 415.
	app.removeContentTypeParser("text/plain");
	app.addHook("onRequest", async (request, reply) => {
		setRequestId(request, reply);
	});
	await app.register(helmet, {
		contentSecurityPolicy: false,
		strictTransportSecurity: secure ? { maxAge: yearSeconds } : false,
		// Set below for pages and JSON only: shared audio may be played on any site.
		crossOriginResourcePolicy: false,
		xFrameOptions: { action: "deny" },
	});
	const policy = contentSecurityPolicy();
	app.addHook("onRequest", async (_request, reply) => {
		reply.header("content-security-policy", policy);
		reply.header("permissions-policy", permissionsPolicy);
	});
	app.addHook("onSend", async (request, reply) => {
		if (reply.statusCode < 400) return;
		// Fastify closes the connection after a body that is too large.
		if (reply.statusCode === 413) reply.removeHeader("connection");
		const rest = discardRest(request.raw);
		if (!reply.raw.shouldKeepAlive) await rest;
	});
	app.addHook("onSend", async (request, reply) => {
		const type = String(reply.getHeader("content-type") ?? "");
		if (!/^(text\/html|application\/json)/.test(type)) return;
		reply.header("cross-origin-resource-policy", "same-origin");
		// Never cache one user's response for the next user of the same computer.
		if (/^\/(v\d|api|openai)\//.test(request.url) && !reply.hasHeader("cache-control"))
			reply.header("cache-control", "no-store");
	});
	// Long lists. Only GET: responses that contain a new secret are never compressed.
	app.addHook("onSend", async (request, reply, payload) => {
		if (request.method !== "GET" || typeof payload !== "string" || payload.length < minCompressedLength) return payload;
		if (!String(reply.getHeader("content-type")).startsWith("application/json")) return payload;
		const encoding = acceptedEncoding(request.headers["accept-encoding"]);
		reply.header("vary", "accept-encoding");
		const compressed = await compress(Buffer.from(payload), encoding, "fast");
		if (!compressed) return payload;
		reply.header("content-encoding", encoding);
		return compressed;
	});
	// API keys travel in a header, never in a cookie, so any site may call the API with its own key.
	await app.register(cors, {
		origin: "*",
		credentials: false,
		methods: [...contractMethods, "HEAD"],
		exposedHeaders: [
			"request-id",
			"x-request-id",
			"retry-after",
			"character-cost",
			"history-item-id",
			"voice-id",
			"unhonoured-rules",
			"current-concurrent-requests",
			"maximum-concurrent-requests",
			"content-disposition",
			"content-length",
			"content-range",
			"accept-ranges",
		],
		maxAge: 86_400,
	});
	await app.register(multipart, { attachFieldsToBody: false });
	// No compression: it delays small messages, and its per-socket memory would make floods expensive.
	await app.register(websocket, { options: { maxPayload: 2 * megabyte, perMessageDeflate: false } });
	installErrorHandlers(app, log, metrics);
	app.addHook("onResponse", async (request, reply) => {
		const line = {
			requestId: request.id,
			method: request.method,
			url: loggedPath(request),
			status: reply.statusCode,
			ms: Math.round(reply.elapsedTime),
			visitor: request.ip,
			...identityOf(request),
		};
		if (deniedStatuses.has(reply.statusCode)) log.warn(line, "request denied");
		else log.info(line);
	});
	app.get("/health", async () => ({ status: "ok" }));
	app.get("/metrics", async (request, reply) => {
		if (!mayReadMetrics(config, request)) return reply.callNotFound();
		return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
	});
	return app;
}
