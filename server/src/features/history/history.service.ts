// Past generations and their audio.
// Invariant: an item can be read, changed and deleted only within its workspace. A deleted item is hidden immediately, can be restored for
// a while, and is then removed permanently with its audio.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import {
	type Feedback,
	type HistoryAlignments,
	type HistoryItem,
	historyAlignments,
	type historyEndpoints,
} from "@timbre/contract/history/endpoints.ts";
import { reviewedMessage } from "@timbre/contract/history/rules.ts";
import { isForeignModelId } from "@timbre/contract/models/rules.ts";
import type { Database } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../core/events/outbox.repo.ts";
import { type AudioResponse, storedAudio } from "../../core/http/audio.ts";
import type { Context } from "../../core/http/context.ts";
import { newId } from "../../core/ids.ts";
import type { Storage } from "../../core/storage/storage.ts";
import { GLOBAL } from "../../core/tenancy.ts";
import { unix } from "../../core/time.ts";
import { getUser, setPublicName } from "../auth/auth.public.ts";
import { itemFileName, presentHistoryItem, presentSoundHistoryItem } from "./history.present.ts";
import {
	findCursor,
	findItem,
	findShared,
	type HistoryFilter,
	type HistoryRow,
	listItems,
	shareItem,
	softDeleteItem,
	undeleteItem,
	unshareItem,
	updateFeedback,
} from "./history.repo.ts";
import { purgeWorkflow } from "./history.workflow.ts";

type ListQuery = InputOf<typeof historyEndpoints.listHistory>["query"];
type ListResponse = ResponseOf<typeof historyEndpoints.listHistory>;
type ShareLink = ResponseOf<typeof historyEndpoints.getShareLink>;
/** Shared items are public, without their author. */
type StoredRow = Omit<HistoryRow, "user_name">;
type Caller = Pick<Context, "workspaceId" | "userId" | "role" | "log">;

export async function listHistory(db: Database, workspaceId: string, query: ListQuery): Promise<ListResponse> {
	const start =
		query.start_after_history_item_id === undefined
			? undefined
			: await findCursor(db, workspaceId, query.start_after_history_item_id);
	if (query.start_after_history_item_id !== undefined && !start) throw itemNotFound();
	const rows = await listItems(db, workspaceId, {
		...historyFilter(query),
		after: start && { createdAt: start.created_at, id: start.id },
		direction: query.sort_direction,
		limit: query.page_size + 1,
	});
	const page = rows.slice(0, query.page_size);
	return {
		history: page.map((row) => presentHistoryItem(row)),
		last_history_item_id: page.at(-1)?.id ?? null,
		has_more: rows.length > page.length,
		scanned_until: null,
	};
}

export async function listSoundHistory(
	db: Database,
	workspaceId: string,
	query: InputOf<typeof historyEndpoints.listSoundHistory>["query"],
): Promise<ResponseOf<typeof historyEndpoints.listSoundHistory>> {
	const after = query.start_after_sound_generation_history_item_id;
	const start = after === undefined ? undefined : await findCursor(db, workspaceId, after);
	if (after !== undefined && !start) throw itemNotFound();
	const rows = await listItems(db, workspaceId, {
		source: "SFX",
		after: start && { createdAt: start.created_at, id: start.id },
		direction: "desc",
		limit: query.page_size + 1,
	});
	const page = rows.slice(0, query.page_size);
	return {
		history: page.map(presentSoundHistoryItem),
		last_sound_generation_history_item_id: page.at(-1)?.id ?? null,
		has_more: rows.length > page.length,
	};
}

export function historyFilter(
	query: Pick<
		ListQuery,
		"voice_id" | "model_id" | "user_id" | "source" | "search" | "date_before_unix" | "date_after_unix"
	>,
): Omit<HistoryFilter, "direction" | "limit"> {
	return {
		voiceId: query.voice_id,
		modelId: query.model_id === undefined || isForeignModelId(query.model_id) ? undefined : query.model_id,
		userId: query.user_id,
		source: query.source,
		search: query.search,
		before: query.date_before_unix === undefined ? undefined : new Date(query.date_before_unix * 1000),
		since: query.date_after_unix === undefined ? undefined : new Date(query.date_after_unix * 1000),
	};
}

export async function getItem(db: Database, workspaceId: string, id: string, storage: Storage): Promise<HistoryItem> {
	const row = await requireItem(db, workspaceId, id);
	return presentHistoryItem(row, {
		alignments: await getAlignments(storage, row.alignment_key),
		takes: row.takes,
	});
}

async function requireItem(db: Database, workspaceId: string, id: string): Promise<HistoryRow> {
	const row = await findItem(db, workspaceId, id);
	if (!row) throw itemNotFound();
	return row;
}

export async function getAlignments(storage: Storage, key: string | null): Promise<HistoryAlignments | null> {
	const object = key === null ? undefined : await storage.get(key);
	if (!object) return null;
	return historyAlignments.parse(JSON.parse(Buffer.concat(await object.body.toArray()).toString("utf8")));
}

export async function getAudio(
	db: Database,
	workspaceId: string,
	id: string,
	storage: Storage,
	range: string | undefined,
): Promise<AudioResponse> {
	return audioResponse(await requireItem(db, workspaceId, id), storage, range);
}

