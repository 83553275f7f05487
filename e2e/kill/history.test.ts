import type { HistoryExport } from "@timbre/contract/history/endpoints.ts";
import { decodeAudio } from "@timbre/engines/media/decode.ts";
import { createEncoder } from "@timbre/engines/media/encoder.ts";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aHistoryItem } from "../../seed/builders.ts";
import { type Harness, startHarness, until } from "../../tools/bench/harness.ts";

const items = 200;
const seconds = 3;
const undoSeconds = 4;

describe("kill -9 during durable history workflows", () => {
	let harness: Harness;
	let ids: string[];

	beforeAll(async () => {
		harness = await startHarness({
			engines: "fake",
			env: { HISTORY_UNDO_SECONDS: String(undoSeconds), HISTORY_EXPORT_SECONDS: "15" },
		});
		const encoder = await createEncoder("opus_48000_32", 24_000);
		const tone = Float32Array.from({ length: 24_000 * seconds }, (_, i) => 0.5 * Math.sin(i / 8));
		const bytes = Buffer.concat([encoder.push(tone), encoder.flush()]);
		// Opus, so that every item must be converted and a part takes a while.
		const audio = { bytes, format: "opus_48000_32", seconds } as const;
		ids = [];
		for (let i = 0; i < items; i++)
			ids.push(await aHistoryItem(harness.db, harness.storage, harness.user, { text: `item ${i}`, audio }));
	});
	afterAll(() => harness?.stop());

	const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
		const answer = await fetch(harness.stack.url + path, {
			method,
			headers: {
				"xi-api-key": harness.user.apiKey,
				...(body === undefined ? {} : { "content-type": "application/json" }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
		return (await answer.json()) as T;
	};
	const getExport = (id: string) => call<HistoryExport>("GET", `/v1/history/exports/${id}`);
	const objects = () => harness.storage.list(`exports/${harness.user.workspaceId}/`);

	test.each(["worker", "restate"] as const)(
		"of the %s: the archive is finished once, is complete and still expires",
		async (name) => {
			const { export_id: id } = await call<HistoryExport>("POST", "/v1/history/exports", { history_item_ids: ids });
			await until("two parts", 60, async () => (await getExport(id)).done >= 50);
			expect((await getExport(id)).status).toBe("running");
			await harness.stack.kill(name);
			await harness.stack.waitReady(name);
			const finished = await until("the archive", 90, async () => {
				const now = await getExport(id);
				return now.status === "done" ? now : undefined;
			});
			expect(finished).toMatchObject({ done: items, total: items, skipped: 0 });
			const answer = await fetch(harness.stack.url + finished.url, {
				headers: { "xi-api-key": harness.user.apiKey },
			});
			const files = unzipSync(Buffer.from(await answer.arrayBuffer()));
			expect(Object.keys(files)).toHaveLength(items);
			for (const bytes of Object.values(files).slice(0, 5)) {
				const audio = await decodeAudio(bytes, "mp3_44100_128");
				expect(Math.abs(audio.samples.length / audio.sampleRate - seconds)).toBeLessThan(0.15);
			}
			await harness.stack.kill(name);
			await harness.stack.waitReady(name);
			await until("the archive to expire", 60, async () => (await getExport(id)).status === "expired");
			expect(await objects()).toEqual([]);
		},
		180_000,
	);

	test("of the worker during the undo period: a deleted item and its audio are removed when it ends, not before", async () => {
		const [deleted, restored] = ids as [string, string];
		const exists = async (id: string) =>
			(await harness.storage.list(`history/${harness.user.workspaceId}/`)).some((key) => key.includes(id));
		const deletedAt = Date.now();
		for (const id of [deleted, restored]) await call("DELETE", `/v1/history/${id}`);
		await call("POST", `/v1/history/${restored}/restore`);
		await harness.stack.kill("worker");
		// It stays while no worker is running.
		expect(await exists(deleted)).toBe(true);
		await harness.stack.waitReady("worker");
		await until("the audio to be removed", 30, async () => !(await exists(deleted)));
		expect(Date.now() - deletedAt).toBeGreaterThanOrEqual(undoSeconds * 1000);
		await until("the row to be removed", 10, async () => {
			const rows = await harness.db.selectFrom("history_item").select("id").where("id", "=", deleted).execute();
			return rows.length === 0;
		});
		expect(await exists(restored)).toBe(true);
		expect(await call("GET", `/v1/history/${restored}`)).toMatchObject({ history_item_id: restored });
	});
});
