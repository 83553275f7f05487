import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { VoiceTraining } from "@timbre/contract/voice-making/cloning.ts";
import type { voiceMakingEndpoints } from "@timbre/contract/voice-making/endpoints.ts";
import type { Voice, VoiceSample } from "@timbre/contract/voices/schemas.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../../seed/builders.ts";
import { formOf, recordings, runQueued } from "../../../testing/recordings.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { trainingWorkflow } from "../training/training.workflow.ts";
import { separationWorkflow } from "./separation.workflow.ts";

let app: TestApp;
let owner: SeedUser;
beforeAll(async () => {
	app = await testApp();
	owner = await app.user({ tier: "enterprise" });
});
afterAll(async () => app.stop());

const send = (method: string, path: string, body?: FormData | object, user = owner) =>
	fetch(app.url + path, {
		method,
		headers: {
			"xi-api-key": user.apiKey,
			...(body && !(body instanceof FormData) ? { "content-type": "application/json" } : {}),
		},
		...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
	});
const request = async <T>(method: string, path: string, body?: FormData | object, user = owner): Promise<T> => {
	const response = await send(method, path, body, user);
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
	return (await response.json()) as T;
};
const codeOf = async (response: Response) =>
	response.ok ? "ok" : ((await response.json()) as { detail: { code: string } }).detail.code;
const createVoice = async (user = owner) =>
	(await request<{ voice_id: string }>("POST", "/v1/voices/pvc", { name: "Ada", language: "en" }, user)).voice_id;
const services = () => ({ db: app.db, storage: app.storage, speech: app.speech, engine: "fake", tries: 2 });

test("VOICES-029 limits professional voices to the slots of the plan plus extra slots", async () => {
	const slots = (user: SeedUser, extra_pvc_slots: number) =>
		app.db.updateTable("workspace").set({ extra_pvc_slots }).where("id", "=", user.workspaceId).execute();
	const allowed = async (user: SeedUser) =>
		(await request<{ can_use_professional_voice_cloning: boolean }>("GET", "/v1/user/subscription", undefined, user))
			.can_use_professional_voice_cloning;
	const create = (user: SeedUser) => send("POST", "/v1/voices/pvc", { name: "Ada", language: "en" }, user);
	const free = await app.user({ tier: "free" });
	expect([await allowed(free), await codeOf(await create(free))]).toEqual([false, "only_for_higher_plan"]);
	await slots(free, 1);
	expect([await allowed(free), await codeOf(await create(free))]).toEqual([true, "ok"]);
	expect(await codeOf(await create(free))).toBe("voice_limit_reached");
	const creator = await app.user({ tier: "creator" });
	expect([await allowed(creator), await codeOf(await create(creator))]).toEqual([true, "ok"]);
	expect(await codeOf(await create(creator))).toBe("voice_limit_reached");
});

