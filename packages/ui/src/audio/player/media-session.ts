import { useEffect } from "react";
import type { AudioEngine } from "./audio-engine.ts";

type Session = Pick<MediaSession, "playbackState" | "metadata" | "setActionHandler" | "setPositionState">;

export const skipSeconds = 10;

/** Connects media keys and lock screen controls to the engine. Returns the function that disconnects them. */
export function bindMediaSession(
	engine: AudioEngine,
	session: Session,
	createMetadata: (metadata: { title: string; artist: string }) => MediaMetadata | null,
): () => void {
	const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
		play: engine.play,
		pause: engine.pause,
		stop: engine.clear,
		seekbackward: (details) => engine.skip(-(details.seekOffset ?? skipSeconds)),
		seekforward: (details) => engine.skip(details.seekOffset ?? skipSeconds),
		seekto: (details) => details.seekTime !== undefined && engine.seek(details.seekTime),
	};
	const actions = Object.keys(handlers) as MediaSessionAction[];
	const handle = (action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
		try {
			session.setActionHandler(action, handler);
		} catch {
			// Browsers throw on unsupported actions; the others still work.
		}
	};
	for (const action of actions) handle(action, handlers[action] ?? null);
	let lastMetadata = "";
	const update = () => {
		const { item, status, duration, receiving, speed } = engine.state();
		session.playbackState = !item ? "none" : status === "playing" || status === "loading" ? "playing" : "paused";
		const metadata = item
			? { title: item.player.title, artist: item.player.voice_name ?? item.player.description }
			: null;
		const key = JSON.stringify(metadata);
		if (key !== lastMetadata) session.metadata = metadata && createMetadata(metadata);
		lastMetadata = key;
		// An estimated duration would make the system's progress bar jump.
		if (!item || receiving || duration <= 0) return session.setPositionState();
		session.setPositionState({ duration, playbackRate: speed, position: Math.min(engine.time(), duration) });
	};
	update();
	const stop = engine.subscribe(update);
	return () => {
		stop();
		for (const action of actions) handle(action, null);
		session.metadata = null;
	};
}

export function useMediaSession(engine: AudioEngine): void {
	useEffect(() => {
		if (!("mediaSession" in navigator)) return;
		return bindMediaSession(engine, navigator.mediaSession, (metadata) => new MediaMetadata(metadata));
	}, [engine]);
}
