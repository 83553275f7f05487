import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { lock } from "proper-lockfile";
import { isAlive } from "./guard.ts";
import { StartError } from "./supervise.ts";

/** The holder refreshes the lock every second. The lock of a process that was killed expires after this time. */
const STALE_MS = 5_000;

/** The stack that runs from a data folder, if one does. */
export async function runningStack(dataDir: string): Promise<{ pid: number; url: string } | undefined> {
	const text = await readFile(join(dataDir, "running.json"), "utf8").catch(() => undefined);
	const found = text ? (JSON.parse(text) as { pid: number; url: string }) : undefined;
	return found && isAlive(found.pid) ? found : undefined;
}

/** Locks the data folder, because two stacks would destroy each other's data. Returns the release. */
export async function lockDataDir(
	dataDir: string,
	url: string,
	onLost: (error: Error) => void,
): Promise<() => Promise<void>> {
	await mkdir(dataDir, { recursive: true });
	const deadline = Date.now() + 2 * STALE_MS;
	for (;;) {
		try {
			const release = await lock(dataDir, {
				lockfilePath: join(dataDir, "running.lock"),
				stale: STALE_MS,
				update: 1000,
				onCompromised: () => onLost(new StartError(`Another process has taken over ${dataDir}.`)),
			});
			await writeFile(join(dataDir, "running.json"), JSON.stringify({ pid: process.pid, url }));
			return async () => {
				await rm(join(dataDir, "running.json"), { force: true });
				// Fails if the lock was lost, which has been reported.
				await release().catch(() => {});
			};
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "ELOCKED") throw error;
		}
		const other = await runningStack(dataDir);
		if (other || Date.now() > deadline) {
			const who = other ? ` (pid ${other.pid}, ${other.url})` : "";
			throw new StartError(`Timbre is already running from ${dataDir}${who}. Stop it first, or set DATA_DIR.`);
		}
		await sleep(200);
	}
}
