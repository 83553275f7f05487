import { type createAudioEngine, idle, type PlayerState } from "@timbre/ui/audio/audio-engine.ts";
import { expect, test } from "vitest";
import { soloAmongTabs } from "./solo.ts";

/** Two tabs that hear each other, not themselves, as a BroadcastChannel does. */
function twoTabs() {
	const channels: { postMessage: (message: unknown) => void; onmessage: BroadcastChannel["onmessage"] }[] = [];
	return [0, 1].map((i) => {
		let state: PlayerState = idle;
		const listeners = new Set<() => void>();
		const set = (status: PlayerState["status"]) => {
			state = { ...state, status };
			for (const listener of listeners) listener();
		};
		const engine = {
			state: () => state,
			subscribe: (listener: () => void) => {
				listeners.add(listener);
				return () => listeners.delete(listener);
			},
			pause: () => set("paused"),
		} as unknown as ReturnType<typeof createAudioEngine>;
		const channel: (typeof channels)[number] = {
			onmessage: null,
			postMessage: (data) => channels[1 - i]?.onmessage?.call(channel as never, { data } as MessageEvent),
		};
		channels.push(channel);
		soloAmongTabs(engine, channel);
		return { set, status: () => state.status };
	});
}

test("a tab that begins to play silences the other, and only then", () => {
	const [first, second] = twoTabs();
	first?.set("playing");
	expect(second?.status()).toBe("idle");
	second?.set("playing");
	expect([first?.status(), second?.status()]).toEqual(["paused", "playing"]);
	first?.set("playing");
	expect([first?.status(), second?.status()]).toEqual(["playing", "paused"]);
});

test("a tab whose sound had to wait for its bytes does not silence the one that was begun meanwhile", () => {
	const [first, second] = twoTabs();
	first?.set("playing");
	first?.set("loading");
	second?.set("loading");
	first?.set("playing");
	expect(second?.status()).toBe("loading");
	second?.set("playing");
	expect([first?.status(), second?.status()]).toEqual(["paused", "playing"]);
	first?.set("playing");
	expect(second?.status()).toBe("paused");
});
