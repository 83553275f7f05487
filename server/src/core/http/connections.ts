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
