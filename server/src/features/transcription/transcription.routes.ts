import { transcriptionEndpoints } from "@timbre/contract/transcription/endpoints.ts";
import { sourceLanguages } from "@timbre/contract/transcription/rules.ts";
import { type Http, implement } from "../../core/http/http.ts";
import { convert } from "./transcripts/convert.service.ts";
import {
	cancelTranscript,
	createTranscript,
	deleteTranscript,
	exportTranscript,
	getTranscript,
	getTranscriptAudio,
	getTranscriptDetails,
	listTranscripts,
	updateTranscript,
} from "./transcripts/transcripts.service.ts";
import type { TranscriptionDeps } from "./types.ts";

export function transcriptionRoutes(http: Http, deps: TranscriptionDeps): void {
	const { db } = deps;
	implement(http, transcriptionEndpoints.convert, (context, input) => convert(deps, context, input));
	implement(http, transcriptionEndpoints.listSourceLanguages, async () => ({ languages: [...sourceLanguages] }));
	implement(http, transcriptionEndpoints.createTranscript, (context, { body }) =>
		createTranscript(deps, context, body),
	);
	implement(http, transcriptionEndpoints.listTranscripts, ({ workspaceId }, { query }) =>
		listTranscripts(db, workspaceId, query),
	);
	implement(http, transcriptionEndpoints.getTranscript, ({ workspaceId }, { params, query }) =>
		getTranscript(db, workspaceId, params.transcription_id, query),
	);
	implement(http, transcriptionEndpoints.getTranscriptDetails, ({ workspaceId }, { params }) =>
		getTranscriptDetails(db, workspaceId, params.transcription_id),
	);
	implement(http, transcriptionEndpoints.updateTranscript, ({ workspaceId }, { params, body }) =>
		updateTranscript(db, workspaceId, params.transcription_id, body),
	);
	implement(http, transcriptionEndpoints.deleteTranscript, async ({ workspaceId }, { params }) => {
		await deleteTranscript(deps, workspaceId, params.transcription_id);
		return { status: "ok" as const };
	});
	implement(http, transcriptionEndpoints.cancelTranscript, ({ workspaceId }, { params }) =>
		cancelTranscript(db, workspaceId, params.transcription_id),
	);
	implement(http, transcriptionEndpoints.getTranscriptAudio, (context, { params }) =>
		getTranscriptAudio(deps, context, params.transcription_id),
	);
	implement(http, transcriptionEndpoints.exportTranscript, ({ workspaceId }, { params, query }) =>
		exportTranscript(db, workspaceId, params.transcription_id, query),
	);
}
