import type { TranscriptDetails } from "@timbre/contract/transcription/schemas.ts";
import { wavHeader } from "@timbre/engines/media/wav.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness, until } from "../../tools/bench/harness.ts";
import { processTimes } from "../../tools/bench/streams.ts";
import { printFigures } from "../../tools/ci/figures.ts";

const sampleRate = 16_000;
const partBytes = 8 * 1024 * 1024;
const creditsPerMinute = 50;

describe("kill -9 in the middle of a transcript", () => {
	let harness: Harness;
	beforeAll(async () => {
		harness = await startHarness({ engines: "fake", env: { FAKE_DELAY_MS: "1000" } });
	});
	afterAll(async () => harness?.stop());

	async function request<T>(path: string, body?: object): Promise<T> {
		const form = body instanceof FormData;
		const response = await fetch(`${harness.stack.apiUrl}${path}`, {
			method: body === undefined ? "GET" : "POST",
			headers: { "xi-api-key": harness.user.apiKey, ...(form ? {} : { "content-type": "application/json" }) },
			...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
		});
		if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
		return (await response.json()) as T;
	}

	/** A tone with a pause every ten seconds. */
	function recording(minutes: number): Buffer {
		const period = Buffer.alloc(sampleRate * 2 * 10);
		for (let at = 0; at < sampleRate * 9; at++)
			period.writeInt16LE(Math.round(9_000 * Math.sin((2 * Math.PI * 220 * at) / sampleRate)), at * 2);
		return Buffer.concat([wavHeader(sampleRate), ...Array.from({ length: minutes * 6 }, () => period)]);
	}

	async function start(minutes: number): Promise<string> {
		const bytes = recording(minutes);
		const { upload_id } = await request<{ upload_id: string }>("/v1/uploads", {
			file_name: "talk.wav",
			bytes: bytes.length,
		});
		for (let offset = 0; offset < bytes.length; offset += partBytes) {
			const form = new FormData();
			form.append("offset", String(offset));
			form.append("part", new Blob([new Uint8Array(bytes.subarray(offset, offset + partBytes))]));
			await request(`/v1/uploads/${upload_id}/parts`, form);
		}
		const { transcription_id } = await request<TranscriptDetails>("/v1/speech-to-text/transcripts", { upload_id });
		return transcription_id;
	}
	/** Undefined while the api restarts. */
	const get = (id: string) =>
		request<TranscriptDetails>(`/v1/speech-to-text/transcripts/${id}/details`).catch(() => undefined);
	const reach = (id: string, progress: number) =>
		until(`a progress of ${progress}`, 120, async () => ((await get(id))?.progress ?? 0) >= progress);

	let chargedBefore = 0;
	/** It is complete, there is one, it was charged once and nothing else is left. */
	async function expectComplete(id: string, minutes: number): Promise<void> {
		const done = await until("the end of the transcript", 280, async () => {
			const now = await get(id);
			return now !== undefined && now.state !== "queued" && now.state !== "running" && now;
		});
		expect(done).toMatchObject({ state: "completed", error: null, credits: minutes * creditsPerMinute });
		expect(done.duration_seconds).toBeCloseTo(minutes * 60, 0);
		const words = (done.words ?? []).filter(({ type }) => type === "word");
		expect(words.at(-1)?.end).toBeGreaterThan(minutes * 60 - 3);
		const starts = words.map(({ start }) => start as number);
		expect(starts).toEqual(starts.toSorted((one, other) => one - other));
		const { db, user, storage } = harness;
		const { workspaceId } = user;
		const entries = await db
			.selectFrom("credit_entry")
			.select(["generation_id", "amount"])
			.where("workspace_id", "=", workspaceId)
			.execute();
		expect(entries.filter(({ generation_id }) => generation_id === id)).toHaveLength(1);
		const account = await db
			.selectFrom("credit_account")
			.select(["used", "reserved"])
			.where("workspace_id", "=", workspaceId)
			.executeTakeFirstOrThrow();
		expect(account).toEqual({ used: chargedBefore + minutes * creditsPerMinute, reserved: 0 });
		chargedBefore = account.used;
		await until("the files to be removed", 60, async () => {
			const left = await Promise.all(["uploads", "work"].map((kind) => storage.list(`${kind}/${workspaceId}/`)));
			return left.flat().length === 0;
		});
	}

	test("of the worker: there is one transcript, charged once", async () => {
		const id = await start(12);
		await reach(id, 0.2);
		await harness.stack.kill("worker");
		await expectComplete(id, 12);
	});

	test("of worker, api and speech node while an hour is transcribed, in bounded memory", async () => {
		const id = await start(60);
		let peak = 0;
		const watch = setInterval(() => {
			const pid = harness.stack.programs.get("worker")?.pid;
			try {
				if (pid) peak = Math.max(peak, processTimes(pid).rssMb);
			} catch {
				// It was just killed.
			}
		}, 250);
		try {
			await reach(id, 0.15);
			await harness.stack.kill("worker");
			await reach(id, 0.4);
			await harness.stack.kill("api");
			await harness.stack.kill("speech-node");
			await expectComplete(id, 60);
		} finally {
			clearInterval(watch);
		}
		printFigures(`worker memory while an hour is transcribed: ${Math.round(peak)} MB at most`);
		// The audio alone is 115 MB as 16-bit samples and 230 MB as floating-point ones.
		expect(peak).toBeLessThan(700);
	});
});
