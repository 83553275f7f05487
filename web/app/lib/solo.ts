import type { AudioEngine } from "@timbre/ui/audio/audio-engine.ts";

type Channel = Pick<BroadcastChannel, "postMessage" | "onmessage">;

/** Whoever begins to play says so to the other tabs, and those pause. */
export function soloAmongTabs(engine: Pick<AudioEngine, "state" | "subscribe" | "pause">, channel: Channel): void {
	let sounding = false;
	engine.subscribe(() => {
		const { status } = engine.state();
		if (status === "playing" && !sounding) channel.postMessage("playing");
		// Sound that has to wait for its next bytes has not stopped: going on is no beginning, and must silence nobody.
		sounding = status === "playing" || (sounding && status === "loading");
	});
	channel.onmessage = () => {
		const { status } = engine.state();
		if (status === "playing" || status === "loading") engine.pause();
	};
}
