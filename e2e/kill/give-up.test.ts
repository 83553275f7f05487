import { afterAll, beforeAll, expect, test } from "vitest";
import { aVoice } from "../../seed/builders.ts";
import { type Harness, startHarness, until } from "../../tools/bench/harness.ts";

let harness: Harness;
beforeAll(async () => {
	harness = await startHarness({ engines: "fake" });
});
afterAll(async () => harness?.stop());

/** Runs a workflow on the real engine and waits for its end. */
async function run(workflow: string, key: string, payload: unknown): Promise<{ status: number; message: string }> {
	const response = await fetch(`http://127.0.0.1:${harness.stack.ports.restateIngress}/${workflow}/${key}/run`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(payload),
		signal: AbortSignal.timeout(60_000),
	});
	const body = await response.text();
	return { status: response.status, message: body === "" ? "" : (JSON.parse(body) as { message: string }).message };
}

test("the engine ends a run with invalid input at once, with the reason", async () => {
	const { status, message } = await run("VoicePurge", "invalid", { folder: "" });
	expect(status).toBe(422);
	expect(message).toMatch(/Invalid input of VoicePurge: .*folder/s);
});

test("a step that can never succeed is not retried, and the user sees why", async () => {
	const { db, storage, user } = harness;
	const { voiceId, sampleIds } = await aVoice(db, storage, user, { samples: 1 });
	const [sampleId = ""] = sampleIds;
	await db.updateTable("voice_sample").set({ separation_status: "pending" }).where("id", "=", sampleId).execute();
	const job = { workspaceId: user.workspaceId, voiceId, sampleId };
	const started = performance.now();
	expect(await run("VoiceSpeakers", "undecodable", job)).toEqual({ status: 200, message: "" });
	// Twelve attempts take a minute.
	expect(performance.now() - started).toBeLessThan(30_000);
	const sample = () =>
		db
			.selectFrom("voice_sample")
			.select(["separation_status", "separation_error"])
			.where("id", "=", sampleId)
			.executeTakeFirstOrThrow();
	expect(await sample()).toEqual({
		separation_status: "failed",
		separation_error: "The file is damaged or its format is not supported.",
	});
});

test("a step that fails because storage is missing the file gives the reason of the service", async () => {
	const { db, storage, user } = harness;
	const { voiceId, sampleIds } = await aVoice(db, storage, user, { samples: 1 });
	const [sampleId = ""] = sampleIds;
	await db
		.updateTable("voice_sample")
		.set({ separation_status: "pending", audio_key: "voices/missing" })
		.where("id", "=", sampleId)
		.execute();
	await run("VoiceSpeakers", "missing", { workspaceId: user.workspaceId, voiceId, sampleId });
	const error = await until("the reason", 10, async () => {
		const row = await db
			.selectFrom("voice_sample")
			.select("separation_error")
			.where("id", "=", sampleId)
			.executeTakeFirst();
		return row?.separation_error ?? undefined;
	});
	expect(error).toBe("This recording no longer exists.");
});
