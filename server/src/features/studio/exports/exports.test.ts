import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, realpath, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { maxExports } from "@timbre/contract/studio/rules.ts";
import { decodeAudio } from "@timbre/engines/media/decode.ts";
import { readWav } from "@timbre/engines/media/wav.ts";
import { pngPicture } from "@timbre/engines/publishing/testing/pictures.ts";
import { readMp4 } from "@timbre/engines/publishing/testing/read-mp4.ts";
import { elements, readXml } from "@timbre/engines/publishing/testing/read-xml.ts";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { aColleague, type SeedUser } from "../../../../../seed/builders.ts";
import { exportsOf, runExports } from "../../../testing/studio/exports.ts";
import { aStudioProject, type StudioProject } from "../../../testing/studio/project.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";

type ErrorBody = { detail: { code: string; message: string } };
type Times = { sentences: { text: string; start_seconds: number; end_seconds: number }[] };

const run = promisify(execFile);
let app: TestApp;
let user: SeedUser;
let project: StudioProject;
let files: ReturnType<typeof exportsOf>;
beforeAll(async () => {
	app = await testApp();
	user = await app.user({ tier: "creator" });
	project = await converted();
});
beforeEach(() => {
	files = exportsOf(app, user, project);
});
afterAll(async () => app.stop());

const book = {
	"The lamp: 1": ["The lamp went out at four.", "Nobody saw it happen. The keeper was asleep."],
	"The tide": ["The tide came in at nine, and it was higher than ever before."],
};

async function converted(chapters: Record<string, string[]> = book, owner = user): Promise<StudioProject> {
	const fields = { title: "The Lighthouse", author: "Ada Example", original_publication_date: "1927-05-05" };
	const created = await aStudioProject(app, owner, chapters, fields);
	await created.convert();
	return created;
}

async function timesOf(chapter: number): Promise<Times["sentences"]> {
	const path = `${project.chapterPath(chapter)}/snapshots`;
	const { snapshots } = await project.send<{ snapshots: { chapter_snapshot_id: string }[] }>("GET", path);
	return (await project.send<Times>("GET", `${path}/${snapshots[0]?.chapter_snapshot_id}/times`)).sentences;
}

async function setCover(bytes: Uint8Array<ArrayBuffer>, at = project) {
	const form = new FormData();
	form.set("cover", new Blob([bytes]), "cover.png");
	const headers = { "xi-api-key": user.apiKey };
	return fetch(`${app.url}${at.path}/cover`, { method: "PUT", headers, body: form });
}

/** When the audio becomes louder than silence, in seconds, from a time on. */
function onset({ samples, sampleRate }: { samples: Float32Array; sampleRate: number }, from: number): number {
	for (let at = Math.max(0, Math.round(from * sampleRate)); at < samples.length; at++)
		if (Math.abs(samples[at] ?? 0) > 0.005) return at / sampleRate;
	return Number.POSITIVE_INFINITY;
}

const storedFiles = async (id: string) => app.storage.list(`studio/${user.workspaceId}/${project.id}/exports/${id}/`);

