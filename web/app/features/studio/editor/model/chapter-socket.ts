import { chapterSocketPath } from "@timbre/contract/studio/paths.ts";
import type { OpenSocket } from "./chapter-connection.ts";

/** Opens sockets for a chapter on this server. The session cookie identifies the user. */
export const chapterSocket =
	(projectId: string, chapterId: string): OpenSocket =>
	({ onOpen, onMessage, onClose }) => {
		const address = new URL(chapterSocketPath(projectId, chapterId), window.location.href);
		address.protocol = address.protocol.replace("http", "ws");
		const socket = new WebSocket(address);
		socket.addEventListener("open", onOpen);
		socket.addEventListener("message", (event) => onMessage(String(event.data)));
		socket.addEventListener("close", onClose);
		return {
			send(text) {
				if (socket.readyState === WebSocket.OPEN) socket.send(text);
			},
			close: () => socket.close(),
		};
	};
