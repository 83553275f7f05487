import { createAudioEngine } from "@timbre/ui/audio/audio-engine.ts";
import { browserAudio } from "@timbre/ui/audio/browser-audio.ts";

/** The one thing that makes sound. It outlives pages, so that a sound never restarts on navigation. */
export const player = createAudioEngine(browserAudio());
