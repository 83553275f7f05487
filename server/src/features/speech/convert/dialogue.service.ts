// Checks a dialogue and plans what is spoken. Nothing is reserved or charged yet.
import { AppError } from "@timbre/contract/errors.ts";
import type { Context } from "../../../core/http/context.ts";
import { mergeVoiceSettings, type UsableVoice } from "../../voices/voices.public.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import { newGeneration } from "../generate/generation.ts";
import type { Generation, SpeechDeps } from "../generate/types.ts";
import { getSpeakingVoice } from "../plan/languages.service.ts";
import { requireAllowed } from "../plan/moderation.ts";
import { planSpeech } from "../plan/plan.service.ts";
import type { Line } from "../plan/types.ts";
import { renderOptions, withSeed } from "./render-options.ts";
import { requireFormat, requireModel, requireText } from "./requirements.ts";
import type { DialogueInput, PreparedSpeech } from "./types.ts";

export async function prepareDialogue(
	deps: SpeechDeps,
	context: Context,
	{ body, format, storeHistory }: DialogueInput,
	timing: Generation["timing"],
): Promise<PreparedSpeech> {
	const ids = [...new Set(body.inputs.map((input) => input.voice_id))];
	const [tier, rules, ...found] = await Promise.all([
		getTier(deps.db, context.workspaceId),
		deps.loadRules(context.workspaceId, body.pronunciation_dictionary_locators),
		...ids.map((id) => getSpeakingVoice(deps, context, id, body.language_code)),
	]);
	requireFormat(tier, format);
	const voices = new Map(found.map((voice, at) => [ids[at], voice]));
	const lines: Line[] = [];
	for (const input of body.inputs) {
		const voice = voices.get(input.voice_id) as UsableVoice;
		requireModel(voice, body.model_id);
		if (input.text.trim() === "")
			throw new AppError(
				"empty_text",
				`Line ${lines.length + 1} of the dialogue is empty. Add text or remove the line.`,
				{ param: "inputs" },
			);
		lines.push({
			voice,
			engine: await deps.getEngineInfo(voice.engine),
			text: input.text,
			settings: mergeVoiceSettings(voice, body.settings) ?? {},
		});
	}
	const [first] = lines as [Line, ...Line[]];
	// Lines may use several models; the highest of their limits applies.
	const model = lines
		.map(({ voice }) => requireModel(voice, body.model_id))
		.reduce((a, b) => (b.maxCharacters > a.maxCharacters ? b : a));
	const options = { ...renderOptions(body), rules };
	const plan = await planSpeech(deps.db, context.workspaceId, lines, options, storeHistory);
	requireText(plan, model);
	requireAllowed(deps.moderate, plan, lines);
	const generation = newGeneration({
		text: lines.map(({ text }) => text).join("\n"),
		voice: first.voice,
		model: requireModel(first.voice, body.model_id),
		tier,
		settings: body.settings,
		format,
		storeHistory,
		timing,
		takeCheck: body.take_check,
		voices: found,
		request: { body: withSeed(body, plan), format },
		dialogue: lines.map(({ text, voice }) => ({ text, voice_id: voice.id, voice_name: voice.name })),
	});
	return { generation, plan, lines };
}
