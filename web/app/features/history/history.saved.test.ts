import type { HistoryItem } from "@timbre/contract/history/endpoints.ts";
import { playerItem } from "@timbre/ui/audio/player/player-item.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api/api-error.ts";
import {
	attachSaved,
	downloadLoaded,
	historyPlayerItem,
	savedDetails,
	waitUntilSaved,
} from "./history.saved.public.ts";

const saved: HistoryItem = {
	history_item_id: "h1",
	request_id: "r1",
	user_id: "u1",
	user_name: "Ada",
	voice_id: "v1",
	voice_name: "Ada",
	voice_category: "premade",
	model_id: "kokoro",
	text: "Good evening.",
	date_unix: 1_700_000_000,
	character_count_change_from: 0,
	character_count_change_to: 13,
	content_type: "audio/mpeg",
	state: "created",
	settings: { speed: 1.2 },
	feedback: null,
	share_link_id: null,
	source: "TTS",
	output_format: "mp3_44100_128",
	peaks: [0, 255],
	duration_seconds: 1.5,
	file_name: "Timbre_Ada.mp3",
	dialogue: null,
	alignments: null,
	takes: null,
	take_check: null,
	partial: false,
};
const ref = { historyItemId: "h1", requestId: "r1" };
const playedItem = playerItem({
	id: "a",
	type: "text-to-speech",
	player: { title: "Good: evening?", voice_name: "Ada" },
});

/** Records item updates, as the player engine would apply them. */
function engine() {
	const described: object[] = [];
	const describe = (_: string, patch: unknown) => {
		described.push(typeof patch === "function" ? patch(playedItem) : (patch as object));
	};
	return { described, player: { updateItem: describe } as unknown as Parameters<typeof attachSaved>[2] };
}

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

test("PLAYER-019 waits 1 s, then polls up to 10 times, 5 s apart", async () => {
	const started = Date.now();
	const polls: number[] = [];
	const found = waitUntilSaved(ref, async () => {
		polls.push(Date.now() - started);
		throw new Error("not yet");
	});
	await vi.advanceTimersByTimeAsync(600_000);
	expect(await found).toBeUndefined();
	expect(polls).toEqual([1, 6, 11, 16, 21, 26, 31, 36, 41, 46].map((seconds) => seconds * 1000));
});

test("PLAYER-019 polls until the item is saved, ignoring one that is still processing", async () => {
	let polls = 0;
	const found = waitUntilSaved(ref, async () => {
		polls++;
		return { ...saved, state: polls < 3 ? "processing" : "created" };
	});
	await vi.advanceTimersByTimeAsync(600_000);
	expect((await found)?.history_item_id).toBe("h1");
	expect(polls).toBe(3);
});

test("PLAYER-020 a saved item provides the file name for the download", async () => {
	const { player, described } = engine();
	const following = attachSaved("a", ref, player, async () => saved);
	await vi.advanceTimersByTimeAsync(1_000);
	await following;
	expect(described).toMatchObject([{ fileName: "Timbre_Ada.mp3", historyItemId: "h1" }]);
});

test("PLAYER-021 gives up silently after 10 failed attempts, and the audio can still be downloaded", async () => {
	const { player, described } = engine();
	const warned = vi.spyOn(console, "warn");
	const following = attachSaved("a", ref, player, () => Promise.reject(new Error("no")));
	await vi.advanceTimersByTimeAsync(46_000);
	expect(await following).toBeUndefined();
	expect(described).toEqual([{ fileName: "Good_evening.mp3" }]);
	expect(warned).not.toHaveBeenCalled();
});

test("HISTORY-017 a saved item provides voice, date, settings, model and file name", () => {
	const details = savedDetails(playedItem, saved);
	expect(details).toMatchObject({
		fileName: "Timbre_Ada.mp3",
		player: { voice_id: "v1", voice_name: "Ada", description: "Ada · Nov 14, 2023 · kokoro · speed 1.2" },
	});
	expect(historyPlayerItem(saved)).toMatchObject({
		id: "h1",
		type: "speechHistoryItem",
		fileName: "Timbre_Ada.mp3",
		extra: { text: "Good evening.", feedback: null },
		peaks: [0, 1],
		player: { duration: 1_500, voice_name: "Ada" },
	});
});

function tools(failing: Partial<Record<"item" | "file", Error>> = {}) {
	const files: [string, string, string][] = [];
	const fetched: string[] = [];
	return {
		files,
		fetched,
		given: {
			fetchItem: async () => {
				if (failing.item) throw failing.item;
				return saved;
			},
			fetchFile: async (url: string) => {
				fetched.push(url);
				if (failing.file && url.startsWith("/v1/history")) throw failing.file;
				return new Blob([url], { type: "audio/wav" });
			},
			saveFile: (blob: Blob, name: string) => {
				files.push([name, blob.type, ""]);
			},
		},
	};
}

const notFound = new ApiError(404, "history_item_not_found", "It is gone.");
const nothing = { url: null, collected: null };
const collected = new Blob(["chunks"], { type: "" });

test("downloads the saved item under its file name", async () => {
	const { given, files, fetched } = tools();
	await downloadLoaded({ ...playedItem, historyItemId: "h1" }, { url: null, collected }, given);
	expect(fetched).toEqual(["/v1/history/h1/audio"]);
	expect(files).toEqual([["Timbre_Ada.mp3", "audio/wav", ""]]);
});

test("HISTORY-018 downloads the source or the collected chunks if the saved item is missing or unreachable", async () => {
	vi.spyOn(console, "warn").mockImplementation(() => undefined);
	const missing = tools();
	await downloadLoaded(playedItem, { url: null, collected }, missing.given);
	expect(missing.files).toEqual([["Good_evening.mp3", "audio/mpeg", ""]]);
	for (const failing of [{ item: notFound }, { file: notFound }]) {
		const { given, files, fetched } = tools(failing);
		await downloadLoaded({ ...playedItem, historyItemId: "h1" }, { url: "/source.wav", collected: null }, given);
		expect(fetched.at(-1)).toBe("/source.wav");
		expect(files).toEqual([["Good_evening.mp3", "audio/wav", ""]]);
	}
	await expect(downloadLoaded(playedItem, nothing, tools().given)).rejects.toThrow("nothing to download");
});

test("reports a file of the wrong type instead of falling back", async () => {
	const wrong = new Error("Invalid response type received: text/html is not supported.");
	const { given, files } = tools({ file: wrong });
	await expect(downloadLoaded({ ...playedItem, historyItemId: "h1" }, { url: "/a", collected }, given)).rejects.toBe(
		wrong,
	);
	expect(files).toEqual([]);
});
