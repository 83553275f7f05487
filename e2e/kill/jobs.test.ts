import type { SpeechJob } from "@timbre/contract/speech/endpoints.ts";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness, until } from "../../tools/bench/harness.ts";
import { listen } from "../../tools/bench/listener.ts";

const format = "pcm_24000";
const leaseSeconds = 4;
const sentences = ["one", "two", "three", "four", "five", "six", "seven", "eight"].map(
	(number) => `This is sentence ${number} of a text.`,
);

describe("kill -9 in the middle of a speech job", () => {
	let harness: Harness;
	beforeAll(async () => {
		harness = await startHarness({
			engines: "fake",
			env: { FAKE_REALTIME: "true", LEASE_SECONDS: String(leaseSeconds) },
		});
	});
	afterAll(async () => harness?.stop());

	async function request<T>(path: string, body?: unknown): Promise<T> {
		const response = await fetch(`${harness.stack.apiUrl}${path}`, {
			method: body === undefined ? "GET" : "POST",
			headers: { "xi-api-key": harness.user.apiKey, "content-type": "application/json" },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		expect(response.ok).toBe(true);
		return (await response.json()) as T;
	}
	const voice = voiceId("fake", "tone-low");
	const start = (text: string) =>
		request<SpeechJob>(`/v1/text-to-speech/${voice}/jobs?output_format=${format}`, { text });
	/** Undefined while the api restarts. */
	const get = ({ speech_job_id }: SpeechJob) =>
		request<SpeechJob>(`/v1/speech-jobs/${speech_job_id}`).catch(() => undefined);
	const reach = (job: SpeechJob, characters: number) =>
		until(`${characters} characters`, 60, async () => ((await get(job))?.delivered_characters ?? 0) >= characters);

	/** The job is done, its audio has every sentence, and each was charged once. */
	async function expectComplete(job: SpeechJob, text: string, count: number): Promise<void> {
		const done = await until("the end of the job", 120, async () => {
			const now = await get(job);
			return now !== undefined && now.status !== "waiting" && now.status !== "running" && now;
		});
		expect(done).toMatchObject({ status: "done", error: null, delivered_characters: text.length });
		const { db, user, stack } = harness;
		const { workspaceId } = user;
		const items = await db
			.selectFrom("history_item")
			.select(["id", "text", "audio_bytes", "partial"])
			.where("text", "=", text)
			.execute();
		expect(items).toMatchObject([{ id: done.history_item_id, partial: false }]);
		const { sentences: spoken } = await request<{ sentences: unknown[] }>(`/v1/history/${done.history_item_id}/takes`);
		expect(spoken).toHaveLength(count);
		// The same text as a stream: all of its sentences are stored, so it is free and has the same audio.
		const stream = listen({
			apiUrl: stack.apiUrl,
			apiKey: user.apiKey,
			voiceId: voice,
			text,
			format,
			newTake: false,
			keepHistory: true,
		});
		expect((await stream.done).ended).toBe("complete");
		expect(items[0]?.audio_bytes).toBe(stream.bytes);
		const { used, reserved, charged, entries } = await until("all reservations to close", 60, async () => {
			const account = await db
				.selectFrom("credit_account")
				.select(["used", "reserved"])
				.where("workspace_id", "=", workspaceId)
				.executeTakeFirstOrThrow();
			const rows = await db
				.selectFrom("credit_entry")
				.select("amount")
				.where("workspace_id", "=", workspaceId)
				.execute();
			const sum = rows.reduce((total, { amount }) => total + amount, 0);
			return account.reserved === 0 && { ...account, charged: sum, entries: rows.length };
		});
		expect(reserved).toBe(0);
		expect(used).toBe(charged);
		expect(entries).toBeGreaterThan(0);
		const before = chargedBefore;
		chargedBefore = charged;
		expect(charged - before).toBe(text.length);
	}
	let chargedBefore = 0;

	test("of the worker: the job continues where it was and is charged once", { tags: ["gate"] }, async () => {
		const text = sentences.slice(0, 4).join(" ");
		const job = await start(text);
		await reach(job, 1);
		await harness.stack.kill("worker");
		await expectComplete(job, text, 4);
	});

	test("of worker, api and speech node, several times: the audio is complete and charged once", async () => {
		const text = sentences.map((sentence) => sentence.replace("text", "book")).join(" ");
		const job = await start(text);
		await reach(job, 1);
		await harness.stack.kill("worker");
		await reach(job, text.length * 0.3);
		await harness.stack.kill("api");
		await reach(job, text.length * 0.5);
		await harness.stack.kill("worker");
		await harness.stack.kill("speech-node");
		await harness.stack.waitForVoice(60_000);
		await expectComplete(job, text, sentences.length);
	});
});
