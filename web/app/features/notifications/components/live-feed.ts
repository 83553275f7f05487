import { backgroundHeader } from "@timbre/contract/auth.names.ts";
import { isMessageEvent, type MessageEvent, notificationsEndpoints } from "@timbre/contract/notifications.ts";

/** What a page needs comes first: the stream is opened when it has settled. */
const settleMs = 2_000;
const againMs = 3_000;
const refusedMs = 60_000;
const name = "timbre:notifications";

type Listener = { news(event: MessageEvent): void; live(isLive: boolean): void };

/** The events in what has come of a stream so far, and what is left of it. */
export function readEvents(text: string): { events: MessageEvent[]; rest: string } {
	const blocks = text.split("\n\n");
	const rest = blocks.pop() ?? "";
	const events = blocks.flatMap((block) => {
		const data: unknown = block.startsWith("data: ") ? JSON.parse(block.slice(6)) : undefined;
		return isMessageEvent(data) ? [data] : [];
	});
	return { events, rest };
}

/**
 * Hears of messages as they come. A browser opens few connections to one server, so of all its tabs one holds the stream and tells the
 * others; when that tab is closed, another takes over. Gives what stops it.
 */
export function followMessages(listener: Listener): () => void {
	const over = new AbortController();
	const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(name);
	if (channel)
		channel.onmessage = ({ data }) => {
			if (typeof data === "boolean") return listener.live(data);
			if (isMessageEvent(data)) listener.news(data);
		};
	const told: Listener = {
		news: (event) => {
			listener.news(event);
			channel?.postMessage(event);
		},
		live: (isLive) => {
			listener.live(isLive);
			channel?.postMessage(isLive);
		},
	};
	const hold = () => streamAgainAndAgain(told, over.signal);
	const begin = async () => {
		await pause(settleMs, over.signal);
		if (over.signal.aborted) return;
		if (!navigator.locks) return hold();
		await navigator.locks.request(name, { signal: over.signal }, hold);
	};
	begin().catch(() => undefined);
	return () => {
		over.abort();
		channel?.close();
	};
}

async function streamAgainAndAgain(told: Listener, signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		const refused = await stream(told, signal).catch(() => false);
		if (signal.aborted) return;
		if (refused) told.live(false);
		await pause(refused ? refusedMs : againMs, signal);
		// What happened between two streams was heard by nobody.
		told.news({ message_id: null, event: "changed" });
	}
}

/** True when the server does not want it: no session any more, or too many streams. Then the page asks now and then instead. */
async function stream(told: Listener, signal: AbortSignal): Promise<boolean> {
	// Not an EventSource, which cannot say that nobody need be at the keyboard for it.
	const response = await fetch(notificationsEndpoints.followNotifications.path, {
		credentials: "same-origin",
		headers: { [backgroundHeader]: "1" },
		signal,
	});
	if (!response.ok || !response.body) return true;
	told.live(true);
	const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
	let text = "";
	for (let read = await reader.read(); !read.done; read = await reader.read()) {
		const { events, rest } = readEvents(text + read.value);
		text = rest;
		for (const event of events) told.news(event);
	}
	return false;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, ms);
		signal.addEventListener("abort", () => {
			clearTimeout(timer);
			resolve();
		});
	});
}
