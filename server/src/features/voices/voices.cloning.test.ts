import type { VoiceConsent, VoiceTraining } from "@timbre/contract/voices.cloning.ts";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../../../seed/builders.ts";
import { formOf, recordings, runQueued } from "../../testing/recordings.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { makingWorkflow } from "./voices.training.workflow.ts";

let app: TestApp;
let owner: Person;
beforeAll(async () => {
	app = await testApp();
	owner = await app.person({ tier: "creator" });
});
afterAll(async () => app.stop());

type Problem = { detail: { code: string; message: string } };
const send = (method: string, path: string, person = owner, body?: FormData) =>
	fetch(app.url + path, { method, headers: { "xi-api-key": person.apiKey }, ...(body ? { body } : {}) });
const ask = async <T>(method: string, path: string, body?: FormData, person = owner): Promise<T> => {
	const answer = await send(method, path, person, body);
	if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
	return (await answer.json()) as T;
};
const problemOf = async (answer: Response) => {
	const { detail } = (await answer.json()) as Problem;
	return { status: answer.status, code: detail.code, message: detail.message };
};
const services = () => ({ db: app.db, storage: app.storage, speech: app.speech, engine: "fake", tries: 2 });
const make = (before?: (step: string) => void | Promise<void>) => runQueued(app, makingWorkflow, services(), before);
const clone = async (person = owner, files = [recordings.ada()]) =>
	(
		await ask<{ voice_id: string; requires_verification: boolean }>(
			"POST",
			"/v1/voices/add",
			formOf({ name: "Ada", files }),
			person,
		)
	).voice_id;
const training = (id: string) => ask<VoiceTraining>("GET", `/v1/voices/${id}/training`);
const speak = (id: string) => app.speak(`/v1/text-to-speech/${id}`, owner.apiKey, { text: "Good morning." });
const agree = async (id: string, recording = recordings.ada(7, 5)) => {
	await ask<VoiceConsent>("GET", `/v1/voices/${id}/consent`);
	return send("POST", `/v1/voices/${id}/consent`, owner, formOf({ recording, scope: "workspace" }));
};

test("VOICES-056 a voice is matched to recordings and says so, is silent until its speaker agrees, and again when that is taken back", async () => {
	const files = [recordings.ada(6, 1), recordings.ada(5, 2)];
	const labels = JSON.stringify({ accent: "test", language: "en" });
	const body = formOf({ name: "Ada", description: "Hers", labels, files });
	const made = await ask<{ voice_id: string; requires_verification: boolean }>("POST", "/v1/voices/add", body);
	expect(made.requires_verification).toBe(true);
	const id = made.voice_id;
	const before = await ask<Voice>("GET", `/v1/voices/${id}`);
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

	expect(await make()).toBe(1);
	const found = await training(id);
	expect(found).toMatchObject({ state: "fine_tuned", progress: 1, origin: "matched" });
	expect(found.message).toMatch(/matched/i);
	expect(found.message).not.toMatch(/\bcloned\b(?!\.)/);
	expect(found.similarity).toEqual(expect.any(Number));
	expect(await problemOf(await speak(id))).toMatchObject({ code: "voice_not_verified" });

	expect((await agree(id)).status).toBe(200);
	expect((await ask<Voice>("GET", `/v1/voices/${id}`)).disabled).toBe(false);
	expect((await speak(id)).status).toBe(200);

	expect(await ask<VoiceConsent>("DELETE", `/v1/voices/${id}/consent`)).toMatchObject({
		given: null,
		revoked_at_unix: expect.any(Number),
	});
	expect(await problemOf(await speak(id))).toMatchObject({ code: "voice_consent_revoked" });
	expect((await agree(id)).status).toBe(200);
	expect((await speak(id)).status).toBe(200);
	expect(await app.storage.list(`voices/${owner.workspaceId}/${id}/making`)).toEqual([]);
});

test("what is done again after a crash changes nothing, and the bar never goes back", async () => {
	const id = await clone();
	const [row] = await app.db.selectFrom("outbox").selectAll().where("target", "=", makingWorkflow.name).execute();
	let crashes = 0;
	await make((step) => {
		if (step === "preview" && crashes++ === 0) throw new Error("the worker died");
	}).catch(() => {});
	expect((await training(id)).state).toBe("failed");
	// A killed worker leaves the row as it was; the engine then runs the whole again.
	await app.db
		.updateTable("voice_training")
		.set({ state: "fine_tuning", finished_at: null })
		.where("voice_id", "=", id)
		.execute();
	const seen: number[] = [];
	await app.db
		.insertInto("outbox")
		.values({ target: makingWorkflow.name, target_key: "again", payload: JSON.stringify(row?.payload) })
		.execute();
	await make(async () => {
		seen.push((await training(id)).progress);
	});
	expect(seen).toEqual(seen.toSorted((a, b) => a - b));
	expect(seen[0]).toBeGreaterThan(0.1);
	expect(await training(id)).toMatchObject({ state: "fine_tuned", progress: 1 });
	expect((await ask<Voice>("GET", `/v1/voices/${id}`)).samples).toHaveLength(1);
});