describe("masters", () => {
	test("an MP3 with the levels of ACX passes each rule, and says what was measured", async () => {
		const { done, bytes } = await files.make({ format: "mp3", chapter_ids: [project.chapterIds[0]], loudness: "acx" });
		expect(done).toMatchObject({ file_name: "The Lighthouse.mp3", bytes: bytes.length });
		expect(done.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
		const [file] = done.files;
		expect(file?.acx_passed).toBe(true);
		const ruleOf = (rule: string) => file?.acx.find((one) => one.rule === rule);
		expect(ruleOf("rms")?.value).toBeGreaterThan(-21);
		expect(ruleOf("rms")).toMatchObject({ unit: "dB", min: -23, max: -18, passed: true });
		expect(ruleOf("peak")?.value).toBeLessThanOrEqual(-3);
		expect(ruleOf("head")?.value).toBeCloseTo(0.75, 1);
		expect(ruleOf("bitrate")?.value).toBe(192);
		const audio = await decodeAudio(bytes, "mp3_44100_192");
		expect(audio.samples.length / audio.sampleRate).toBeCloseTo(file?.seconds ?? 0, 1);
		expect(await storedFiles(done.export_id)).toHaveLength(1);
	});

	test("what fails ACX is named with its figures, and the project's setting chooses the levels", async () => {
		const { done } = await files.make({ format: "mp3_zip" });
		expect(done.loudness).toBe("none");
		const failed = done.files.flatMap(({ acx }) => acx.filter(({ passed }) => !passed));
		expect(failed.length).toBeGreaterThan(0);
		for (const { value, min, max } of failed)
			expect(value === null || value < (min ?? value) || value > (max ?? value)).toBe(true);

		const own = await converted();
		await own.send("PATCH", own.path, { acx_volume_normalization: true });
		const mastered = await exportsOf(app, user, own).make({ format: "mp3_zip" });
		expect(mastered.done.loudness).toBe("acx");
		expect(mastered.done.files.map(({ acx_passed }) => acx_passed)).toEqual([true, true]);
	});

	test.each([
		["lufs_16", -16],
		["lufs_23", -23],
	])("an archive with the loudness %s has it in each file", async (loudness, lufs) => {
		const { done, bytes } = await files.make({ format: "mp3_zip", loudness });
		expect(Object.keys(unzipSync(bytes))).toEqual(["01 The lamp 1.mp3", "02 The tide.mp3"]);
		for (const file of done.files) {
			expect(file.target_met).toBe(true);
			expect(Math.abs((file.loudness_lufs ?? 0) - lufs)).toBeLessThan(0.5);
			expect(file.true_peak_db).toBeLessThanOrEqual(-1);
		}
	});

	test("one file has the chapters one after another, and says where each starts", async () => {
		const whole = await files.make({ format: "wav", bit_depth: 16 });
		const { samples, sampleRate } = readWav(whole.bytes);
		const starts = whole.done.chapters.map(({ starts_at_seconds }) => starts_at_seconds ?? -1);
		expect(starts[0]).toBe(0);
		const [second] = await timesOf(1);
		expect(onset({ samples, sampleRate }, starts[1] ?? 0)).toBeCloseTo(
			(starts[1] ?? 0) + (second?.start_seconds ?? 0),
			1,
		);

		const fine = await files.make({ format: "wav_zip", bit_depth: 24 });
		const [first] = Object.values(unzipSync(fine.bytes));
		expect(first && new DataView(first.buffer, first.byteOffset).getUint16(34, true)).toBe(24);

		const mp3 = await files.make({ format: "mp3", loudness: "none" });
		const start = mp3.done.chapters[1]?.starts_at_seconds ?? 0;
		const audio = await decodeAudio(mp3.bytes, "mp3_44100_192");
		expect(audio.samples.length / audio.sampleRate).toBeCloseTo(mp3.done.files[0]?.seconds ?? 0, 1);
		expect(Math.abs(onset(audio, start) - start - (second?.start_seconds ?? 0))).toBeLessThan(0.06);
	});
});

describe("audiobooks", () => {
	test("an M4B has the chapters, the cover and the length of the project", async () => {
		const cover = pngPicture(60, 90);
		expect((await setCover(Uint8Array.from(cover))).status).toBe(200);
		const { done, bytes } = await files.make({ format: "m4b", loudness: "lufs_18" });
		expect(done).toMatchObject({ file_name: "The Lighthouse.m4b" });
		const read = readMp4(bytes);
		expect(JSON.stringify(read)).toContain("The lamp: 1");
		expect(bytes.includes(cover)).toBe(true);
		expect(bytes.includes("Ada Example")).toBe(true);
	});

	test("FFprobe reads the same of an M4B", { tags: ["measured"] }, async ({ skip }) => {
		if (!(await installed("ffprobe", ["-version"]))) return skip("ffprobe isn't installed");
		await setCover(Uint8Array.from(pngPicture(60, 90)));
		const { done, bytes } = await files.make({ format: "m4b" });
		const path = await fileOf(bytes, "book.m4b");
		const { stdout } = await run("ffprobe", [
			...["-v", "error", "-of", "json", "-show_chapters", "-show_format", "-show_streams"],
			path,
		]);
		const read = JSON.parse(stdout) as {
			chapters: { start_time: string; tags: { title: string } }[];
			format: { duration: string; tags: Record<string, string> };
			streams: { codec_name: string; width?: number; disposition: Record<string, number> }[];
		};
		expect(read.chapters.map(({ tags }) => tags.title)).toEqual(["The lamp: 1", "The tide"]);
		for (const [at, { start_time }] of read.chapters.entries())
			expect(Number(start_time)).toBeCloseTo(done.chapters[at]?.starts_at_seconds ?? -1, 2);
		const seconds = done.files.reduce((sum, file) => sum + file.seconds, 0);
		expect(Number(read.format.duration)).toBeCloseTo(seconds, 1);
		expect(read.format.tags).toMatchObject({ title: "The Lighthouse", artist: "Ada Example" });
		const picture = read.streams.find(({ disposition }) => disposition.attached_pic === 1);
		expect(picture).toMatchObject({ codec_name: "png", width: 60 });
	});

	test("an EPUB reads each sentence when it is heard", async () => {
		const { bytes } = await files.make({ format: "epub", loudness: "acx" });
		expect(bytes.toString("latin1", 30, 58)).toBe("mimetypeapplication/epub+zip");
		const unzipped = unzipSync(bytes);
		const xml = (name: string) => readXml(Buffer.from(unzipped[name] ?? []).toString("utf8"));
		const names = Object.keys(unzipped);
		for (const [at, number] of ["001", "002"].entries()) {
			const clips = elements(xml(`EPUB/overlays/chapter-${number}.smil`), "audio").map(({ attributes }) => attributes);
			const audioName = names.find((name) => name.startsWith(`EPUB/audio/${number}`)) ?? "";
			const audio = await decodeAudio(unzipped[audioName] ?? new Uint8Array(), "mp3_44100_128");
			const times = await timesOf(at);
			expect(clips).toHaveLength(times.length);
			for (const [index, { clipBegin = "" }] of clips.entries()) {
				const begin = Number(clipBegin.replace("s", ""));
				// The tone of a sentence starts with its first word.
				expect(Math.abs(onset(audio, begin - 0.06) - begin), `${number} ${index}`).toBeLessThan(0.06);
			}
			const text = elements(xml(`EPUB/text/chapter-${number}.xhtml`), "span").map((span) => span.text);
			expect(text).toEqual(times.map((sentence) => sentence.text.trim()));
		}
	});

	test("EPUBCheck finds no error", { tags: ["measured"], timeout: 300_000 }, async ({ skip }) => {
		const jar = await realpath("/usr/bin/epubcheck").catch(() => undefined);
		if (!jar || !(await installed("java", ["-version"]))) return skip("epubcheck isn't installed");
		await setCover(Uint8Array.from(pngPicture(60, 90)));
		const { bytes } = await files.make({ format: "epub" });
		const path = await fileOf(bytes, "book.epub");
		const { stdout, stderr } = await run("java", ["-jar", jar, path]).catch(
			(error: { stdout: string; stderr: string }) => error,
		);
		expect(`${stdout}${stderr}`).toMatch(/No errors or warnings detected/);
	});
});

describe("captions", () => {
	const clock = (text: string) => {
		const [hours = 0, minutes = 0, seconds = 0] = text.replace(",", ".").split(":").map(Number);
		return hours * 3600 + minutes * 60 + seconds;
	};

	test("SRT, VTT and JSON have the times of the audio as it is in Studio", async () => {
		const srt = (await files.make({ format: "srt" })).bytes.toString("utf8");
		const [first] = await timesOf(0);
		expect(clock(/^1\n(\S+) -->/.exec(srt)?.[1] ?? "")).toBeCloseTo(first?.start_seconds ?? -1, 1);
		expect(srt).toContain("The lamp went out at four.");
		const vtt = (await files.make({ format: "vtt" })).bytes.toString("utf8");
		expect(vtt.startsWith("WEBVTT\n")).toBe(true);
		const json = JSON.parse((await files.make({ format: "json" })).bytes.toString("utf8")) as {
			chapters: { title: string; from: number; to: number; sentences: { from: number; text: string }[] }[];
		};
		expect(json.chapters.map(({ title }) => title)).toEqual(["The lamp: 1", "The tide"]);
		const [, tide] = json.chapters;
		const [second] = await timesOf(1);
		expect(tide?.sentences[0]?.from).toBeCloseTo((tide?.from ?? 0) + (second?.start_seconds ?? 0), 2);
	});

	test("captions of an export have the times of its audio", async () => {
		const audio = await files.make({ format: "mp3", loudness: "acx" });
		const { done, bytes } = await files.make({ format: "json", audio_export_id: audio.done.export_id });
		expect(done.loudness).toBe("acx");
		const json = JSON.parse(bytes.toString("utf8")) as { chapters: { sentences: { from: number; text: string }[] }[] };
		const decoded = await decodeAudio(audio.bytes, "mp3_44100_192");
		for (const { from } of json.chapters.flatMap(({ sentences }) => sentences))
			expect(Math.abs(onset(decoded, from - 0.06) - from)).toBeLessThan(0.06);

		const zip = await files.make({ format: "mp3_zip" });
		const captions = await files.make({ format: "srt", audio_export_id: zip.done.export_id });
		expect(captions.done.file_name).toBe("The Lighthouse.zip");
		expect(Object.keys(unzipSync(captions.bytes))).toEqual(["01 The lamp 1.srt", "02 The tide.srt"]);
		expect(await files.start({ format: "mp3", audio_export_id: zip.done.export_id }, 400)).toMatchObject({
			detail: { code: "invalid_request" },
		});
	});
});

describe("what can't be exported says why", () => {
	test("chapters without audio are named", async () => {
		const fresh = await aStudioProject(app, user, { ...book, Epilogue: ["The end."] });
		const own = exportsOf(app, user, fresh);
		const refused = (await own.start({ format: "mp3" }, 409)) as unknown as ErrorBody;
		expect(refused.detail.code).toBe("not_converted");
		expect(refused.detail.message).toMatch(/“The lamp: 1”, “The tide”, “Epilogue”/);
		await fresh.convert({ chapter_id: fresh.chapterIds[2] });
		expect(await own.start({ format: "mp3" }, 409)).toMatchObject({ detail: { code: "not_converted" } });
		const { done } = await own.make({ format: "mp3", chapter_ids: [fresh.chapterIds[2]] });
		expect(done.chapters).toMatchObject([{ name: "Epilogue", is_current: true }]);
		expect(await own.start({ format: "mp3", chapter_ids: ["unknown"] }, 404)).toMatchObject({
			detail: { code: "chapter_not_found" },
		});
	});

	test("text that was changed since its audio was generated is told", async () => {
		const own = await converted({ One: ["The old text."] });
		await own.edit(0, "The new text.");
		const { done } = await exportsOf(app, user, own).make({ format: "srt" });
		expect(done.chapters).toMatchObject([{ is_current: false }]);
	});

	test("a project keeps a limited number of exports", async () => {
		const own = await converted({ One: ["A text."] });
		const rows = Array.from({ length: maxExports }, (_, at) => ({
			id: `${own.id}-${at}`,
			workspace_id: user.workspaceId,
			project_id: own.id,
			created_by: user.userId,
			via: "session",
			format: "mp3",
			settings: JSON.stringify({ loudness: "none", bit_depth: 16, audio_export_id: null, captions_per_chapter: false }),
			chapters: "[]",
			state: "done",
		}));
		await app.db
			.insertInto("studio_export")
			.values(rows as never)
			.execute();
		const exports = exportsOf(app, user, own);
		expect(await exports.start({ format: "srt" }, 400)).toMatchObject({ detail: { code: "export_limit_reached" } });
		await own.send("DELETE", exports.path(`${own.id}-0`));
		await exports.start({ format: "srt" });
	});

	test("audio that the storage has lost", async () => {
		const own = await converted({ One: ["A lost text."] });
		for (const key of await app.storage.list(`takes/${user.workspaceId}/`)) {
			const { hash } = await app.db
				.selectFrom("studio_take")
				.select("hash")
				.where("project_id", "=", own.id)
				.executeTakeFirstOrThrow();
			if (key.endsWith(hash)) await app.storage.delete(key);
		}
		const lost = await exportsOf(app, user, own).run({ format: "mp3" });
		expect(lost).toMatchObject({ state: "failed", error: expect.stringMatching(/Convert the project/) });
	});
});

describe("while it runs", () => {
	const parts = () => app.storage.list(`studio/${user.workspaceId}/${project.id}/exports/`);

	test("it can be canceled, and leaves nothing", async () => {
		const before = await parts();
		const { export_id: id } = await files.start({ format: "m4b" });
		await runExports(app, async (step) => {
			if (step === "chapter 1") await project.send("POST", `${files.path(id)}/cancel`);
		});
		expect(await files.get(id)).toMatchObject({ state: "canceled", error: null, file_name: null });
		expect(await parts()).toEqual(before);
		const response = await app.request<ErrorBody>(user.apiKey, "GET", `${files.path(id)}/file`);
		expect([response.status, response.body.detail.code]).toEqual([409, "conflict"]);
	});

	test("it can be deleted, and leaves nothing", async () => {
		const before = await parts();
		const { export_id: id } = await files.start({ format: "mp3_zip" });
		await runExports(app, async (step) => {
			if (step === "file") await project.send("DELETE", files.path(id));
		});
		expect((await app.request(user.apiKey, "GET", files.path(id))).status).toBe(404);
		expect(await parts()).toEqual(before);
	});

	test("a step that is interrupted is repeated, and the file is the same", async () => {
		const first = await files.make({ format: "mp3_zip", loudness: "acx" });
		let failures = 2;
		const flaky: typeof app.storage = {
			...app.storage,
			putStream: async (key, body, type) => {
				if (/chapter-1|file$/.test(key) && failures-- > 0) throw new Error("the storage didn't respond");
				return app.storage.putStream(key, body, type);
			},
		};
		const { export_id: id } = await files.start({ format: "mp3_zip", loudness: "acx" });
		await runExports(app, undefined, flaky);
		const names = Object.keys(unzipSync(first.bytes));
		const again = unzipSync(await files.download(id));
		for (const name of names)
			expect(Buffer.from(again[name] ?? []).equals(unzipSync(first.bytes)[name] ?? Buffer.alloc(0))).toBe(true);
	});

	test("those of a workspace are made one after another", async () => {
		const one = await files.start({ format: "srt" });
		const two = await files.start({ format: "vtt" });
		expect([one.queue_position, two.queue_position]).toEqual([0, 1]);
		await runExports(app);
		expect((await files.list()).slice(0, 2).map(({ state }) => state)).toEqual(["done", "done"]);
	});

	test("files that killed processes left on disk are removed", async () => {
		const root = join(tmpdir(), "timbre-exports");
		const old = join(root, "killed.left");
		await mkdir(old, { recursive: true });
		await writeFile(join(old, "book.m4b.part"), "left");
		const past = new Date(Date.now() - 48 * 3600 * 1000);
		await utimes(old, past, past);
		await files.make({ format: "mp3", chapter_ids: [project.chapterIds[1]] });
		expect(await readdir(root)).not.toContain("killed.left");
	});
});

test("a download has the name of the work in any alphabet, and parts can be requested", async () => {
	const own = await converted({ Ein: ["Kurz."] });
	await own.send("PATCH", own.path, { title: "Größe 東京" });
	const exports = exportsOf(app, user, own);
	const { done, bytes } = await exports.make({ format: "mp3" });
	const headers = { "xi-api-key": user.apiKey, range: "bytes=10-19" };
	const response = await fetch(`${app.url}${exports.path(done.export_id)}/file`, { headers });
	expect(response.status).toBe(206);
	expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes.subarray(10, 20));
	expect(response.headers.get("content-type")).toBe("audio/mpeg");
	expect(response.headers.get("content-disposition")).toBe(
		"attachment; filename=\"Gr__e __.mp3\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E6%9D%B1%E4%BA%AC.mp3",
	);
});

