import type { LiveMessage, LivePlatform } from "./live-session.ts";

/** Opens the realtime socket of this server. The session cookie identifies the user. */
export const openLiveSocket: LivePlatform["openSocket"] = (query, { onMessage, onClose }) => {
	const address = new URL(`/v1/speech-to-text/realtime?${query}`, window.location.href);
	address.protocol = address.protocol.replace("http", "ws");
	const socket = new WebSocket(address);
	/** What was sent before the socket was open. */
	const early: string[] = [];
	socket.addEventListener("open", () => {
		for (const text of early.splice(0)) socket.send(text);
	});
	socket.addEventListener("message", (event) => onMessage(JSON.parse(String(event.data)) as LiveMessage));
	socket.addEventListener("close", onClose);
	return {
		send(message) {
			const text = JSON.stringify(message);
			if (socket.readyState === WebSocket.CONNECTING) early.push(text);
			else if (socket.readyState === WebSocket.OPEN) socket.send(text);
		},
		close: () => socket.close(),
	};
};
