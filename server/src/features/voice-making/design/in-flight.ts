import { createHash } from "node:crypto";

type Running<T> = { result: Promise<T>; clients: number; controller: AbortController; timer?: NodeJS.Timeout };

/** Time a client has to repeat a request after it disconnected. */
const defaultGraceMs = 30_000;

/** What the work knows about those who wait for it. */
export type Work = {
	/** Identifies equal requests. */
	hash: Buffer;
	signal: AbortSignal;
	/** Whether a client is still connected. */
	hasClients(): boolean;
	/** Starts the time to repeat the request anew, because someone waits for it elsewhere. */
	extend(): void;
};

export type InFlight<T> = (key: unknown, signal: AbortSignal, run: (work: Work) => Promise<T>) => Promise<T>;

/**
 * Runs equal requests once: a request that equals one in progress on this process gets its result. SDKs repeat a
 * request that took longer than their timeout, so work goes on for a while after its last client disconnected.
 */
export function createInFlight<T>(graceMs = defaultGraceMs): InFlight<T> {
	const running = new Map<string, Running<T>>();
	return async (key, signal, run) => {
		const digest = createHash("sha256").update(JSON.stringify(key)).digest();
		const hash = digest.toString("base64url");
		const current = running.get(hash) ?? start(hash, digest, run);
		clearTimeout(current.timer);
		current.clients++;
		const leave = () => {
			current.clients--;
			if (current.clients > 0 || running.get(hash) !== current) return;
			stopLater(hash, current);
		};
		signal.addEventListener("abort", leave, { once: true });
		try {
			return await current.result;
		} finally {
			signal.removeEventListener("abort", leave);
		}
	};

	function stopLater(hash: string, current: Running<T>): void {
		clearTimeout(current.timer);
		current.timer = setTimeout(() => {
			// A request that arrives while the work is being stopped must start it again.
			running.delete(hash);
			current.controller.abort(new Error("The client disconnected."));
		}, graceMs);
	}

	function start(hash: string, digest: Buffer, run: (work: Work) => Promise<T>): Running<T> {
		const controller = new AbortController();
		// Replaced below: the work starts at once and may ask about its clients.
		const current: Running<T> = { result: undefined as never, clients: 0, controller };
		running.set(hash, current);
		current.result = run({
			hash: digest,
			signal: controller.signal,
			hasClients: () => current.clients > 0,
			extend: () => {
				if (current.clients === 0 && running.get(hash) === current) stopLater(hash, current);
			},
		});
		const end = () => {
			clearTimeout(current.timer);
			if (running.get(hash) === current) running.delete(hash);
		};
		current.result.then(end, end);
		return current;
	}
}
