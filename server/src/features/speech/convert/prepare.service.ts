// Checks a request and plans what is spoken. Nothing is reserved or charged yet.
import type { Context } from "../../../core/http/context.ts";
import { mergeVoiceSettings } from "../../voices/voices.public.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import { newGeneration } from "../generate/generation.ts";
import type { Generation, SpeechDeps } from "../generate/types.ts";
import { getSpeakingVoice } from "../plan/languages.service.ts";
import { requireAllowed } from "../plan/moderation.ts";
import { planSpeech } from "../plan/plan.service.ts";
import { renderOptions, withSeed } from "./render-options.ts";
import { requireFormat, requireModel, requireText } from "./requirements.ts";
import type { PreparedSpeech, SpeechInput } from "./types.ts";

export async function prepareSpeech(
	deps: SpeechDeps,
	context: Context,
	{ voiceId, body, format, storeHistory }: SpeechInput,
	timing: Generation["timing"],
): Promise<PreparedSpeech> {
	const [voice, tier, rules] = await Promise.all([
		getSpeakingVoice(deps, context, voiceId, body.language_code),
		getTier(deps.db, context.workspaceId),
		deps.loadRules(context.workspaceId, body.pronunciation_dictionary_locators),
	]);
	const model = requireModel(voice, body.model_id);
	requireFormat(tier, format);
	const settings = mergeVoiceSettings(voice, body.voice_settings);
	const line = {
		voice,
		engine: await deps.getEngineInfo(voice.engine),
		text: body.text,
		settings: settings ?? {},
	};
	const options = { ...renderOptions(body), rules, nextText: body.next_text };
	const plan = await planSpeech(deps.db, context.workspaceId, [line], options, storeHistory);
	requireText(plan, model);
	requireAllowed(deps.moderate, plan, [line]);
	const generation = newGeneration({
		text: body.text,
		voice,
		model,
		tier,
		settings,
		format,
		storeHistory,
		timing,
		takeCheck: body.take_check,
		request: { voiceId, body: withSeed(body, plan), format },
	});
	return { generation, plan, lines: [line] };
}
