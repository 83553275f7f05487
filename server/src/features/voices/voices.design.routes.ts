import { voicesEndpoints } from "@timbre/contract/voices/endpoints.ts";
import { type Http, implement } from "../../core/http.ts";
import {
	type DesignDeps,
	designVoice,
	remixVoice,
	saveDesignedVoice,
	streamDesignPreview,
} from "./voices.design.service.ts";

export function designRoutes(http: Http, deps: DesignDeps): void {
	implement(http, voicesEndpoints.designVoice, (context, { body, query }) =>
		designVoice(deps, context, body, query.output_format),
	);
	implement(http, voicesEndpoints.createVoicePreviews, (context, { body, query }) =>
		designVoice(deps, context, body, query.output_format),
	);
	implement(http, voicesEndpoints.remixVoice, (context, { params, body, query }) =>
		remixVoice(deps, context, params.voice_id, body, query.output_format),
	);
	implement(http, voicesEndpoints.streamVoicePreview, (context, { params }) =>
		streamDesignPreview(deps, context, params.generated_voice_id),
	);
	implement(http, voicesEndpoints.createDesignedVoice, (context, { body }) => saveDesignedVoice(deps, context, body));
}
