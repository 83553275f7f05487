import type { WebSocket } from "@fastify/websocket";
import { AppError } from "@timbre/contract/errors.ts";
import type { z } from "zod";
import type { Log } from "../log.ts";
import { findUnstorableText, hasNoNul, unstorableReason } from "../security/unstorable-text.ts";
import { toAppError } from "./http.ts";

/** Messages waiting to be handled. A client that exceeds this is disconnected. */
const maxQueuedMessages = 1_000;
/** Unsent bytes above which the source is paused. */
const maxBufferedBytes = 1_048_576;
/** Received bytes waiting to be handled. Above this, nothing more is read from the network. */
const maxQueuedBytes = 4_194_304;

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

type SocketError = { error: AppError; closeCode: number; requestId: string };

/** Exchanges JSON messages over a socket. Handles one at a time, and sends an error before it closes the socket. */
export function openChannel(
	socket: WebSocket,
	{
		log,
		requestId,
		presentError = presentSocketError,
		onMessage,
	}: {
		log: Log;
		requestId: string;
		/** The message that is sent before the socket closes. */
		presentError?: (failure: SocketError) => unknown;
		onMessage: (message: unknown, channel: Channel) => Promise<void>;
	},
): Channel {
	const disconnected = new AbortController();
	let queued = 0;
	let queuedBytes = 0;
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
			const shown =
				known ??
				new AppError(
					"internal_error",
					`Something went wrong on our end. If it keeps happening, report it with request ID ${requestId}.`,
				);
			const closeCode = shown.httpStatus < 500 ? policyViolation : internalError;
			const body = presentError({ error: shown, closeCode, requestId });
			socket.send(JSON.stringify(body), () => socket.close(closeCode, shown.code));
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
		queuedBytes += data.length;
		if (queuedBytes > maxQueuedBytes) socket.pause();
		queue = queue.then(async () => {
			try {
				if (!closed) await onMessage(binary ? rejectBinary() : parse(data), channel);
			} catch (error) {
				channel.closeWithError(error);
			} finally {
				queued--;
				queuedBytes -= data.length;
				if (socket.isPaused && queuedBytes <= maxQueuedBytes) socket.resume();
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

export function presentSocketError({ error, requestId }: SocketError) {
	return {
		message: error.message,
		error: error.code,
		code: error.code as string | number,
		request_id: requestId,
		...(error.param ? { param: error.param } : {}),
	};
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

export function parseMessage<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
	const result = schema.safeParse(value ?? {});
	if (result.success) {
		const path = findUnstorableText(result.data, hasNoNul);
		if (path === undefined) return result.data;
		throw new AppError("invalid_request", `${path.join(".")}: ${unstorableReason}`, { param: String(path[0]) });
	}
	const [issue] = result.error.issues;
	throw new AppError("invalid_request", `${issue?.path.join(".") || "The message"}: ${issue?.message}.`, {
		...(issue?.path[0] === undefined ? {} : { param: String(issue.path[0]) }),
	});
}

/** Waits until the network has caught up with the source. */
export async function waitForDrain(socket: WebSocket, signal: AbortSignal): Promise<void> {
	while (socket.bufferedAmount > maxBufferedBytes && !signal.aborted)
		await new Promise((resolve) => setTimeout(resolve, 20));
}
