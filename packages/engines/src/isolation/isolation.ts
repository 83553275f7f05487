// Noise removal. Uses GTCRN if its weights are installed, otherwise RNNoise, which ships with the npm packages.
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Isolator } from "./isolator.ts";

/** The weights of GTCRN (MIT) must be installed by hand, because no registry has them. */
const gtcrnFile = (modelsDir: string) => join(modelsDir, "gtcrn", "gtcrn_simple.onnx");

export async function openIsolator(modelsDir: string): Promise<Isolator> {
	const file = gtcrnFile(modelsDir);
	const installed = await access(file).then(
		() => true,
		() => false,
	);
	if (installed) return (await import("./providers/gtcrn.ts")).createGtcrn(file);
	return (await import("./providers/rnnoise.ts")).createRnnoise();
}
