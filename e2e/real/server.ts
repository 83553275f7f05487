// Starts one complete product for the run, with real engines and transcribers. Previews are not generated: they would
// compete for CPU.
import { startHarness } from "../../tools/bench/harness.ts";

export type RealServer = { url: string; apiKey: string; storageDir: string };

declare module "vitest" {
	export interface ProvidedContext {
		realServer: RealServer;
	}
}

const env = {
	// "fake" without TRANSCRIBER=fake: the take check must still use the real transcriber.
	SPEECH_ENGINES: "kokoro,piper,fake",
	VOICE_MATCH_TRIES: "6",
};

export async function setup(project: { provide(key: "realServer", value: RealServer): void }) {
	const { stack, user: person, stop } = await startHarness({ engines: "real", env });
	project.provide("realServer", {
		url: stack.apiUrl,
		apiKey: person.apiKey,
		storageDir: stack.env.STORAGE_DIR ?? "",
	});
	return stop;
}
