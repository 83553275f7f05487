import { isolatorEndpoints } from "@timbre/contract/isolator/endpoints.ts";
import { type Http, implement } from "../../core/http/http.ts";
import {
	cancelIsolation,
	deleteIsolation,
	getIsolation,
	getIsolationAudio,
	getIsolationVideo,
	type IsolatorDeps,
	listHistory,
	restoreIsolation,
	startIsolation,
} from "./isolator.service.ts";
import { awaitIsolation, streamIsolation } from "./isolator.wait.service.ts";

export function isolatorRoutes(http: Http, deps: IsolatorDeps): void {
	const { db } = deps;
	implement(http, isolatorEndpoints.convert, async (context, { query, body }) => {
		const id = await startIsolation(deps, context, {
			uploadId: body.audio.uploadId,
			title: body.audio.fileName,
			format: query.output_format,
			rawPcm: body.file_format === "pcm_s16le_16",
			previewB64: body.preview_b64 ?? null,
		});
		return awaitIsolation(deps, context, id);
	});
	implement(http, isolatorEndpoints.stream, async (context, { body }) => {
		const id = await startIsolation(deps, context, {
			uploadId: body.audio.uploadId,
			title: body.audio.fileName,
			format: "mp3",
			rawPcm: body.file_format === "pcm_s16le_16",
		});
		return streamIsolation(deps, context, id);
	});
	implement(http, isolatorEndpoints.listIsolations, ({ workspaceId }, { query }) =>
		listHistory(deps, workspaceId, query),
	);
	implement(http, isolatorEndpoints.deleteIsolation, async ({ workspaceId }, { params }) => {
		await deleteIsolation(deps, workspaceId, params.history_item_id);
		return undefined;
	});
	implement(http, isolatorEndpoints.restoreIsolation, ({ workspaceId }, { params }) =>
		restoreIsolation(deps, workspaceId, params.history_item_id),
	);
	implement(http, isolatorEndpoints.createIsolation, async (context, { body }) => {
		const id = await startIsolation(deps, context, { uploadId: body.upload_id, format: body.output_format });
		return getIsolation(db, context.workspaceId, id);
	});
	implement(http, isolatorEndpoints.getIsolation, ({ workspaceId }, { params }) =>
		getIsolation(db, workspaceId, params.isolation_id),
	);
	implement(http, isolatorEndpoints.cancelIsolation, ({ workspaceId }, { params }) =>
		cancelIsolation(db, workspaceId, params.isolation_id),
	);
	implement(http, isolatorEndpoints.getIsolationAudio, ({ workspaceId, range }, { params, query }) =>
		getIsolationAudio(deps, workspaceId, params.isolation_id, { ...query, range }),
	);
	implement(http, isolatorEndpoints.getIsolationVideo, ({ workspaceId, range }, { params }) =>
		getIsolationVideo(deps, workspaceId, params.isolation_id, range),
	);
}
