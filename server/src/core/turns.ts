import { createTurns, type Turns } from "@timbre/engines/node/turns.ts";

/** So much work of one key at once; that of different keys does not wait for each other. */
export function createTurnsByKey(atOnce: number) {
	const lines = new Map<string, { turns: Turns; inLine: number }>();
	return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
		const line = lines.get(key) ?? { turns: createTurns(atOnce), inLine: 0 };
		lines.set(key, line);
		line.inLine++;
		try {
			return await line.turns(work);
		} finally {
			if (--line.inLine === 0) lines.delete(key);
		}
	};
}
