import { historyEndpoints } from "@timbre/contract/history.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../core/http.ts";
import type { Storage } from "../../core/storage.ts";
import { presentHistoryItem } from "./history.present.ts";
import { readAudio, readHistory, readItem, removeItem } from "./history.service.ts";

export function historyRoutes(http: Http, db: Database, storage: Storage): void {
	implement(http, historyEndpoints.listHistory, (context, { query }) => readHistory(db, context.workspaceId, query));
	implement(http, historyEndpoints.getHistoryItem, async (context, { params }) =>
		presentHistoryItem(await readItem(db, context.workspaceId, params.history_item_id)),
	);
	implement(http, historyEndpoints.deleteHistoryItem, async (context, { params }) => {
		await removeItem(db, context.workspaceId, params.history_item_id, storage);
		return { status: "ok" as const };
	});
	implement(http, historyEndpoints.getHistoryAudio, (context, { params }) =>
		readAudio(db, context.workspaceId, params.history_item_id, storage, context.range),
	);
}
