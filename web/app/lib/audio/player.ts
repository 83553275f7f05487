import { createAudioEngine } from "@timbre/ui/audio/player/audio-engine.ts";
import { browserAudio } from "@timbre/ui/audio/player/browser-audio.ts";
import { warn } from "../log.ts";
import { pauseOtherTabs } from "./pause-other-tabs.ts";

/** The single audio player. It outlives pages, so playback continues across navigation. */
export const player = createAudioEngine(browserAudio({ warn }));

// Only one tab plays at a time.
if (typeof window !== "undefined" && "BroadcastChannel" in window) {
	pauseOtherTabs(player, new BroadcastChannel("timbre:player"));
}
