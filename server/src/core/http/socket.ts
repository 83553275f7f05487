import type { WebSocket } from "@fastify/websocket";
import { AppError, type ErrorCode } from "@timbre/contract/errors.ts";
import type { FastifyRequest } from "fastify";
import type { Log } from "../log.ts";
import { toAppError } from "./http.ts";

/** Messages waiting to be handled. A client that exceeds this is disconnected. */
const maxQueuedMessages = 1_000;
/** Unsent bytes above which the source is paused. */
const maxBufferedBytes = 1_048_576;

export type Channel = {
	/** Resolves when the message has been sent, so its source knows what was delivered. */
	send(message: unknown): Promise<void>;
	/** Sends the error, then closes. */
	closeWithError(error: unknown): void;
	close(): void;
	/** Fires when the client disconnects. */
	signal: AbortSignal;
};

/** Close codes of RFC 6455. */
const policyViolation = 1008;
const internalError = 1011;
const normalClosure = 1000;

/** Exchanges JSON messages over a socket. Handles one at a time, and sends an error before it closes the socket. */
export function openChannel(
	socket: WebSocket,
	{
		log,
		requestId,
		numericErrors = false,
		onMessage,
	}: {
		log: Log;
		requestId: string;
		/** Whether the `code` of an error is the close code of the socket instead of the error's name. */
		numericErrors?: boolean;
		onMessage: (message: unknown, channel: Channel) => Promise<void>;
	},
): Channel {
	const disconnected = new AbortController();
	let queued = 0;
	let queue = Promise.resolve();
	let closed = false;

	const channel: Channel = {
		signal: disconnected.signal,
		send: (message) =>
			new Promise((resolve, reject) => {
				if (closed || socket.readyState !== socket.OPEN) return reject(new Error("The socket is closed."));
				socket.send(JSON.stringify(message), (error) => (error ? reject(error) : resolve()));
			}),
		closeWithError(error) {
			if (closed) return;
			closed = true;
			const known = toAppError(error);
			if (!known) log.error({ err: error, requestId }, "socket failed");
			const code: ErrorCode = known?.code ?? "internal_error";
			const message =
				known?.message ??
				`Something went wrong on our end. If it keeps happening, report it with request ID ${requestId}.`;
			const closeCode = known && known.httpStatus < 500 ? policyViolation : internalError;
			const body = {
				message,
				error: code,
				code: numericErrors ? closeCode : code,
				request_id: requestId,
				...(known?.param ? { param: known.param } : {}),
			};
			socket.send(JSON.stringify(body), () => socket.close(closeCode, code));
		},
		close() {
			if (closed) return;
			closed = true;
			socket.close(normalClosure);
		},
	};

	socket.on("message", (data: Buffer, binary: boolean) => {
		if (closed) return;
		if (++queued > maxQueuedMessages) {
			return channel.closeWithError(
				new AppError("rate_limit_exceeded", "Messages are arriving faster than they can be processed."),
			);
		}
		queue = queue.then(async () => {
			try {
				if (!closed) await onMessage(binary ? rejectBinary() : parse(data), channel);
			} catch (error) {
				channel.closeWithError(error);
			} finally {
				queued--;
			}
		});
	});
	socket.on("close", () => {
		closed = true;
		disconnected.abort(new Error("The client disconnected."));
	});
	socket.on("error", () => {});
	return channel;
}

function rejectBinary(): never {
	throw new AppError("invalid_request", "Send JSON text messages, not binary ones.");
}

function parse(data: Buffer): unknown {
	try {
		return JSON.parse(data.toString("utf8"));
	} catch {
		throw new AppError("invalid_request", "The message is not valid JSON.");
	}
}

/** Waits until the network has caught up with the source. */
export async function waitForDrain(socket: WebSocket, signal: AbortSignal): Promise<void> {
	while (socket.bufferedAmount > maxBufferedBytes && !signal.aborted)
		await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Reads credentials from the query or the subprotocol: browsers can't set headers on a WebSocket. */
export function socketCredentials(request: FastifyRequest): { key?: string; token?: string } {
	const query = request.query as Record<string, unknown>;
	const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
	const protocol = /(?:^|,\s*)bearer\.([^,\s]+)/.exec(request.headers["sec-websocket-protocol"] ?? "")?.[1];
	const key = text(query.authorization)?.replace(/^Bearer /i, "") ?? text(query["xi-api-key"]) ?? protocol;
	const token = text(query.single_use_token) ?? text(query.token);
	return { ...(key ? { key } : {}), ...(token ? { token } : {}) };
}
