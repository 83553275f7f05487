import type { InputOf } from "@timbre/contract/endpoint.ts";
import { voiceChangerEndpoints } from "@timbre/contract/voice-changer/endpoints.ts";
import { type Http, implement } from "../../core/http/http.ts";
import type { ConversionApiDeps } from "./types.ts";
import { convertRecording, streamRecording } from "./voice-changer.response.service.ts";
import { cancelJob, createConversion, getJob, listJobs } from "./voice-changer.service.ts";

export function voiceChangerRoutes(http: Http, deps: ConversionApiDeps): void {
	implement(http, voiceChangerEndpoints.convert, (context, request) =>
		convertRecording(deps, context, conversionOf(request)),
	);
	implement(http, voiceChangerEndpoints.convertAlias, (context, request) =>
		convertRecording(deps, context, conversionOf(request)),
	);
	implement(http, voiceChangerEndpoints.stream, (context, request) =>
		streamRecording(deps, context, conversionOf(request)),
	);
	implement(http, voiceChangerEndpoints.streamAlias, (context, request) =>
		streamRecording(deps, context, conversionOf(request)),
	);
	implement(http, voiceChangerEndpoints.createJob, async (context, { params, query, body }) => {
		const { upload_id: uploadId, ...options } = body;
		const id = await createConversion(deps, context, {
			voiceId: params.voice_id,
			file: { uploadId },
			options,
			format: query.output_format,
			storeHistory: true,
		});
		return getJob(deps.db, context, id);
	});
	implement(http, voiceChangerEndpoints.listJobs, (context) => listJobs(deps.db, context));
	implement(http, voiceChangerEndpoints.getJob, (context, { params }) =>
		getJob(deps.db, context, params.conversion_job_id),
	);
	implement(http, voiceChangerEndpoints.cancelJob, (context, { params }) =>
		cancelJob(deps.db, context, params.conversion_job_id),
	);
}

type ConversionRequest = InputOf<typeof voiceChangerEndpoints.convert | typeof voiceChangerEndpoints.stream>;

function conversionOf({ params, query, body: { audio, ...options } }: ConversionRequest) {
	return {
		voiceId: params.voice_id,
		file: audio,
		options,
		format: query.output_format,
		storeHistory: query.enable_logging,
	};
}
