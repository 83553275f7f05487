import { createLimiter, type Limiter } from "@timbre/engines/workers/limiter.ts";

/** Limits concurrent work per key. Different keys don't wait for each other. */
export function createKeyedLimiter(maxConcurrent: number) {
	const entries = new Map<string, { limiter: Limiter; pending: number }>();
	return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
		const entry = entries.get(key) ?? { limiter: createLimiter(maxConcurrent), pending: 0 };
		entries.set(key, entry);
		entry.pending++;
		try {
			return await entry.limiter(work);
		} finally {
			if (--entry.pending === 0) entries.delete(key);
		}
	};
}
