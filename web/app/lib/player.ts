import { createAudioEngine } from "@timbre/ui/audio/audio-engine.ts";
import { browserAudio } from "@timbre/ui/audio/browser-audio.ts";
import { warn } from "./log.ts";
import { soloAmongTabs } from "./solo.ts";

/** The one thing that makes sound. It outlives pages, so that a sound never restarts on navigation. */
export const player = createAudioEngine(browserAudio({ warn }));

// Two tabs are two pages, but there is one listener.
if (typeof window !== "undefined" && "BroadcastChannel" in window) {
	soloAmongTabs(player, new BroadcastChannel("timbre:player"));
}
