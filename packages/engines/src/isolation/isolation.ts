// Noise removal. Uses GTCRN if its weights are installed, otherwise RNNoise, which ships with the npm packages.
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Isolator } from "./isolator.ts";

/** The file with the weights of GTCRN, which are downloaded only on request: `npm run models -- gtcrn`. */
export async function findGtcrn(modelsDir: string): Promise<string | undefined> {
	const file = join(modelsDir, "gtcrn", "gtcrn_simple.onnx");
	return access(file).then(
		() => file,
		() => undefined,
	);
}

export async function openIsolator(modelsDir: string): Promise<Isolator> {
	const file = await findGtcrn(modelsDir);
	if (file) return (await import("./providers/gtcrn.ts")).createGtcrn(file);
	return (await import("./providers/rnnoise.ts")).createRnnoise();
}
