/** Messages between tabs that share a session. */
export type SessionMessage = "signed-out" | "active";

let channel: BroadcastChannel | undefined;
const listeners = new Set<(message: SessionMessage) => void>();

/** One channel per tab, because a BroadcastChannel does not deliver messages to itself. */
function getChannel(): BroadcastChannel {
	if (!channel) {
		channel = new BroadcastChannel("timbre:session");
		channel.onmessage = (event: MessageEvent<SessionMessage>) => {
			for (const listener of listeners) listener(event.data);
		};
	}
	return channel;
}

export function notifyOtherTabs(message: SessionMessage): void {
	getChannel().postMessage(message);
}

/** Listens for messages from other tabs; returns the unsubscribe function. */
export function onTabMessage(listener: (message: SessionMessage) => void): () => void {
	getChannel();
	listeners.add(listener);
	return () => {
		listeners.delete(listener);
	};
}
