// Fixed values and rules of the OpenAI-compatible endpoints. Without zod, which would cost every page its size.
import type { ErrorBody, ErrorCode } from "../errors.ts";
import { resolveTranscriptionModel, type TranscriptionModelId } from "../transcription/rules.ts";

/** The base URL for OpenAI clients, relative to the server. */
export const openaiBasePath = "/openai/v1";

/** Whether errors of a request have OpenAI's format. */
export const isOpenaiPath = (url: string): boolean => /^\/+openai(\/|\?|$)/.test(url);

/** OpenAI's speech models. Like the `eleven_` ids, they stand for the own model of whichever voice is used. */
export const openaiSpeechModels = ["tts-1", "tts-1-hd", "gpt-4o-mini-tts"] as const;

/** OpenAI's transcription models and the models that stand for them. */
export const openaiTranscriptionModels = {
	"whisper-1": "whisper_small",
	"gpt-transcribe": "whisper_small",
	"gpt-4o-transcribe": "whisper_small",
	"gpt-4o-transcribe-diarize": "whisper_small",
	"gpt-4o-mini-transcribe": "whisper_base",
} as const satisfies Record<string, TranscriptionModelId>;

/** Ids may end with a date. */
const hasModel = (models: readonly string[], id: string) =>
	models.some(
		(model) => id === model || (id.startsWith(`${model}-`) && /^-\d{4}(-\d{2}){0,2}$/.test(id.slice(model.length))),
	);
export const isOpenaiSpeechModel = (id: string): boolean => hasModel(openaiSpeechModels, id);

/** The own model that transcribes, and whether speakers are told apart. Undefined for an id that does not exist. */
export function openaiTranscriptionModel(id: string): { modelId: string; diarize: boolean } | undefined {
	const alias = Object.entries(openaiTranscriptionModels).find(([name]) => hasModel([name], id));
	const modelId = alias?.[1] ?? resolveTranscriptionModel(id)?.id;
	return modelId && { modelId, diarize: alias?.[0] === "gpt-4o-transcribe-diarize" };
}

/** Whether a model can write a recording in another language as English text. */
export const canTranslate = (modelId: string): boolean => resolveTranscriptionModel(modelId)?.languages === "all";

export const openaiTranscriptFormats = ["json", "text", "srt", "verbose_json", "vtt", "diarized_json"] as const;

export const openaiTranslationFormats = ["json", "text", "srt", "verbose_json", "vtt"] as const;

export const openaiSpeechFormats = ["mp3", "opus", "aac", "flac", "wav", "pcm"] as const;
export type OpenaiSpeechFormat = (typeof openaiSpeechFormats)[number];

/** OpenAI allows 0.25 to 4, the engines less. */
export const openaiSpeed = { min: 0.5, max: 2 } as const;

export type OpenaiErrorBody = {
	error: { message: string; type: string; param: string | null; code: string };
};

/** Names of the same fields in OpenAI's requests. */
const paramNames: Partial<Record<string, string>> = {
	text: "input",
	model_id: "model",
	voice_id: "voice",
	output_format: "response_format",
	language_code: "language",
	"voice_settings.speed": "speed",
};

/** OpenAI has no 422, and its clients expect 429 if nothing is left to spend. */
export function openaiStatus(code: ErrorCode, status: number): number {
	if (code === "quota_exceeded") return 429;
	return status === 422 ? 400 : status;
}

/** An error in OpenAI's format and with its status, from the one in the product's own format. */
export function openaiError({ detail }: ErrorBody, status: number): { status: number; body: OpenaiErrorBody } {
	const param = detail.param === undefined ? null : (paramNames[detail.param] ?? detail.param);
	const code = detail.code === "quota_exceeded" ? "insufficient_quota" : detail.code;
	const type =
		code === "insufficient_quota"
			? code
			: status >= 500
				? "server_error"
				: status === 429
					? "rate_limit_error"
					: "invalid_request_error";
	return {
		status: openaiStatus(detail.code, status),
		body: { error: { message: detail.message, type, param, code } },
	};
}
