import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { VoiceTraining } from "@timbre/contract/voices.cloning.ts";
import type { Voice, VoiceSample } from "@timbre/contract/voices.entities.ts";
import type { voicesEndpoints } from "@timbre/contract/voices.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../../../seed/builders.ts";
import { formOf, recordings, runQueued } from "../../testing/recordings.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { separationWorkflow } from "./voices.separation.workflow.ts";
import { makingWorkflow } from "./voices.training.workflow.ts";

let app: TestApp;
let owner: Person;
beforeAll(async () => {
	app = await testApp();
	owner = await app.person({ tier: "enterprise" });
});
afterAll(async () => app.stop());

const send = (method: string, path: string, body?: FormData | object, person = owner) =>
	fetch(app.url + path, {
		method,
		headers: {
			"xi-api-key": person.apiKey,
			...(body && !(body instanceof FormData) ? { "content-type": "application/json" } : {}),
		},
		...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
	});
const ask = async <T>(method: string, path: string, body?: FormData | object, person = owner): Promise<T> => {
	const answer = await send(method, path, body, person);
	if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
	return (await answer.json()) as T;
};
const codeOf = async (answer: Response) =>
	answer.ok ? "ok" : ((await answer.json()) as { detail: { code: string } }).detail.code;
const begin = async (person = owner) =>
	(await ask<{ voice_id: string }>("POST", "/v1/voices/pvc", { name: "Ada", language: "en" }, person)).voice_id;
const services = () => ({ db: app.db, storage: app.storage, speech: app.speech, engine: "fake", tries: 2 });

test("VOICES-029 professional voices come with the plan or with slots beyond it, and no more than there is room for", async () => {
	const slots = (person: Person, extra_pvc_slots: number) =>
		app.db.updateTable("workspace").set({ extra_pvc_slots }).where("id", "=", person.workspaceId).execute();
	const allowed = async (person: Person) =>
		(await ask<{ can_use_professional_voice_cloning: boolean }>("GET", "/v1/user/subscription", undefined, person))
			.can_use_professional_voice_cloning;
	const create = (person: Person) => send("POST", "/v1/voices/pvc", { name: "Ada", language: "en" }, person);
	const free = await app.person({ tier: "free" });
	expect([await allowed(free), await codeOf(await create(free))]).toEqual([false, "only_for_higher_plan"]);
	await slots(free, 1);
	expect([await allowed(free), await codeOf(await create(free))]).toEqual([true, "ok"]);
	expect(await codeOf(await create(free))).toBe("voice_limit_reached");
	const creator = await app.person({ tier: "creator" });
	expect([await allowed(creator), await codeOf(await create(creator))]).toEqual([true, "ok"]);
	expect(await codeOf(await create(creator))).toBe("voice_limit_reached");
});

