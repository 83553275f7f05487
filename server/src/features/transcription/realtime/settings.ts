import { AppError } from "@timbre/contract/errors.ts";
import type { RealtimeQuery } from "@timbre/contract/transcription/realtime-schemas.ts";
import { resolveTranscriptionModel, sourceLanguageKey } from "@timbre/contract/transcription/rules.ts";
import type { RealtimeSettings } from "./types.ts";

const englishModel = "moonshine_tiny";
const multilingualModel = "whisper_base";

/** Chooses the model and checks that it can do what the query asks for. */
export function settingsOf(query: RealtimeQuery): RealtimeSettings {
	for (const name of ["entity_detection", "entity_redaction", "transcript_edit"] as const)
		if (query[name]?.length) throw new AppError("invalid_request", `${name} isn't available.`, { param: name });
	const language = languageOf(query.language_code);
	const detects = query.language_code === undefined && query.include_language_detection;
	const wanted =
		query.model_id === "scribe_v2_realtime" && (detects || (language ?? "en") !== "en")
			? multilingualModel
			: query.model_id;
	const model = resolveTranscriptionModel(wanted);
	if (!model)
		throw new AppError("model_not_found", `There is no realtime transcription model ${query.model_id}.`, {
			param: "model_id",
		});
	if (model.id === englishModel && (detects || (language ?? "en") !== "en"))
		throw new AppError("unsupported_language", `${model.id} only transcribes English. Use ${multilingualModel}.`, {
			param: "language_code",
		});
	const spoken = language ?? (model.id === englishModel ? "en" : undefined);
	return {
		query,
		modelId: model.id,
		listenOptions: {
			model: model.transcriber,
			...(spoken ? { language: spoken } : {}),
			...(query.keyterms.length > 0 ? { keyterms: query.keyterms } : {}),
			...(query.commit_strategy === "vad"
				? {
						vad: {
							silenceSeconds: query.vad_silence_threshold_secs,
							threshold: query.vad_threshold,
							minSpeechMs: query.min_speech_duration_ms,
							minSilenceMs: query.min_silence_duration_ms,
						},
					}
				: {}),
		},
	};
}

function languageOf(code: string | undefined): string | undefined {
	if (code === undefined) return undefined;
	const key = sourceLanguageKey(code);
	if (key === undefined)
		throw new AppError("unsupported_language", `The language ${code} isn't supported.`, { param: "language_code" });
	return key;
}
