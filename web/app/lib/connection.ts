import { useSyncExternalStore } from "react";

type ConnectionState = "online" | "offline" | "unreachable";

type World = {
	/** What the device says of its network. */
	hasNetwork: () => boolean;
	/** Whether the server answers. */
	probe: () => Promise<boolean>;
	wait: (ms: number) => Promise<void>;
};

const firstWaitMs = 1_000;
const longestWaitMs = 15_000;

/**
 * Whether the server can be reached: the device says when its network goes and comes, requests say when one got no answer. One lost
 * request proves little (the page may be going away), so the server is asked itself before anyone is told, and then until it answers.
 */
export function createConnection({ hasNetwork, probe, wait }: World) {
	let state: ConnectionState = "online";
	let asking = false;
	const listeners = new Set<() => void>();
	const set = (next: ConnectionState) => {
		if (next === state) return;
		state = next;
		for (const listener of listeners) listener();
	};

	async function ask() {
		if (asking) return;
		asking = true;
		for (let pause = firstWaitMs; hasNetwork(); pause = Math.min(2 * pause, longestWaitMs)) {
			if (await probe()) {
				set("online");
				break;
			}
			set("unreachable");
			await wait(pause);
		}
		asking = false;
		if (!hasNetwork()) set("offline");
	}

	return {
		state: () => state,
		subscribe(listener: () => void) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		/** A request got no answer. */
		lost: () => void ask(),
		/** The device says that its network went or came. */
		networkChanged: () => {
			if (!hasNetwork()) set("offline");
			else if (state !== "online") void ask();
		},
	};
}

export const connection = createConnection({
	hasNetwork: () => navigator.onLine,
	probe: () =>
		fetch("/health", { cache: "no-store" }).then(
			(response) => response.ok,
			() => false,
		),
	wait: (ms) => new Promise((done) => setTimeout(done, ms)),
});

if (typeof window !== "undefined") {
	window.addEventListener("online", connection.networkChanged);
	window.addEventListener("offline", connection.networkChanged);
}

export function useConnection(): ConnectionState {
	return useSyncExternalStore(connection.subscribe, connection.state, () => "online" as const);
}
