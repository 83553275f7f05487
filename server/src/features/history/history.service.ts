// Earlier generations with their audio. Always: an item is seen and deleted only inside its own workspace, and its audio goes with it.

import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { historyEndpoints } from "@timbre/contract/history.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type AudioAnswer, storedAudio } from "../../core/audio.ts";
import type { Storage } from "../../core/storage.ts";
import { historyFileName, presentHistoryItem } from "./history.present.ts";
import { deleteItem, findItem, type HistoryRow, listItems } from "./history.repo.ts";

type ListQuery = InputOf<typeof historyEndpoints.listHistory>["query"];
type ListAnswer = ResponseOf<typeof historyEndpoints.listHistory>;

export async function readHistory(db: Database, workspaceId: string, query: ListQuery): Promise<ListAnswer> {
	const start =
		query.start_after_history_item_id === undefined
			? undefined
			: await findItem(db, workspaceId, query.start_after_history_item_id);
	if (query.start_after_history_item_id !== undefined && !start) throw missing();
	const rows = await listItems(db, workspaceId, {
		after: start && { createdAt: start.created_at, id: start.id },
		voiceId: query.voice_id,
		modelId: query.model_id,
		source: query.source,
		search: query.search,
		before: query.date_before_unix === undefined ? undefined : new Date(query.date_before_unix * 1000),
		since: query.date_after_unix === undefined ? undefined : new Date(query.date_after_unix * 1000),
		direction: query.sort_direction,
		limit: query.page_size + 1,
	});
	const page = rows.slice(0, query.page_size);
	return {
		history: page.map(presentHistoryItem),
		last_history_item_id: page.at(-1)?.id ?? null,
		has_more: rows.length > page.length,
		scanned_until: null,
	};
}

export async function readItem(db: Database, workspaceId: string, id: string): Promise<HistoryRow> {
	const row = await findItem(db, workspaceId, id);
	if (!row) throw missing();
	return row;
}

export async function readAudio(
	db: Database,
	workspaceId: string,
	id: string,
	storage: Storage,
	range: string | undefined,
): Promise<AudioAnswer> {
	const row = await readItem(db, workspaceId, id);
	const answer = await storedAudio(storage, row.audio_key, {
		contentType: row.content_type,
		rangeHeader: range,
		fileName: historyFileName(row),
	});
	if (!answer) throw new Error(`audio ${row.audio_key} of history item ${id} is gone from storage`);
	return answer;
}

export async function removeItem(db: Database, workspaceId: string, id: string, storage: Storage): Promise<void> {
	const row = await deleteItem(db, workspaceId, id);
	if (!row) throw missing();
	await storage.remove(row.audio_key);
}

function missing(): AppError {
	return new AppError("history_item_not_found", "There is no such item in this workspace's history.");
}