test("stopping ends it, before it began and in the middle; it can be asked for again by adding a recording", async () => {
	const id = await clone();
	expect(await ask<VoiceTraining>("DELETE", `/v1/voices/${id}/training`)).toMatchObject({ state: "cancelled" });
	await make();
	expect(await training(id)).toMatchObject({ state: "cancelled", similarity: null });
	expect(await problemOf(await send("DELETE", `/v1/voices/${id}/training`))).toMatchObject({ code: "conflict" });

	const more = formOf({ name: "Ada", files: [recordings.ada(5, 8)] });
	expect((await send("POST", `/v1/voices/${id}/edit`, owner, more)).status).toBe(200);
	await make(async (step) => {
		if (step === "match") await send("DELETE", `/v1/voices/${id}/training`);
	});
	expect(await training(id)).toMatchObject({ state: "cancelled", similarity: null });
	expect((await ask<Voice>("GET", `/v1/voices/${id}`)).high_quality_base_model_ids).toEqual([]);
	expect(await app.storage.list(`voices/${owner.workspaceId}/${id}/making`)).toEqual([]);
});

test("a recording of somebody else makes the voice silent until its sentence is read again", async () => {
	const id = await clone();
	await make();
	expect((await agree(id)).status).toBe(200);
	await send("POST", `/v1/voices/${id}/edit`, owner, formOf({ name: "Ada", files: [recordings.ada(5, 7)] }));
	await make();
	expect((await speak(id)).status).toBe(200);
	await send("POST", `/v1/voices/${id}/edit`, owner, formOf({ name: "Ada", files: [recordings.ben()] }));
	expect(await problemOf(await speak(id))).toMatchObject({ code: "voice_not_verified" });
});

test("of a voice that is deleted while it is being made nothing stays", async () => {
	const id = await clone();
	await make(async (step) => {
		if (step === "match") expect((await send("DELETE", `/v1/voices/${id}`)).status).toBe(200);
	});
	expect(await app.storage.list(`voices/${owner.workspaceId}/${id}`)).toEqual([]);
});

test("noise is taken out when that is asked for, and the recording as it came is kept beside it", async () => {
	const body = formOf({ name: "Ada", remove_background_noise: "true", files: [recordings.ada()] });
	const { voice_id } = await ask<{ voice_id: string }>("POST", "/v1/voices/add", body);
	await make();
	const { samples } = await ask<Voice>("GET", `/v1/voices/${voice_id}`);
	expect(samples?.[0]).toMatchObject({ remove_background_noise: true, has_isolated_audio: true });
});

test.each([
	["no sound at all", Buffer.from("just words"), /cannot be used/],
	["silence", recordings.silent(), /seconds of speech/],
	["a recording cut off in its header", recordings.ada().subarray(0, 20), /cannot be used/],
] as const)("%s is refused with its name and a reason, and nothing is kept", async (_name, bytes, reason) => {
	const person = await app.person({ tier: "creator" });
	const files = [recordings.ada(3), new Uint8Array(bytes)];
	const refused = await problemOf(await send("POST", "/v1/voices/add", person, formOf({ name: "No", files })));
	expect(refused).toMatchObject({ status: 400, code: "invalid_audio" });
	expect(refused.message).toMatch(/^files-2\.wav cannot be used/);
	expect(refused.message).toMatch(reason);
	expect(await app.storage.list(`voices/${person.workspaceId}`)).toEqual([]);
	expect(
		(await ask<{ voices: Voice[] }>("GET", "/v1/voices", undefined, person)).voices.some((voice) => voice.is_owner),
	).toBe(false);
});

test("a full plan takes no more, and keeps nothing of what was sent", async () => {
	const person = await app.person({ tier: "free" });
	for (let at = 0; at < 3; at++) await clone(person, [recordings.ada(3)]);
	const kept = await app.storage.list(`voices/${person.workspaceId}`);
	const form = formOf({ name: "Fourth", files: [recordings.ada(3)] });
	const refused = await problemOf(await send("POST", "/v1/voices/add", person, form));
	expect(refused).toMatchObject({ status: 400, code: "voice_limit_reached" });
	expect(await app.storage.list(`voices/${person.workspaceId}`)).toEqual(kept);
});

test("without a file or with labels that are none it is refused", async () => {
	expect((await send("POST", "/v1/voices/add", owner, formOf({ name: "Ada" }))).status).toBe(422);
	const labels = formOf({ name: "Ada", labels: "[1]", files: [recordings.ada(3)] });
	expect((await send("POST", "/v1/voices/add", owner, labels)).status).toBe(422);
});
