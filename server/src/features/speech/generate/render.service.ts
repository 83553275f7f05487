// Sentences for another area: they are stored as takes and charged, and that area joins them.
// Invariant: however a run ends, it is settled. A sentence that was delivered is charged once, and nothing stays reserved.
import type { Tier } from "@timbre/contract/plans.ts";
import type { Context } from "../../../core/http/context.ts";
import { speechError } from "../../../core/speech-errors.ts";
import type { ModelInfo } from "../../models/models.public.ts";
import type { UsableVoice } from "../../voices/voices.public.ts";
import { creditsFor, weightOf } from "../plan/credits.ts";
import type { PlannedText } from "../plan/types.ts";
import { toNodeUnit } from "../plan/units.ts";
import { charge, recordProgress } from "./ledger.service.ts";
import { createProgress, voiceBreakdown } from "./progress.ts";
import { startSynthesis } from "./synthesis.service.ts";
import type { Generation, SpeechDeps } from "./types.ts";

export type SentenceRun = {
	/** Generation id, unique for each attempt. */
	id: string;
	/** The voices that speak, by the `line` of the units. All have the same model. */
	voices: readonly [UsableVoice, ...UsableVoice[]];
	model: ModelInfo;
	tier: Tier;
	/** As in the usage statistics. */
	source: string;
	priority: "background" | "interactive";
};

export type RenderedSentence = {
	/** Index into the units of the plan. */
	index: number;
	/** With the pause after it. */
	seconds: number;
};

/** Renders the sentences of a plan in order. `onSentence` is called when one is stored and recorded as paid. */
export async function renderSentences(
	deps: SpeechDeps,
	context: Context,
	run: SentenceRun,
	plan: PlannedText,
	onSentence: (sentence: RenderedSentence) => void,
): Promise<void> {
	const generation = generationOf(run);
	await reserve(deps, context, run, creditsFor(weightOf(plan.units), run.model.cost));
	const { first, events, watch } = await startSynthesis(deps, context, generation, {
		voices: plan.voices,
		units: plan.units.map(toNodeUnit),
		format: null,
		priority: run.priority,
	});
	const progress = createProgress(generation, () => plan);
	try {
		for (let next = first; !next.done; next = await events.next()) {
			watch.signal.throwIfAborted();
			if (next.value.type !== "segment") continue;
			const { unit, last } = next.value;
			const costBefore = progress.credits();
			const paid = progress.addSegment(next.value);
			if (paid.cost > costBefore || paid.paid.length > 0)
				await recordProgress(deps, context, generation, progress, paid);
			const { start, end } = progress.timeline.unit(unit);
			if (last) onSentence({ index: unit, seconds: end - start });
		}
	} catch (error) {
		if (watch.signal.aborted) throw watch.signal.reason;
		if (context.signal.aborted) throw context.signal.reason;
		throw speechError(error);
	} finally {
		watch.end();
		try {
			await deps.limitSettlements(() =>
				deps.db.transaction().execute((tx) => charge(tx, context.workspaceId, generation, progress)),
			);
			const { characters } = progress.delivered;
			if (characters > 0) await deps.recordVoiceUse(context.workspaceId, run.voices);
			deps.metrics.characters.inc({ model: run.model.id }, characters);
		} finally {
			await events.return?.();
		}
	}
}

async function reserve(
	{ reserveCredits, holder, leaseSeconds }: SpeechDeps,
	{ workspaceId, userId, apiKeyId, via }: Context,
	{ id, voices, model, tier, source }: SentenceRun,
	amount: number,
): Promise<void> {
	const [voice] = voices;
	await reserveCredits(workspaceId, {
		generationId: id,
		amount,
		tier,
		holder,
		leaseSeconds,
		facts: {
			userId,
			apiKeyId,
			via,
			voiceId: voice.id,
			voiceName: voice.name,
			modelId: model.id,
			source,
			voices: voiceBreakdown(voices.map(({ id, name, rate }) => ({ id, name, rate }))),
		},
	});
}

function generationOf({ id, voices, model, tier }: SentenceRun): Generation {
	return {
		id,
		text: "",
		voice: voices[0],
		voices,
		model,
		tier,
		dialogue: voices.map(({ id, name }) => ({ text: "", voice_id: id, voice_name: name })),
		settings: null,
		format: "pcm_24000",
		storeHistory: true,
		timing: "known",
		takeCheck: false,
		startedAt: performance.now(),
	};
}
