import type { Db } from "@timbre/db/connect.ts";

export type HistoryRow = NonNullable<Awaited<ReturnType<typeof findItem>>>;

export type NewHistoryItem = {
	id: string;
	userId: string;
	requestId: string;
	source: "TTS" | "STS";
	voiceId: string;
	voiceName: string;
	voiceCategory: string;
	modelId: string;
	text: string;
	settings: unknown;
	outputFormat: string;
	contentType: string;
	audioKey: string;
	audioBytes: number;
	durationSeconds: number;
	peaks: Uint8Array | null;
	charactersFrom: number;
	charactersTo: number;
};

export async function insertItem(db: Db, workspaceId: string, item: NewHistoryItem): Promise<void> {
	await db
		.insertInto("history_item")
		.values({
			id: item.id,
			workspace_id: workspaceId,
			user_id: item.userId,
			request_id: item.requestId,
			source: item.source,
			voice_id: item.voiceId,
			voice_name: item.voiceName,
			voice_category: item.voiceCategory,
			model_id: item.modelId,
			text: item.text,
			settings: JSON.stringify(item.settings),
			output_format: item.outputFormat,
			content_type: item.contentType,
			audio_key: item.audioKey,
			audio_bytes: item.audioBytes,
			duration_seconds: item.durationSeconds,
			peaks: item.peaks === null ? null : Buffer.from(item.peaks),
			characters_from: item.charactersFrom,
			characters_to: item.charactersTo,
		})
		.execute();
}

export async function findItem(db: Db, workspaceId: string, id: string) {
	return db
		.selectFrom("history_item")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.executeTakeFirst();
}

export async function deleteItem(db: Db, workspaceId: string, id: string) {
	return db
		.deleteFrom("history_item")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.returning(["audio_key"])
		.executeTakeFirst();
}

export type HistoryFilter = {
	after?: { createdAt: Date; id: string };
	voiceId?: string;
	modelId?: string;
	before?: Date;
	since?: Date;
	search?: string;
	source?: "TTS" | "STS";
	direction: "asc" | "desc";
	limit: number;
};

export async function listItems(db: Db, workspaceId: string, filter: HistoryFilter) {
	let query = db.selectFrom("history_item").selectAll().where("workspace_id", "=", workspaceId);
	const { after } = filter;
	if (after) {
		const beyond = filter.direction === "desc" ? "<" : ">";
		query = query.where((eb) => eb(eb.refTuple("created_at", "id"), beyond, eb.tuple(after.createdAt, after.id)));
	}
	if (filter.voiceId !== undefined) query = query.where("voice_id", "=", filter.voiceId);
	if (filter.modelId !== undefined) query = query.where("model_id", "=", filter.modelId);
	if (filter.source !== undefined) query = query.where("source", "=", filter.source);
	if (filter.before !== undefined) query = query.where("created_at", "<", filter.before);
	if (filter.since !== undefined) query = query.where("created_at", ">=", filter.since);
	if (filter.search !== undefined && filter.search !== "") {
		query = query.where("text", "ilike", `%${filter.search.replaceAll(/[\\%_]/g, "\\$&")}%`);
	}
	return query.orderBy("created_at", filter.direction).orderBy("id", filter.direction).limit(filter.limit).execute();
}
