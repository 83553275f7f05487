// Lists the model weights on this machine.
import { MODELS } from "@timbre/engines/models/manifest.ts";
import { inspectModel } from "@timbre/engines/models/store.ts";

export type Weights = { id: string; bytes: number; optional: boolean; state: "present" | "missing" | "partial" };

export async function listWeights(dir: string): Promise<Weights[]> {
	return Promise.all(
		MODELS.map(async ({ id, files, optional }): Promise<Weights> => {
			const states = await inspectModel(id, { dir });
			const good = states.filter(({ state }) => state === "good").length;
			return {
				id,
				bytes: files.reduce((sum, file) => sum + file.size, 0),
				optional: optional ?? false,
				state: good === states.length ? "present" : good === 0 ? "missing" : "partial",
			};
		}),
	);
}

/** Weights that the given engines need and that are missing. */
export async function missingWeights(dir: string, engines: readonly string[]): Promise<Weights[]> {
	const needed = (id: string) => engines.some((engine) => id === engine || id.startsWith(`${engine}-`));
	return (await listWeights(dir)).filter(({ id, state }) => needed(id) && state !== "present");
}
