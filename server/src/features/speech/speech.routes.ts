import { speechEndpoints } from "@timbre/contract/speech/endpoints.ts";
import { type Http, implement } from "../../core/http/http.ts";
import { alignRecording } from "./alignment/align.service.ts";
import { streamDialogue, streamSpeech } from "./convert/audio.service.ts";
import { estimateDialogue, estimateSpeech } from "./convert/estimate.service.ts";
import { convertDialogueTimed, convertSpeechTimed } from "./convert/timed.service.ts";
import { streamDialogueTimed, streamSpeechTimed } from "./convert/timed-stream.service.ts";
import { trySpeech } from "./demo/demo.service.ts";
import type { SpeechDeps } from "./generate/types.ts";
import { cancelJob, continueItem, createJob, getJob, listJobs } from "./jobs/jobs.service.ts";
import { acceptWord, requestTakeCheck } from "./takes/check.service.ts";
import { retake } from "./takes/retake.service.ts";
import { getTakes } from "./takes/takes.service.ts";

export function speechRoutes(http: Http, deps: SpeechDeps): void {
	type Options = { output_format: Parameters<typeof streamSpeech>[2]["format"]; enable_logging: boolean };
	const options = (query: Options) => ({ format: query.output_format, storeHistory: query.enable_logging });
	// `convert` and `stream` both respond with a stream; `convert` also offers container formats whose header needs the full length.
	implement(http, speechEndpoints.convert, (context, { params, query, body }) =>
		streamSpeech(deps, context, { voiceId: params.voice_id, body, ...options(query) }),
	);
	implement(http, speechEndpoints.stream, (context, { params, query, body }) =>
		streamSpeech(deps, context, { voiceId: params.voice_id, body, ...options(query) }),
	);
	implement(http, speechEndpoints.convertWithTimestamps, (context, { params, query, body }) =>
		convertSpeechTimed(deps, context, { voiceId: params.voice_id, body, ...options(query) }),
	);
	implement(http, speechEndpoints.streamWithTimestamps, (context, { params, query, body }) =>
		streamSpeechTimed(deps, context, { voiceId: params.voice_id, body, ...options(query) }),
	);
	implement(http, speechEndpoints.estimate, (context, { params, body }) =>
		estimateSpeech(deps, context, { voiceId: params.voice_id, body }),
	);
	implement(http, speechEndpoints.createJob, (context, { params, query, body }) =>
		createJob(deps, context, { voiceId: params.voice_id, body, format: query.output_format }),
	);
	implement(http, speechEndpoints.listJobs, (context) => listJobs(deps.db, context));
	implement(http, speechEndpoints.getJob, (context, { params }) => getJob(deps.db, context, params.speech_job_id));
	implement(http, speechEndpoints.cancelJob, (context, { params }) =>
		cancelJob(deps.db, context, params.speech_job_id),
	);
	implement(http, speechEndpoints.continueItem, (context, { params }) =>
		continueItem(deps, context, params.history_item_id),
	);
	implement(http, speechEndpoints.dialogue, (context, { query, body }) =>
		streamDialogue(deps, context, { body, ...options(query) }),
	);
	implement(http, speechEndpoints.dialogueStream, (context, { query, body }) =>
		streamDialogue(deps, context, { body, ...options(query) }),
	);
	implement(http, speechEndpoints.dialogueWithTimestamps, (context, { query, body }) =>
		convertDialogueTimed(deps, context, { body, ...options(query) }),
	);
	implement(http, speechEndpoints.dialogueStreamWithTimestamps, (context, { query, body }) =>
		streamDialogueTimed(deps, context, { body, ...options(query) }),
	);
	implement(http, speechEndpoints.dialogueEstimate, (context, { body }) => estimateDialogue(deps, context, body));
	implement(http, speechEndpoints.getTakes, (context, { params }) => getTakes(deps, context, params.history_item_id));
	implement(http, speechEndpoints.checkTakes, (context, { params }) =>
		requestTakeCheck(deps, context, params.history_item_id),
	);
	implement(http, speechEndpoints.acceptWord, (context, { params, body }) =>
		acceptWord(deps, context, params.history_item_id, params.index, body),
	);
	implement(http, speechEndpoints.retake, (context, { params }) =>
		retake(deps, context, params.history_item_id, params.index),
	);
	implement(http, speechEndpoints.forcedAlignment, (context, { body }) => alignRecording(deps, context, body));
	const { trySpeech: tryEndpoint } = speechEndpoints;
	implement(http, speechEndpoints.trySpeech, (context, { body }) =>
		trySpeech(
			deps,
			context,
			{ voiceId: body.voice_id, text: body.text },
			// A visitor rejected because the server is busy got no audio, so refund the rate limit.
			() => http.limiter.refund(tryEndpoint.id, tryEndpoint.limits ?? [], { clientIp: context.clientIp }),
		),
	);
}
