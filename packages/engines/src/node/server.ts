import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { EngineRegistry } from "../speech/speech.ts";
import { SpeechBadRequestError, SpeechBusyError } from "./errors.ts";
import { encodeFrame, type Frame } from "./framing.ts";
import { createMetrics, type NodeMetrics } from "./metrics.ts";
import type { NodeHealth } from "./protocol.ts";
import type { Scheduler } from "./scheduler.ts";
import { parseRequest, speak } from "./speak.ts";

export type SpeechServerOptions = {
	registry: EngineRegistry;
	scheduler: Scheduler;
	/** False while weights are still arriving or loading. */
	ready: () => boolean;
	/** When given, callers must send it as a bearer token. */
	token?: string;
	onError?: (error: unknown) => void;
};

const longestBody = 1024 * 1024;

/** The speech node's HTTP face: POST /speak, GET /health, GET /metrics. */
export function createSpeechServer(options: SpeechServerOptions): Server {
	const metrics = createMetrics();
	const server = createServer({ noDelay: true, keepAlive: true }, (request, response) => {
		const path = (request.url ?? "/").split("?")[0];
		if (request.method === "GET" && path === "/health") return json(response, 200, health(options));
		if (request.method === "GET" && path === "/metrics") {
			response.writeHead(200, { "content-type": "text/plain; version=0.0.4" });
			return response.end(metrics.text(health(options)));
		}
		if (request.method !== "POST" || path !== "/speak") return problem(response, 404, "not_found", "no such address");
		if (options.token && request.headers.authorization !== `Bearer ${options.token}`) {
			return problem(response, 401, "unauthorized", "the node's token is missing or wrong");
		}
		metrics.request();
		void serve(request, response, options, metrics).catch((error: unknown) => options.onError?.(error));
	});
	// A listener may take as long as the text does.
	server.requestTimeout = 0;
	server.keepAliveTimeout = 65_000;
	return server;
}

function health({ registry, scheduler, ready }: SpeechServerOptions): NodeHealth {
	return { ready: ready(), engines: [...registry.values()].map(({ info }) => info), ...scheduler.load() };
}

async function serve(
	request: IncomingMessage,
	response: ServerResponse,
	options: SpeechServerOptions,
	metrics: NodeMetrics,
): Promise<void> {
	const listener = new AbortController();
	response.on("close", () => {
		if (!response.writableFinished) listener.abort(new Error("the listener left"));
	});
	try {
		if (!options.ready()) throw new SpeechBusyError(2, "the voices are still being loaded");
		const wanted = parseRequest(await readJson(request), options.registry);
		const speaking = { ...options, onFirstClause: metrics.firstClause };
		for await (const event of speak(wanted, speaking, listener.signal)) {
			if (event.type === "segment") metrics.segment(event.seconds);
			await send(response, event, listener.signal);
		}
		response.end();
		metrics.finished("ok");
	} catch (error) {
		if (listener.signal.aborted) return metrics.finished("aborted");
		if (response.headersSent) {
			metrics.finished("failed");
			options.onError?.(error);
			response.end(encodeFrame({ type: "error", message: message(error) }));
		} else if (error instanceof SpeechBusyError) {
			metrics.finished("busy");
			response.setHeader("retry-after", String(error.retryAfterSeconds));
			problem(response, 503, "system_busy", error.message);
		} else if (error instanceof SpeechBadRequestError) {
			metrics.finished("refused");
			problem(response, 400, "bad_request", error.message);
		} else {
			metrics.finished("failed");
			options.onError?.(error);
			problem(response, 500, "engine_failed", message(error));
		}
	}
}

/** The head goes out with the first sound, so that a failure before it is an ordinary answer. */
async function send(response: ServerResponse, frame: Frame, signal: AbortSignal): Promise<void> {
	if (!response.headersSent) response.writeHead(200, { "content-type": "application/vnd.timbre.speech" });
	if (!response.write(encodeFrame(frame))) await once(response, "drain", { signal });
}

async function readJson(request: IncomingMessage): Promise<unknown> {
	const pieces: Buffer[] = [];
	let length = 0;
	for await (const piece of request) {
		length += piece.length;
		if (length > longestBody) throw new SpeechBadRequestError("the request is too large");
		pieces.push(piece);
	}
	try {
		return JSON.parse(Buffer.concat(pieces).toString("utf8"));
	} catch {
		throw new SpeechBadRequestError("the body is not JSON");
	}
}

function json(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { "content-type": "application/json" });
	response.end(JSON.stringify(body));
}

function problem(response: ServerResponse, status: number, code: string, text: string): void {
	json(response, status, { error: { code, message: text } });
}

function message(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
