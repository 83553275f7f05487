import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/**
 * A server that is closed waits for its connections. Those on which nothing is being asked end here: the idle ones, and those that were opened
 * in advance (browsers do so) and never used, which Node does not count as idle and would wait for until their time for headers is over.
 * Again and again, since one whose answer has just ended is not idle yet.
 */
export function createConnectionSweep(server: Server): { begin(): () => void } {
	const unused = new Set<Socket>();
	server.on("connection", (socket: Socket) => {
		unused.add(socket);
		socket.once("close", () => unused.delete(socket));
	});
	const use = ({ socket }: IncomingMessage) => void unused.delete(socket);
	server.on("request", use);
	server.on("upgrade", use);
	return {
		begin() {
			const sweep = () => {
				server.closeIdleConnections();
				for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
			};
			const timer = setInterval(sweep, 100);
			sweep();
			return () => clearInterval(timer);
		},
	};
}
