import type { Isolation, IsolationItem } from "@timbre/contract/isolator/schemas.ts";
import { creditsForSeconds } from "@timbre/contract/plans.ts";
import { SpeechBusyError } from "@timbre/engines/errors.ts";
import { makeMedia } from "@timbre/engines/media/testing/make-media.ts";
import { babble, people } from "@timbre/engines/media/testing/person.ts";
import { decodeUpload } from "@timbre/engines/media/upload/upload.ts";
import { finishWav, readWav, wavHeader } from "@timbre/engines/media/wav.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SeedUser } from "../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { runWorkflow } from "../../testing/workflows/run-workflow.ts";
import { storeFile } from "../uploads/uploads.public.ts";
import { createCreditReserver } from "../usage/usage.public.ts";
import { type IsolationServices, isolationPurgeWorkflow, isolationWorkflow } from "./isolator.workflow.ts";

let app: TestApp;
let user: SeedUser;
beforeAll(async () => {
	app = await testApp();
	user = await app.user({ credits: 100_000 });
});
afterAll(async () => app.stop());

/** Two voices with a hiss, and a second of hiss between them. */
function noisySpeech(): Uint8Array {
	const voice = babble(people.ben, 2);
	let state = 7;
	const samples = new Float32Array(voice.length * 2 + 16_000).map((_, at) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		const spoken = at < voice.length ? voice[at] : voice[at - voice.length - 16_000];
		return 0.7 * (spoken ?? 0) + 0.02 * (state / 2 ** 31 - 1);
	});
	return wav(samples, 16_000, 1);
}

function wav(samples: Float32Array, sampleRate: number, channels: number): Uint8Array {
	const pcm = Buffer.alloc(samples.length * 2);
	for (const [at, sample] of samples.entries()) pcm.writeInt16LE(Math.round(sample * 32_767), at * 2);
	return finishWav(Buffer.concat([wavHeader(sampleRate, { channels }), pcm]));
}

const tone = (seconds: number, channels = 1) =>
	wav(
		Float32Array.from({ length: seconds * 16_000 * channels }, (_, at) => 0.3 * Math.sin(at / 9)),
		16_000,
		channels,
	);

async function upload(bytes: Uint8Array, owner = user): Promise<string> {
	const stream = (async function* () {
		yield bytes;
	})();
	return (await storeFile(app, owner, "talk.wav", stream)).uploadId;
}

async function create(bytes: Uint8Array, { owner = user, format = "mp3" } = {}): Promise<Isolation> {
	const body = { upload_id: await upload(bytes, owner), output_format: format };
	const response = await app.postJson("/v1/audio-isolation/jobs", owner.apiKey, body);
	expect(response.status).toBe(202);
	return (await response.json()) as Isolation;
}

const get = (id: string, owner = user) => app.get<Isolation>(`/v1/audio-isolation/jobs/${id}`, owner.apiKey);
const fetchAs = (path: string, init: RequestInit = {}, owner = user) =>
	fetch(app.url + path, { ...init, headers: { "xi-api-key": owner.apiKey, ...init.headers } });

/** Returns what it gets at half its level: what the engines do to audio is tested with the engines. */
const halved: IsolationServices["speech"] = {
	isolate: async ({ channels, before, after }, pcm) => {
		const bytes = Buffer.from(pcm.subarray(before * channels * 2, pcm.length - after * channels * 2));
		for (let at = 0; at < bytes.length; at += 2) bytes.writeInt16LE(bytes.readInt16LE(at) >> 1, at);
		const energy = { seconds: 1, before: 1, after: 0.25 };
		return { engine: "rnnoise", levels: { speech: energy, pauses: energy }, pcm: bytes };
	},
};

async function run(id: string, speech: IsolationServices["speech"] = halved, before?: (name: string) => void) {
	const { payload } = await app.db
		.selectFrom("outbox")
		.select("payload")
		.where("target", "=", isolationWorkflow.name)
		.where("target_key", "=", id)
		.executeTakeFirstOrThrow();
	const services = { db: app.db, storage: app.storage, speech, reserveCredits: createCreditReserver(app.db) };
	await runWorkflow(isolationWorkflow, isolationWorkflow.input.parse(payload), services, before);
}

