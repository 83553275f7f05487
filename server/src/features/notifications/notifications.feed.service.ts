// What happens to messages, handed to whoever follows them, whichever process it happened in. Always: one connection to the database a
// process, none before somebody follows; after a gap in hearing everybody is told to look again, so nothing is missed, only late.
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@timbre/contract/errors.ts";
import type { MessageEvent } from "@timbre/contract/notifications.ts";
import { createPool } from "@timbre/db/connect.ts";
import { z } from "zod";
import type { Context } from "../../core/context.ts";
import type { Log } from "../../core/log.ts";
import { listen } from "./notifications.feed.repo.ts";

type Caller = Pick<Context, "workspaceId" | "userId">;
type Follower = Caller & { tell(event: MessageEvent): void; end(): void };

const news = z.object({
	userId: z.string(),
	workspaceId: z.string().nullable(),
	message_id: z.string().nullable(),
	event: z.enum(["created", "read", "changed"]),
});
export type News = z.output<typeof news>;

export type Feed = ReturnType<typeof createFeed>;

/** Tabs share one stream, so more than a few of one person are a mistake or worse. */
const mostStreams = 10;
/** A stream that has ended is opened anew by the browser, and who may follow is asked again. */
const longestMs = 300_000;
/** Something must pass now and then, or what lies between takes the connection for dead. */
const pingMs = 20_000;
const mostWaiting = 100;

export function createFeed(databaseUrl: string, log: Log) {
	const pool = createPool(databaseUrl, { max: 1 });
	const followers = new Set<Follower>();
	let close: (() => void) | undefined;
	let connecting: Promise<void> | undefined;
	let stopped = false;

	const lookAgain = () => {
		for (const follower of followers) follower.tell({ message_id: null, event: "changed" });
	};
	const hear = (payload: string) => {
		const read = news.safeParse(JSON.parse(payload));
		if (!read.success) return;
		const { userId, workspaceId, message_id, event } = read.data;
		for (const follower of followers) {
			if (follower.userId !== userId) continue;
			if (workspaceId !== null && workspaceId !== follower.workspaceId) continue;
			follower.tell({ message_id, event });
		}
	};
	const keepListening = async () => {
		for (let pause = 250; !stopped; pause = Math.min(2 * pause, 5_000)) {
			try {
				close = await listen(pool, {
					message: hear,
					ended: () => {
						close = undefined;
						connecting = undefined;
						if (followers.size > 0) ensureListening();
					},
				});
				if (stopped) close();
				else lookAgain();
				return;
			} catch (error) {
				log.warn({ err: error }, "notifications cannot be heard; trying again");
				await sleep(pause);
			}
		}
	};
	const ensureListening = () => {
		connecting ??= keepListening();
	};

	return {
		follow(follower: Follower): () => void {
			followers.add(follower);
			if (stopped) follower.end();
			// What was asked for before may be old by now: from here on nothing is missed.
			else if (close) follower.tell({ message_id: null, event: "changed" });
			else ensureListening();
			return () => {
				followers.delete(follower);
			};
		},
		countOf: (userId: string) => [...followers].filter((follower) => follower.userId === userId).length,
		/** Ends every stream: an open one would keep the process from stopping. */
		async stop() {
			stopped = true;
			for (const follower of [...followers]) follower.end();
			close?.();
			await connecting;
			await pool.end();
		},
	};
}

/** The stream of one caller. */
export function followMessages(
	feed: Feed,
	{ workspaceId, userId, signal }: Caller & { signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
	if (feed.countOf(userId) >= mostStreams)
		throw new AppError("too_many_concurrent_requests", `Messages are followed ${mostStreams} times at once at most.`, {
			retryAfterSeconds: 30,
		});
	return stream(feed, { workspaceId, userId }, signal);
}

async function* stream(feed: Feed, caller: Caller, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	let waiting: MessageEvent[] = [];
	let over = signal.aborted;
	let wake = () => {};
	const end = () => {
		over = true;
		wake();
	};
	const unfollow = feed.follow({
		...caller,
		end,
		tell: (event) => {
			waiting = waiting.length < mostWaiting ? [...waiting, event] : [{ message_id: null, event: "changed" }];
			wake();
		},
	});
	signal.addEventListener("abort", end, { once: true });
	const life = setTimeout(end, longestMs);
	try {
		// At once, so that whoever opened it knows that it is open.
		yield Buffer.from("retry: 3000\n\n");
		while (!over) {
			const events = waiting;
			waiting = [];
			for (const event of events) yield Buffer.from(`data: ${JSON.stringify(event)}\n\n`);
			if (over || waiting.length > 0) continue;
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