test("a cover is a picture, and belongs to its project", async () => {
	const own = await converted({ One: ["A text."] });
	const cover = pngPicture(20, 30);
	expect((await own.get<ProjectDetails>()).cover_image_url).toBe("");
	expect((await setCover(Uint8Array.from(Buffer.from("<svg/>")), own)).status).toBe(400);
	expect((await setCover(Uint8Array.from(cover), own)).status).toBe(200);
	const { cover_image_url } = await own.get<ProjectDetails>();
	const response = await fetch(app.url + cover_image_url, { headers: { "xi-api-key": user.apiKey } });
	expect(response.headers.get("content-type")).toBe("image/png");
	expect(response.headers.get("x-content-type-options")).toBe("nosniff");
	expect(Buffer.from(await response.arrayBuffer())).toEqual(cover);
	await own.send("DELETE", `${own.path}/cover`);
	expect((await own.get<ProjectDetails>()).cover_image_url).toBe("");
	expect(await app.storage.list(`studio/${user.workspaceId}/${own.id}/cover-`)).toEqual([]);
});

test("viewers download exports, and only editors start, cancel and delete them", async () => {
	const { done } = await files.make({ format: "srt" });
	const viewer = await aColleague(app.db, await app.user(), user.workspaceId);
	await app.db.updateTable("studio_project").set({ workspace_access: "viewer" }).where("id", "=", project.id).execute();
	const get = (path: string) => app.request(viewer.apiKey, "GET", path);
	expect((await get(files.path(done.export_id))).status).toBe(200);
	for (const [method, path, body] of [
		["POST", `${project.path}/exports`, { format: "srt" }],
		["POST", `${files.path(done.export_id)}/cancel`, undefined],
		["DELETE", files.path(done.export_id), undefined],
		["DELETE", `${project.path}/cover`, undefined],
	] as const)
		expect((await app.request(viewer.apiKey, method, path, body)).status, path).toBe(403);
});

const installed = (program: string, args: string[]) =>
	run(program, args).then(
		() => true,
		() => false,
	);

async function fileOf(bytes: Buffer, name: string): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "timbre-export-test-"));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	await writeFile(join(folder, name), bytes);
	return join(folder, name);
}
