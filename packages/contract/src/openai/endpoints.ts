import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { maxUploadBytes } from "../uploads/rules.ts";
import { openaiPaths } from "./paths.ts";
import { openaiModel, openaiSpeechBody, openaiTranscriptionBody, openaiTranslationBody } from "./schemas.ts";

const modelParams = z.object({
	model: z
		.string()
		.max(64)
		.meta({ description: "Id of the model.", examples: ["tts-1"] }),
});

export const openaiEndpoints = {
	speech: endpoint({
		...openaiPaths.speech,
		summary: "Create speech (OpenAI format)",
		description:
			"Text to speech for OpenAI clients: same voices, cost, limits and history as `POST /v1/text-to-speech/{voice_id}`. The `voice-id` header gives the voice that speaks, `character-cost` the cost and `history-item-id` the stored generation.",
		since: "0.8.0",
		auth: "user",
		permission: "text_to_speech",
		body: openaiSpeechBody,
		response: "audio",
		contentTypes: ["audio/*", "text/event-stream"],
		errors: [
			"voice_not_found",
			"model_not_found",
			"model_can_not_use_voice",
			"empty_text",
			"invalid_markup",
			"max_character_limit_exceeded",
			"voice_banned",
			"text_not_allowed",
			"voice_disabled",
			"voice_consent_revoked",
			"voice_not_verified",
			"voice_not_ready",
			"quota_exceeded",
			"too_many_concurrent_requests",
			"system_busy",
		],
		credits: true,
	}),
	transcribe: endpoint({
		...openaiPaths.transcribe,
		summary: "Create a transcription (OpenAI format)",
		description:
			"Speech to text for OpenAI clients: same models, cost, limits and stored transcripts as `POST /v1/speech-to-text`. Of a segment, `seek`, `temperature` and `no_speech_prob` are always 0 and `tokens` is empty.",
		since: "0.8.0",
		auth: "user",
		permission: "speech_to_text",
		multipart: { files: 1, maxFileBytes: maxUploadBytes, stored: true },
		body: openaiTranscriptionBody,
		response: "file",
		contentTypes: ["application/json", "text/plain", "text/event-stream"],
		errors: ["model_not_found", "unsupported_language", "invalid_audio", "quota_exceeded", "conflict", "system_busy"],
		credits: true,
		limits: [{ per: "workspace", requests: 120, seconds: 60 }],
	}),
	translate: endpoint({
		...openaiPaths.translate,
		summary: "Translate a recording into English (OpenAI format)",
		description:
			"Transcribes a recording in any language as English text. Same cost, limits and stored transcripts as `POST /v1/speech-to-text`. Times of words are estimates, because the words are not in the recording.",
		since: "0.8.0",
		auth: "user",
		permission: "speech_to_text",
		multipart: { files: 1, maxFileBytes: maxUploadBytes, stored: true },
		body: openaiTranslationBody,
		response: "file",
		contentTypes: ["application/json", "text/plain"],
		errors: ["model_not_found", "invalid_audio", "quota_exceeded", "conflict", "system_busy"],
		credits: true,
		limits: [{ per: "workspace", requests: 120, seconds: 60 }],
	}),
	listModels: endpoint({
		...openaiPaths.listModels,
		summary: "List models (OpenAI format)",
		description:
			"Returns the models of this server and the ids of OpenAI that stand for them. `GET /v1/models` has languages, limits and capabilities.",
		since: "0.8.0",
		auth: "user",
		permission: "models_read",
		response: z.object({
			object: z.literal("list").meta({ description: "Always `list`.", examples: ["list"] }),
			data: z.array(openaiModel).meta({ description: "All models." }),
		}),
	}),
	getModel: endpoint({
		...openaiPaths.getModel,
		summary: "Get a model (OpenAI format)",
		description: "Returns one of the listed models.",
		since: "0.8.0",
		auth: "user",
		permission: "models_read",
		params: modelParams,
		response: openaiModel,
		errors: ["model_not_found"],
	}),
};
