import { AppError } from "@timbre/contract/errors.ts";
import type { Context } from "../../../core/http/context.ts";
import { mergeVoiceSettings, resolveVoiceId } from "../../voices/voices.public.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import { requireFormat, requireModel } from "../convert/requirements.ts";
import { newGeneration } from "../generate/generation.ts";
import { getSpeakingVoice } from "../plan/languages.service.ts";
import { requireIdentity } from "./identity.service.ts";
import { createLiveSpeech, type LiveSpeech } from "./live.service.ts";
import type { FirstMessage, Session } from "./types.ts";

/** Opens a context, configured by the query of the socket and its first message. */
export async function openSpeech(
	session: Session,
	first: FirstMessage,
	voiceIds: readonly string[],
	kind: "speech" | "dialogue",
): Promise<LiveSpeech> {
	const { deps, query, request, channel, http } = session;
	const identity = await requireIdentity(session, first);
	const context: Context = {
		...identity,
		requestId: request.id,
		log: http.log.child({ requestId: request.id, workspaceId: identity.workspaceId }),
		signal: channel.signal,
		clientIp: request.ip,
		range: undefined,
		headers: request.headers,
		setResponseHeader: () => {},
	};
	const [tier, rules, ...voices] = await Promise.all([
		getTier(deps.db, context.workspaceId),
		deps.loadRules(context.workspaceId, first.pronunciation_dictionary_locators),
		...voiceIds.map(async (id) =>
			getSpeakingVoice(deps, context, await resolveVoiceId(deps.db, id), query.language_code),
		),
	]);
	requireFormat(tier, query.output_format);
	const [line, ...others] = await Promise.all(
		voices.map(async (voice) => ({
			voice,
			engine: await deps.getEngineInfo(voice.engine),
			settings: mergeVoiceSettings(voice, first.voice_settings) ?? {},
		})),
	);
	if (!line)
		throw new AppError("invalid_request", "The first message must list the voices of the dialogue.", {
			param: "voices",
		});
	const { voice } = line;
	const settings = kind === "dialogue" ? first.voice_settings : mergeVoiceSettings(voice, first.voice_settings);
	// Every voice must be able to use the model.
	for (const other of voices) requireModel(other, query.model_id);
	const schedule = (first.generation_config ?? first.generator_config)?.chunk_length_schedule;
	return createLiveSpeech(deps, context, {
		generation: newGeneration({
			text: "",
			voice,
			model: requireModel(voice, query.model_id),
			tier,
			settings,
			format: query.output_format,
			storeHistory: query.enable_logging,
			timing: "known",
			takeCheck: false,
			...(kind === "dialogue" ? { voices, dialogue: [] } : {}),
		}),
		lines: [line, ...others],
		renderOptions: {
			languageCode: query.language_code,
			normalization: query.apply_text_normalization,
			seed: query.seed,
			newTake: false,
			markup: query.enable_ssml_parsing,
		},
		rules,
		auto: query.auto_mode,
		...(schedule ? { schedule } : {}),
	});
}
