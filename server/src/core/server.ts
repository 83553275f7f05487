import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import websocket from "@fastify/websocket";
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import type { Config } from "./config.ts";
import { contentSecurityPolicy, permissionsPolicy } from "./content-security.ts";
import { answerBrokenRequest, callerOf, installErrors, refuseAddress } from "./http.ts";
import { newId } from "./ids.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";

const megabyte = 1_048_576;

const aYear = 31_536_000;
const hsts = `max-age=${aYear}; includeSubDomains`;
const bareHeaders = {
	"content-security-policy": contentSecurityPolicy(),
	"permissions-policy": permissionsPolicy,
	"x-content-type-options": "nosniff",
	"x-frame-options": "DENY",
	"referrer-policy": "no-referrer",
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
	"cache-control": "no-store",
};

/** Somebody was not let in, or not so often: what whoever watches over the server looks for. */
const refusals: ReadonlySet<number> = new Set([401, 403, 429]);

/** Without the query, and without what opens something: a code in an address must not be readable in the log. */
function shownPath(request: FastifyRequest): string | undefined {
	const pattern = request.routeOptions.url ?? "";
	return /:(code|token)\b/.test(pattern) ? pattern : request.url.split("?")[0];
}

/** An HTTP server with the behaviour every role and area shares: ids, headers, errors, health and metrics. */
export async function createServer(config: Config, log: Log, metrics: Metrics): Promise<FastifyInstance> {
	const secure = config.PUBLIC_URL.startsWith("https:");
	const app = fastify({
		logger: false,
		genReqId: () => newId(),
		trustProxy: config.TRUST_PROXY,
		bodyLimit: 2 * megabyte,
		// A caller may take its time to hear a long text; an idle connection may not.
		keepAliveTimeout: 72_000,
		// The whole of a request, so that a sender who drips bytes holds no connection for ever.
		requestTimeout: config.REQUEST_SECONDS * 1000,
		http: {
			// Longer than the whole, it would switch the limit for the whole off.
			headersTimeout: Math.min(60, config.REQUEST_SECONDS) * 1000,
			connectionsCheckingInterval: Math.min(30_000, config.REQUEST_SECONDS * 500),
		},
		routerOptions: { maxParamLength: 200 },
		frameworkErrors: (error, request, reply) => {
			// No hook runs for what is no address, so nothing else would say it.
			reply.headers({ ...bareHeaders, ...(secure ? { "strict-transport-security": hsts } : {}) });
			refuseAddress(error, request, reply);
		},
		clientErrorHandler: answerBrokenRequest,
	});
	// A text is no body of any call: without this it would be taken for one and complained about as the wrong type.
	app.removeContentTypeParser("text/plain");
	await app.register(helmet, {
		contentSecurityPolicy: false,
		strictTransportSecurity: secure ? { maxAge: aYear } : false,
		// Said below for what is nobody else's to show: a shared sound may be played anywhere.
		crossOriginResourcePolicy: false,
		xFrameOptions: { action: "deny" },
	});
	const policy = contentSecurityPolicy();
	app.addHook("onRequest", async (_request, reply) => {
		reply.header("content-security-policy", policy);
		reply.header("permissions-policy", permissionsPolicy);
	});
	app.addHook("onSend", async (request, reply) => {
		const type = String(reply.getHeader("content-type") ?? "");
		if (!/^(text\/html|application\/json)/.test(type)) return;
		reply.header("cross-origin-resource-policy", "same-origin");
		// What was answered to one person must not be found by the next one at the same machine.
		if (/^\/(v\d|api)\//.test(request.url) && !reply.hasHeader("cache-control"))
			reply.header("cache-control", "no-store");
	});
	// Keys travel in a header, never in a cookie, so any page may call the API with its own key.
	await app.register(cors, {
		origin: "*",
		credentials: false,
		exposedHeaders: [
			"request-id",
			"x-request-id",
			"character-cost",
			"history-item-id",
			"unhonoured-rules",
			"current-concurrent-requests",
			"maximum-concurrent-requests",
		],
		maxAge: 86_400,
	});
	await app.register(multipart, { attachFieldsToBody: false });
	// Compression would hold small messages back, and its memory per socket is what a flood would spend.
	await app.register(websocket, { options: { maxPayload: 2 * megabyte, perMessageDeflate: false } });
	installErrors(app, log, metrics);
	app.addHook("onResponse", async (request, reply) => {
		const line = {
			requestId: request.id,
			method: request.method,
			url: shownPath(request),
			status: reply.statusCode,
			ms: Math.round(reply.elapsedTime),
			visitor: request.ip,
			...callerOf(request),
		};
		if (refusals.has(reply.statusCode)) log.warn(line, "refused");
		else log.info(line);
	});
	app.get("/health", async () => ({ status: "ok" }));
	app.get("/metrics", async (_request, reply) =>
		reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
	);
	return app;
}
