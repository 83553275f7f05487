import { historyEndpoints } from "@timbre/contract/history.ts";
import { denied } from "../../testing/denied.ts";
import type { TestApp } from "../../testing/test-app.ts";

const foreign = {
	make: async (app: TestApp) => ({ history_item_id: await app.historyItem(await app.person()) }),
	code: "history_item_not_found",
} as const;

denied(historyEndpoints.listHistory);
denied(historyEndpoints.getHistoryItem, { foreign });
denied(historyEndpoints.deleteHistoryItem, { foreign });
denied(historyEndpoints.getHistoryAudio, { foreign });
