import type pg from "pg";
import { notificationChannel } from "./notifications.repo.ts";

/** Hears what the database tells its listeners, on a connection of its own, until that ends. Gives what closes it. */
export async function listen(
	pool: pg.Pool,
	heard: { message(payload: string): void; ended(): void },
): Promise<() => void> {
	const client = await pool.connect();
	let over = false;
	const close = () => {
		if (over) return;
		over = true;
		client.release(true);
	};
	client.on("notification", ({ payload }) => heard.message(payload ?? ""));
	// Without a listener a lost connection would end the process; `end` follows it.
	client.on("error", () => {});
	client.once("end", () => {
		if (over) return;
		close();
		heard.ended();
	});
	try {
		await client.query(`listen ${notificationChannel}`);
	} catch (error) {
		close();
		throw error;
	}
	return close;
}