/** Every member can see the workspace's history today; this endpoint keeps working for admins if that ever changes. */
export async function getAudioAsAdmin(
	db: Database,
	caller: Caller,
	id: string,
	storage: Storage,
	range: string | undefined,
): Promise<AudioResponse> {
	if (caller.role !== "admin")
		throw new AppError("missing_permissions", "Only workspace admins can use this endpoint.");
	return getAudio(db, caller.workspaceId, id, storage, range);
}

async function audioResponse(row: StoredRow, storage: Storage, range: string | undefined): Promise<AudioResponse> {
	const response = await storedAudio(storage, row.audio_key, {
		contentType: row.content_type,
		rangeHeader: range,
		fileName: itemFileName(row, row.output_format),
	});
	if (!response) throw new Error(`audio ${row.audio_key} of history item ${row.id} is missing from storage`);
	return response;
}

/** Hides the item immediately; a durable workflow removes it permanently once it can no longer be restored. */
export async function deleteItem(db: Database, workspaceId: string, id: string, undoSeconds: number): Promise<void> {
	const deletedAt = Date.now();
	await db.transaction().execute(async (tx) => {
		if (!(await softDeleteItem(tx, workspaceId, id, new Date(deletedAt)))) throw itemNotFound();
		await addToOutbox(tx, GLOBAL, {
			target: purgeWorkflow.name,
			// Keyed by deletion, not by item: an item that is restored and deleted again gets the full time again.
			key: `${id}-${deletedAt}`,
			payload: { workspaceId, itemId: id, deletedAt, undoSeconds },
		});
	});
}

export async function restoreItem(
	db: Database,
	workspaceId: string,
	id: string,
	{ storage, undoSeconds }: { storage: Storage; undoSeconds: number },
): Promise<HistoryItem> {
	if (!(await undeleteItem(db, workspaceId, id, undoSeconds))) throw itemNotFound();
	return getItem(db, workspaceId, id, storage);
}

export async function rateItem(
	db: Database,
	workspaceId: string,
	id: string,
	form: Omit<Feedback, "review_status">,
): Promise<Feedback> {
	const feedback: Feedback = { ...form, review_status: "not_reviewed" };
	const saved = await updateFeedback(db, workspaceId, id, feedback);
	if (saved === undefined) throw itemNotFound();
	if (!saved) throw new AppError("conflict", reviewedMessage);
	return feedback;
}

/** The link of an item, which works for others only once it was created. Changes nothing. */
export async function getShareLink(
	db: Database,
	workspaceId: string,
	id: string,
	publicUrl: string,
): Promise<ShareLink> {
	return shareLink(db, await findItem(db, workspaceId, id), publicUrl);
}

export async function createShareLink(
	db: Database,
	workspaceId: string,
	id: string,
	publicUrl: string,
): Promise<ShareLink> {
	return shareLink(db, await shareItem(db, workspaceId, id), publicUrl);
}

export async function deleteShareLink(
	db: Database,
	workspaceId: string,
	id: string,
	publicUrl: string,
): Promise<ShareLink> {
	// 32 characters of 62, so that links can't be guessed.
	return shareLink(db, await unshareItem(db, workspaceId, id, newId(32)), publicUrl);
}

async function shareLink(
	db: Database,
	row: Pick<HistoryRow, "share_id" | "shared_at" | "user_id"> | undefined,
	publicUrl: string,
): Promise<ShareLink> {
	if (!row) throw itemNotFound();
	return {
		share_link: new URL(`/share/${row.share_id}`, publicUrl).href,
		public_user_name: await getPublicName(db, row.user_id),
		is_shared: row.shared_at !== null,
	};
}

const maxTitleLength = 60;

export async function getShared(
	db: Database,
	shareId: string,
	publicUrl: string,
): Promise<ResponseOf<typeof historyEndpoints.getShared>> {
	const row = await requireShared(db, shareId);
	const text = row.text.replaceAll(/\s+/g, " ").trim();
	return {
		title: text.length > maxTitleLength ? `${text.slice(0, maxTitleLength - 1).trimEnd()}…` : text,
		text: row.text,
		voice_id: row.voice_id,
		voice_name: row.voice_name,
		public_user_name: await getPublicName(db, row.user_id),
		date_unix: unix(row.created_at),
		duration_seconds: row.duration_seconds,
		peaks: row.peaks === null ? null : [...row.peaks],
		audio_url: new URL(`/v1/share/${shareId}/audio`, publicUrl).href,
		content_type: row.content_type,
	};
}

export async function getSharedAudio(
	db: Database,
	shareId: string,
	storage: Storage,
	range: string | undefined,
): Promise<AudioResponse> {
	return audioResponse(await requireShared(db, shareId), storage, range);
}

async function requireShared(db: Database, shareId: string): Promise<StoredRow> {
	const row = await findShared(db, GLOBAL, shareId);
	if (!row) throw new AppError("history_item_not_found", "This link doesn't exist or is no longer shared.");
	return row;
}

async function getPublicName(db: Database, userId: string): Promise<string> {
	return (await getUser(db, userId))?.publicName ?? "Former member";
}

export async function updatePublicName(
	db: Database,
	caller: Pick<Caller, "userId" | "log">,
	name: string,
): Promise<string> {
	try {
		if (!(await setPublicName(db, caller.userId, name)))
			throw new AppError("needs_authorization", "This account no longer exists.");
		return name;
	} catch (error) {
		caller.log.warn({ err: error, userId: caller.userId }, "could not update the public name");
		throw error;
	}
}

export function itemNotFound(): AppError {
	return new AppError(
		"history_item_not_found",
		"This item isn't in the workspace's history. It may have been deleted.",
	);
}
