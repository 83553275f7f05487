import type { Context } from "../../../core/http/context.ts";
import { mergeVoiceSettings } from "../../voices/voices.public.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import { requireFormat, requireModel } from "../convert/requirements.ts";
import { newGeneration } from "../generate/generation.ts";
import { getSpeakingVoice } from "../plan/languages.service.ts";
import { requireIdentity } from "./identity.service.ts";
import { createLiveSpeech, type LiveSpeech } from "./live.service.ts";
import type { FirstMessage, Session } from "./types.ts";

/** Opens a context, configured by the query of the socket and its first message. */
export async function openSpeech(session: Session, first: FirstMessage): Promise<LiveSpeech> {
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
	const [voice, tier, rules] = await Promise.all([
		getSpeakingVoice(deps, context, session.voiceId, query.language_code),
		getTier(deps.db, context.workspaceId),
		deps.loadRules(context.workspaceId, first.pronunciation_dictionary_locators),
	]);
	requireFormat(tier, query.output_format);
	const settings = mergeVoiceSettings(voice, first.voice_settings);
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
		}),
		line: { voice, engine: await deps.getEngineInfo(voice.engine), settings: settings ?? {} },
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
