import { speechEndpoints } from "@timbre/contract/speech.ts";
import { type Http, implement } from "../../core/http.ts";
import { generateSpeech, type SpeechDeps, trySpeech } from "./speech.service.ts";

export function speechRoutes(http: Http, deps: SpeechDeps): void {
	// Both answer with a stream; `convert` also knows container formats whose header wants the whole sound.
	implement(http, speechEndpoints.convert, (context, { params, query, body }) =>
		generateSpeech(deps, context, {
			voiceId: params.voice_id,
			format: query.output_format,
			body,
			keepHistory: query.enable_logging,
		}),
	);
	implement(http, speechEndpoints.stream, (context, { params, query, body }) =>
		generateSpeech(deps, context, {
			voiceId: params.voice_id,
			format: query.output_format,
			body,
			keepHistory: query.enable_logging,
		}),
	);
	implement(http, speechEndpoints.trySpeech, (context, { body }) =>
		trySpeech(deps, context, { voiceId: body.voice_id, text: body.text }),
	);
}
