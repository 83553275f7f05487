import type { ConversionJob } from "@timbre/contract/voice-changer/endpoints.ts";
import { SpeechBusyError } from "@timbre/engines/errors.ts";
import { makeMedia } from "@timbre/engines/media/testing/make-media.ts";
import { babble, concatAudio, people, silence, wavFile } from "@timbre/engines/media/testing/person.ts";
import { createModerator } from "@timbre/engines/text/moderation.ts";
import type { Transcript } from "@timbre/engines/transcription/transcript.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aColleague, type SeedUser } from "../../../../seed/builders.ts";
import { loadConfig } from "../../core/config.ts";
import { createLog } from "../../core/log.ts";
import { PermanentFailure } from "../../core/workflow-failure.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { runWorkflow } from "../../testing/workflows/run-workflow.ts";
import { createEngineInfoCache } from "../speech/plan/engines.service.ts";
import { createCreditReserver } from "../usage/usage.public.ts";
import { createVoiceUseRecorder, createVoiceWatcher } from "../voices/voices.public.ts";
import type { ConversionServices } from "./types.ts";
import { conversionWorkflow } from "./voice-changer.workflow.ts";

let app: TestApp;
let watcher: ReturnType<typeof createVoiceWatcher>;
beforeAll(async () => {
	app = await testApp();
	watcher = createVoiceWatcher(app.db, createLog(loadConfig({ NODE_ENV: "test", LOG_LEVEL: "silent" }), "worker"));
});
afterAll(async () => {
	await watcher.stop();
	await app.stop();
});

const seconds = 6;
/** 6 s cost 6/60 of 150 credits. */
const credits = 15;
const recording = concatAudio(
	silence(0.5),
	babble(people.ben, 2.5),
	silence(1),
	babble(people.ben, 1.5, 5),
	silence(0.5),
);
const spoken: Transcript = {
	language: "en",
	probability: 1,
	seconds,
	events: [],
	segments: [
		{
			start: 0.5,
			end: 5.5,
			text: "Good morning. Goodbye.",
			voices: [],
			words: [
				{ text: "Good", start: 0.5, end: 1.5, logprob: 0 },
				{ text: "morning.", start: 1.5, end: 3, logprob: 0 },
				{ text: "Goodbye.", start: 4, end: 5.5, logprob: 0 },
			],
		},
	],
};
const transcribed = (change: Partial<Transcript> = {}) => ({
	...app.speech,
	transcribe: async () => ({ ...spoken, ...change }),
});

const services = (more: Partial<ConversionServices> = {}): ConversionServices => ({
	db: app.db,
	storage: app.storage,
	speech: transcribed(),
	getEngineInfo: createEngineInfoCache(app.speech),
	reserveCredits: createCreditReserver(app.db),
	recordVoiceUse: createVoiceUseRecorder(app.db),
	voiceWatcher: watcher,
	moderate: createModerator(),
	...more,
});

/** Runs a conversion up to the time its chunks are kept. */
const run = (
	user: SeedUser,
	jobId: string,
	more: Partial<ConversionServices> = {},
	before: (name: string) => void | Promise<void> = () => {},
) =>
	runWorkflow(conversionWorkflow, { workspaceId: user.workspaceId, jobId }, services(more), async (name) => {
		if (name.startsWith("sleep 900000")) throw new PermanentFailure("stop here");
		await before(name);
	}).catch((error: Error) => expect(error.message).toBe("stop here"));

function post(
	user: SeedUser,
	fields: Record<string, string> = {},
	options: { path?: string; bytes?: Uint8Array; voiceId?: string; name?: string } = {},
): Promise<Response> {
	const form = new FormData();
	form.set("audio", new Blob([Buffer.from(options.bytes ?? wavFile(recording))]), options.name ?? "memo.wav");
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	return fetch(`${app.url}/v1/speech-to-speech/${options.voiceId ?? app.voiceId}${options.path ?? ""}`, {
		method: "POST",
		headers: { "xi-api-key": user.apiKey },
		body: form,
	});
}

