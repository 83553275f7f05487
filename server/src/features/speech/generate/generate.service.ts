// One generation, from reserving its credits to its audio stream.
import type { Context } from "../../../core/http/context.ts";
import { creditsFor } from "../plan/credits.ts";
import type { Plan } from "../plan/types.ts";
import { deliver, untilDisconnect } from "./delivery.service.ts";
import { reserve } from "./ledger.service.ts";
import { createProgress } from "./progress.ts";
import { startSynthesis, unitsToSpeak } from "./synthesis.service.ts";
import type { Generation, OpenGeneration, SpeechDeps } from "./types.ts";

/**
 * Reserves credits, starts synthesis and returns the audio stream. The reservation is settled however the stream ends: completion, error
 * or client disconnect.
 */
export async function openGeneration(
	deps: SpeechDeps,
	context: Context,
	generation: Generation,
	plan: Plan,
): Promise<OpenGeneration> {
	const cost = creditsFor(plan.newWeightedCharacters, generation.model.cost);
	const reservation = await reserve(deps, context, generation, cost);
	const request = { voices: plan.voices, units: unitsToSpeak(generation, plan.units) };
	const synthesis = await startSynthesis(deps, context, generation, request);
	const progress = createProgress(generation, () => plan);
	const delivery = deliver(deps, context, generation, progress, synthesis);
	return {
		id: generation.id,
		unsupportedRules: progress.unsupportedRules,
		body: untilDisconnect(context.signal, delivery),
		headers: {
			"character-cost": String(cost),
			...(generation.storeHistory ? { "history-item-id": generation.id } : {}),
			"current-concurrent-requests": String(reservation.concurrent),
			"maximum-concurrent-requests": String(reservation.maxConcurrent),
		},
	};
}
