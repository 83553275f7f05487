import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import websocket from "@fastify/websocket";
import fastify, { type FastifyInstance } from "fastify";
import type { Config } from "./config.ts";
import { contentSecurityPolicy } from "./content-security.ts";
import { answerBrokenRequest, installErrors, refuseAddress } from "./http.ts";
import { newId } from "./ids.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";

const megabyte = 1_048_576;

/** An HTTP server with the behaviour every role and area shares: ids, headers, errors, health and metrics. */
export async function createServer(config: Config, log: Log, metrics: Metrics): Promise<FastifyInstance> {
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
		frameworkErrors: refuseAddress,
		clientErrorHandler: answerBrokenRequest,
	});
	// A text is no body of any call: without this it would be taken for one and complained about as the wrong type.
	app.removeContentTypeParser("text/plain");
	await app.register(helmet, {
		contentSecurityPolicy: false,
		strictTransportSecurity: config.PUBLIC_URL.startsWith("https:") ? { maxAge: 31_536_000 } : false,
		crossOriginResourcePolicy: false,
	});
	const policy = contentSecurityPolicy();
	app.addHook("onRequest", async (_request, reply) => {
		reply.header("content-security-policy", policy);
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
		log.info({
			requestId: request.id,
			method: request.method,
			url: request.url.split("?")[0],
			status: reply.statusCode,
			ms: Math.round(reply.elapsedTime),
		});
	});
	app.get("/health", async () => ({ status: "ok" }));
	app.get("/metrics", async (_request, reply) =>
		reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
	);
	return app;
}
