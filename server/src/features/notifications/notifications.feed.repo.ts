import type pg from "pg";
import type { Global } from "../../core/tenancy.ts";
import { notificationChannel } from "./notifications.repo.ts";

/** Listens for database notifications on a dedicated connection. Returns a function that closes it. */
export async function listen(
	pool: pg.Pool,
	_scope: Global,
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
		await client.query(`listen ${notificationChannel}`);
	} catch (error) {
		close();
		throw error;
	}
	return close;
}
