import type { TakeStore } from "@timbre/engines/node/takes.ts";
import type { Storage } from "./storage.ts";

/** Stores takes in the same storage as all other audio. */
export function createTakeStore(storage: Storage): TakeStore {
	return {
		async read(key) {
			const object = await storage.get(key);
			return object && Buffer.concat(await object.body.toArray());
		},
		write: (key, pieces) => storage.put(key, pieces, "application/vnd.timbre.take", { replaceable: true }),
	};
}
