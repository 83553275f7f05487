import { openaiEndpoints } from "@timbre/contract/openai/endpoints.ts";
import { type Http, implement } from "../../core/http/http.ts";
import type { TranscriptionDeps } from "../transcription/transcription.public.ts";
import { getModel, listModels } from "./openai.models.service.ts";
import { createSpeech, type OpenaiSpeechDeps } from "./openai.speech.service.ts";
import { createTranscription, createTranslation } from "./openai.transcription.service.ts";

export function openaiRoutes(http: Http, deps: OpenaiSpeechDeps & { transcription: TranscriptionDeps }): void {
	implement(http, openaiEndpoints.speech, (context, { body }) => createSpeech(deps, context, body));
	implement(http, openaiEndpoints.transcribe, (context, { body }) =>
		createTranscription(deps.transcription, context, body),
	);
	implement(http, openaiEndpoints.translate, (context, { body }) =>
		createTranslation(deps.transcription, context, body),
	);
	implement(http, openaiEndpoints.listModels, async () => listModels(deps));
	implement(http, openaiEndpoints.getModel, async (_context, { params }) => getModel(deps, params.model));
}
