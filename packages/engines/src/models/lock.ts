import { randomUUID } from "node:crypto";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "./errors.ts";

// A lock file for model folders, which may be shared by processes on one machine or, over a network disk, on several.
// The holder rewrites the file every second. A lock that is not rewritten, or whose process is gone, is abandoned.

type Claim = { pid: number; host: string; token: string; progress?: unknown };

export type LockOptions<P> = {
	signal?: AbortSignal;
	/** Progress that waiting processes can show. */
	progress: () => P;
	onWait: (progress: P | undefined) => void;
	beatMs?: number;
	staleMs?: number;
};

async function readClaim(path: string): Promise<{ claim?: Claim; ageMs: number } | undefined> {
	try {
		const [written, { mtimeMs }] = await Promise.all([readFile(path, "utf8"), stat(path)]);
		const ageMs = Date.now() - mtimeMs;
		try {
			return { claim: JSON.parse(written) as Claim, ageMs };
		} catch {
			return { ageMs };
		}
	} catch (error) {
		if (errorCode(error) === "ENOENT") return undefined;
		throw error;
	}
}

function processIsGone({ pid, host }: Claim): boolean {
	if (host !== hostname()) return false;
	try {
		process.kill(pid, 0);
		return false;
	} catch (error) {
		return errorCode(error) === "ESRCH";
	}
}

/** Removes an abandoned lock. A guard file ensures that only one of several processes does so. */
async function clearAbandoned(path: string, staleMs: number): Promise<void> {
	const guard = `${path}.clearing`;
	try {
		await writeFile(guard, "", { flag: "wx" });
	} catch (error) {
		if (errorCode(error) !== "EEXIST") throw error;
		const age = await readClaim(guard);
		if (age && age.ageMs > staleMs) await rm(guard, { force: true });
		return;
	}
	try {
		const now = await readClaim(path);
		if (now && isAbandoned(now, staleMs)) await rm(path, { force: true });
	} finally {
		await rm(guard, { force: true });
	}
}

function isAbandoned({ claim, ageMs }: { claim?: Claim; ageMs: number }, staleMs: number): boolean {
	return ageMs > staleMs || (claim !== undefined && processIsGone(claim));
}

/** Runs `work` while holding the lock. */
export async function withLock<P, T>(path: string, options: LockOptions<P>, work: () => Promise<T>): Promise<T> {
	const { signal, progress, onWait, beatMs = 1000, staleMs = 30_000 } = options;
	const claim: Claim = { pid: process.pid, host: hostname(), token: randomUUID() };
	for (;;) {
		signal?.throwIfAborted();
		try {
			await writeFile(path, JSON.stringify(claim), { flag: "wx" });
			break;
		} catch (error) {
			if (errorCode(error) !== "EEXIST") throw error;
		}
		const held = await readClaim(path);
		if (held && isAbandoned(held, staleMs)) await clearAbandoned(path, staleMs);
		else if (held) {
			onWait(held.claim?.progress as P | undefined);
			await sleep(Math.min(beatMs, 250), undefined, { signal });
		}
	}

	let pendingBeat = Promise.resolve();
	const heartbeat = setInterval(() => {
		pendingBeat = pendingBeat
			.then(async () => {
				// Write a second file and rename it, so that readers never see a partial claim.
				const next = `${path}.${claim.token}`;
				await writeFile(next, JSON.stringify({ ...claim, progress: progress() }));
				await rename(next, path);
			})
			.catch(() => {});
	}, beatMs);
	try {
		return await work();
	} finally {
		clearInterval(heartbeat);
		await pendingBeat;
		const held = await readClaim(path);
		if (held?.claim?.token === claim.token) await rm(path, { force: true });
		await rm(`${path}.${claim.token}`, { force: true });
	}
}
