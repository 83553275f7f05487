import type { Database } from "@timbre/db/connect.ts";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import { GLOBAL } from "../tenancy.ts";
import { submitWorkflow } from "../workflow.ts";
import { deleteDelivered, relayBatch } from "./outbox.repo.ts";

const cleanupIntervalMs = 3_600_000;

/** Submits outbox messages to Restate until stopped. Submitting one twice is safe: a workflow key runs once. */
export function startRelay(config: Config, db: Database, log: Log): { stop(): Promise<void> } {
	let stopped = false;
	let wake = () => {};
	let cleanedUpAt = Number.NEGATIVE_INFINITY;
	const loop = async () => {
		while (!stopped) {
			let pause = 500;
			try {
				const result = await relayBatch(db, GLOBAL, 20, async (row) => {
					try {
						await submitWorkflow(config, row.target, row.target_key, row.payload);
					} catch (error) {
						log.warn(
							{ err: error, outbox: row.id, target: row.target },
							"failed to submit an outbox message, retrying",
						);
						throw error;
					}
				});
				if (result.failed > 0) pause = 2_000;
				else if (result.delivered > 0) pause = 0;
				if (pause > 0 && performance.now() - cleanedUpAt > cleanupIntervalMs) {
					cleanedUpAt = performance.now();
					await deleteDelivered(db, GLOBAL);
				}
			} catch (error) {
				log.warn({ err: error }, "the outbox relay failed, retrying");
				pause = 2_000;
			}
			if (pause > 0 && !stopped) {
				await new Promise<void>((resolve) => {
					const timer = setTimeout(resolve, pause);
					wake = () => {
						clearTimeout(timer);
						resolve();
					};
				});
			}
		}
	};
	const running = loop();
	return {
		stop: async () => {
			stopped = true;
			wake();
			await running;
		},
	};
}
