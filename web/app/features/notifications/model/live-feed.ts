import { backgroundHeader } from "@timbre/contract/auth/rules.ts";
import { notificationsPaths } from "@timbre/contract/notifications/paths.ts";
import { isMessageEvent, type MessageEvent } from "@timbre/contract/notifications/rules.ts";

/** Delay, so the page loads first. */
const settleMs = 2_000;
const reconnectMs = 3_000;
const rejectedMs = 60_000;
const name = "timbre:notifications";

type Listener = { onEvent(event: MessageEvent): void; onLiveChange(isLive: boolean): void };

/** Parses complete events from the buffered text; `rest` is the incomplete remainder. */
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
 * Follows new messages. Browsers limit connections per server, so one tab holds the stream and forwards events to the
 * others; when it closes, another takes over. Returns a function that stops it.
 */
export function followMessages(listener: Listener): () => void {
	const over = new AbortController();
	const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(name);
	if (channel)
		channel.onmessage = ({ data }) => {
			if (typeof data === "boolean") return listener.onLiveChange(data);
			if (isMessageEvent(data)) listener.onEvent(data);
		};
	const broadcaster: Listener = {
		onEvent: (event) => {
			listener.onEvent(event);
			channel?.postMessage(event);
		},
		onLiveChange: (isLive) => {
			listener.onLiveChange(isLive);
			channel?.postMessage(isLive);
		},
	};
	const hold = () => keepStreaming(broadcaster, over.signal);
	const begin = async () => {
		await delay(settleMs, over.signal);
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

async function keepStreaming(listener: Listener, signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		const rejected = await stream(listener, signal).catch(() => false);
		if (signal.aborted) return;
		if (rejected) listener.onLiveChange(false);
		await delay(rejected ? rejectedMs : reconnectMs, signal);
		// Events between two streams were missed, so report a change.
		listener.onEvent({ message_id: null, event: "changed" });
	}
}

/** Returns true if the server rejects the stream: no session, or too many streams. The page then polls instead. */
async function stream(listener: Listener, signal: AbortSignal): Promise<boolean> {
	// Not an EventSource, which can't set the background header.
	const response = await fetch(notificationsPaths.followNotifications.path, {
		credentials: "same-origin",
		headers: { [backgroundHeader]: "1" },
		signal,
	});
	if (!response.ok || !response.body) return true;
	listener.onLiveChange(true);
	const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
	let text = "";
	for (let read = await reader.read(); !read.done; read = await reader.read()) {
		const { events, rest } = readEvents(text + read.value);
		text = rest;
		for (const event of events) listener.onEvent(event);
	}
	return false;
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, ms);
		signal.addEventListener("abort", () => {
			clearTimeout(timer);
			resolve();
		});
	});
}
