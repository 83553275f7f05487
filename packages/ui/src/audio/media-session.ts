import { useEffect } from "react";
import type { AudioEngine } from "./audio-engine.ts";

type Session = Pick<MediaSession, "playbackState" | "metadata" | "setActionHandler" | "setPositionState">;

export const skipSeconds = 10;

/** Ties the keys of keyboards, headphones and lock screens to the engine, and tells them what plays. Returns how to untie. */
export function bindMediaSession(
	engine: AudioEngine,
	session: Session,
	describe: (about: { title: string; artist: string }) => MediaMetadata | null,
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
			// A browser that does not know the action says so by throwing; the others still work.
		}
	};
	for (const action of actions) handle(action, handlers[action] ?? null);
	let told = "";
	const tell = () => {
		const { item, status, duration, receiving, speed } = engine.state();
		session.playbackState = !item ? "none" : status === "playing" || status === "loading" ? "playing" : "paused";
		const about = item ? { title: item.player.title, artist: item.player.voice_name ?? item.player.description } : null;
		const key = JSON.stringify(about);
		if (key !== told) session.metadata = about && describe(about);
		told = key;
		// An estimate would move the system's own bar back and forth.
		if (!item || receiving || duration <= 0) return session.setPositionState();
		session.setPositionState({ duration, playbackRate: speed, position: Math.min(engine.time(), duration) });
	};
	tell();
	const stop = engine.subscribe(tell);
	return () => {
		stop();
		for (const action of actions) handle(action, null);
		session.metadata = null;
	};
}

export function useMediaSession(engine: AudioEngine): void {
	useEffect(() => {
		if (!("mediaSession" in navigator)) return;
		return bindMediaSession(engine, navigator.mediaSession, (about) => new MediaMetadata(about));
	}, [engine]);
}
