// One whole product for the run, with real engines and transcribers. Preview clips are not requested: they would compete for the cores.
import { startHarness } from "../../tools/bench/harness.ts";

export type RealServer = { url: string; apiKey: string; storageDir: string };

declare module "vitest" {
	export interface ProvidedContext {
		realServer: RealServer;
	}
}

const env = {
	// "fake" without TRANSCRIBER=fake: the take check must still be done by the real transcriber.
	SPEECH_ENGINES: "kokoro,piper,fake",
	VOICE_MATCH_TRIES: "6",
};

export async function setup(project: { provide(key: "realServer", value: RealServer): void }) {
	const { stack, person, stop } = await startHarness({ engines: "real", env });
	project.provide("realServer", {
		url: stack.apiUrl,
		apiKey: person.apiKey,
		storageDir: stack.env.STORAGE_DIR ?? "",
	});
	return stop;
}
