// Streams notification changes to followers, across processes.
// Invariant: one database connection per process, opened with the first follower; after a connection gap all followers
// are told to refetch.
import { AppError } from "@timbre/contract/errors.ts";
import type { MessageEvent } from "@timbre/contract/notifications/rules.ts";
import { z } from "zod";
import { createListener } from "../../core/events/listener.ts";
import type { Context } from "../../core/http/context.ts";
import type { Log } from "../../core/log.ts";
import { notificationChannel } from "./notifications.repo.ts";

type Caller = Pick<Context, "workspaceId" | "userId">;
type Follower = Caller & { send(event: MessageEvent): void; end(): void };

const messageChange = z.object({
	userId: z.string(),
	workspaceId: z.string().nullable(),
	message_id: z.string().nullable(),
	event: z.enum(["created", "read", "changed"]),
});
export type MessageChange = z.output<typeof messageChange>;

export type Feed = ReturnType<typeof createFeed>;

/** Tabs share one stream, so more than a few per user are a mistake or abuse. */
const maxStreams = 10;
/** Streams end after this time; the browser reconnects and is authorized again. */
const maxStreamMs = 300_000;
/** Keeps proxies from closing idle connections. */
const pingMs = 20_000;
const maxQueued = 100;

export function createFeed(databaseUrl: string, log: Log) {
	const followers = new Set<Follower>();
	let stopped = false;

	const dispatch = (payload: string) => {
		const read = messageChange.safeParse(JSON.parse(payload));
		if (!read.success) return;
		const { userId, workspaceId, message_id, event } = read.data;
		for (const follower of followers) {
			if (follower.userId !== userId) continue;
			if (workspaceId !== null && workspaceId !== follower.workspaceId) continue;
			follower.send({ message_id, event });
		}
	};
	const listener = createListener(databaseUrl, log, notificationChannel, {
		message: dispatch,
		connected: () => {
			for (const follower of followers) follower.send({ message_id: null, event: "changed" });
		},
		isNeeded: () => followers.size > 0,
	});

	return {
		follow(follower: Follower): () => void {
			followers.add(follower);
			if (stopped) follower.end();
			// The follower's data may be stale by now, so have it refetch.
			else if (listener.isListening()) follower.send({ message_id: null, event: "changed" });
			else listener.start();
			return () => {
				followers.delete(follower);
			};
		},
		countOf: (userId: string) => [...followers].filter((follower) => follower.userId === userId).length,
		/** Ends all streams, which would otherwise keep the process running. */
		async stop() {
			stopped = true;
			for (const follower of [...followers]) follower.end();
			await listener.stop();
		},
	};
}

/** Server-sent events for one caller. */
export function followMessages(
	feed: Feed,
	{ workspaceId, userId, signal }: Caller & { signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
	if (feed.countOf(userId) >= maxStreams)
		throw new AppError(
			"too_many_concurrent_requests",
			`You can have at most ${maxStreams} notification streams open.`,
			{
				retryAfterSeconds: 30,
			},
		);
	return stream(feed, { workspaceId, userId }, signal);
}

async function* stream(feed: Feed, caller: Caller, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	let queue: MessageEvent[] = [];
	let ended = signal.aborted;
	let wake = () => {};
	const end = () => {
		ended = true;
		wake();
	};
	const unfollow = feed.follow({
		...caller,
		end,
		send: (event) => {
			queue = queue.length < maxQueued ? [...queue, event] : [{ message_id: null, event: "changed" }];
			wake();
		},
	});
	signal.addEventListener("abort", end, { once: true });
	const life = setTimeout(end, maxStreamMs);
	try {
		// Sent immediately, so the client knows the stream is open.
		yield Buffer.from("retry: 3000\n\n");
		while (!ended) {
			const events = queue;
			queue = [];
			for (const event of events) yield Buffer.from(`data: ${JSON.stringify(event)}\n\n`);
			if (ended || queue.length > 0) continue;
			const ping = await new Promise<boolean>((resolve) => {
				const timer = setTimeout(() => resolve(true), pingMs);
				wake = () => {
					clearTimeout(timer);
					resolve(false);
				};
			});
			if (ping) yield Buffer.from(": still here\n\n");
		}
	} finally {
		clearTimeout(life);
		signal.removeEventListener("abort", end);
		unfollow();
	}
}
