import type { Isolation } from "@timbre/contract/isolator/schemas.ts";
import { creditsForSeconds } from "@timbre/contract/plans.ts";
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

test("kill -9 of the worker and the speech node while a recording is isolated: it is complete and charged once", async () => {
	const seconds = 300;
	const pcm = Buffer.alloc(seconds * 32_000);
	for (let at = 0; at < pcm.length; at += 2) pcm.writeInt16LE(Math.round(9_000 * Math.sin(at / 31)), at);
	const wav = finishWav(Buffer.concat([wavHeader(16_000), pcm]));
	const stream = (async function* () {
		yield wav;
	})();
	const { uploadId } = await storeFile(harness, harness.user, "long.wav", stream);
	const job = await request<Isolation>("/v1/audio-isolation/jobs", { upload_id: uploadId });
	const get = () => request<Isolation>(`/v1/audio-isolation/jobs/${job?.isolation_id}`);
	const reach = (share: number) => until(`${share} of it`, 120, async () => ((await get())?.progress ?? 0) >= share);
	await reach(0.2);
	await harness.stack.kill("worker");
	await reach(0.4);
	await harness.stack.kill("speech-node");
	await harness.stack.waitForVoice(60_000);
	await reach(0.6);
	await harness.stack.kill("worker");
	const done = await until("the end", 180, async () => {
		const now = await get();
		return now && now.state !== "queued" && now.state !== "running" && now;
	});
	const credits = creditsForSeconds("isolation", seconds);
	expect(done).toMatchObject({ state: "completed", seconds, credits });
	const { workspaceId } = harness.user;
	const left = async () => [
		...(await harness.storage.list(`work/${workspaceId}`)),
		...(await harness.storage.list(`uploads/${workspaceId}`)),
	];
	await until("the chunks to be removed", 60, async () => (await left()).length === 0);
	const { db } = harness;
	const entries = await db
		.selectFrom("credit_entry")
		.select("amount")
		.where("generation_id", "=", done.isolation_id)
		.execute();
	expect(entries).toEqual([{ amount: credits }]);
	const account = await db
		.selectFrom("credit_account")
		.select(["used", "reserved"])
		.where("workspace_id", "=", workspaceId)
		.executeTakeFirstOrThrow();
	expect(account).toEqual({ used: credits, reserved: 0 });
});
