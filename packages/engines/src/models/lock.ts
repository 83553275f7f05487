import { setTimeout as sleep } from "node:timers/promises";
import { lock } from "proper-lockfile";
import { errorCode } from "./errors.ts";

/** The holder refreshes the lock every second. A lock that is older belongs to a process that died. */
const STALE_MS = 10_000;

export type LockOptions = { signal?: AbortSignal; onWait: () => Promise<void> };

/**
 * Runs `work` while holding the lock `<path>.lock`, which may be shared by processes on one machine or, over a network
 * disk, on several. If another process takes the lock over, `work` is aborted and starts again once it has the lock.
 */
export async function withLock<T>(
	path: string,
	{ signal, onWait }: LockOptions,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	for (;;) {
		signal?.throwIfAborted();
		const lost = new AbortController();
		const onCompromised = (error: Error) => lost.abort(error);
		const release = await lock(path, { realpath: false, stale: STALE_MS, update: 1000, onCompromised }).catch(
			(error: unknown) => {
				// ENOENT: another process removed the same stale lock between two steps of the library.
				if (errorCode(error) === "ELOCKED" || errorCode(error) === "ENOENT") return undefined;
				throw error;
			},
		);
		if (!release) {
			await onWait();
			await sleep(250, undefined, { signal });
			continue;
		}
		try {
			return await work(signal ? AbortSignal.any([signal, lost.signal]) : lost.signal);
		} catch (error) {
			if (!lost.signal.aborted || signal?.aborted) throw error;
		} finally {
			// A lock that another process took over in the last second is no longer ours to release.
			if (!lost.signal.aborted) {
				await release().catch((error: unknown) => {
					if (errorCode(error) !== "ENOTACQUIRED") throw error;
				});
			}
		}
	}
}
