import { modelForEngine } from "../models/models.public.ts";

/** The running engine whose speakers can be blended. */
export function blendingEngine(engines: readonly string[]): string {
	return engines.includes("kokoro") ? "kokoro" : "fake";
}

/** The engine whose voices are blended, and its model. */
export function blendingModel(engines: readonly string[]): { engine: string; modelId: string } {
	const engine = blendingEngine(engines);
	return { engine, modelId: modelForEngine(engine).id };
}
