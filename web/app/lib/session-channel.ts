/** What the tabs of one browser tell each other about the session they share. */
export type SessionNews = "signed-out" | "active";

let channel: BroadcastChannel | undefined;
const listeners = new Set<(news: SessionNews) => void>();

/** One for the whole tab: a tab hears what is told through any channel but the one it told it through. */
function ownChannel(): BroadcastChannel {
	if (!channel) {
		channel = new BroadcastChannel("timbre:session");
		channel.onmessage = (event: MessageEvent<SessionNews>) => {
			for (const listener of listeners) listener(event.data);
		};
	}
	return channel;
}

export function tellOtherTabs(news: SessionNews): void {
	ownChannel().postMessage(news);
}

/** Hears what other tabs tell; call the answer to stop. */
export function hearOtherTabs(listener: (news: SessionNews) => void): () => void {
	ownChannel();
	listeners.add(listener);
	return () => {
		listeners.delete(listener);
	};
}
