import { ensureModel, modelFile } from "@timbre/engines/models/store.ts";
import { createKokoroEngine } from "@timbre/engines/speech/providers/kokoro.ts";
import { createPiperEngine } from "@timbre/engines/speech/providers/piper.ts";
import type { SpeechEngine } from "@timbre/engines/speech/speech.ts";
import { loadConfig } from "@timbre/server/core/config.ts";

const { MODELS_DIR: dir } = loadConfig();

/** Creates engines without a node, so that tests can use every setting and get unprocessed audio. */
export async function kokoro(): Promise<SpeechEngine> {
	const files = await ensureModel("kokoro", { dir });
	return createKokoroEngine({
		modelFile: modelFile(files, "model.onnx"),
		stylesDir: `${files.dir}/voices`,
		threads: 2,
	});
}

export async function piper(): Promise<SpeechEngine> {
	const files = await ensureModel("piper-libritts", { dir });
	return createPiperEngine({
		modelFile: modelFile(files, "model.onnx"),
		tokensFile: modelFile(files, "tokens.txt"),
		threads: 2,
	});
}
