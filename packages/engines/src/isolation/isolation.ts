// Speech without what else is heard. Better weights are used where somebody has put them; without them there is a smaller network that
// comes with the packages, so that noise can always be removed.
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Isolator } from "./isolator.ts";

/** Where the weights of GTCRN (MIT) lie when they are there; no registry has them. */
const gtcrnFile = (modelsDir: string) => join(modelsDir, "gtcrn", "gtcrn_simple.onnx");

export async function openIsolator(modelsDir: string): Promise<Isolator> {
	const file = gtcrnFile(modelsDir);
	const there = await access(file).then(
		() => true,
		() => false,
	);
	if (there) return (await import("./providers/gtcrn.ts")).createGtcrn(file);
	return (await import("./providers/rnnoise.ts")).createRnnoise();
}
