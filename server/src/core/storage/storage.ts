import * as fs from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import {
	AbortMultipartUploadCommand,
	DeleteObjectCommand,
	GetObjectCommand,
	HeadObjectCommand,
	ListObjectsV2Command,
	PutObjectCommand,
	S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import type { Config } from "../config.ts";
import { newId } from "../ids.ts";

export type ByteRange = { start: number; end: number };
export type StoredObject = { size: number; body: Readable };

/**
 * Object storage for audio, on disk or S3.
 * Invariant: the server creates all keys, never a client, and writes are atomic: readers see a full object or none.
 */
export type Storage = {
	/** `replaceable` skips the fsync: faster, but a crash may lose the object. For what can be generated again. */
	put(
		key: string,
		bytes: Uint8Array | readonly Uint8Array[],
		contentType: string,
		options?: { replaceable?: boolean },
	): Promise<void>;
	/** Writes an object without holding it in memory. Returns its size in bytes. */
	putStream(key: string, body: AsyncIterable<Uint8Array>, contentType: string): Promise<number>;
	/** `end` is inclusive, as in HTTP. */
	get(key: string, range?: ByteRange): Promise<StoredObject | undefined>;
	size(key: string): Promise<number | undefined>;
	delete(key: string): Promise<void>;
	list(prefix: string): Promise<string[]>;
};

export function createStorage(config: Config): Storage {
	return config.S3_BUCKET === undefined
		? createFileStorage(config.STORAGE_DIR)
		: createS3Storage(config, config.S3_BUCKET);
}

const keyPattern = /^[a-z0-9][A-Za-z0-9._/-]{0,250}$/;

function checkKey(key: string): string {
	if (!keyPattern.test(key) || key.includes("..")) throw new Error(`Invalid storage key: ${JSON.stringify(key)}`);
	return key;
}

export function createFileStorage(dir: string): Storage {
	const root = resolve(dir);
	const pathOf = (key: string) => join(root, checkKey(key));
	const sizeOf = async (key: string): Promise<number | undefined> => {
		try {
			return (await stat(pathOf(key))).size;
		} catch (error) {
			if (isNotFound(error)) return undefined;
			throw error;
		}
	};
	const write = async (key: string, fill: (file: number) => Promise<void>, replaceable = false): Promise<void> => {
		const path = pathOf(key);
		const temporary = `${path}.${newId(8)}.part`;
		try {
			const file = await openNew(temporary);
			try {
				await fill(file);
				// Flush to disk before the database says that this object exists.
				if (!replaceable) await sync(file);
			} finally {
				await close(file);
			}
			await rename(temporary, path);
		} catch (error) {
			await rm(temporary, { force: true });
			throw error;
		}
	};
	return {
		put: (key, bytes, _contentType, { replaceable } = {}) =>
			write(key, (file) => append(file, bytes instanceof Uint8Array ? [bytes] : bytes), replaceable),
		putStream: async (key, body) => {
			let size = 0;
			await write(key, async (file) => {
				for await (const bytes of body) {
					await append(file, [bytes]);
					size += bytes.length;
				}
			});
			return size;
		},
		get: async (key, range) => {
			const size = await sizeOf(key);
			return size === undefined ? undefined : { size, body: fs.createReadStream(pathOf(key), range) };
		},
		size: sizeOf,
		delete: async (key) => rm(pathOf(key), { force: true }),
		list: async (prefix) => {
			const from = pathOf(prefix);
			const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
				if (isNotFound(error)) return [];
				throw error;
			});
			return entries
				.filter((entry) => entry.isFile() && !entry.name.endsWith(".part"))
				.map((entry) =>
					join(entry.parentPath, entry.name)
						.slice(root.length + 1)
						.split(sep)
						.join("/"),
				)
				.sort();
		},
	};
}

// Use file descriptors: node:fs/promises handles take several times as long with hundreds of concurrent writes.
const open = promisify(fs.open);
const close = promisify(fs.close);
const sync = promisify(fs.fsync);
const writev = promisify(fs.writev);

