import { randomBytes } from "node:crypto";
import type { Upload } from "@timbre/contract/uploads/schemas.ts";
import { expect, test } from "vitest";
import { ApiError, unreachable } from "../../../lib/api/api-error.ts";
import { createSavedUploads } from "./saved-uploads.ts";
import type { UploadPlatform } from "./send-file.ts";
import { createUploadList, type UploadedFile } from "./upload-list.ts";

const megabyte = 1024 * 1024;

/** A server that stores parts as the real one does, with failures that a test plans. */
function fakeServer() {
	const stored = new Map<string, { bytes: number; data: Buffer }>();
	const log: string[] = [];
	const faults: { method: string; before?: Error; after?: Error }[] = [];
	const waits: number[] = [];
	const saved = new Map<string, string>();
	const notFound = () => new ApiError(404, "upload_not_found", "This upload does not exist or has expired.");
	const present = (id: string): Upload => {
		const upload = stored.get(id);
		if (!upload) throw notFound();
		return {
			upload_id: id,
			file_name: "file",
			bytes: upload.bytes,
			received_bytes: upload.data.length,
			max_part_bytes: 8 * megabyte,
			expires_at_unix: 0,
		};
	};
	const request = async <T>(method: string, work: () => T | Promise<T>): Promise<T> => {
		const fault = faults[0]?.method === method ? faults.shift() : undefined;
		if (fault?.before) throw fault.before;
		log.push(method);
		const result = await work();
		if (fault?.after) throw fault.after;
		return result;
	};
	let time = 0;
	const platform: UploadPlatform = {
		create: ({ bytes }) =>
			request("create", () => {
				const id = `upload-${stored.size + 1}`;
				stored.set(id, { bytes, data: Buffer.alloc(0) });
				return present(id);
			}),
		get: (id) => request("get", () => present(id)),
		append: (id, offset, part) =>
			request("append", async () => {
				const upload = stored.get(id);
				if (!upload) throw notFound();
				if (offset !== upload.data.length) throw new ApiError(409, "upload_offset_mismatch", "Wrong offset.");
				upload.data = Buffer.concat([upload.data, Buffer.from(await part.arrayBuffer())]);
				time += 500;
				return present(id);
			}),
		delete: (id) => request("delete", () => void stored.delete(id)),
		wait: async (ms, signal) => {
			waits.push(ms);
			signal.throwIfAborted();
		},
		now: () => time,
		saved: createSavedUploads(() => ({
			getItem: (key) => saved.get(key) ?? null,
			setItem: (key, value) => void saved.set(key, value),
		})),
	};
	return { platform, stored, log, faults, waits };
}

async function upload(platform: UploadPlatform, files: File[], maxFiles = 10) {
	const done: UploadedFile[] = [];
	const list = createUploadList(platform, () => ({ maxFiles, onUploaded: (file) => done.push(file) }));
	list.add(files);
	await expect.poll(() => list.state().items.every(({ status }) => /uploaded|failed/.test(status))).toBe(true);
	return { list, done };
}

const content = randomBytes(10 * megabyte + 7);
const talk = new File([content], "talk.wav", { lastModified: 1 });

test("sends a file in parts that grow while the connection is fast", async () => {
	const server = fakeServer();
	const { list, done } = await upload(server.platform, [talk]);
	expect(done).toEqual([{ uploadId: "upload-1", fileName: "talk.wav", bytes: content.length }]);
	expect(server.stored.get("upload-1")?.data.equals(content)).toBe(true);
	// 1 + 2 + 4 + the rest.
	expect(server.log).toEqual(["create", "append", "append", "append", "append"]);
	expect(list.state().items).toMatchObject([{ status: "uploaded", sentBytes: content.length }]);
});

test("continues after a lost connection, also if only the response was lost", async () => {
	const server = fakeServer();
	server.faults.push(
		{ method: "create", before: unreachable() },
		{ method: "append", before: unreachable() },
		{ method: "append", after: unreachable() },
		{ method: "get", before: new ApiError(503, "unreachable", "starting") },
		{ method: "append", before: new ApiError(429, "rate_limit_exceeded", "slow down") },
	);
	const { done } = await upload(server.platform, [talk]);
	expect(done).toHaveLength(1);
	expect(server.stored.size).toBe(1);
	expect(server.stored.get("upload-1")?.data.equals(content)).toBe(true);
	expect(Math.max(...server.waits)).toBeLessThanOrEqual(30_000);
});