/** Runs the isolation that a waiting request has started. */
async function runNext(owner: SeedUser, speech?: IsolationServices["speech"]): Promise<string> {
	for (;;) {
		const row = await app.db
			.selectFrom("isolation")
			.select("id")
			.where("workspace_id", "=", owner.workspaceId)
			.where("state", "=", "queued")
			.executeTakeFirst();
		if (row) {
			await run(row.id, speech);
			return row.id;
		}
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
}

function form(bytes: Uint8Array, fields: Record<string, string> = {}): FormData {
	const data = new FormData();
	data.set("audio", new Blob([Uint8Array.from(bytes)]), "talk.wav");
	for (const [name, value] of Object.entries(fields)) data.set(name, value);
	return data;
}

const leftovers = async (owner: SeedUser) => [
	...(await app.storage.list(`work/${owner.workspaceId}`)),
	...(await app.storage.list(`uploads/${owner.workspaceId}`)),
];

test("[ISOLATOR-001] removes the noise of an upload, measures it, stores both versions and charges once", async () => {
	const owner = await app.user({ credits: 1_000 });
	const created = await create(noisySpeech(), { owner, format: "wav" });
	expect(created).toMatchObject({ state: "queued", title: "talk.wav", engine: null, measurement: null });
	await run(created.isolation_id, app.speech);
	const done = await get(created.isolation_id, owner);
	expect(done).toMatchObject({ state: "completed", progress: 1, engine: "rnnoise", error: null, video: "none" });
	expect(done.seconds).toBeCloseTo(5, 1);
	expect(done.credits).toBe(creditsForSeconds("isolation", done.seconds ?? 0));
	expect(done.measurement?.noise_before_db).toBeCloseTo(-38.7, 0);
	expect(done.measurement?.noise_after_db).toBeLessThan(-48);
	expect(done.original_peaks).toHaveLength(600);
	expect(Math.max(...done.isolated_peaks)).toBeGreaterThan(60);
	expect(await app.ledger(owner.workspaceId)).toEqual({ used: done.credits, reserved: 0, entries: 1, open: 0 });
	expect(await leftovers(owner)).toEqual([]);
	const path = `/v1/audio-isolation/jobs/${created.isolation_id}/audio`;
	const isolated = readWav(Buffer.from(await (await fetchAs(path, {}, owner)).arrayBuffer()));
	expect(isolated).toMatchObject({ sampleRate: 48_000, channels: 1 });
	expect(isolated.samples.length / 48_000).toBeCloseTo(done.seconds ?? 0, 2);
	for (const version of ["isolated", "original"]) {
		const range = await fetchAs(`${path}?version=${version}&format=mp3`, { headers: { range: "bytes=0-99" } }, owner);
		expect(range.status).toBe(206);
		expect(range.headers.get("content-type")).toBe("audio/mpeg");
	}
	const original = await decodeUpload(
		Buffer.from(await (await fetchAs(`${path}?version=original`, {}, owner)).arrayBuffer()),
	);
	expect(original.samples.length / original.sampleRate).toBeCloseTo(done.seconds ?? 0, 0);
});

test("a request waits for the result, and stereo stays stereo", async () => {
	const owner = await app.user({ credits: 1_000 });
	const response = fetchAs(
		"/v1/audio-isolation",
		{ method: "POST", body: form(tone(3, 2), { preview_b64: "cGlj" }) },
		owner,
	);
	const id = await runNext(owner);
	const { status, headers, ...body } = await response;
	expect(status).toBe(200);
	expect(headers.get("content-type")).toBe("audio/mpeg");
	expect(headers.get("history-item-id")).toBe(id);
	void body;
	const audio = await decodeUpload(Buffer.from(await (await response).arrayBuffer()));
	expect(audio.samples.length / audio.sampleRate).toBeCloseTo(3, 0);
	const { items } = await app.get<{ items: IsolationItem[] }>("/v1/audio-isolation/history?search=TALK", owner.apiKey);
	expect(items).toMatchObject([
		{ id, title: "talk.wav", format: "mp3", processing: false, supports_video: false, preview_b64: "cGlj" },
	]);
	expect(items[0]?.download_url).toContain(`/v1/audio-isolation/jobs/${id}/audio`);
	expect((await app.get<{ items: [] }>("/v1/audio-isolation/history?search=nothing", owner.apiKey)).items).toEqual([]);
});

test("a stream sends audio before the recording is done, and ends like the stored file", async () => {
	const owner = await app.user({ credits: 1_000 });
	const received = Promise.withResolvers<void>();
	const slow: IsolationServices["speech"] = {
		isolate: async (chunk, ...rest) => {
			if (chunk.before > 0) await received.promise;
			return halved.isolate(chunk, ...rest);
		},
	};
	const response = fetchAs("/v1/audio-isolation/stream", { method: "POST", body: form(tone(45)) }, owner);
	const running = runNext(owner, slow);
	const pieces: Uint8Array[] = [];
	for await (const piece of (await response).body ?? []) {
		pieces.push(piece);
		received.resolve();
	}
	const id = await running;
	const stored = await (await fetchAs(`/v1/audio-isolation/jobs/${id}/audio`, {}, owner)).arrayBuffer();
	expect(Buffer.concat(pieces).equals(Buffer.from(stored))).toBe(true);
	expect(await app.ledger(owner.workspaceId)).toEqual({ used: 75, reserved: 0, entries: 1, open: 0 });
});

test("raw PCM at 16 kHz is accepted", async () => {
	const owner = await app.user({ credits: 1_000 });
	const pcm = tone(2).subarray(44);
	const body = form(pcm, { file_format: "pcm_s16le_16" });
	const response = fetchAs("/v1/audio-isolation", { method: "POST", body }, owner);
	await runNext(owner);
	const audio = await decodeUpload(Buffer.from(await (await response).arrayBuffer()));
	expect(audio.sampleRate).toBe(16_000);
	expect(audio.samples.length / 16_000).toBeCloseTo(2, 0);
});

test("a video keeps its picture", async () => {
	const video = await makeMedia("mp4", { seconds: 2 });
	const { isolation_id: id } = await create(video);
	await run(id);
	expect(await get(id)).toMatchObject({ state: "completed", video: "ready" });
	const response = await fetchAs(`/v1/audio-isolation/jobs/${id}/video`);
	expect(response.headers.get("content-type")).toBe("video/mp4");
	const bytes = Buffer.from(await response.arrayBuffer());
	expect(bytes.toString("latin1")).toContain("avc1");
	const audio = await decodeUpload(bytes);
	expect(audio.samples.length / audio.sampleRate).toBeCloseTo(2, 0);
});

describe("costs nothing", () => {
	test("a file that can't be decoded is rejected with a reason", async () => {
		const owner = await app.user({ credits: 1_000 });
		const hostile = Buffer.from("#EXTM3U\nfile:///etc/passwd\n");
		const response = fetchAs("/v1/audio-isolation", { method: "POST", body: form(hostile) }, owner);
		await runNext(owner);
		expect((await response).status).toBe(400);
		expect(await (await response).json()).toMatchObject({
			detail: { code: "invalid_audio", message: expect.stringMatching(/^This file format is not supported\./) },
		});
		expect(await app.ledger(owner.workspaceId)).toEqual({ used: 0, reserved: 0, entries: 0, open: 0 });
		expect(await leftovers(owner)).toEqual([]);
	});

	test("a recording that costs more than what is left is rejected", async () => {
		const empty = await app.user({ credits: 1 });
		const denied = await fetchAs("/v1/audio-isolation", { method: "POST", body: form(tone(2)) }, empty);
		expect(await denied.json()).toMatchObject({ detail: { code: "quota_exceeded" } });
		expect(await leftovers(empty)).toEqual([]);
		const poor = await app.user({ credits: 10 });
		const response = fetchAs("/v1/audio-isolation", { method: "POST", body: form(tone(20)) }, poor);
		await runNext(poor);
		expect(await (await response).json()).toMatchObject({ detail: { code: "quota_exceeded" } });
		expect(await app.ledger(poor.workspaceId)).toEqual({ used: 0, reserved: 0, entries: 0, open: 0 });
	});

	test("one that is canceled leaves nothing", async () => {
		const owner = await app.user({ credits: 1_000 });
		const { isolation_id: id } = await create(tone(45), { owner });
		await run(id, {
			isolate: async (chunk, ...rest) => {
				await fetchAs(`/v1/audio-isolation/jobs/${id}/cancel`, { method: "POST" }, owner);
				return halved.isolate(chunk, ...rest);
			},
		});
		expect(await get(id, owner)).toMatchObject({ state: "cancelled", credits: null });
		expect(await app.ledger(owner.workspaceId)).toEqual({ used: 0, reserved: 0, entries: 0, open: 0 });
		expect([...(await leftovers(owner)), ...(await app.storage.list(`isolations/${owner.workspaceId}`))]).toEqual([]);
	});
});

test("waits while the speech node is busy, and survives steps that fail halfway", async () => {
	const owner = await app.user({ credits: 1_000 });
	const { isolation_id: id } = await create(tone(45), { owner });
	let calls = 0;
	const sleeps: string[] = [];
	await run(
		id,
		{
			isolate: async (...input) => {
				calls++;
				if (calls === 1) throw new SpeechBusyError(1, "busy");
				if (calls === 3) throw new Error("the connection was lost");
				return halved.isolate(...input);
			},
		},
		(name) => void (name.startsWith("sleep") && sleeps.push(name)),
	);
	expect(await get(id, owner)).toMatchObject({ state: "completed" });
	expect(sleeps).toHaveLength(1);
	expect(await app.ledger(owner.workspaceId)).toMatchObject({ used: 75, reserved: 0, open: 0 });
});

test("a deleted recording can be restored for a while, then its files are removed", async () => {
	const { isolation_id: id } = await create(tone(2));
	await run(id);
	const path = `/v1/audio-isolation/history/${id}`;
	expect((await fetchAs(path, { method: "DELETE" })).status).toBe(204);
	expect((await fetchAs(path, { method: "DELETE" })).status).toBe(404);
	expect((await fetchAs(`/v1/audio-isolation/jobs/${id}/audio`)).status).toBe(404);
	expect((await fetchAs(`${path}/restore`, { method: "POST" })).status).toBe(200);
	expect((await fetchAs(`/v1/audio-isolation/jobs/${id}/audio`)).status).toBe(200);
	await fetchAs(path, { method: "DELETE" });
	const purges = await app.db
		.selectFrom("outbox")
		.select("payload")
		.where("target", "=", isolationPurgeWorkflow.name)
		.where("target_key", "like", `${id}-%`)
		.orderBy("id")
		.execute();
	const purge = (at: number) =>
		runWorkflow(isolationPurgeWorkflow, isolationPurgeWorkflow.input.parse(purges[at]?.payload), app);
	// The first deletion was undone.
	await purge(0);
	expect(await app.storage.list(`isolations/${user.workspaceId}/${id}`)).not.toHaveLength(0);
	await purge(1);
	expect(await app.storage.list(`isolations/${user.workspaceId}/${id}`)).toHaveLength(0);
	expect((await fetchAs(`${path}/restore`, { method: "POST" })).status).toBe(404);
});

test("deleting one that is in progress cancels it", async () => {
	const owner = await app.user({ credits: 1_000 });
	const { isolation_id: id } = await create(tone(2), { owner });
	expect((await fetchAs(`/v1/audio-isolation/history/${id}`, { method: "DELETE" }, owner)).status).toBe(204);
	await run(id);
	expect(await app.ledger(owner.workspaceId)).toEqual({ used: 0, reserved: 0, entries: 0, open: 0 });
	expect(await leftovers(owner)).toEqual([]);
});