async function append(file: number, pieces: readonly Uint8Array[]): Promise<void> {
	const total = pieces.reduce((sum, { length }) => sum + length, 0);
	const { bytesWritten } = await writev(file, pieces);
	if (bytesWritten === total) return;
	if (bytesWritten === 0) throw new Error("the disk is full");
	await append(file, [Buffer.concat(pieces).subarray(bytesWritten)]);
}

/** Creates the folder only if opening fails: it usually exists. */
async function openNew(path: string): Promise<number> {
	try {
		return await open(path, "w");
	} catch (error) {
		if (!isNotFound(error)) throw error;
		await mkdir(dirname(path), { recursive: true });
		return open(path, "w");
	}
}

function isNotFound(error: unknown): boolean {
	return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

/** Deletes all objects whose key starts with the prefix. */
export async function deleteAll(storage: Storage, prefix: string): Promise<void> {
	for (const key of await storage.list(prefix)) await storage.delete(key);
}

export function createS3Storage(config: Config, bucket: string): Storage {
	const client = new S3Client({
		region: config.S3_REGION,
		...(config.S3_ENDPOINT === undefined ? {} : { endpoint: config.S3_ENDPOINT, forcePathStyle: true }),
		...(config.S3_ACCESS_KEY_ID === undefined || config.S3_SECRET_ACCESS_KEY === undefined
			? {}
			: { credentials: { accessKeyId: config.S3_ACCESS_KEY_ID, secretAccessKey: config.S3_SECRET_ACCESS_KEY } }),
		// Many S3-compatible stores don't support the newer checksum trailers.
		requestChecksumCalculation: "WHEN_REQUIRED",
		responseChecksumValidation: "WHEN_REQUIRED",
	});
	const object = (key: string) => ({ Bucket: bucket, Key: checkKey(key) });
	const undefinedIfMissing = async <T>(work: Promise<T>): Promise<T | undefined> => {
		try {
			return await work;
		} catch (error) {
			if (error instanceof Error && (error.name === "NoSuchKey" || error.name === "NotFound")) return undefined;
			throw error;
		}
	};
	const sizeOf = async (key: string) =>
		(await undefinedIfMissing(client.send(new HeadObjectCommand(object(key)))))?.ContentLength;
	return {
		put: async (key, bytes, contentType) => {
			const body = bytes instanceof Uint8Array ? bytes : Buffer.concat(bytes);
			await client.send(new PutObjectCommand({ ...object(key), Body: body, ContentType: contentType }));
		},
		putStream: async (key, body, contentType) => {
			let size = 0;
			async function* counted() {
				for await (const bytes of body) {
					size += bytes.length;
					yield bytes;
				}
			}
			const upload = new Upload({
				client,
				params: { ...object(key), Body: Readable.from(counted()), ContentType: contentType },
				partSize: partBytes,
				// One part in memory at a time.
				queueSize: 1,
				leavePartsOnError: true,
			});
			try {
				await upload.done();
				return size;
			} catch (error) {
				// Parts of an incomplete upload are invisible but cost money. The library itself keeps them if completing fails.
				if (upload.uploadId !== undefined)
					await client
						.send(new AbortMultipartUploadCommand({ ...object(key), UploadId: upload.uploadId }))
						.catch(() => {});
				throw error;
			}
		},
		get: async (key, range) => {
			const size = await sizeOf(key);
			if (size === undefined) return undefined;
			const response = await undefinedIfMissing(
				client.send(
					new GetObjectCommand({ ...object(key), ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}) }),
				),
			);
			return response?.Body === undefined ? undefined : { size, body: response.Body as Readable };
		},
		size: sizeOf,
		delete: async (key) => {
			await client.send(new DeleteObjectCommand(object(key)));
		},
		list: async (prefix) => {
			const keys: string[] = [];
			let token: string | undefined;
			do {
				const page = await client.send(
					new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }),
				);
				for (const entry of page.Contents ?? []) if (entry.Key !== undefined) keys.push(entry.Key);
				token = page.NextContinuationToken;
			} while (token !== undefined);
			return keys.sort();
		},
	};
}

/** S3 allows 10,000 parts of at least 5 MiB, except the last. With 8 MiB an object can have 80 GB. */
const partBytes = 8 * 1024 * 1024;
