import type { AudioEngine } from "@timbre/ui/audio/audio-engine.ts";

type Channel = Pick<BroadcastChannel, "postMessage" | "onmessage">;

/** Whoever begins to play says so to the other tabs, and those pause. */
export function soloAmongTabs(engine: Pick<AudioEngine, "state" | "subscribe" | "pause">, channel: Channel): void {
	let sounding = false;
	engine.subscribe(() => {
		const now = engine.state().status === "playing";
		if (now && !sounding) channel.postMessage("playing");
		sounding = now;
	});
	channel.onmessage = () => {
		const { status } = engine.state();
		if (status === "playing" || status === "loading") engine.pause();
	};
}