test("continues an upload of the same file that another page started, and starts again if it has expired", async () => {
	const server = fakeServer();
	const half = {
		upload: server.platform.create({ file_name: "talk.wav", bytes: content.length }, new AbortController().signal),
	};
	const { upload_id } = await half.upload;
	await server.platform.append(upload_id, 0, talk.slice(0, 4 * megabyte), new AbortController().signal);
	server.platform.saved.add(talk, upload_id);
	server.log.length = 0;
	await upload(server.platform, [talk]);
	expect(server.log[0]).toBe("get");
	expect(server.log).not.toContain("create");
	expect(server.stored.get(upload_id)?.data.equals(content)).toBe(true);
	server.platform.saved.add(talk, "expired");
	const again = await upload(server.platform, [talk]);
	expect(again.done[0]?.uploadId).toBe("upload-2");
	expect(server.platform.saved.find(talk)).toBeUndefined();
});

test("shows an error that does not go away by itself, and tries again on request", async () => {
	const server = fakeServer();
	server.faults.push({ method: "create", before: new ApiError(400, "too_many_uploads", "Too many uploads.") });
	const { list, done } = await upload(server.platform, [talk]);
	expect(list.state().items).toMatchObject([{ status: "failed", error: "Too many uploads." }]);
	list.retry(list.state().items[0]?.id ?? 0);
	await expect.poll(() => done.length).toBe(1);
});

test("canceling deletes what was sent, and the next file starts", async () => {
	const server = fakeServer();
	const stuck = new Promise<never>(() => {});
	const { append } = server.platform;
	let block = true;
	server.platform.append = (id, offset, part, signal) =>
		block && offset > 0
			? Promise.race([
					stuck,
					new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
				])
			: append(id, offset, part, signal);
	const done: UploadedFile[] = [];
	const list = createUploadList(server.platform, () => ({ maxFiles: 10, onUploaded: (file) => done.push(file) }));
	const files = ["a", "b", "c"].map((name) => new File([content], `${name}.wav`));
	list.add(files);
	await expect
		.poll(() => list.state().items.map(({ status, sentBytes }) => `${status} ${sentBytes}`))
		.toEqual([`uploading ${megabyte}`, `uploading ${megabyte}`, "waiting 0"]);
	block = false;
	list.cancel(1);
	expect(list.state().items.map(({ fileName }) => fileName)).toEqual(["b.wav", "c.wav"]);
	await expect.poll(() => done.map(({ fileName }) => fileName)).toEqual(["c.wav"]);
	expect(server.stored.has("upload-1")).toBe(false);
	expect(server.log).toContain("delete");
});

test("FILES-002 FILES-003 rejects what is surely no audio or video, and files that are empty, too large, repeated or too many", async () => {
	const server = fakeServer();
	const big = new File(["x"], "film.mkv");
	Object.defineProperty(big, "size", { value: 500_000_001 });
	const list = createUploadList(server.platform, () => ({ maxFiles: 2 }));
	list.add([
		new File(["%PDF"], "contract.pdf", { type: "application/pdf" }),
		new File(["text"], "notes.txt", { type: "text/plain" }),
		new File([], "empty.wav", { type: "audio/wav" }),
		big,
		new File(["a"], "a.opus", { type: "", lastModified: 1 }),
		new File(["a"], "a.opus", { type: "", lastModified: 1 }),
		new File(["b"], "b.weird", { type: "application/octet-stream" }),
		new File(["c"], "c.wav", { type: "audio/wav" }),
	]);
	const { items, problems } = list.state();
	expect(items.map(({ fileName }) => fileName)).toEqual(["a.opus", "b.weird"]);
	expect(problems).toEqual([
		"contract.pdf is not an audio or video file. Audio: aac, aiff, ogg, mp3, opus, wav, webm, flac, mp4, m4a. Video: mp4, avi, mkv, mov, wmv, flv, webm, mpeg, 3gp.",
		expect.stringContaining("notes.txt is not an audio or video file."),
		"empty.wav is empty.",
		"film.mkv is over 500 MB. Trim it or upload a compressed format.",
		"a.opus is already added.",
		"Upload at most 2 files at a time. The others were not added.",
	]);
	list.stop();
});

test("remembers uploads for a day, and works where storage is blocked or broken", () => {
	const values = new Map([["xi:uploads", "not json"]]);
	let time = 0;
	const saved = createSavedUploads(
		() => ({ getItem: (key) => values.get(key) ?? null, setItem: (key, value) => void values.set(key, value) }),
		() => time,
	);
	expect(saved.find(talk)).toBeUndefined();
	saved.add(talk, "one");
	saved.add(talk, "two");
	expect(saved.find(talk)).toBe("two");
	expect(saved.find(new File([content], "talk.wav", { lastModified: 2 }))).toBeUndefined();
	time = 24 * 3600 * 1000 + 1;
	expect(saved.find(talk)).toBeUndefined();
	const blocked = createSavedUploads(() => {
		throw new DOMException("blocked", "SecurityError");
	});
	blocked.add(talk, "one");
	expect(blocked.find(talk)).toBeUndefined();
});
