// Sockets may send their key in the first message, so they are open before the caller is known.
// Invariant: an anonymous socket is counted until it is identified or closed, and closed after `seconds`.
import { AppError } from "@timbre/contract/errors.ts";

export type AnonymousSockets = {
	seconds: number;
	/** Counts a socket, or throws if there are too many. Call the result once it is identified or closed. */
	enter(network: string): () => void;
};

export const anonymousLimits = { perNetwork: 20, total: 200, seconds: 10 };

export function createAnonymousSockets({ perNetwork, total, seconds } = anonymousLimits): AnonymousSockets {
	const open = new Map<string, number>();
	let all = 0;
	return {
		seconds,
		enter(network) {
			const here = open.get(network) ?? 0;
			if (here >= perNetwork || all >= total)
				throw new AppError(
					"rate_limit_exceeded",
					"Too many sockets are open without a key. Send the API key in the xi-api-key header or the URL.",
				);
			open.set(network, here + 1);
			all++;
			let left = false;
			return () => {
				if (left) return;
				left = true;
				all--;
				const rest = (open.get(network) ?? 1) - 1;
				if (rest > 0) open.set(network, rest);
				else open.delete(network);
			};
		},
	};
}
