import type { Voiceover } from "@timbre/contract/voiceover/schemas.ts";
import { makeFile, makeMedia, recipes } from "@timbre/engines/media/testing/make-media.ts";
import { inspectMedia } from "@timbre/engines/media/testing/picture.ts";
import { readWav, wavHeader } from "@timbre/engines/media/wav.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aColleague, type SeedUser } from "../../../../seed/builders.ts";
import { runQueued } from "../../testing/recordings.ts";
import { aVoiceover, runSpeech } from "../../testing/studio/voiceover-project.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { workerDeps } from "../../testing/workflows/worker-deps.ts";
import { voiceoverPurgeWorkflow } from "./projects/purge.workflow.ts";
import { voiceoverSpeechWorkflow } from "./speech/speech.workflow.ts";

let app: TestApp;
let user: SeedUser;
beforeAll(async () => {
	app = await testApp({ fake: { failOn: "unspeakable" } });
	user = await app.user({ tier: "creator", credits: 100_000 });
});
afterAll(async () => app.stop());

/** Three seconds with the fake engine. */
const threeSeconds = "This sentence has exactly forty-five letters.";

/** A stereo recording at 48 kHz. */
function tone(seconds: number, amplitude: number, hertz: number): Uint8Array {
	const pcm = Buffer.alloc(Math.round(seconds * 48_000) * 4);
	for (let at = 0; at < pcm.length; at += 4) {
		const sample = Math.round(32_767 * amplitude * Math.sin((2 * Math.PI * hertz * (at / 4)) / 48_000));
		pcm.writeInt16LE(sample, at);
		pcm.writeInt16LE(sample, at + 2);
	}
	return Buffer.concat([wavHeader(48_000, { channels: 2, dataBytes: pcm.length }), pcm]);
}

/** The amplitude of one frequency between two times, in the left channel. */
function levelOf(samples: Float32Array, hertz: number, from: number, to: number): number {
	let [real, imaginary] = [0, 0];
	const [first, last] = [Math.round(from * 48_000), Math.round(to * 48_000)];
	for (let at = first; at < last; at++) {
		const phase = (2 * Math.PI * hertz * at) / 48_000;
		real += (samples[at] ?? 0) * Math.cos(phase);
		imaginary += (samples[at] ?? 0) * Math.sin(phase);
	}
	return (2 * Math.hypot(real, imaginary)) / (last - first);
}
const decibels = (ratio: number) => 20 * Math.log10(ratio);

/** Samples of a stereo file are interleaved; these tests look at one channel. */
function leftOf(bytes: Buffer): Float32Array {
	const data = bytes.subarray(44);
	return Float32Array.from({ length: data.length >> 2 }, (_, at) => data.readInt16LE(at * 4) / 32_768);
}

const stored = async (owner: SeedUser, id: string) => app.storage.list(`voiceovers/${owner.workspaceId}/${id}`);

