import { type createAudioEngine, idle, type PlayerState } from "@timbre/ui/audio/player/audio-engine.ts";
import { expect, test } from "vitest";
import { pauseOtherTabs } from "./pause-other-tabs.ts";

/** Two tabs that receive each other's messages but not their own, like a BroadcastChannel. */
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
		pauseOtherTabs(engine, channel);
		return { set, status: () => state.status };
	});
}

test("a tab that starts playing pauses the other", () => {
	const [first, second] = twoTabs();
	first?.set("playing");
	expect(second?.status()).toBe("idle");
	second?.set("playing");
	expect([first?.status(), second?.status()]).toEqual(["paused", "playing"]);
	first?.set("playing");
	expect([first?.status(), second?.status()]).toEqual(["playing", "paused"]);
});

test("a tab that resumes after buffering does not pause a tab started meanwhile", () => {
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
