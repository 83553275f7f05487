// Receives PostgreSQL notifications of one channel on a dedicated connection.
// Invariant: after a gap in the connection, the owner is told to read everything again, so changes may be late but are
// never missed.
import { setTimeout as sleep } from "node:timers/promises";
import { createPool } from "@timbre/db/connect.ts";
import type pg from "pg";
import type { Log } from "../log.ts";

export type Listener = {
	/** Connects if it hasn't yet. */
	start(): void;
	isListening(): boolean;
	stop(): Promise<void>;
};

export function createListener(
	databaseUrl: string,
	log: Log,
	channel: string,
	handler: {
		message(payload: string): void;
		/** The connection was opened, perhaps after a gap. */
		connected(): void;
		/** Whether to reconnect. */
		isNeeded(): boolean;
	},
): Listener {
	const pool = createPool(databaseUrl, { max: 1 });
	let close: (() => void) | undefined;
	let connecting: Promise<void> | undefined;
	let stopped = false;

	const connectWithRetry = async () => {
		for (let pause = 250; !stopped; pause = Math.min(2 * pause, 5_000)) {
			try {
				close = await listen(pool, channel, {
					message: handler.message,
					ended: () => {
						close = undefined;
						connecting = undefined;
						if (handler.isNeeded()) start();
					},
				});
				if (stopped) close();
				else handler.connected();
				return;
			} catch (error) {
				log.warn({ err: error, channel }, "can't listen for database notifications; retrying");
				await sleep(pause);
			}
		}
	};
	const start = () => {
		if (!stopped) connecting ??= connectWithRetry();
	};

	return {
		start,
		isListening: () => close !== undefined,
		async stop() {
			stopped = true;
			close?.();
			await connecting;
			await pool.end();
		},
	};
}

/** Returns a function that closes the connection. */
async function listen(
	pool: pg.Pool,
	channel: string,
	handler: { message(payload: string): void; ended(): void },
): Promise<() => void> {
	const client = await pool.connect();
	let closed = false;
	const close = () => {
		if (closed) return;
		closed = true;
		client.release(true);
	};
	client.on("notification", ({ payload }) => handler.message(payload ?? ""));
	// Without a listener, a lost connection would crash the process; `end` follows.
	client.on("error", () => {});
	client.once("end", () => {
		if (closed) return;
		close();
		handler.ended();
	});
	try {
		await client.query(`listen ${channel}`);
	} catch (error) {
		close();
		throw error;
	}
	return close;
}
