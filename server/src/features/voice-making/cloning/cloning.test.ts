import type { VoiceConsent, VoiceTraining } from "@timbre/contract/voice-making/cloning.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../../seed/builders.ts";
import { outboxValues } from "../../../core/events/outbox.repo.ts";
import { formOf, recordings, runQueued } from "../../../testing/recordings.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { trainingWorkflow } from "../training/training.workflow.ts";

let app: TestApp;
let owner: SeedUser;
beforeAll(async () => {
	app = await testApp();
	owner = await app.user({ tier: "creator" });
});
afterAll(async () => app.stop());

type Problem = { detail: { code: string; message: string } };
const send = (method: string, path: string, user = owner, body?: FormData) =>
	fetch(app.url + path, { method, headers: { "xi-api-key": user.apiKey }, ...(body ? { body } : {}) });
const request = async <T>(method: string, path: string, body?: FormData, user = owner): Promise<T> => {
	const response = await send(method, path, user, body);
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
	return (await response.json()) as T;
};
const problemOf = async (response: Response) => {
	const { detail } = (await response.json()) as Problem;
	return { status: response.status, code: detail.code, message: detail.message };
};
const services = () => ({ db: app.db, storage: app.storage, speech: app.speech, engine: "fake", tries: 2 });
const train = (before?: (step: string) => void | Promise<void>) => runQueued(app, trainingWorkflow, services(), before);
const clone = async (user = owner, files = [recordings.ada()]) =>
	(
		await request<{ voice_id: string; requires_verification: boolean }>(
			"POST",
			"/v1/voices/add",
			formOf({ name: "Ada", files }),
			user,
		)
	).voice_id;
const training = (id: string) => request<VoiceTraining>("GET", `/v1/voices/${id}/training`);
const speak = (id: string) => app.postJson(`/v1/text-to-speech/${id}`, owner.apiKey, { text: "Good morning." });
const giveConsent = async (id: string, recording = recordings.ada(7, 5)) => {
	await request<VoiceConsent>("GET", `/v1/voices/${id}/consent`);
	return send("POST", `/v1/voices/${id}/consent`, owner, formOf({ recording, scope: "workspace" }));
};

test("VOICES-056 matches a voice to recordings and says so; it is unusable until its speaker consents and after consent is revoked", async () => {
	const files = [recordings.ada(6, 1), recordings.ada(5, 2)];
	const labels = JSON.stringify({ accent: "test", language: "en" });
	const body = formOf({ name: "Ada", description: "Hers", labels, files });
	const created = await request<{ voice_id: string; requires_verification: boolean }>("POST", "/v1/voices/add", body);
	expect(created.requires_verification).toBe(true);
	const id = created.voice_id;
	const before = await request<Voice>("GET", `/v1/voices/${id}`);
	expect(before).toMatchObject({
		name: "Ada",
		description: "Hers",
		category: "cloned",
		origin: "matched",
		labels: { accent: "test" },
		disabled: true,
		voice_verification: { requires_verification: true, is_verified: false },
	});
	expect(before.samples).toHaveLength(2);
	expect(before.samples?.[0]).toMatchObject({ mime_type: "audio/wav", file_name: "files-1.wav" });
	expect(await training(id)).toMatchObject({ state: "queued", progress: 0, similarity: null });

	expect(await train()).toBe(1);
	const found = await training(id);
	expect(found).toMatchObject({ state: "fine_tuned", progress: 1, origin: "matched" });
	expect(found.message).toMatch(/matched/i);
	expect(found.message).not.toMatch(/\bcloned\b(?!\.)/);
	expect(found.similarity).toEqual(expect.any(Number));
	expect(await problemOf(await speak(id))).toMatchObject({ code: "voice_not_verified" });

	expect((await giveConsent(id)).status).toBe(200);
	expect((await request<Voice>("GET", `/v1/voices/${id}`)).disabled).toBe(false);
	expect((await speak(id)).status).toBe(200);

	expect(await request<VoiceConsent>("DELETE", `/v1/voices/${id}/consent`)).toMatchObject({
		given: null,
		revoked_at_unix: expect.any(Number),
	});
	expect(await problemOf(await speak(id))).toMatchObject({ code: "voice_consent_revoked" });
	expect((await giveConsent(id)).status).toBe(200);
	expect((await speak(id)).status).toBe(200);
	expect(await app.storage.list(`voices/${owner.workspaceId}/${id}/making`)).toEqual([]);
});

test("repeating steps after a crash changes nothing, and progress never decreases", async () => {
	const id = await clone();
	const [row] = await app.db.selectFrom("outbox").selectAll().where("target", "=", trainingWorkflow.name).execute();
	let crashes = 0;
	await train((step) => {
		if (step === "preview" && crashes++ === 0) throw new Error("the worker crashed");
	}).catch(() => {});
	expect((await training(id)).state).toBe("failed");
	// A killed worker leaves the row unchanged; the durable engine then repeats the run.
	await app.db
		.updateTable("voice_training")
		.set({ state: "fine_tuning", finished_at: null })
		.where("voice_id", "=", id)
		.execute();
	const seen: number[] = [];
	await app.db
		.insertInto("outbox")
		.values(outboxValues({ target: trainingWorkflow.name, key: "again", payload: row?.payload }))
		.execute();
	await train(async () => {
		seen.push((await training(id)).progress);
	});
	expect(seen).toEqual(seen.toSorted((a, b) => a - b));
	expect(seen[0]).toBeGreaterThan(0.1);
	expect(await training(id)).toMatchObject({ state: "fine_tuned", progress: 1 });
	expect((await request<Voice>("GET", `/v1/voices/${id}`)).samples).toHaveLength(1);
});

