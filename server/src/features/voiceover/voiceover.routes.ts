import { voiceoverEndpoints } from "@timbre/contract/voiceover/endpoints.ts";
import { type Http, implement } from "../../core/http/http.ts";
import type { Storage } from "../../core/storage/storage.ts";
import { createClip, deleteClip, getClipContent, updateClip } from "./clips/clips.service.ts";
import { createExport } from "./export/exports.service.ts";
import { cancelJob, getExportFile, getJob } from "./jobs/jobs.service.ts";
import { createLine, deleteLine, getLineAudio, getSubtitles, importLines, updateLine } from "./lines/lines.service.ts";
import {
	createVoiceover,
	deleteVoiceover,
	getVoiceover,
	listVoiceovers,
	updateVoiceover,
} from "./projects/voiceovers.service.ts";
import type { PlanDeps } from "./speech/plan.service.ts";
import { createSpeech, getPrice } from "./speech/speech.service.ts";

export function voiceoverRoutes(http: Http, deps: PlanDeps & { storage: Storage }): void {
	const { db } = deps;
	implement(http, voiceoverEndpoints.listVoiceovers, (context) => listVoiceovers(db, context));
	implement(http, voiceoverEndpoints.createVoiceover, (context, { body }) => createVoiceover(db, context, body));
	implement(http, voiceoverEndpoints.getVoiceover, (context, { params }) =>
		getVoiceover(db, context, params.voiceover_id),
	);
	implement(http, voiceoverEndpoints.updateVoiceover, (context, { params, body }) =>
		updateVoiceover(db, context, params.voiceover_id, body),
	);
	implement(http, voiceoverEndpoints.deleteVoiceover, async (context, { params }) => {
		await deleteVoiceover(db, context, params.voiceover_id);
		return undefined;
	});
	implement(http, voiceoverEndpoints.createLine, (context, { params, body }) =>
		createLine(db, context, params.voiceover_id, body),
	);
	implement(http, voiceoverEndpoints.importLines, (context, { params, body }) =>
		importLines(db, context, params.voiceover_id, body),
	);
	implement(http, voiceoverEndpoints.getSubtitles, (context, { params }) =>
		getSubtitles(db, context, params.voiceover_id),
	);
	implement(http, voiceoverEndpoints.updateLine, (context, { params, body }) => updateLine(db, context, params, body));
	implement(http, voiceoverEndpoints.deleteLine, async (context, { params }) => {
		await deleteLine(deps, context, params);
		return undefined;
	});
	implement(http, voiceoverEndpoints.getLineAudio, (context, { params }) =>
		getLineAudio(deps, context, params, context.range),
	);
	implement(http, voiceoverEndpoints.createClip, (context, { params, body }) =>
		createClip(db, context, params.voiceover_id, body),
	);
	implement(http, voiceoverEndpoints.updateClip, (context, { params, body }) => updateClip(db, context, params, body));
	implement(http, voiceoverEndpoints.deleteClip, async (context, { params }) => {
		await deleteClip(deps, context, params);
		return undefined;
	});
	implement(http, voiceoverEndpoints.getClipContent, (context, { params, query }) =>
		getClipContent(deps, context, params, { version: query.version, range: context.range }),
	);
	implement(http, voiceoverEndpoints.getPrice, (context, { params, query }) =>
		getPrice(deps, context, params.voiceover_id, query.line_id),
	);
	implement(http, voiceoverEndpoints.createSpeech, (context, { params, body }) =>
		createSpeech(deps, context, params.voiceover_id, body.line_id),
	);
	implement(http, voiceoverEndpoints.createExport, (context, { params, body }) =>
		createExport(db, context, params.voiceover_id, body),
	);
	implement(http, voiceoverEndpoints.getJob, (context, { params }) => getJob(db, context, params));
	implement(http, voiceoverEndpoints.cancelJob, (context, { params }) => cancelJob(db, context, params));
	implement(http, voiceoverEndpoints.getExportFile, (context, { params }) =>
		getExportFile(deps, context, params, context.range),
	);
}