describe("speech", () => {
	test("costs exactly its price once, and an unchanged line nothing", async () => {
		const owner = await app.user({ tier: "creator", credits: 1_000 });
		const voiceover = await aVoiceover(app, owner);
		const line = await voiceover.line(0, 4_000, threeSeconds);
		await voiceover.line(4_000, 8_000, `${threeSeconds} And more.`);
		const price = await voiceover.price();
		// The sentence that both lines share is paid once, with the space after it.
		expect(price).toMatchObject({ lines: 2, characters: 100, new_characters: 54, credits: 54 });
		const job = await voiceover.speak();
		expect(job).toMatchObject({ state: "done", progress: 1, lines: 2, lines_done: 2, credits: price.credits });
		expect(await app.ledger(owner.workspaceId)).toMatchObject({ used: price.credits, reserved: 0, open: 0 });
		expect(await voiceover.price()).toEqual({ lines: 0, characters: 0, new_characters: 0, credits: 0 });
		expect(await voiceover.price(`?line_id=${line.line_id}`)).toMatchObject({ lines: 1, credits: 0 });
		await voiceover.speak({ line_id: line.line_id });
		expect(await app.ledger(owner.workspaceId)).toMatchObject({ used: price.credits, reserved: 0 });
		// Only the speech that is used is kept.
		expect((await stored(owner, voiceover.id)).filter((key) => key.includes("/lines/"))).toHaveLength(2);
		const changed = await voiceover.change(line.line_id, { text: "New words." });
		expect(changed.state).toBe("outdated");
		expect(await voiceover.price()).toMatchObject({ lines: 1, new_characters: 10, credits: 10 });
		await voiceover.send("POST", `${voiceover.path}/speech`, {}, 202);
		await voiceover.send("POST", `${voiceover.path}/speech`, {}, 409);
		await runSpeech(app);
		await voiceover.send("POST", `${voiceover.path}/speech`, {}, 400);
	});

	test("fits its slot, faster up to the limit, and says how much too long it is beyond that", async () => {
		const voiceover = await aVoiceover(app, user);
		const { line_id } = await voiceover.line(1_000, 5_000, threeSeconds);
		await voiceover.speak();
		const [line] = (await voiceover.get()).lines;
		expect(line?.speech_ms).toBeCloseTo(3_000, -2);
		expect(line).toMatchObject({ state: "current", warning: null, fit: { state: "fits", rate: 1, late_ms: 0 } });
		const speech = line?.speech_ms ?? 0;
		const faster = await voiceover.change(line_id, { end_ms: 3_500 });
		expect(faster).toMatchObject({ warning: null, fit: { state: "faster", length_ms: 2_500, late_ms: 0 } });
		expect(faster.fit?.rate).toBeCloseTo(speech / 2_500, 2);
		const late = await voiceover.change(line_id, { end_ms: 3_000 });
		expect(late.fit).toMatchObject({ state: "too_long", rate: 1.25, length_ms: Math.round(speech / 1.25) });
		expect(late.fit?.late_ms).toBe(Math.round(speech / 1.25) - 2_000);
		expect(late.warning).toMatch(/^The speech is 0\.[4-5] seconds too long for its slot/);
		// What is cut off need not fit.
		expect(await voiceover.change(line_id, { trim_end_ms: 500 })).toMatchObject({ fit: { state: "faster" } });
		await voiceover.change(line_id, { trim_end_ms: 0 });
		const refused = await app.request(user.apiKey, "POST", `${voiceover.path}/exports`, { format: "wav" });
		expect(refused).toMatchObject({ status: 409 });
		expect(JSON.stringify(refused.body)).toContain("1 line is too long for its slot.");
		await voiceover.change(line_id, { end_ms: 1_050 }, 400);
	});

	test("that fails keeps what was generated, and a second try pays only the rest", async () => {
		const owner = await app.user({ tier: "creator", credits: 1_000 });
		const voiceover = await aVoiceover(app, owner);
		await voiceover.line(0, 4_000, threeSeconds);
		const bad = await voiceover.line(4_000, 8_000, "This is unspeakable.");
		expect(await voiceover.speak()).toMatchObject({ state: "failed", lines_done: 1 });
		expect(await app.ledger(owner.workspaceId)).toMatchObject({ used: threeSeconds.length, reserved: 0, open: 0 });
		await voiceover.change(bad.line_id, { text: "This is fine." });
		expect(await voiceover.speak()).toMatchObject({ state: "done", lines: 1, credits: 13 });
		expect(await app.ledger(owner.workspaceId)).toMatchObject({ used: threeSeconds.length + 13, reserved: 0 });
	});

	test("is canceled between lines and keeps what it has generated", async () => {
		const owner = await app.user({ tier: "creator", credits: 1_000 });
		const voiceover = await aVoiceover(app, owner);
		await voiceover.line(0, 4_000, "One.");
		await voiceover.line(4_000, 8_000, "Two.");
		const job = await voiceover.send<{ voiceover_job_id: string }>("POST", `${voiceover.path}/speech`, {}, 202);
		await runSpeech(app, async (step) => {
			if (step === "line 1") await voiceover.send("POST", `${voiceover.path}/jobs/${job.voiceover_job_id}/cancel`);
		});
		expect(await voiceover.job(job.voiceover_job_id)).toMatchObject({ state: "canceled", lines_done: 1 });
		expect((await voiceover.get()).lines.map(({ state }) => state)).toEqual(["current", "silent"]);
		expect(await app.ledger(owner.workspaceId)).toMatchObject({ used: 4, reserved: 0, open: 0 });
	});

	test("whose attempt was interrupted is not paid twice", async () => {
		const owner = await app.user({ tier: "creator", credits: 1_000 });
		const voiceover = await aVoiceover(app, owner);
		await voiceover.line(0, 4_000, threeSeconds);
		const job = await voiceover.send<{ voiceover_job_id: string }>("POST", `${voiceover.path}/speech`, {}, 202);
		const { deps, log } = workerDeps(app);
		let failures = 0;
		const put: typeof deps.storage.put = async (...given) => {
			if (++failures <= 2) throw new Error("the storage does not respond");
			await app.storage.put(...given);
		};
		await runQueued(app, voiceoverSpeechWorkflow, { deps: { ...deps, storage: { ...app.storage, put } }, log });
		expect(failures).toBe(3);
		expect(await voiceover.job(job.voiceover_job_id)).toMatchObject({ state: "done", lines_done: 1 });
		expect(await app.ledger(owner.workspaceId)).toMatchObject({ used: threeSeconds.length, reserved: 0, open: 0 });
	});

	test("needs credits and a voice that may be used", async () => {
		const poor = await app.user({ tier: "creator", credits: 3 });
		const voiceover = await aVoiceover(app, poor);
		await voiceover.line(0, 4_000, threeSeconds);
		await voiceover.send("POST", `${voiceover.path}/speech`, {}, 401);
		await voiceover.send(
			"POST",
			`${voiceover.path}/lines`,
			{ start_ms: 0, end_ms: 900, text: "", voice_id: "none" },
			404,
		);
	});
});

