import { createEspeakEngine } from "./providers/espeak.ts";
import { createKokoroEngine, type KokoroOptions } from "./providers/kokoro.ts";
import { createPiperEngine, type PiperOptions } from "./providers/piper.ts";
import type { SpeechEngine } from "./speech.ts";

/** An engine that runs on this machine. Plain data, so that it can be sent to a worker thread. */
export type LocalEngine =
	| { provider: "kokoro"; options: KokoroOptions }
	| { provider: "piper"; options: PiperOptions }
	| { provider: "espeak"; options?: undefined };

export function createLocalEngine({ provider, options }: LocalEngine): SpeechEngine {
	if (provider === "kokoro") return createKokoroEngine(options);
	if (provider === "piper") return createPiperEngine(options);
	return createEspeakEngine();
}
