import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import { historyEndpoints } from "@timbre/contract/history.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../core/http.ts";
import type { Storage } from "../../core/storage.ts";
import { downloadItems } from "./history.download.service.ts";
import { cancelExport, readExport, readExportFile, startExport } from "./history.export.service.ts";
import {
	rateItem,
	readAudio,
	readAudioAsAdmin,
	readHistory,
	readItem,
	readShared,
	readSharedAudio,
	removeItem,
	renamePublicly,
	restoreItem,
	shareItem,
} from "./history.service.ts";

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
	implement(http, historyEndpoints.listHistory, (context, { query }) => readHistory(db, context.workspaceId, query));
	implement(http, historyEndpoints.getHistoryItem, (context, { params }) =>
		readItem(db, context.workspaceId, params.history_item_id, storage),
	);
	implement(http, historyEndpoints.deleteHistoryItem, async (context, { params }) => {
		await removeItem(db, context.workspaceId, params.history_item_id, undoSeconds);
		return { status: "ok" as const };
	});
	implement(http, historyEndpoints.restoreHistoryItem, (context, { params }) =>
		restoreItem(db, context.workspaceId, params.history_item_id, { storage, undoSeconds }),
	);
	implement(http, historyEndpoints.getHistoryAudio, (context, { params }) =>
		readAudio(db, context.workspaceId, params.history_item_id, storage, context.range),
	);
	implement(http, historyEndpoints.getHistoryAudioAsAdmin, (context, { params }) =>
		readAudioAsAdmin(db, context, params.history_item_id, storage, context.range),
	);
	implement(http, historyEndpoints.sendFeedback, (context, { params, body }) =>
		rateItem(db, context.workspaceId, params.history_item_id, body),
	);
	implement(http, historyEndpoints.getShareLink, (context, { params }) =>
		shareItem(db, context.workspaceId, params.history_item_id, publicUrl),
	);
	implement(http, historyEndpoints.getShared, (_context, { params }) => readShared(db, params.share_id, publicUrl));
	implement(http, historyEndpoints.getSharedAudio, (context, { params }) =>
		readSharedAudio(db, params.share_id, storage, context.range),
	);
	implement(http, historyEndpoints.updatePublicUserName, async (context, { body }) => ({
		status: "ok" as const,
		public_user_name: await renamePublicly(db, context, body.public_user_name),
	}));
	implement(http, historyEndpoints.downloadHistory, (context, { body }) => downloadItems(db, context, storage, body));
	implement(http, historyEndpoints.createExport, (context, { body }) =>
		startExport(db, context, body, deps.exportSeconds),
	);
	implement(http, historyEndpoints.getExport, (context, { params }) => readExport(db, context, params.export_id));
	implement(http, historyEndpoints.cancelExport, (context, { params }) =>
		cancelExport(db, context, params.export_id, storage),
	);
	implement(http, historyEndpoints.getExportFile, (context, { params }) =>
		readExportFile(db, context, params.export_id, storage, context.range),
	);
	implement(http, historyEndpoints.getFeatures, async () => deps.features);
}