test("a mix is as long as its parts, lowers the music while a line speaks, fades it and never clips", async () => {
	const voiceover = await aVoiceover(app, user);
	const music = await voiceover.clip(tone(8, 0.2, 1_500), { kind: "sound", track: 2 });
	expect(music).toMatchObject({ state: "ready", has_audio: true, has_picture: false, seconds: 8 });
	expect(Math.max(...music.peaks)).toBeCloseTo(51, -1);
	const line = await voiceover.line(2_000, 4_500, threeSeconds);
	await voiceover.speak();
	await voiceover.change(line.line_id, { duck_db: 15 });
	const export_ = await voiceover.export({ format: "wav" });
	expect(export_).toMatchObject({ state: "done", progress: 1, seconds: 8, format: "wav" });
	const response = await voiceover.file(export_.voiceover_job_id);
	expect(response.headers.get("content-type")).toBe("audio/wav");
	expect(response.headers.get("content-disposition")).toContain("Tour.wav");
	const bytes = Buffer.from(await response.arrayBuffer());
	expect(bytes.length).toBe(44 + 8 * 48_000 * 4);
	expect(export_.bytes).toBe(bytes.length);
	const left = leftOf(bytes);
	// Before, while, and after: 15 dB, measured.
	expect(levelOf(left, 1_500, 0.5, 1.5)).toBeCloseTo(0.2, 2);
	expect(decibels(levelOf(left, 1_500, 2.5, 4) / levelOf(left, 1_500, 0.5, 1.5))).toBeCloseTo(-15, 0);
	expect(levelOf(left, 1_500, 5.5, 7.5)).toBeCloseTo(0.2, 2);
	// The three seconds of speech end with their slot of two and a half, at their own pitch.
	const peak = (from: number, to: number) =>
		left.subarray(from * 48_000, to * 48_000).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
	expect(levelOf(left, 220, 3, 3.25)).toBeCloseTo(0.14, 2);
	expect(levelOf(left, 264, 3, 3.25)).toBeLessThan(0.01);
	expect(peak(4.1, 4.4)).toBeGreaterThan(0.13);
	expect(peak(4.52, 4.6)).toBeLessThan(0.1);

	const path = `${voiceover.path}/clips/${music.clip_id}`;
	await voiceover.send("PATCH", path, {
		offset_ms: 1_000,
		trim_start_ms: 500,
		trim_end_ms: 1_500,
		fade_in_ms: 2_000,
		fade_out_ms: 0,
		gain_db: 12,
	});
	await voiceover.change(line.line_id, { muted: true });
	const second = await voiceover.export({ format: "wav" });
	// One second of silence and six of the eight seconds.
	expect(second.seconds).toBe(7);
	const faded = leftOf(Buffer.from(await (await voiceover.file(second.voiceover_job_id)).arrayBuffer()));
	expect(levelOf(faded, 1_500, 0, 0.99)).toBeLessThan(0.001);
	expect(levelOf(faded, 1_500, 1.95, 2.05)).toBeCloseTo(0.5 * 0.2 * 10 ** (12 / 20), 1);
	expect(levelOf(faded, 1_500, 3.5, 6.5)).toBeCloseTo(0.2 * 10 ** (12 / 20), 1);
	const loudest = await voiceover.clip(tone(6, 0.9, 1_400), { kind: "sound", offset_ms: 1_000, track: 3 });
	const third = await voiceover.export({ format: "wav" });
	const mixed = leftOf(Buffer.from(await (await voiceover.file(third.voiceover_job_id)).arrayBuffer()));
	expect(mixed.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)).toBeLessThan(0.895);
	await voiceover.send("DELETE", `${voiceover.path}/clips/${loudest.clip_id}`, undefined, 204);
	expect((await stored(user, voiceover.id)).some((key) => key.includes(loudest.clip_id))).toBe(false);
	const mp3 = await voiceover.export({ format: "mp3" });
	const range = await voiceover.file(mp3.voiceover_job_id, { range: "bytes=0-99" });
	expect([range.status, range.headers.get("content-type")]).toEqual([206, "audio/mpeg"]);
});

