import type { VoiceTraining } from "@timbre/contract/voice-making/cloning.ts";
import type { VoiceSample } from "@timbre/contract/voices/schemas.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../seed/builders.ts";
import { formOf, recordings, runQueued } from "../../testing/recordings.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { separationWorkflow } from "./professional/separation.workflow.ts";
import { trainingWorkflow } from "./training/training.workflow.ts";

let app: TestApp;
let owner: SeedUser;
beforeAll(async () => {
	app = await testApp();
	owner = await app.user({ tier: "enterprise" });
});
afterAll(async () => app.stop());

const services = () => ({ db: app.db, storage: app.storage, speech: app.speech, engine: "fake", tries: 2 });
const attemptsOf = (attempts: Map<string, number>, prefix: string) =>
	[...attempts].filter(([name]) => name.startsWith(prefix)).map(([, count]) => count);
async function form<T>(path: string, parts: Parameters<typeof formOf>[0]): Promise<T> {
	const response = await fetch(app.url + path, {
		method: "POST",
		headers: { "xi-api-key": owner.apiKey },
		body: formOf(parts),
	});
	return (await response.json()) as T;
}
/** Points a voice's samples at another file. */
const replaceAudio = (voiceId: string, audio_key: string) =>
	app.db.updateTable("voice_sample").set({ audio_key }).where("voice_id", "=", voiceId).execute();

test.each([
	[
		"a recording that can't be decoded",
		"voices/garbage",
		/^The file is not an audio or video file that can be decoded\.$/,
	],
	["a recording that is missing from storage", "voices/nothing", /^This recording no longer exists\.$/],
])("training: %s fails at once, and the voice says why", async (_, key, message) => {
	await app.storage.put("voices/garbage", Buffer.from("not audio at all, whatever its name says"), "audio/wav");
	const { voice_id: id } = await form<{ voice_id: string }>("/v1/voices/add", { name: "Ada", files: recordings.ada() });
	await replaceAudio(id, key);
	const attempts = new Map<string, number>();
	expect(await runQueued(app, trainingWorkflow, services(), undefined, attempts)).toBe(1);
	expect(attemptsOf(attempts, "prepare")).toEqual([1]);
	const training = await app.get<VoiceTraining>(`/v1/voices/${id}/training`, owner.apiKey);
	expect(training).toMatchObject({ state: "failed", message: expect.stringMatching(message) });
});

test.each([
	[
		"a recording that can't be decoded",
		"voices/garbage",
		/^The file is not an audio or video file that can be decoded\.$/,
	],
	["a recording that is missing from storage", "voices/nothing", /^This recording no longer exists\.$/],
])("speaker separation: %s fails at once, and the sample says why", async (_, key, error) => {
	const created = await app.postJson("/v1/voices/pvc", owner.apiKey, { name: "Ada", language: "en" });
	const { voice_id: id } = (await created.json()) as { voice_id: string };
	const [sample] = await form<VoiceSample[]>(`/v1/voices/pvc/${id}/samples`, { files: recordings.ada() });
	const path = `/v1/voices/pvc/${id}/samples/${sample?.sample_id}`;
	await app.postJson(`${path}/separate-speakers`, owner.apiKey, {});
	await replaceAudio(id, key);
	const attempts = new Map<string, number>();
	expect(await runQueued(app, separationWorkflow, services(), undefined, attempts)).toBe(1);
	expect(attempts.get("separate")).toBe(1);
	const speakers = () => app.get(`${path}/speakers`, owner.apiKey);
	expect(await speakers()).toMatchObject({ status: "failed", error: expect.stringMatching(error) });
	await app.postJson(`${path}/separate-speakers`, owner.apiKey, {});
	expect(await speakers()).toMatchObject({ status: "pending", error: null });
	await runQueued(app, separationWorkflow, services());
});