test("training can be canceled before it starts and while it runs, and restarts when a recording is added", async () => {
	const id = await clone();
	expect(await request<VoiceTraining>("DELETE", `/v1/voices/${id}/training`)).toMatchObject({ state: "cancelled" });
	await train();
	expect(await training(id)).toMatchObject({ state: "cancelled", similarity: null });
	expect(await problemOf(await send("DELETE", `/v1/voices/${id}/training`))).toMatchObject({ code: "conflict" });

	const more = formOf({ name: "Ada", files: [recordings.ada(5, 8)] });
	expect((await send("POST", `/v1/voices/${id}/edit`, owner, more)).status).toBe(200);
	await train(async (step) => {
		if (step === "match") await send("DELETE", `/v1/voices/${id}/training`);
	});
	expect(await training(id)).toMatchObject({ state: "cancelled", similarity: null });
	expect((await request<Voice>("GET", `/v1/voices/${id}`)).high_quality_base_model_ids).toEqual([]);
	expect(await app.storage.list(`voices/${owner.workspaceId}/${id}/making`)).toEqual([]);
});

test("VOICES-043 an edit takes files, name, description, labels and whether to remove background noise", async () => {
	const id = await clone();
	await train();
	const labels = JSON.stringify({ gender: "female" });
	const parts = { name: "Ada L.", description: "Warm", labels, remove_background_noise: "true" };
	const edited = await send(
		"POST",
		`/v1/voices/${id}/edit`,
		owner,
		formOf({ ...parts, files: [recordings.ada(5, 9)] }),
	);
	expect(edited.status).toBe(200);
	await train();
	const voice = await request<Voice>("GET", `/v1/voices/${id}`);
	expect(voice).toMatchObject({ name: "Ada L.", description: "Warm", labels: { gender: "female" } });
	expect(voice.samples?.map((sample) => sample.remove_background_noise)).toEqual([false, true]);
	expect(voice.samples?.[1]).toMatchObject({ has_isolated_audio: true });
});

test("adding a recording of another speaker makes the voice unusable until consent is given again", async () => {
	const id = await clone();
	await train();
	expect((await giveConsent(id)).status).toBe(200);
	await send("POST", `/v1/voices/${id}/edit`, owner, formOf({ name: "Ada", files: [recordings.ada(5, 7)] }));
	await train();
	expect((await speak(id)).status).toBe(200);
	await send("POST", `/v1/voices/${id}/edit`, owner, formOf({ name: "Ada", files: [recordings.ben()] }));
	expect(await problemOf(await speak(id))).toMatchObject({ code: "voice_not_verified" });
});

test("deleting a voice during training leaves no files", async () => {
	const id = await clone();
	await train(async (step) => {
		if (step === "match") expect((await send("DELETE", `/v1/voices/${id}`)).status).toBe(200);
	});
	expect(await app.storage.list(`voices/${owner.workspaceId}/${id}`)).toEqual([]);
});

test("removes noise on request and keeps the original recording", async () => {
	const body = formOf({ name: "Ada", remove_background_noise: "true", files: [recordings.ada()] });
	const { voice_id } = await request<{ voice_id: string }>("POST", "/v1/voices/add", body);
	await train();
	const { samples } = await request<Voice>("GET", `/v1/voices/${voice_id}`);
	expect(samples?.[0]).toMatchObject({ remove_background_noise: true, has_isolated_audio: true });
});

test.each([
	["a file without audio", Buffer.from("just words"), /can't be used/],
	["silence", recordings.silent(), /seconds of speech/],
	["a recording with a truncated header", recordings.ada().subarray(0, 20), /can't be used/],
] as const)("rejects %s with its name and a reason, and stores nothing", async (_name, bytes, reason) => {
	const user = await app.user({ tier: "creator" });
	const files = [recordings.ada(3), new Uint8Array(bytes)];
	const rejected = await problemOf(await send("POST", "/v1/voices/add", user, formOf({ name: "No", files })));
	expect(rejected).toMatchObject({ status: 400, code: "invalid_audio" });
	expect(rejected.message).toMatch(/^files-2\.wav can't be used/);
	expect(rejected.message).toMatch(reason);
	expect(await app.storage.list(`voices/${user.workspaceId}`)).toEqual([]);
	expect(
		(await request<{ voices: Voice[] }>("GET", "/v1/voices", undefined, user)).voices.some((voice) => voice.is_owner),
	).toBe(false);
});

test("rejects a voice when all slots are in use, and stores nothing", async () => {
	const user = await app.user({ tier: "free" });
	for (let at = 0; at < 3; at++) await clone(user, [recordings.ada(3)]);
	const storedBefore = await app.storage.list(`voices/${user.workspaceId}`);
	const form = formOf({ name: "Fourth", files: [recordings.ada(3)] });
	const rejected = await problemOf(await send("POST", "/v1/voices/add", user, form));
	expect(rejected).toMatchObject({ status: 400, code: "voice_limit_reached" });
	expect(await app.storage.list(`voices/${user.workspaceId}`)).toEqual(storedBefore);
});

test("rejects a request without a file or with invalid labels", async () => {
	expect((await send("POST", "/v1/voices/add", owner, formOf({ name: "Ada" }))).status).toBe(422);
	const labels = formOf({ name: "Ada", labels: "[1]", files: [recordings.ada(3)] });
	expect((await send("POST", "/v1/voices/add", owner, labels)).status).toBe(422);
});