describe("a video", () => {
	test("keeps its picture bit by bit and gets the mix as AAC", async () => {
		const voiceover = await aVoiceover(app, user);
		const original = await makeMedia("mp4", { seconds: 4, size: "128x96" });
		const source = await voiceover.clip(original, { kind: "source" });
		expect(source).toMatchObject({
			state: "ready",
			has_picture: true,
			has_audio: true,
			width: 128,
			height: 96,
			fps: 25,
			picture_codec: "h264",
			audio_codec: "aac",
			content_type: "video/mp4",
		});
		expect((await voiceover.get()).seconds).toBeCloseTo(4, 1);
		await voiceover.line(1_000, 3_000, "Two seconds and a bit.");
		await voiceover.speak();
		const job = await voiceover.export({ format: "mp4" });
		expect(job).toMatchObject({ state: "done", error: null });
		const file = await voiceover.file(job.voiceover_job_id);
		expect(file.headers.get("content-type")).toBe("video/mp4");
		const [before, after] = [await inspectMedia(original), await inspectMedia(Buffer.from(await file.arrayBuffer()))];
		expect(after.codecs).toEqual(["h264", "aac"]);
		expect(after.picture).toEqual(before.picture);
		expect(after.picture.packets).toBe(100);
		expect(after.seconds).toBeCloseTo(4, 1);
		const content = `${app.url}${voiceover.path}/clips/${source.clip_id}/content`;
		const headers = { "xi-api-key": user.apiKey, range: "bytes=0-99" };
		const picture = await fetch(content, { headers });
		expect([picture.status, picture.headers.get("content-type")]).toEqual([206, "video/mp4"]);
		const sound = await fetch(`${content}?version=audio`, { headers });
		expect([sound.status, sound.headers.get("content-type")]).toEqual([206, "audio/mpeg"]);
		const trimmed = `${voiceover.path}/clips/${source.clip_id}`;
		await voiceover.send("PATCH", trimmed, { trim_start_ms: 500 }, 400);
		await voiceover.send("PATCH", trimmed, { gain_db: -6, offset_ms: 500 });
		expect((await voiceover.get()).source).toMatchObject({ gain_db: -6, offset_ms: 0 });
	});

	test("without audio works, and one whose picture MP4 can't hold says so before the export", async () => {
		const silent = await aVoiceover(app, user);
		const clip = await silent.clip(await makeFile({ format: "matroska", video: "libx264" }, { seconds: 2 }), {
			kind: "source",
		});
		expect(clip).toMatchObject({ state: "ready", has_audio: false, has_picture: true });
		const job = await silent.export({ format: "mp4" });
		expect(job).toMatchObject({ state: "done", seconds: expect.closeTo(2, 1) });
		const file = Buffer.from(await (await silent.file(job.voiceover_job_id)).arrayBuffer());
		expect((await inspectMedia(file)).codecs).toEqual(["h264", "aac"]);

		const webm = await aVoiceover(app, user);
		await webm.clip(await makeMedia("webm", { seconds: 2 }), { kind: "source" });
		const refused = await app.request(user.apiKey, "POST", `${webm.path}/exports`, { format: "mp4" });
		expect(refused).toMatchObject({ status: 400, body: { detail: { message: expect.stringContaining("(vp8)") } } });
		expect(await webm.export({ format: "mp3" })).toMatchObject({ state: "done" });
	});

	test("that is not one, and a sound without audio, say why they can't be used", async () => {
		const voiceover = await aVoiceover(app, user);
		const text = await voiceover.clip(Buffer.from("Not a video."), { kind: "source" });
		expect(text).toMatchObject({ state: "failed", error: expect.stringContaining("not supported") });
		const mute = await makeFile({ ...recipes.mp4, audio: "" } as never, { seconds: 1 });
		const sound = await voiceover.clip(mute, { kind: "sound" });
		expect(sound).toMatchObject({ state: "failed", error: "The file contains no audio." });
		expect(await stored(user, voiceover.id)).toEqual([]);
		expect(await app.storage.list(`uploads/${user.workspaceId}`)).toEqual([]);
		// A video that failed has to be removed before another one is added.
		const path = `${voiceover.path}/clips/${text.clip_id}`;
		await voiceover.send("DELETE", path, undefined, 204);
		expect((await voiceover.get()).source).toBeNull();
	});
});

