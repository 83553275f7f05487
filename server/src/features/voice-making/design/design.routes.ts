import { voiceMakingEndpoints } from "@timbre/contract/voice-making/endpoints.ts";
import { type Http, implement } from "../../../core/http/http.ts";
import { type DesignDeps, designVoice, remixVoice, saveDesignedVoice, streamDesignPreview } from "./design.service.ts";
import {
	cancelDesignJob,
	createDesignJob,
	getDesignJob,
	listDesignJobs,
	understandDescription,
} from "./jobs.service.ts";

export function designRoutes(http: Http, deps: DesignDeps): void {
	implement(http, voiceMakingEndpoints.designVoice, (context, { body, query }) =>
		designVoice(deps, context, body, query.output_format),
	);
	implement(http, voiceMakingEndpoints.understandDescription, async (_context, { body }) =>
		understandDescription(deps.engines, body.voice_description),
	);
	implement(http, voiceMakingEndpoints.createDesignJob, (context, { body }) => createDesignJob(deps, context, body));
	implement(http, voiceMakingEndpoints.listDesignJobs, (context) => listDesignJobs(deps.db, context));
	implement(http, voiceMakingEndpoints.getDesignJob, (context, { params }) =>
		getDesignJob(deps.db, context, params.job_id),
	);
	implement(http, voiceMakingEndpoints.cancelDesignJob, (context, { params }) =>
		cancelDesignJob(deps.db, context, params.job_id),
	);
	implement(http, voiceMakingEndpoints.createVoicePreviews, (context, { body, query }) =>
		designVoice(deps, context, body, query.output_format),
	);
	implement(http, voiceMakingEndpoints.remixVoice, (context, { params, body, query }) =>
		remixVoice(deps, context, params.voice_id, body, query.output_format),
	);
	implement(http, voiceMakingEndpoints.streamVoicePreview, (context, { params }) =>
		streamDesignPreview(deps, context, params.generated_voice_id),
	);
	implement(http, voiceMakingEndpoints.createDesignedVoice, (context, { body }) =>
		saveDesignedVoice(deps, context, body),
	);
}
