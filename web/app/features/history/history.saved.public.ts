import { fileNameLong, fileNameShort } from "@timbre/contract/files.ts";
import { type HistoryItem, historyEndpoints } from "@timbre/contract/history.ts";
import type { NewPlayerItem, PlayerItem } from "@timbre/ui/audio/player-item.ts";
import { call, endpointPath } from "../../lib/api.ts";
import { isApiError } from "../../lib/api-error.ts";
import { fetchFile, saveFile } from "../../lib/download.ts";
import { dateOf } from "../../lib/format.ts";
import { warn } from "../../lib/log.ts";
import { player } from "../../lib/player.ts";

// What the player knows of a saved generation: how it is found after it was heard, played again, and downloaded.

const firstWaitMs = 1_000;
const nextWaitMs = 5_000;
const attempts = 10;

export type Known = { historyItemId: string | null; requestId: string | null };

/** Waits until a generation just heard is saved. Gives up silently: the sound itself has arrived already. */
export async function findSaved(known: Known, look = lookUp): Promise<HistoryItem | undefined> {
	await pause(firstWaitMs);
	for (let attempt = 0; attempt < attempts; attempt++) {
		if (attempt > 0) await pause(nextWaitMs);
		const found = await look(known).catch(() => undefined);
		if (found && found.state === "created") return found;
	}
	return undefined;
}

async function lookUp(known: Known): Promise<HistoryItem | undefined> {
	if (known.historyItemId) return fetchItem(known.historyItemId);
	const { history } = await call(historyEndpoints.listHistory, { query: { page_size: 5 } });
	return history.find((item) => item.request_id !== null && item.request_id === known.requestId);
}

function pause(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms));
}

function fetchItem(historyItemId: string, signal?: AbortSignal): Promise<HistoryItem> {
	return call(historyEndpoints.getHistoryItem, { params: { history_item_id: historyItemId }, signal });
}

/**
 * Follows a generation in the player until it is saved: then it has its file name and can be downloaded, shared and judged.
 * If it never is, what was heard can still be downloaded.
 */
export async function followSaved(itemId: string, known: Known, engine = player, look = lookUp) {
	const saved = await findSaved(known, look);
	engine.describe(itemId, (item) => (saved ? savedDetails(item, saved) : { fileName: ownFileName(item) }));
	return saved;
}

/** What a saved generation tells the player: voice, date, settings, model, file name, and when each letter sounds. */
export function savedDetails(item: PlayerItem, saved: HistoryItem): Partial<PlayerItem> {
	return {
		fileName: saved.file_name,
		historyItemId: saved.history_item_id,
		alignment: saved.alignments?.alignment ?? item.alignment,
		extra: { text: saved.text, feedback: saved.feedback },
		player: {
			...item.player,
			voice_id: saved.voice_id,
			voice_name: saved.voice_name,
			description: describeSaved(saved),
		},
	};
}

function describeSaved(saved: HistoryItem): string {
	const speed = saved.settings?.speed ?? 1;
	return [saved.voice_name, dateOf(saved.date_unix), saved.model_id, speed !== 1 && `speed ${speed}`]
		.filter(Boolean)
		.join(" · ");
}

const audioUrl = (historyItemId: string) =>
	endpointPath(historyEndpoints.getHistoryAudio.path, { history_item_id: historyItemId });

export function historyPlayerItem(saved: HistoryItem): NewPlayerItem {
	return {
		id: saved.history_item_id,
		type: "speechHistoryItem",
		fileName: saved.file_name,
		historyItemId: saved.history_item_id,
		downloadUrl: audioUrl(saved.history_item_id),
		peaks: saved.peaks?.map((peak) => peak / 255) ?? [],
		alignment: saved.alignments?.alignment ?? null,
		extra: { text: saved.text, feedback: saved.feedback },
		player: {
			title: saved.text,
			description: describeSaved(saved),
			duration: Math.round(saved.duration_seconds * 1000),
			voice_id: saved.voice_id,
			voice_name: saved.voice_name,
		},
	};
}

/** Plays or pauses a saved generation in the one player. */
export function toggleSaved(saved: HistoryItem): void {
	if (player.state().item?.id === saved.history_item_id) {
		player.toggle();
		return;
	}
	void player.load(historyPlayerItem(saved), { url: audioUrl(saved.history_item_id) });
	if (saved.alignments) return;
	// Lists come without the timing of each letter; the item has it. Without, no word is marked, nothing else.
	fetchItem(saved.history_item_id).then(
		(whole) => player.describe(saved.history_item_id, (item) => savedDetails(item, whole)),
		(error: unknown) => warn("The timing of a generation could not be had.", error),
	);
}

type Sound = { url: string | null; collected: Blob | null };
type Tools = { fetchItem: typeof fetchItem; fetchFile: typeof fetchFile; saveFile: typeof saveFile };

/**
 * Saves what is loaded as a file, under the name and from the place of its saved generation. Is that missing or out of
 * reach, then from where the sound came: its address, or the chunks collected from its stream.
 */
export async function downloadLoaded(
	item: PlayerItem,
	sound: Sound,
	tools: Tools = { fetchItem, fetchFile, saveFile },
): Promise<void> {
	if (item.historyItemId) {
		try {
			const saved = await tools.fetchItem(item.historyItemId);
			const file = await tools.fetchFile(audioUrl(item.historyItemId));
			return tools.saveFile(file, fileNameLong(saved.file_name));
		} catch (error) {
			// A file of a wrong kind is told; only what the server could not give has a second place to come from.
			if (!isApiError(error)) throw error;
			warn("A saved generation could not be had; its source is downloaded instead.", error);
		}
	}
	const name = item.fileName ?? ownFileName(item);
	const url = item.downloadUrl ?? sound.url;
	if (sound.collected) return tools.saveFile(new Blob([sound.collected], { type: "audio/mpeg" }), name);
	if (!url) throw new Error("There is nothing to download yet.");
	tools.saveFile(await tools.fetchFile(url), name);
}

function ownFileName(item: PlayerItem): string {
	return `${fileNameShort(item.player.title) || "speech"}.mp3`;
}