/** The id of the user's conversion, once the request has created it. */
async function jobOf(user: SeedUser): Promise<string> {
	for (;;) {
		const row = await app.db
			.selectFrom("voice_conversion")
			.select("id")
			.where("workspace_id", "=", user.workspaceId)
			.orderBy("created_at", "desc")
			.executeTakeFirst();
		if (row) return row.id;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}

/** Sends a recording and converts it. */
async function convert(
	user: SeedUser,
	fields: Record<string, string> = {},
	options: Parameters<typeof post>[2] & { services?: Partial<ConversionServices> } = {},
) {
	const response = post(user, fields, options);
	await run(user, await jobOf(user), options.services);
	return response;
}

type HistoryList = { history: { history_item_id: string; source: string; text: string; model_id: string }[] };
const history = (user: SeedUser) => app.get<HistoryList>("/v1/history?source=STS", user.apiKey);
const errorOf = async (response: Response) =>
	((await response.json()) as { detail: { code?: string; status?: string; message: string } }).detail;

test("CHANGER-001 speaks a recording again with another voice: as long as before, in the history, charged per second", async () => {
	const user = await app.user();
	const response = await convert(user, {}, { path: "?output_format=pcm_16000" });
	expect(response.status).toBe(200);
	expect(response.headers.get("character-cost")).toBe(String(credits));
	const audio = await response.arrayBuffer();
	expect(audio.byteLength / 2 / 16_000).toBeCloseTo(seconds, 1);
	expect(await app.ledger(user.workspaceId)).toEqual({ used: credits, reserved: 0, entries: 1, open: 0 });
	expect((await history(user)).history).toMatchObject([
		{
			history_item_id: response.headers.get("history-item-id"),
			source: "STS",
			text: "Good morning. Goodbye.",
			model_id: "timbre_revoice",
		},
	]);
	// The recording is gone; the result is kept.
	expect(await app.storage.list(`uploads/${user.workspaceId}`)).toEqual([]);
	expect(await app.storage.list(`history/${user.workspaceId}`)).toHaveLength(1);
});

test("reshapes pitch and formants, and keeps length", async () => {
	const user = await app.user();
	const response = await convert(user, { model_id: "timbre_reshape" }, { path: "?output_format=wav_24000" });
	expect(response.status).toBe(200);
	expect(((await response.arrayBuffer()).byteLength - 44) / 2 / 24_000).toBeCloseTo(seconds, 1);
	expect((await history(user)).history).toMatchObject([{ text: "memo.wav", model_id: "timbre_reshape" }]);
});

test("streams the audio", async () => {
	const user = await app.user();
	const response = await convert(user, { model_id: "eleven_multilingual_sts_v2" }, { path: "/stream" });
	expect(response.status).toBe(200);
	expect(response.headers.get("content-type")).toBe("audio/mpeg");
	expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: credits, reserved: 0 });
});

test("takes raw PCM, settings as JSON text, a seed and noise removal", async () => {
	const user = await app.user();
	const pcm = wavFile(recording).subarray(44);
	const revoiced: unknown[] = [];
	const speech = {
		...transcribed(),
		revoice: (request: Parameters<typeof app.speech.revoice>[0], ...rest: [Uint8Array, AbortSignal]) => {
			revoiced.push(request);
			return app.speech.revoice(request, ...rest);
		},
	};
	const response = await convert(
		user,
		{
			file_format: "pcm_s16le_16",
			voice_settings: JSON.stringify({ stability: 0.9 }),
			seed: "7",
			remove_background_noise: "true",
		},
		{ bytes: pcm, services: { speech } },
	);
	expect(response.status).toBe(200);
	await response.arrayBuffer();
	expect(revoiced).toMatchObject([{ seed: 7, sampleRate: 16_000, voice: { stability: 0.9 } }]);
});

test("keeps nothing with enable_logging=false", async () => {
	const user = await app.user();
	const response = await convert(user, {}, { path: "?enable_logging=false" });
	expect(response.status).toBe(200);
	expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
	expect((await history(user)).history).toEqual([]);
	expect(await app.storage.list(`history/${user.workspaceId}`)).toEqual([]);
	await runWorkflow(conversionWorkflow, { workspaceId: user.workspaceId, jobId: await jobOf(user) }, services());
	expect(await app.storage.list(`work/${user.workspaceId}`)).toEqual([]);
});

test("rejects an unknown model, a format of a higher plan and a foreign voice without storing the file", async () => {
	const user = await app.user();
	for (const [fields, options, code] of [
		[{ model_id: "kokoro_82m_v1" }, {}, "model_not_found"],
		[{ model_id: "timbre_convert" }, {}, "not installed on this server"],
		[{}, { path: "?output_format=pcm_44100" }, "only_for_higher_plan"],
		[{}, { voiceId: "AAAAAAAAAAAAAAAAAAAA" }, "voice_not_found"],
		[{ voice_settings: "{" }, {}, "invalid_parameters"],
	] as const) {
		const response = await post(user, fields, options);
		expect(response.status).toBeGreaterThanOrEqual(400);
		expect(JSON.stringify(await errorOf(response))).toContain(code);
	}
	expect(await app.storage.list(`uploads/${user.workspaceId}`)).toEqual([]);
});

