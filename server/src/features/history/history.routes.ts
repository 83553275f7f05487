import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import { historyEndpoints } from "@timbre/contract/history/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../core/http/http.ts";
import type { Storage } from "../../core/storage/storage.ts";
import { downloadItems } from "./history.download.service.ts";
import { cancelExport, createExport, getExport, getExportFile } from "./history.export.service.ts";
import {
	createShareLink,
	deleteItem,
	deleteShareLink,
	getAudio,
	getAudioAsAdmin,
	getItem,
	getShared,
	getSharedAudio,
	getShareLink,
	listHistory,
	listSoundHistory,
	rateItem,
	restoreItem,
	updatePublicName,
} from "./history.service.ts";
import { getSubtitles } from "./history.subtitles.service.ts";

export type HistoryDeps = {
	db: Database;
	storage: Storage;
	publicUrl: string;
	undoSeconds: number;
	exportSeconds: number;
	features: ResponseOf<typeof historyEndpoints.getFeatures>;
};

export function historyRoutes(http: Http, deps: HistoryDeps): void {
	const { db, storage, publicUrl, undoSeconds } = deps;
	implement(http, historyEndpoints.listHistory, (context, { query }) => listHistory(db, context.workspaceId, query));
	implement(http, historyEndpoints.listSoundHistory, (context, { query }) =>
		listSoundHistory(db, context.workspaceId, query),
	);
	implement(http, historyEndpoints.getHistoryItem, (context, { params }) =>
		getItem(db, context.workspaceId, params.history_item_id, storage),
	);
	implement(http, historyEndpoints.deleteHistoryItem, async (context, { params }) => {
		await deleteItem(db, context.workspaceId, params.history_item_id, undoSeconds);
		return { status: "ok" as const };
	});
	implement(http, historyEndpoints.restoreHistoryItem, (context, { params }) =>
		restoreItem(db, context.workspaceId, params.history_item_id, { storage, undoSeconds }),
	);
	implement(http, historyEndpoints.getHistoryAudio, (context, { params }) =>
		getAudio(db, context.workspaceId, params.history_item_id, storage, context.range),
	);
	implement(http, historyEndpoints.getSubtitles, (context, { params, query }) =>
		getSubtitles(db, context.workspaceId, params.history_item_id, query.format, storage),
	);
	implement(http, historyEndpoints.getHistoryAudioAsAdmin, (context, { params }) =>
		getAudioAsAdmin(db, context, params.history_item_id, storage, context.range),
	);
	implement(http, historyEndpoints.sendFeedback, (context, { params, body }) =>
		rateItem(db, context.workspaceId, params.history_item_id, body),
	);
	implement(http, historyEndpoints.getShareLink, (context, { params }) =>
		getShareLink(db, context.workspaceId, params.history_item_id, publicUrl),
	);
	implement(http, historyEndpoints.createShareLink, (context, { params }) =>
		createShareLink(db, context.workspaceId, params.history_item_id, publicUrl),
	);
	implement(http, historyEndpoints.deleteShareLink, (context, { params }) =>
		deleteShareLink(db, context.workspaceId, params.history_item_id, publicUrl),
	);
	implement(http, historyEndpoints.getShared, (_context, { params }) => getShared(db, params.share_id, publicUrl));
	implement(http, historyEndpoints.getSharedAudio, (context, { params }) =>
		getSharedAudio(db, params.share_id, storage, context.range),
	);
	implement(http, historyEndpoints.updatePublicUserName, async (context, { body }) => ({
		status: "ok" as const,
		public_user_name: await updatePublicName(db, context, body.public_user_name),
	}));
	implement(http, historyEndpoints.downloadHistory, (context, { body }) => downloadItems(db, context, storage, body));
	implement(http, historyEndpoints.createExport, (context, { body }) =>
		createExport(db, context, body, deps.exportSeconds),
	);
	implement(http, historyEndpoints.getExport, (context, { params }) => getExport(db, context, params.export_id));
	implement(http, historyEndpoints.cancelExport, (context, { params }) =>
		cancelExport(db, context, params.export_id, storage),
	);
	implement(http, historyEndpoints.getExportFile, (context, { params }) =>
		getExportFile(db, context, params.export_id, storage, context.range),
	);
	implement(http, historyEndpoints.getFeatures, async () => deps.features);
}