test("VOICES-050 VOICES-057 creates a usable professional voice from recordings: trim, speakers, verification and training", async () => {
	const id = await createVoice();
	const path = `/v1/voices/pvc/${id}`;
	await request("POST", path, { name: "Ada Two", description: "Hers", labels: { accent: "test" } });
	const added = await request<VoiceSample[]>(
		"POST",
		`${path}/samples`,
		formOf({ files: [recordings.both(), recordings.ada(8, 9)] }),
	);
	expect(added.map((sample) => sample.file_name)).toEqual(["files-1.wav", "files-2.wav"]);
	const [talk, alone] = added as [VoiceSample, VoiceSample];

	const waveform = await request<ResponseOf<typeof voiceMakingEndpoints.getSampleWaveform>>(
		"GET",
		`${path}/samples/${talk.sample_id}/waveform`,
	);
	expect(waveform.visual_waveform).toHaveLength(200);
	expect(Math.max(...waveform.visual_waveform)).toBeGreaterThan(0.3);
	expect(Math.max(...waveform.visual_waveform)).toBeLessThanOrEqual(1);

	const speakers = () =>
		request<ResponseOf<typeof voiceMakingEndpoints.getSampleSpeakers>>(
			"GET",
			`${path}/samples/${talk.sample_id}/speakers`,
		);
	expect(await speakers()).toMatchObject({ status: "not_started", speakers: null });
	expect(await request("POST", `${path}/samples/${talk.sample_id}/separate-speakers`)).toEqual({ status: "ok" });
	await request("POST", `${path}/samples/${talk.sample_id}/separate-speakers`);
	expect((await speakers()).status).toBe("pending");
	expect(await runQueued(app, separationWorkflow, services())).toBe(1);
	const found = await speakers();
	expect(found.status).toBe("completed");
	expect(Object.keys(found.speakers ?? {})).toEqual(["speaker_0", "speaker_1"]);
	const hers = await request<ResponseOf<typeof voiceMakingEndpoints.getSpeakerAudio>>(
		"GET",
		`${path}/samples/${talk.sample_id}/speakers/speaker_1/audio`,
	);
	expect(hers.media_type).toBe("audio/wav");
	expect(hers.duration_secs).toBeCloseTo(found.speakers?.speaker_1?.duration_secs ?? 0, 0);
	expect(await codeOf(await send("GET", `${path}/samples/${talk.sample_id}/speakers/speaker_7/audio`))).toBe(
		"speaker_not_found",
	);

	const update = (sample: VoiceSample, body: object) => send("POST", `${path}/samples/${sample.sample_id}`, body);
	expect(await codeOf(await update(talk, { selected_speaker_ids: ["speaker_7"] }))).toBe("invalid_request");
	expect(await codeOf(await update(talk, { selected_speaker_ids: ["speaker_0"] }))).toBe("ok");
	expect(await codeOf(await update(alone, { trim_start_time: 5_000, trim_end_time: 4_000 }))).toBe("invalid_request");
	expect((await update(alone, { trim_start_time: 0, trim_end_time: Number.MAX_SAFE_INTEGER })).status).toBe(422);
	expect(
		await codeOf(await update(alone, { trim_start_time: 1_000, trim_end_time: 7_000, file_name: "alone.wav" })),
	).toBe("ok");
	const preview = await request<ResponseOf<typeof voiceMakingEndpoints.getSamplePreview>>(
		"GET",
		`${path}/samples/${alone.sample_id}/audio`,
	);
	expect(preview.duration_secs).toBeCloseTo(6, 1);
	expect(Buffer.from(preview.audio_base_64, "base64").toString("latin1", 0, 4)).toBe("RIFF");

	expect(await codeOf(await send("POST", `${path}/train`, {}))).toBe("conflict");
	await request("GET", `${path}/captcha`);
	expect(await codeOf(await send("POST", `${path}/captcha`, formOf({ recording: recordings.ben(7) })))).toBe(
		"verification_failed",
	);
	await request("GET", `${path}/captcha`);
	expect(await request("POST", `${path}/captcha`, formOf({ recording: recordings.ada(7, 6) }))).toMatchObject({
		status: "ok",
	});
	await request("POST", `${path}/samples`, formOf({ files: [recordings.ada(12, 11)] }));
	expect(await codeOf(await send("POST", `${path}/train`, { model_id: "nothing" }))).toBe("model_not_found");
	expect(await request("POST", `${path}/train`, {})).toEqual({ status: "ok" });
	expect(await codeOf(await send("POST", `${path}/train`, {}))).toBe("conflict");
	expect(await codeOf(await update(alone, { trim_start_time: 0 }))).toBe("conflict");

	const training = () => request<VoiceTraining>("GET", `/v1/voices/${id}/training`);
	expect((await training()).state).toBe("queued");
	const states: string[] = [];
	await runQueued(app, trainingWorkflow, services(), async () => {
		const { state, progress, message } = await training();
		states.push(state);
		if (state !== "fine_tuning") return;
		expect(progress).toBeLessThan(1);
		expect(message).toMatch(/No model is trained/);
	});
	expect([...new Set(states)]).toEqual(["queued", "fine_tuning", "fine_tuned"].slice(0, new Set(states).size));
	expect(await training()).toMatchObject({ state: "fine_tuned", progress: 1, origin: "matched" });
	const voice = await request<Voice>("GET", `/v1/voices/${id}`);
	expect(voice).toMatchObject({ name: "Ada Two", category: "professional", disabled: false, is_mixed: true });
	expect(Object.values(voice.fine_tuning?.state ?? {})).toEqual(["fine_tuned"]);
	expect((await app.postJson(`/v1/text-to-speech/${id}`, owner.apiKey, { text: "Hello." })).status).toBe(200);
	expect(await request("DELETE", `${path}/samples/${alone.sample_id}`)).toEqual({ status: "ok" });
	expect((await request<Voice>("GET", `/v1/voices/${id}`)).samples).toHaveLength(2);
});

test("selecting another speaker makes the voice unusable until new consent", async () => {
	const id = await createVoice();
	const path = `/v1/voices/pvc/${id}`;
	const [talk] = await request<VoiceSample[]>("POST", `${path}/samples`, formOf({ files: [recordings.both()] }));
	const sample = `${path}/samples/${talk?.sample_id}`;
	await request("POST", `${sample}/separate-speakers`);
	await runQueued(app, separationWorkflow, services());
	await request("POST", sample, { selected_speaker_ids: ["speaker_0"] });
	await request("GET", `${path}/captcha`);
	await request("POST", `${path}/captcha`, formOf({ recording: recordings.ada(7, 6) }));
	const verified = async () => (await request<Voice>("GET", `/v1/voices/${id}`)).voice_verification?.is_verified;
	expect(await verified()).toBe(true);
	await request("POST", sample, { selected_speaker_ids: ["speaker_1"] });
	expect(await verified()).toBe(false);
});

test("rejects training without recordings or with too little speech", async () => {
	const id = await createVoice();
	await app.db.updateTable("voice").set({ verified_at: new Date() }).where("id", "=", id).execute();
	expect(await codeOf(await send("POST", `/v1/voices/pvc/${id}/train`, {}))).toBe("conflict");
	await request("POST", `/v1/voices/pvc/${id}/samples`, formOf({ files: [recordings.ada(3)] }));
	expect(await codeOf(await send("POST", `/v1/voices/pvc/${id}/train`, {}))).toBe("conflict");
	expect(await request<VoiceTraining>("GET", `/v1/voices/${id}/training`)).toMatchObject({
		state: "not_started",
		progress: 0,
	});
});
