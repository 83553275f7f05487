import type { AudioEngine } from "@timbre/ui/audio/player/audio-engine.ts";

type Channel = Pick<BroadcastChannel, "postMessage" | "onmessage">;

/** Pauses all other tabs when this one starts playing. */
export function pauseOtherTabs(engine: Pick<AudioEngine, "state" | "subscribe" | "pause">, channel: Channel): void {
	let active = false;
	engine.subscribe(() => {
		const { status } = engine.state();
		if (status === "playing" && !active) channel.postMessage("playing");
		// Buffering is not a stop: resuming afterwards must not pause other tabs.
		active = status === "playing" || (active && status === "loading");
	});
	channel.onmessage = () => {
		const { status } = engine.state();
		if (status === "playing" || status === "loading") engine.pause();
	};
}
