import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Closes connections without a request in progress while the server shuts down: idle ones, and those that a browser
 * opened in advance and never used. Node does not count the latter as idle and would wait for their headers timeout.
 * Repeats until stopped, because a connection only becomes idle after its response has ended.
 */
export function createConnectionCloser(server: Server): { start(): () => void } {
	const unused = new Set<Socket>();
	server.on("connection", (socket: Socket) => {
		unused.add(socket);
		socket.once("close", () => unused.delete(socket));
	});
	const markUsed = ({ socket }: IncomingMessage) => void unused.delete(socket);
	server.on("request", markUsed);
	server.on("upgrade", markUsed);
	return {
		start() {
			const closeIdle = () => {
				server.closeIdleConnections();
				for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
			};
			const timer = setInterval(closeIdle, 100);
			closeIdle();
			return () => clearInterval(timer);
		},
	};
}

const maxDiscardMs = 3_000;

/**
 * Reads and discards the rest of a request that is rejected before it arrived completely: many clients, proxies among them, read a response
 * only after they have sent everything. If the connection is closed after the response, wait for this before sending it, since what is
 * still on its way would reset the connection and the response would be lost. Resolves when all was read, or after 3 s.
 */
export async function discardRest(request: IncomingMessage): Promise<void> {
	if (request.complete || request.destroyed) return;
	request.unpipe();
	request.resume();
	await new Promise<void>((resolve) => {
		const timeout = setTimeout(resolve, maxDiscardMs);
		const finish = () => {
			clearTimeout(timeout);
			resolve();
		};
		request.once("end", finish);
		request.once("close", finish);
	});
}