test("a workspace without credits is rejected at once, and one with too few after decoding", async () => {
	const poor = await app.user({ credits: 1 });
	expect(JSON.stringify(await errorOf(await post(poor)))).toContain("quota_exceeded");
	const short = await app.user({ credits: credits - 1 });
	const response = await convert(short);
	expect(JSON.stringify(await errorOf(response))).toContain("quota_exceeded");
	expect(await app.ledger(short.workspaceId)).toEqual({ used: 0, reserved: 0, entries: 0, open: 0 });
});

test.each([
	["a file that is no audio", Buffer.from("#EXTM3U\nfile:///etc/passwd\n"), /not supported/],
	["a truncated file", Buffer.from(wavFile(recording).subarray(0, 30)), /./],
])("%s is rejected with a sentence, and costs nothing", async (_name, bytes, message) => {
	const user = await app.user();
	const response = await convert(user, {}, { bytes });
	expect(response.status).toBe(400);
	const detail = await errorOf(response);
	expect(detail.message).toMatch(message);
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 0, reserved: 0 });
	expect(await app.storage.list(`uploads/${user.workspaceId}`)).toEqual([]);
});

test("takes the audio of a video", async () => {
	const user = await app.user();
	const response = await convert(user, {}, { bytes: await makeMedia("mp4", { seconds: 3 }), name: "clip.mp4" });
	expect(response.status).toBe(200);
	await response.arrayBuffer();
});

test("a recording without speech, or in a language that the voice doesn't speak, is rejected", async () => {
	const silent = await app.user();
	const nothing = await convert(silent, {}, { services: { speech: transcribed({ segments: [] }) } });
	expect((await errorOf(nothing)).message).toBe("No speech was found in this recording.");
	const foreign = await app.user();
	const response = await convert(foreign, {}, { services: { speech: transcribed({ language: "fi" }) } });
	expect(response.status).toBe(400);
	expect((await errorOf(response)).message).toMatch(/^The recording is in Finnish, which .* doesn't speak\./);
	for (const { workspaceId } of [silent, foreign])
		expect(await app.ledger(workspaceId)).toEqual({ used: 0, reserved: 0, entries: 0, open: 0 });
});

async function upload(user: SeedUser): Promise<string> {
	const bytes = wavFile(recording);
	const { body } = await app.request<{ upload_id: string }>(user.apiKey, "POST", "/v1/uploads", {
		file_name: "memo.wav",
		bytes: bytes.length,
	});
	const form = new FormData();
	form.set("offset", "0");
	form.set("part", new Blob([Buffer.from(bytes)]), "part");
	await fetch(`${app.url}/v1/uploads/${body.upload_id}/parts`, {
		method: "POST",
		headers: { "xi-api-key": user.apiKey },
		body: form,
	});
	return body.upload_id;
}

const createJob = async (user: SeedUser, more: object = {}) =>
	(
		await app.request<ConversionJob>(user.apiKey, "POST", `/v1/speech-to-speech/${app.voiceId}/jobs`, {
			upload_id: await upload(user),
			...more,
		})
	).body;
const getJob = (user: SeedUser, id: string) => app.get<ConversionJob>(`/v1/speech-to-speech/jobs/${id}`, user.apiKey);
const listJobs = async (user: SeedUser) =>
	(await app.get<{ jobs: ConversionJob[] }>("/v1/speech-to-speech/jobs", user.apiKey)).jobs;

test("a job converts an upload in the background, shows its progress and is charged once", async () => {
	const user = await app.user();
	const job = await createJob(user);
	expect(job).toMatchObject({ status: "waiting", file_name: "memo.wav", progress: 0, seconds: null, credits: null });
	expect(await listJobs(user)).toHaveLength(1);
	await run(user, job.conversion_job_id, {}, async (name) => {
		if (name !== "finish") return;
		expect(await getJob(user, job.conversion_job_id)).toMatchObject({ status: "running", progress: 1, credits });
		expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 0, reserved: credits, open: 1 });
	});
	expect(await getJob(user, job.conversion_job_id)).toMatchObject({
		status: "done",
		history_item_id: job.conversion_job_id,
		error: null,
	});
	expect(await listJobs(user)).toEqual([]);
	// A run that is repeated changes nothing.
	await run(user, job.conversion_job_id);
	expect(await app.ledger(user.workspaceId)).toEqual({ used: credits, reserved: 0, entries: 1, open: 0 });
	expect(await app.storage.list(`history/${user.workspaceId}`)).toHaveLength(1);
});

