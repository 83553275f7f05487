import { fileNameLong, fileNameShort } from "@timbre/contract/files.ts";
import type { HistoryItem } from "@timbre/contract/history/endpoints.ts";
import { historyPaths } from "@timbre/contract/history/paths.ts";
import type { NewPlayerItem, PlayerItem } from "@timbre/ui/audio/player/player-item.ts";
import { call, endpointPath } from "../../lib/api/api.ts";
import { isApiError } from "../../lib/api/api-error.ts";
import { fetchFile, saveFile } from "../../lib/api/download.ts";
import { player } from "../../lib/audio/player.ts";
import { warn } from "../../lib/log.ts";
import { dateOf } from "../../lib/text/format.ts";

// Connects saved generations with the player: waiting until one is saved, playing it and downloading it.

const firstWaitMs = 1_000;
const nextWaitMs = 5_000;
const attempts = 10;

export type GenerationRef = { historyItemId: string | null; requestId: string | null };

/** Waits until a generation is saved. Gives up silently, because the audio itself has already arrived. */
export async function waitUntilSaved(ref: GenerationRef, find = findItem): Promise<HistoryItem | undefined> {
	await pause(firstWaitMs);
	for (let attempt = 0; attempt < attempts; attempt++) {
		if (attempt > 0) await pause(nextWaitMs);
		const found = await find(ref).catch(() => undefined);
		if (found && found.state === "created") return found;
	}
	return undefined;
}

async function findItem(ref: GenerationRef): Promise<HistoryItem | undefined> {
	if (ref.historyItemId) return fetchItem(ref.historyItemId);
	const { history } = await call(historyPaths.listHistory, { query: { page_size: 5 } });
	return history.find((item) => item.request_id !== null && item.request_id === ref.requestId);
}

function pause(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms));
}

function fetchItem(historyItemId: string, signal?: AbortSignal): Promise<HistoryItem> {
	return call(historyPaths.getHistoryItem, { params: { history_item_id: historyItemId }, signal });
}

/**
 * Waits until the generation in the player is saved, then adds its file name and details, so that it can be downloaded,
 * shared and rated. If it is never saved, the streamed audio can still be downloaded.
 */
export async function attachSaved(itemId: string, ref: GenerationRef, engine = player, find = findItem) {
	const saved = await waitUntilSaved(ref, find);
	engine.updateItem(itemId, (item) => (saved ? savedDetails(item, saved) : { fileName: defaultFileName(item) }));
	return saved;
}

/** Player details of a saved generation: voice, date, settings, model, file name and alignment. */
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
	endpointPath(historyPaths.getHistoryAudio.path, { history_item_id: historyItemId });

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

/** Plays or pauses a saved generation in the shared player. */
export function toggleSaved(saved: HistoryItem): void {
	if (player.state().item?.id === saved.history_item_id) {
		player.toggle();
		return;
	}
	void player.load(historyPlayerItem(saved), { url: audioUrl(saved.history_item_id) });
	if (saved.alignments) return;
	// Lists have no alignments, so fetch the item. If that fails, words are not highlighted.
	fetchItem(saved.history_item_id).then(
		(full) => player.updateItem(saved.history_item_id, (item) => savedDetails(item, full)),
		(error: unknown) => warn("Couldn't load the alignment of a generation.", error),
	);
}

type AudioSource = { url: string | null; collected: Blob | null };
type Tools = { fetchItem: typeof fetchItem; fetchFile: typeof fetchFile; saveFile: typeof saveFile };

/**
 * Downloads the loaded item from its saved generation, under its file name. If that is missing or unreachable, falls
 * back to the audio's URL or the chunks collected from the stream.
 */
export async function downloadLoaded(
	item: PlayerItem,
	source: AudioSource,
	tools: Tools = { fetchItem, fetchFile, saveFile },
): Promise<void> {
	if (item.historyItemId) {
		try {
			const saved = await tools.fetchItem(item.historyItemId);
			const file = await tools.fetchFile(audioUrl(item.historyItemId));
			return tools.saveFile(file, fileNameLong(saved.file_name));
		} catch (error) {
			// Fall back only if the server could not deliver the file; other errors are reported.
			if (!isApiError(error)) throw error;
			warn("Couldn't load a saved generation; downloading its source instead.", error);
		}
	}
	const name = item.fileName ?? defaultFileName(item);
	const url = item.downloadUrl ?? source.url;
	if (source.collected) return tools.saveFile(new Blob([source.collected], { type: "audio/mpeg" }), name);
	if (!url) throw new Error("There is nothing to download yet.");
	tools.saveFile(await tools.fetchFile(url), name);
}

function defaultFileName(item: PlayerItem): string {
	return `${fileNameShort(item.player.title) || "speech"}.mp3`;
}
