import { useSyncExternalStore } from "react";

type ConnectionState = "online" | "offline" | "unreachable";

type ConnectionDependencies = {
	/** Whether the device has a network connection. */
	hasNetwork: () => boolean;
	/** Whether the server responds. */
	probe: () => Promise<boolean>;
	wait: (ms: number) => Promise<void>;
};

const firstWaitMs = 1_000;
const maxWaitMs = 15_000;

/**
 * Tracks whether the server is reachable, from device network events and failed requests. A single failed request
 * proves little (the page may be unloading), so the server is probed before the state changes, and then until it
 * responds.
 */
export function createConnection({ hasNetwork, probe, wait }: ConnectionDependencies) {
	let state: ConnectionState = "online";
	let probing = false;
	const listeners = new Set<() => void>();
	const set = (next: ConnectionState) => {
		if (next === state) return;
		state = next;
		for (const listener of listeners) listener();
	};

	async function probeUntilOnline() {
		if (probing) return;
		probing = true;
		for (let pause = firstWaitMs; hasNetwork(); pause = Math.min(2 * pause, maxWaitMs)) {
			if (await probe()) {
				set("online");
				break;
			}
			set("unreachable");
			await wait(pause);
		}
		probing = false;
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
		/** Reports a request that got no response. */
		requestFailed: () => void probeUntilOnline(),
		/** Reports a change of the device's network. */
		networkChanged: () => {
			if (!hasNetwork()) set("offline");
			else if (state !== "online") void probeUntilOnline();
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