test("ONBOARD-011 starting a conversion publishes the event that completes the checklist item", async () => {
	const user = await app.user();
	const job = await createJob(user);
	await run(user, job.conversion_job_id);
	const { rows } = await sql<{ payload: { name: string; data: object } }>`
		select payload from outbox where payload ->> 'name' = 'speech_generation_started'
			and payload ->> 'workspaceId' = ${user.workspaceId}`.execute(app.db);
	expect(rows.map(({ payload }) => payload.data)).toEqual([
		{ task: "speech-to-speech", generationId: job.conversion_job_id },
	]);
});

test("waits while the speech node is busy, and repeats only the chunks that are missing", async () => {
	const user = await app.user();
	const job = await createJob(user);
	let tries = 0;
	const speech = {
		...transcribed(),
		revoice: (...call: Parameters<typeof app.speech.revoice>) => {
			if (++tries < 3) throw new SpeechBusyError(1);
			return app.speech.revoice(...call);
		},
	};
	const states: string[] = [];
	await run(user, job.conversion_job_id, { speech }, async (name) => {
		if (name.startsWith("sleep")) states.push((await getJob(user, job.conversion_job_id)).status);
	});
	expect(tries).toBe(3);
	expect(states).toEqual(["waiting", "waiting"]);
	expect((await getJob(user, job.conversion_job_id)).status).toBe("done");
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: credits, reserved: 0 });
});

/** Runs a conversion until the worker is killed before a step, without any cleanup. */
async function runUntilKilled(user: SeedUser, jobId: string, step: string): Promise<void> {
	let killed = false;
	const killing = runWorkflow(conversionWorkflow, { workspaceId: user.workspaceId, jobId }, services(), (name) => {
		killed ||= name === step;
		if (killed) throw new PermanentFailure("killed");
	});
	await expect(killing).rejects.toThrow("killed");
}

test("a worker that is killed anywhere reserves and charges once", async () => {
	const user = await app.user();
	const { conversion_job_id: id } = await createJob(user);
	for (const step of ["reserve", "measure", "convert 1", "finish"]) await runUntilKilled(user, id, step);
	expect(await app.ledger(user.workspaceId)).toEqual({ used: 0, reserved: credits, entries: 0, open: 1 });
	await runUntilKilled(user, id, "remove recording");
	expect(await getJob(user, id)).toMatchObject({ status: "done" });
	await run(user, id);
	expect(await app.ledger(user.workspaceId)).toEqual({ used: credits, reserved: 0, entries: 1, open: 0 });
	expect((await history(user)).history).toHaveLength(1);
	expect(await app.storage.list(`uploads/${user.workspaceId}`)).toEqual([]);
});

test("a canceled job stops, costs nothing and leaves nothing", async () => {
	const user = await app.user();
	const job = await createJob(user);
	const { conversion_job_id: id } = job;
	await run(user, id, {}, async (name) => {
		if (name !== "convert 1") return;
		await app.request(user.apiKey, "DELETE", `/v1/speech-to-speech/jobs/${id}`);
	});
	expect(await getJob(user, id)).toMatchObject({ status: "canceled", history_item_id: null });
	expect(await app.ledger(user.workspaceId)).toEqual({ used: 0, reserved: 0, entries: 0, open: 0 });
	expect((await history(user)).history).toEqual([]);
	expect(await app.storage.list(`uploads/${user.workspaceId}`)).toEqual([]);
	expect(await app.storage.list(`history/${user.workspaceId}`)).toEqual([]);
});

test("a failed job says why and releases the credits", async () => {
	const user = await app.user();
	const job = await createJob(user);
	const speech = {
		...transcribed(),
		revoice: async () => {
			throw new Error("the node is broken");
		},
	};
	await run(user, job.conversion_job_id, { speech });
	expect(await getJob(user, job.conversion_job_id)).toMatchObject({
		status: "failed",
		error: "Something went wrong. The conversion cost nothing; try again.",
	});
	expect(await app.ledger(user.workspaceId)).toEqual({ used: 0, reserved: 0, entries: 0, open: 0 });
});

test("colleagues don't see each other's jobs", async () => {
	const user = await app.user();
	const job = await createJob(user);
	const colleague = await aColleague(app.db, await app.user(), user.workspaceId);
	expect(await listJobs(colleague)).toEqual([]);
	const { status } = await app.request(colleague.apiKey, "GET", `/v1/speech-to-speech/jobs/${job.conversion_job_id}`);
	expect(status).toBe(404);
});
