// What others learn of a generation: the event that it started, its history item, its take check and its webhooks.
import type { Db } from "@timbre/db/connect.ts";
import { eventMessage } from "../../../core/events/events.ts";
import type { Context } from "../../../core/http/context.ts";
import { notifyWebhooks } from "../../developers/developers.webhooks.public.ts";
import { addHistoryItem } from "../../history/history.public.ts";
import type { Settlement } from "../../usage/usage.public.ts";
import { enqueueCheck } from "../takes/check.service.ts";
import { insertSpeechItem } from "../takes/takes.repo.ts";
import type { StoredFiles } from "./files.service.ts";
import { historyItem, storedPlan } from "./history-item.ts";
import type { Progress } from "./progress.ts";
import type { AnnounceStart, Generation } from "./types.ts";

const announceIntervalMs = 60_000;
const maxRememberedUsers = 10_000;

/**
 * Publishes `speech_generation_started` with the reservation, at most once a minute per user and process, so that hundreds of parallel
 * requests don't become hundreds of messages. To count generations, read the usage instead.
 */
export function createStartAnnouncer(): AnnounceStart {
	const announcedAt = new Map<string, number>();
	return async ({ workspaceId, userId }, { id }, reserve) => {
		const key = `${workspaceId} ${userId}`;
		const now = Date.now();
		if (now - (announcedAt.get(key) ?? 0) < announceIntervalMs) return reserve(undefined);
		if (announcedAt.size >= maxRememberedUsers) announcedAt.clear();
		announcedAt.set(key, now);
		const data = { task: "text-to-speech" as const, generationId: id };
		try {
			return await reserve(eventMessage({ name: "speech_generation_started", workspaceId, userId, data }));
		} catch (error) {
			announcedAt.delete(key);
			throw error;
		}
	};
}

/** Adds the generation to the history, in the transaction that charges for it. */
export async function addToHistory(
	tx: Db,
	context: Context,
	generation: Generation,
	progress: Progress,
	settlement: Settlement,
	files: StoredFiles,
): Promise<void> {
	const { workspaceId } = context;
	const { id, takeCheck, request } = generation;
	await addHistoryItem(tx, workspaceId, historyItem(context, generation, progress, settlement, files));
	await insertSpeechItem(tx, workspaceId, {
		id,
		plan: storedPlan(generation, progress),
		checkState: takeCheck ? "running" : "none",
		request: progress.delivered.complete ? null : (request ?? null),
	});
	if (takeCheck) await enqueueCheck(tx, workspaceId, id, id);
}

/** Notifies webhooks of a generation that delivered audio. */
export async function announceFinish(
	tx: Db,
	context: Context,
	{ id, voice, model, format }: Generation,
	progress: Progress,
	inHistory: boolean,
): Promise<void> {
	const { characters, complete } = progress.delivered;
	await notifyWebhooks(tx, context.workspaceId, {
		type: "speech_generation_finished",
		id,
		data: {
			history_item_id: inHistory ? id : null,
			request_id: context.requestId,
			user_id: context.userId,
			voice_id: voice.id,
			voice_name: voice.name,
			model_id: model.id,
			output_format: format,
			characters,
			credits: progress.credits(),
			duration_seconds: progress.timeline.seconds(),
			complete,
		},
	});
}
