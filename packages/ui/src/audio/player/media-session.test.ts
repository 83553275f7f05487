import { expect, test } from "vitest";
import type { AudioEngine, PlayerState } from "./audio-engine.ts";
import { idle } from "./audio-engine.ts";
import { bindMediaSession } from "./media-session.ts";
import { playerItem } from "./player-item.ts";

function setUp() {
	const calls: string[] = [];
	let state: PlayerState = idle;
	const listeners = new Set<() => void>();
	const engine = {
		state: () => state,
		time: () => 4,
		subscribe: (listener: () => void) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		play: () => calls.push("play"),
		pause: () => calls.push("pause"),
		clear: () => calls.push("clear"),
		skip: (seconds: number) => calls.push(`skip ${seconds}`),
		seek: (seconds: number) => calls.push(`seek ${seconds}`),
	} as unknown as AudioEngine;
	const handlers = new Map<string, MediaSessionActionHandler>();
	const session = {
		playbackState: "none" as MediaSessionPlaybackState,
		metadata: null as MediaMetadata | null,
		position: undefined as MediaPositionState | undefined,
		setActionHandler: (action: string, handler: MediaSessionActionHandler | null) => {
			if (action === "stop") throw new TypeError("unknown action");
			if (handler) handlers.set(action, handler);
			else handlers.delete(action);
		},
		setPositionState: (position?: MediaPositionState) => {
			session.position = position;
		},
	};
	const unbind = bindMediaSession(engine, session, (metadata) => metadata as MediaMetadata);
	return {
		session,
		handlers,
		calls,
		unbind,
		become: (patch: Partial<PlayerState>) => {
			state = { ...state, ...patch };
			for (const listener of listeners) listener();
		},
	};
}

test("media keys play, pause, seek and skip ten seconds; an unsupported action does not break the others", () => {
	const { handlers, calls } = setUp();
	const press = (action: MediaSessionAction, details = {}) => handlers.get(action)?.({ action, ...details });
	press("play");
	press("pause");
	press("seekbackward");
	press("seekforward");
	press("seekforward", { seekOffset: 5 });
	press("seekto", { seekTime: 42 });
	expect(calls).toEqual(["play", "pause", "skip -10", "skip 10", "skip 5", "seek 42"]);
});

test("reports the item to the system, and the position once the duration is known", () => {
	const { session, become, unbind, handlers } = setUp();
	const item = playerItem({ id: "a", type: "text-to-speech", player: { title: "Hello", voice_name: "Ada" } });
	become({ item, status: "playing", duration: 12, receiving: true });
	expect(session).toMatchObject({ playbackState: "playing", metadata: { title: "Hello", artist: "Ada" } });
	expect(session.position).toBeUndefined();
	become({ receiving: false, status: "paused", speed: 1.5 });
	expect(session).toMatchObject({
		playbackState: "paused",
		position: { duration: 12, playbackRate: 1.5, position: 4 },
	});
	become({ item: null, status: "idle" });
	expect(session).toMatchObject({ playbackState: "none", metadata: null });
	unbind();
	expect(handlers.size).toBe(0);
});
