import type { WebSocket } from "@fastify/websocket";
import { AppError, type ErrorCode } from "@timbre/contract/errors.ts";
import type { FastifyRequest } from "fastify";
import { knownError } from "./http.ts";
import type { Log } from "./log.ts";

/** How many messages may wait to be worked off: a caller who sends faster than that is not being served but attacked. */
const mostWaiting = 1_000;
/** What may wait to be sent before the source is asked for more. */
const mostBuffered = 1_048_576;

export type Channel = {
	/** Settles when the message has left, so that its source knows what was delivered. */
	send(message: unknown): Promise<void>;
	/** Says what is wrong, then closes. */
	refuse(error: unknown): void;
	close(): void;
	/** Fires when the other side has gone. */
	signal: AbortSignal;
};

/** Codes in the close frame: what the caller did wrong, or what went wrong here. */
const policyViolation = 1008;
const internalError = 1011;
const normal = 1000;

/** Messages in and out of one socket: JSON both ways, worked off one after the other, errors told before the close. */
export function openChannel(
	socket: WebSocket,
	{
		log,
		requestId,
		onMessage,
	}: { log: Log; requestId: string; onMessage: (message: unknown, channel: Channel) => Promise<void> },
): Channel {
	const gone = new AbortController();
	let waiting = 0;
	let turn = Promise.resolve();
	let over = false;

	const channel: Channel = {
		signal: gone.signal,
		send: (message) =>
			new Promise((resolve, reject) => {
				if (over || socket.readyState !== socket.OPEN) return reject(new Error("The socket is closed."));
				socket.send(JSON.stringify(message), (error) => (error ? reject(error) : resolve()));
			}),
		refuse(error) {
			if (over) return;
			over = true;
			const known = knownError(error);
			if (!known) log.error({ err: error, requestId }, "socket failed");
			const code: ErrorCode = known?.code ?? "internal_error";
			const message =
				known?.message ?? `Something went wrong on our side. If it happens again, quote request ${requestId}.`;
			const body = {
				message,
				error: code,
				code,
				request_id: requestId,
				...(known?.param ? { param: known.param } : {}),
			};
			socket.send(JSON.stringify(body), () =>
				socket.close(known && known.httpStatus < 500 ? policyViolation : internalError, code),
			);
		},
		close() {
			if (over) return;
			over = true;
			socket.close(normal);
		},
	};

	socket.on("message", (data: Buffer, binary: boolean) => {
		if (over) return;
		if (++waiting > mostWaiting) {
			return channel.refuse(new AppError("rate_limit_exceeded", "Messages arrive faster than they can be worked off."));
		}
		turn = turn.then(async () => {
			try {
				if (!over) await onMessage(binary ? refuseBinary() : parse(data), channel);
			} catch (error) {
				channel.refuse(error);
			} finally {
				waiting--;
			}
		});
	});
	socket.on("close", () => {
		over = true;
		gone.abort(new Error("The caller has gone."));
	});
	socket.on("error", () => {});
	return channel;
}

function refuseBinary(): never {
	throw new AppError("invalid_request", "Send JSON texts, not binary messages.");
}

function parse(data: Buffer): unknown {
	try {
		return JSON.parse(data.toString("utf8"));
	} catch {
		throw new AppError("invalid_request", "A message is not valid JSON.");
	}
}

/** Waits while the network is slower than the source. */
export async function drained(socket: WebSocket, signal: AbortSignal): Promise<void> {
	while (socket.bufferedAmount > mostBuffered && !signal.aborted)
		await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Where an address says who calls: in its query, or as a subprotocol, since browsers can set no header of a socket. */
export function socketCredentials(request: FastifyRequest): { key?: string; token?: string } {
	const query = request.query as Record<string, unknown>;
	const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
	const protocol = /(?:^|,\s*)bearer\.([^,\s]+)/.exec(request.headers["sec-websocket-protocol"] ?? "")?.[1];
	const key = text(query.authorization)?.replace(/^Bearer /i, "") ?? text(query["xi-api-key"]) ?? protocol;
	const token = text(query.single_use_token) ?? text(query.token);
	return { ...(key ? { key } : {}), ...(token ? { token } : {}) };
}
