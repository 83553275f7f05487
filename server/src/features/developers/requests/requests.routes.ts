import { developersEndpoints } from "@timbre/contract/developers/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Http, implement } from "../../../core/http/http.ts";
import { createQueue } from "./request-queue.ts";
import { createRequests, deleteExpiredRequests, type LoggedRequest, listApiRequests } from "./requests.service.ts";

const writeEveryMs = 1_000;
const maxQueued = 5_000;
const cleanUpEveryMs = 3_600_000;

export function requestsRoutes(http: Http, db: Database): void {
	implement(http, developersEndpoints.listApiRequests, (context, { query }) => listApiRequests(db, context, query));
	recordRequests(http, db);
}

/** Records every HTTP request with a key after its response, including those that the client ended early. */
function recordRequests({ app, log, metrics }: Http, db: Database): void {
	const queue = createQueue<LoggedRequest>({
		everyMs: writeEveryMs,
		max: maxQueued,
		write: (requests) => createRequests(db, requests),
		onDropped: (count, error) => {
			metrics.requestLogDropped.inc(count);
			if (error !== undefined) log.warn({ err: error, count }, "could not write the request log");
		},
	});
	const cleanUp = () =>
		deleteExpiredRequests(db).catch((error: unknown) => log.warn({ err: error }, "could not clean the request log"));
	const timer = setInterval(() => void cleanUp(), cleanUpEveryMs);
	timer.unref();
	app.addHook("onRequest", async (request, reply) => {
		reply.raw.once("close", () => {
			const entry = toEntry(request, reply);
			if (entry) queue.add(entry);
		});
	});
	app.addHook("onClose", async () => {
		clearInterval(timer);
		await queue.close();
	});
}

function toEntry(request: FastifyRequest, reply: FastifyReply): LoggedRequest | undefined {
	const { identity, errorCode } = request;
	const path = request.routeOptions.url;
	// The app's own requests would hide those that a developer's program sends.
	if (identity?.via !== "api-key" || identity.apiKeyId === undefined || path === undefined) return undefined;
	return {
		request_id: request.id,
		workspace_id: identity.workspaceId,
		user_id: identity.userId,
		api_key_id: identity.apiKeyId,
		method: request.method,
		path: path.replaceAll(/:(\w+)/g, "{$1}"),
		status: reply.statusCode,
		error_code: errorCode ?? (reply.raw.writableFinished ? null : "client_disconnected"),
		duration_ms: Math.round(reply.elapsedTime),
		created_at: new Date().toISOString(),
	};
}
