import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import S3rver from "s3rver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadConfig } from "../config.ts";
import { createFileStorage, createStorage, type Storage } from "./storage.ts";

let folder: string;
let s3: S3rver;
let s3Storage: Storage;
/** Uploads that were started and neither completed nor aborted. */
const openUploads = () => readdir(join(folder, "s3/audio/._S3rver_uploads"));
let completeFails = false;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "timbre-storage-"));
	s3 = new S3rver({
		port: 0,
		address: "127.0.0.1",
		silent: true,
		directory: join(folder, "s3"),
		configureBuckets: [{ name: "audio", configs: [] }],
	});
	s3.middleware.unshift(async (context, next) => {
		const { uploadId } = context.query;
		if (context.method === "DELETE" && uploadId !== undefined) {
			// s3rver cannot abort an upload.
			await rm(join(folder, "s3/audio/._S3rver_uploads", uploadId), { recursive: true });
			context.status = 204;
		} else if (context.method === "POST" && uploadId !== undefined && completeFails) context.status = 400;
		else await next();
	});
	const { port } = await s3.run();
	s3Storage = createStorage(
		loadConfig({
			S3_BUCKET: "audio",
			S3_ENDPOINT: `http://127.0.0.1:${port}`,
			S3_ACCESS_KEY_ID: "S3RVER",
			S3_SECRET_ACCESS_KEY: "S3RVER",
		}),
	);
});
afterAll(async () => {
	await s3.close();
	await rm(folder, { recursive: true, force: true });
});

describe.each(["files", "s3"])("storage on %s", (kind) => {
	const storage = () => (kind === "files" ? createFileStorage(join(folder, "files")) : s3Storage);
	const bytes = Buffer.from("0123456789");

	test("returns a stored object in full or by range", async () => {
		await storage().put("history/w/a.mp3", bytes, "audio/mpeg");
		const object = await storage().get("history/w/a.mp3");
		expect(object?.size).toBe(10);
		expect(object && (await buffer(object.body)).toString()).toBe("0123456789");
		const part = await storage().get("history/w/a.mp3", { start: 2, end: 4 });
		expect(part && (await buffer(part.body)).toString()).toBe("234");
		expect(part?.size).toBe(10);
	});

	test("joins an object that was put in pieces", async () => {
		const pieces = [Buffer.from("01234"), Buffer.alloc(0), Buffer.from("56789")];
		await storage().put("takes/w/a", pieces, "application/octet-stream", { replaceable: true });
		const object = await storage().get("takes/w/a");
		expect(object && (await buffer(object.body)).toString()).toBe("0123456789");
	});

	test("returns undefined for a missing object", async () => {
		expect(await storage().get("history/w/none.mp3")).toBeUndefined();
		expect(await storage().size("history/w/none.mp3")).toBeUndefined();
		await storage().delete("history/w/none.mp3");
	});

	test("stores a stream completely, however it is split, and nothing of one that fails", async () => {
		const piece = Buffer.alloc(700_001, 7);
		async function* body(pieces: number, fails = false): AsyncGenerator<Uint8Array> {
			for (let i = 0; i < pieces; i++) yield piece;
			if (fails) throw new Error("the source failed");
		}
		// On S3 this is three parts.
		expect(await storage().putStream("exports/w/a.zip", body(25), "application/zip")).toBe(25 * piece.length);
		const object = await storage().get("exports/w/a.zip");
		expect(object?.size).toBe(25 * piece.length);
		expect(object && (await buffer(object.body)).every((byte) => byte === 7)).toBe(true);
		expect(await storage().putStream("exports/w/empty.zip", body(0), "application/zip")).toBe(0);
		expect(await storage().size("exports/w/empty.zip")).toBe(0);
		await expect(storage().putStream("exports/w/b.zip", body(25, true), "application/zip")).rejects.toThrow(
			"the source failed",
		);
		expect(await storage().list("exports/w/")).toEqual(["exports/w/a.zip", "exports/w/empty.zip"]);
	});

	test("overwriting leaves one object, deleting leaves none", async () => {
		await storage().put("previews/x.mp3", bytes, "audio/mpeg");
		await storage().put("previews/x.mp3", Buffer.from("new"), "audio/mpeg");
		expect(await storage().list("previews/")).toEqual(["previews/x.mp3"]);
		await storage().delete("previews/x.mp3");
		expect(await storage().list("previews/")).toEqual([]);
	});

	test.each(["../secret", "a/../../b", "/etc/passwd", "", "a\0b", "ä"])("rejects the key %j", async (key) => {
		await expect(async () => storage().put(key, bytes, "audio/mpeg")).rejects.toThrow("Invalid storage key");
	});
});

test("a stream that fails on S3 leaves no parts behind, whether reading or completing fails", async () => {
	const part = Buffer.alloc(8 * 1024 * 1024, 7);
	async function* body(fails: boolean): AsyncGenerator<Uint8Array> {
		yield part;
		yield part;
		// The stream reads ahead of the upload.
		await expect.poll(openUploads).toHaveLength(1);
		if (fails) throw new Error("the source failed");
	}
	await expect(s3Storage.putStream("exports/w/c.zip", body(true), "application/zip")).rejects.toThrow("the source");
	expect(await openUploads()).toEqual([]);
	completeFails = true;
	try {
		await expect(s3Storage.putStream("exports/w/c.zip", body(false), "application/zip")).rejects.toThrow();
	} finally {
		completeFails = false;
	}
	expect(await openUploads()).toEqual([]);
	expect(await s3Storage.size("exports/w/c.zip")).toBeUndefined();
});

test("a failed write leaves nothing behind", async () => {
	const storage = createFileStorage(join(folder, "broken"));
	await storage.put("a/b", Buffer.from("x"), "audio/mpeg");
	// "a/b" is a file, so "a/b/c" cannot be written.
	await expect(storage.put("a/b/c", Buffer.from("x"), "audio/mpeg")).rejects.toThrow();
	expect(await readdir(join(folder, "broken", "a"))).toEqual(["b"]);
});