test("VOICES-050 VOICES-057 a professional voice: recordings, trim, speakers, sentence, training, and it speaks", async () => {
	const id = await begin();
	const path = `/v1/voices/pvc/${id}`;
	await ask("POST", path, { name: "Ada Two", description: "Hers", labels: { accent: "test" } });
	const added = await ask<VoiceSample[]>(
		"POST",
		`${path}/samples`,
		formOf({ files: [recordings.both(), recordings.ada(8, 9)] }),
	);
	expect(added.map((sample) => sample.file_name)).toEqual(["files-1.wav", "files-2.wav"]);
	const [talk, alone] = added as [VoiceSample, VoiceSample];

	const waveform = await ask<ResponseOf<typeof voicesEndpoints.getSampleWaveform>>(
		"GET",
		`${path}/samples/${talk.sample_id}/waveform`,
	);
	expect(waveform.visual_waveform).toHaveLength(200);
	expect(Math.max(...waveform.visual_waveform)).toBeGreaterThan(0.3);
	expect(Math.max(...waveform.visual_waveform)).toBeLessThanOrEqual(1);

	const speakers = () =>
		ask<ResponseOf<typeof voicesEndpoints.getSampleSpeakers>>("GET", `${path}/samples/${talk.sample_id}/speakers`);
	expect(await speakers()).toMatchObject({ status: "not_started", speakers: null });
	expect(await ask("POST", `${path}/samples/${talk.sample_id}/separate-speakers`)).toEqual({ status: "ok" });
	await ask("POST", `${path}/samples/${talk.sample_id}/separate-speakers`);
	expect((await speakers()).status).toBe("pending");
	expect(await runQueued(app, separationWorkflow, services())).toBe(1);
	const found = await speakers();
	expect(found.status).toBe("completed");
	expect(Object.keys(found.speakers ?? {})).toEqual(["speaker_0", "speaker_1"]);
	const hers = await ask<ResponseOf<typeof voicesEndpoints.getSpeakerAudio>>(
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
	const preview = await ask<ResponseOf<typeof voicesEndpoints.getSamplePreview>>(
		"GET",
		`${path}/samples/${alone.sample_id}/audio`,
	);
	expect(preview.duration_secs).toBeCloseTo(6, 1);
	expect(Buffer.from(preview.audio_base_64, "base64").toString("latin1", 0, 4)).toBe("RIFF");

	expect(await codeOf(await send("POST", `${path}/train`, {}))).toBe("conflict");
	await ask("GET", `${path}/captcha`);
	expect(await codeOf(await send("POST", `${path}/captcha`, formOf({ recording: recordings.ben(7) })))).toBe(
		"verification_failed",
	);
	await ask("GET", `${path}/captcha`);
	expect(await ask("POST", `${path}/captcha`, formOf({ recording: recordings.ada(7, 6) }))).toMatchObject({
		status: "ok",
	});
	await ask("POST", `${path}/samples`, formOf({ files: [recordings.ada(12, 11)] }));
	expect(await codeOf(await send("POST", `${path}/train`, { model_id: "nothing" }))).toBe("model_not_found");
	expect(await ask("POST", `${path}/train`, {})).toEqual({ status: "ok" });
	expect(await codeOf(await send("POST", `${path}/train`, {}))).toBe("conflict");
	expect(await codeOf(await update(alone, { trim_start_time: 0 }))).toBe("conflict");

	const training = () => ask<VoiceTraining>("GET", `/v1/voices/${id}/training`);
	expect((await training()).state).toBe("queued");
	const states: string[] = [];
	await runQueued(app, makingWorkflow, services(), async () => {
		const { state, progress, message } = await training();
		states.push(state);
		if (state !== "fine_tuning") return;
		expect(progress).toBeLessThan(1);
		expect(message).toMatch(/No network is trained here/);
	});
	expect([...new Set(states)]).toEqual(["queued", "fine_tuning", "fine_tuned"].slice(0, new Set(states).size));
	expect(await training()).toMatchObject({ state: "fine_tuned", progress: 1, origin: "matched" });
	const voice = await ask<Voice>("GET", `/v1/voices/${id}`);
	expect(voice).toMatchObject({ name: "Ada Two", category: "professional", disabled: false, is_mixed: true });
	expect(Object.values(voice.fine_tuning?.state ?? {})).toEqual(["fine_tuned"]);
	expect((await app.speak(`/v1/text-to-speech/${id}`, owner.apiKey, { text: "Hello." })).status).toBe(200);
	expect(await ask("DELETE", `${path}/samples/${alone.sample_id}`)).toEqual({ status: "ok" });
	expect((await ask<Voice>("GET", `/v1/voices/${id}`)).samples).toHaveLength(2);
});

test("choosing another speaker than the one who agreed makes the voice silent again", async () => {
	const id = await begin();
	const path = `/v1/voices/pvc/${id}`;
	const [talk] = await ask<VoiceSample[]>("POST", `${path}/samples`, formOf({ files: [recordings.both()] }));
	const sample = `${path}/samples/${talk?.sample_id}`;
	await ask("POST", `${sample}/separate-speakers`);
	await runQueued(app, separationWorkflow, services());
	await ask("POST", sample, { selected_speaker_ids: ["speaker_0"] });
	await ask("GET", `${path}/captcha`);
	await ask("POST", `${path}/captcha`, formOf({ recording: recordings.ada(7, 6) }));
	const verified = async () => (await ask<Voice>("GET", `/v1/voices/${id}`)).voice_verification?.is_verified;
	expect(await verified()).toBe(true);
	await ask("POST", sample, { selected_speaker_ids: ["speaker_1"] });
	expect(await verified()).toBe(false);
});

test("from no recordings, or from too little speech, nothing is trained", async () => {
	const id = await begin();
	await app.db.updateTable("voice").set({ verified_at: new Date() }).where("id", "=", id).execute();
	expect(await codeOf(await send("POST", `/v1/voices/pvc/${id}/train`, {}))).toBe("conflict");
	await ask("POST", `/v1/voices/pvc/${id}/samples`, formOf({ files: [recordings.ada(3)] }));
	expect(await codeOf(await send("POST", `/v1/voices/pvc/${id}/train`, {}))).toBe("conflict");
	expect(await ask<VoiceTraining>("GET", `/v1/voices/${id}/training`)).toMatchObject({
		state: "not_started",
		progress: 0,
	});
});