test("lines come from subtitles and leave as subtitles", async () => {
	const voiceover = await aVoiceover(app, user);
	const subtitles =
		"1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Hello</i>\r\nthere.\r\n\r\n2\r\n00:00:03.5 --> 00:00:05.000\r\nBye &amp; thanks.\r\n";
	const imported = await voiceover.send<Voiceover>("POST", `${voiceover.path}/lines/import`, { subtitles });
	expect(imported.lines).toMatchObject([
		{ start_ms: 1_000, end_ms: 2_500, text: "Hello there.", state: "silent" },
		{ start_ms: 3_500, end_ms: 5_000, text: "Bye & thanks." },
	]);
	const file = await fetch(`${app.url}${voiceover.path}/subtitles`, { headers: { "xi-api-key": user.apiKey } });
	expect(await file.text()).toBe(
		"1\n00:00:01,000 --> 00:00:02,500\nHello there.\n\n2\n00:00:03,500 --> 00:00:05,000\nBye & thanks.\n",
	);
	await voiceover.send("POST", `${voiceover.path}/lines/import`, { subtitles: "Nothing here." }, 400);
});

test("deleting a voice-over removes its files and takes", async () => {
	const owner = await app.user({ tier: "creator", credits: 1_000 });
	const voiceover = await aVoiceover(app, owner);
	await voiceover.clip(tone(1, 0.2, 440), { kind: "sound" });
	await voiceover.line(0, 1_000, "Gone soon.");
	await voiceover.speak();
	expect((await stored(owner, voiceover.id)).length).toBe(4);
	await voiceover.send("PATCH", voiceover.path, { name: "Renamed" });
	const list = await app.get<{ voiceovers: object[] }>("/v1/voiceover/projects", owner.apiKey);
	expect(list.voiceovers).toMatchObject([{ name: "Renamed", lines: 1, can_edit: true, can_delete: true }]);
	await voiceover.send("DELETE", voiceover.path, undefined, 204);
	await voiceover.send("GET", voiceover.path, undefined, 404);
	await runQueued(app, voiceoverPurgeWorkflow, { db: app.db, storage: app.storage });
	expect(await stored(owner, voiceover.id)).toEqual([]);
	expect(await app.storage.list(`takes/${owner.workspaceId}`)).toEqual([]);
});

test("other members can edit a voice-over, and only its creator and admins delete it", async () => {
	const owner = await app.user({ tier: "enterprise" });
	const voiceover = await aVoiceover(app, owner);
	const editor = await aColleague(app.db, await app.user({ tier: "enterprise" }), owner.workspaceId);
	const seen = await app.get<Voiceover>(voiceover.path, editor.apiKey);
	expect(seen).toMatchObject({ can_edit: true, can_delete: false });
	const body = { start_ms: 0, end_ms: 1_000, text: "Mine." };
	expect(await app.request(editor.apiKey, "POST", `${voiceover.path}/lines`, body)).toMatchObject({ status: 201 });
	expect(await app.request(editor.apiKey, "DELETE", voiceover.path)).toMatchObject({ status: 403 });
	await voiceover.send("DELETE", voiceover.path, undefined, 204);
});

test("the speech of a line is a recording of its words", async () => {
	const voiceover = await aVoiceover(app, user);
	const { line_id } = await voiceover.line(0, 4_000, threeSeconds);
	const audio = `${app.url}${voiceover.path}/lines/${line_id}/audio`;
	const headers = { "xi-api-key": user.apiKey };
	expect((await fetch(audio, { headers })).status).toBe(404);
	await voiceover.speak();
	const wav = readWav(Buffer.from(await (await fetch(audio, { headers })).arrayBuffer()));
	expect(wav.samples.length / wav.sampleRate).toBeCloseTo(3, 1);
});
