import type { Isolation } from "@timbre/contract/isolator/schemas.ts";
import { creditsForSeconds } from "@timbre/contract/plans.ts";
import type { ConversionJob } from "@timbre/contract/voice-changer/schemas.ts";
import { finishWav, wavHeader } from "@timbre/engines/media/wav.ts";
import { storeFile } from "@timbre/server/features/uploads/uploads.public.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, startHarness, until } from "../../tools/bench/harness.ts";

let harness: Harness;
beforeAll(async () => {
	harness = await startHarness({ engines: "fake" });
});
afterAll(async () => harness?.stop());

/** Undefined while the api restarts. */
async function request<T>(path: string, body?: unknown): Promise<T | undefined> {
	const response = await fetch(`${harness.stack.apiUrl}${path}`, {
		method: body === undefined ? "GET" : "POST",
		headers: { "xi-api-key": harness.user.apiKey, "content-type": "application/json" },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	}).catch(() => undefined);
	return response?.ok ? ((await response.json()) as T) : undefined;
}

/** Stores a tone of the given length as an upload. */
async function upload(seconds: number): Promise<string> {
	const pcm = Buffer.alloc(seconds * 32_000);
	for (let at = 0; at < pcm.length; at += 2) pcm.writeInt16LE(Math.round(9_000 * Math.sin(at / 31)), at);
	const wav = finishWav(Buffer.concat([wavHeader(16_000), pcm]));
	const stream = (async function* () {
		yield wav;
	})();
	return (await storeFile(harness, harness.user, "long.wav", stream)).uploadId;
}

type Job = { state: "queued" | "running" | "completed" | "failed"; progress: number; credits: number | null };

/** Kills the worker twice and the speech node once while the job runs. Returns how it ended. */
async function endDespiteKills(get: () => Promise<Job | undefined>): Promise<Job> {
	const reach = (share: number) => until(`${share} of it`, 120, async () => ((await get())?.progress ?? 0) >= share);
	await reach(0.2);
	await harness.stack.kill("worker");
	await reach(0.4);
	await harness.stack.kill("speech-node");
	await harness.stack.waitForVoice(60_000);
	await reach(0.6);
	await harness.stack.kill("worker");
	return until("the end", 180, async () => {
		const now = await get();
		return now && now.state !== "queued" && now.state !== "running" && now;
	});
}

async function expectChargedOnce(id: string, credits: number): Promise<void> {
	const { db } = harness;
	const { workspaceId } = harness.user;
	const entries = await db.selectFrom("credit_entry").select("amount").where("generation_id", "=", id).execute();
	expect(entries).toEqual([{ amount: credits }]);
	const account = await db
		.selectFrom("credit_account")
		.select(["used", "reserved"])
		.where("workspace_id", "=", workspaceId)
		.executeTakeFirstOrThrow();
	const { total } = await db
		.selectFrom("credit_entry")
		.select(({ fn }) => fn.sum<string>("amount").as("total"))
		.where("workspace_id", "=", workspaceId)
		.executeTakeFirstOrThrow();
	expect(account).toEqual({ used: Number(total), reserved: 0 });
}

const stored = (folder: string) => harness.storage.list(`${folder}/${harness.user.workspaceId}`);

test("kill -9 of the worker and the speech node while a recording is isolated: it is complete and charged once", async () => {
	const seconds = 300;
	const job = await request<Isolation>("/v1/audio-isolation/jobs", { upload_id: await upload(seconds) });
	const id = job?.isolation_id ?? "";
	const done = await endDespiteKills(async () => {
		const now = await request<Isolation>(`/v1/audio-isolation/jobs/${id}`);
		return now && { ...now, state: now.state as Job["state"] };
	});
	const credits = creditsForSeconds("isolation", seconds);
	expect(done).toMatchObject({ state: "completed", seconds, credits });
	await until("the chunks to be removed", 60, async () => (await stored("work")).length === 0);
	expect(await stored("uploads")).toEqual([]);
	await expectChargedOnce(id, credits);
});

test("kill -9 of the worker and the speech node while a voice is changed: the result is complete and charged once", async () => {
	const seconds = 240;
	const { voices = [] } = (await request<{ voices: { voice_id: string }[] }>("/v1/voices")) ?? {};
	const path = `/v1/speech-to-speech/${voices[0]?.voice_id}/jobs`;
	const job = await request<ConversionJob>(path, { upload_id: await upload(seconds), model_id: "timbre_reshape" });
	const id = job?.conversion_job_id ?? "";
	const states = {
		waiting: "queued",
		running: "running",
		done: "completed",
		failed: "failed",
		canceled: "failed",
	} as const;
	let item = "";
	const done = await endDespiteKills(async () => {
		const now = await request<ConversionJob>(`/v1/speech-to-speech/jobs/${id}`);
		item = now?.history_item_id ?? "";
		return now && { ...now, state: states[now.status] };
	});
	expect(done).toMatchObject({ state: "completed", seconds, credits: expect.any(Number) });
	const audio = await fetch(`${harness.stack.apiUrl}/v1/history/${item}/audio`, {
		headers: { "xi-api-key": harness.user.apiKey },
	});
	// 128 kbit/s.
	expect((await audio.arrayBuffer()).byteLength / 16_000).toBeCloseTo(seconds, 0);
	await until("the upload to be removed", 60, async () => (await stored("uploads")).length === 0);
	await expectChargedOnce(id, done.credits ?? 0);
});
