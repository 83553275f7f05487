// What a text would cost.
import type { DialogueBody, SpeechBody } from "@timbre/contract/speech/endpoints.ts";
import type { Context } from "../../../core/http/context.ts";
import type { ModelInfo } from "../../models/models.public.ts";
import { mergeVoiceSettings } from "../../voices/voices.public.ts";
import type { SpeechDeps } from "../generate/types.ts";
import { creditsFor } from "../plan/credits.ts";
import { getSpeakingVoice } from "../plan/languages.service.ts";
import { requireAllowed } from "../plan/moderation.ts";
import { planSpeech } from "../plan/plan.service.ts";
import type { Plan } from "../plan/types.ts";
import { prepareDialogue } from "./dialogue.service.ts";
import { renderOptions } from "./render-options.ts";
import { requireModel, requireText } from "./requirements.ts";

export async function estimateSpeech(
	deps: SpeechDeps,
	context: Context,
	request: { voiceId: string; body: SpeechBody },
) {
	const { db } = deps;
	const [voice, rules] = await Promise.all([
		getSpeakingVoice(deps, context, request.voiceId, request.body.language_code),
		deps.loadRules(context.workspaceId, request.body.pronunciation_dictionary_locators),
	]);
	const model = requireModel(voice, request.body.model_id);
	const { body } = request;
	const line = {
		voice,
		engine: await deps.getEngineInfo(voice.engine),
		text: body.text,
		settings: mergeVoiceSettings(voice, body.voice_settings) ?? {},
	};
	const options = { ...renderOptions(body), rules, nextText: body.next_text };
	const plan = await planSpeech(db, context.workspaceId, [line], options, true);
	requireText(plan, model);
	requireAllowed(deps.moderate, plan, [line]);
	return presentEstimate(plan, model);
}

export async function estimateDialogue(deps: SpeechDeps, context: Context, body: DialogueBody) {
	const request = { body, format: "mp3_44100_128", storeHistory: true } as const;
	const { plan, generation } = await prepareDialogue(deps, context, request, "known");
	return presentEstimate(plan, generation.model);
}

function presentEstimate(plan: Plan, model: ModelInfo) {
	return {
		characters: plan.characters,
		new_characters: plan.newCharacters,
		credits: creditsFor(plan.newWeightedCharacters, model.cost),
		sentences: plan.units.map(({ start, end, unpaid }) => ({
			start: plan.toSourceOffset(start),
			end: plan.toSourceOffset(end),
			new: unpaid,
		})),
		model_id: model.id,
	};
}
