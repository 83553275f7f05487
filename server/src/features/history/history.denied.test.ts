import { historyEndpoints } from "@timbre/contract/history.ts";
import { denied } from "../../testing/denied.ts";
import type { TestApp } from "../../testing/test-app.ts";

const foreign = {
	make: async (app: TestApp) => ({ history_item_id: await app.historyItem(await app.person()) }),
	code: "history_item_not_found",
} as const;

const foreignExport = {
	make: async (app: TestApp) => {
		const owner = await app.person();
		const answer = await fetch(`${app.url}/v1/history/exports`, {
			method: "POST",
			headers: { "xi-api-key": owner.apiKey, "content-type": "application/json" },
			body: JSON.stringify({ history_item_ids: [await app.historyItem(owner)] }),
		});
		return { export_id: ((await answer.json()) as { export_id: string }).export_id };
	},
	code: "not_found",
} as const;

denied(historyEndpoints.listHistory);
denied(historyEndpoints.getHistoryItem, { foreign });
denied(historyEndpoints.deleteHistoryItem, { foreign });
denied(historyEndpoints.restoreHistoryItem, { foreign });
denied(historyEndpoints.getHistoryAudio, { foreign });
denied(historyEndpoints.getHistoryAudioAsAdmin, { foreign });
denied(historyEndpoints.sendFeedback, { body: { thumbs_up: true }, foreign });
denied(historyEndpoints.getShareLink, { foreign });
denied(historyEndpoints.updatePublicUserName, { body: { public_user_name: "Ada" } });
denied(historyEndpoints.downloadHistory, { body: { history_item_ids: ["nobodys"] } });
denied(historyEndpoints.createExport, { body: { history_item_ids: ["nobodys"] } });
denied(historyEndpoints.getExport, { foreign: foreignExport });
denied(historyEndpoints.cancelExport, { foreign: foreignExport });
denied(historyEndpoints.getExportFile, { foreign: foreignExport });
