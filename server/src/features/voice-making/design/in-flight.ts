import { createHash } from "node:crypto";

type Running<T> = { result: Promise<T>; clients: number; controller: AbortController; timer?: NodeJS.Timeout };

/** Time a client has to repeat a request after it disconnected. */
const defaultGraceMs = 30_000;

export type InFlight<T> = (key: unknown, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * Runs equal requests once: a request that equals one in progress on this process gets its result. SDKs repeat a request that took longer
 * than their timeout, so work goes on for a while after its last client disconnected.
 */
export function createInFlight<T>(graceMs = defaultGraceMs): InFlight<T> {
	const running = new Map<string, Running<T>>();
	return async (key, signal, work) => {
		const hash = createHash("sha256").update(JSON.stringify(key)).digest("base64url");
		const current = running.get(hash) ?? start(hash, work);
		clearTimeout(current.timer);
		current.clients++;
		const leave = () => {
			current.clients--;
			if (current.clients > 0 || running.get(hash) !== current) return;
			current.timer = setTimeout(() => {
				// A request that arrives while the work is being stopped must start it again.
				running.delete(hash);
				current.controller.abort(new Error("The client disconnected."));
			}, graceMs);
		};
		signal.addEventListener("abort", leave, { once: true });
		try {
			return await current.result;
		} finally {
			signal.removeEventListener("abort", leave);
		}
	};

	function start(hash: string, work: (signal: AbortSignal) => Promise<T>): Running<T> {
		const controller = new AbortController();
		const current: Running<T> = { result: work(controller.signal), clients: 0, controller };
		running.set(hash, current);
		const end = () => {
			clearTimeout(current.timer);
			if (running.get(hash) === current) running.delete(hash);
		};
		current.result.then(end, end);
		return current;
	}
}
