import * as fs from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import {
	AbortMultipartUploadCommand,
	CompleteMultipartUploadCommand,
	CreateMultipartUploadCommand,
	DeleteObjectCommand,
	GetObjectCommand,
	HeadObjectCommand,
	ListObjectsV2Command,
	PutObjectCommand,
	S3Client,
	UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { Config } from "./config.ts";
import { newId } from "./ids.ts";

export type ByteRange = { start: number; end: number };
export type StoredObject = { size: number; body: Readable };

/** Where audio lives. Keys are ours, never a caller's; a written object appears whole or not at all. */
export type Storage = {
	/** `replaceable` says that it can be made again: it may be lost when the machine fails, and is not waited for so long. */
	put(
		key: string,
		bytes: Uint8Array | readonly Uint8Array[],
		contentType: string,
		options?: { replaceable?: boolean },
	): Promise<void>;
	/** For what should not be in memory as a whole. Gives the number of bytes written. */
	putStream(key: string, body: AsyncIterable<Uint8Array>, contentType: string): Promise<number>;
	/** `end` is inclusive, as in HTTP. */
	get(key: string, range?: ByteRange): Promise<StoredObject | undefined>;
	size(key: string): Promise<number | undefined>;
	remove(key: string): Promise<void>;
	list(prefix: string): Promise<string[]>;
};

export function createStorage(config: Config): Storage {
	return config.S3_BUCKET === undefined
		? createFileStorage(config.STORAGE_DIR)
		: createS3Storage(config, config.S3_BUCKET);
}

const keyPattern = /^[a-z0-9][A-Za-z0-9._/-]{0,250}$/;

function checkKey(key: string): string {
	if (!keyPattern.test(key) || key.includes("..")) throw new Error(`Not a storage key: ${JSON.stringify(key)}`);
	return key;
}

export function createFileStorage(dir: string): Storage {
	const root = resolve(dir);
	const pathOf = (key: string) => join(root, checkKey(key));
	const sizeOf = async (key: string): Promise<number | undefined> => {
		try {
			return (await stat(pathOf(key))).size;
		} catch (error) {
			if (isMissing(error)) return undefined;
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
				// The database will say that this object exists: it must be on disk before that.
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
		remove: async (key) => rm(pathOf(key), { force: true }),
		list: async (prefix) => {
			const from = pathOf(prefix);
			const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
				if (isMissing(error)) return [];
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

// By number: hundreds of sentences may be written in the same moment, and the handles of node:fs/promises take several times as long.
const open = promisify(fs.open);
const close = promisify(fs.close);
const sync = promisify(fs.fsync);
const writev = promisify(fs.writev);

async function append(file: number, pieces: readonly Uint8Array[]): Promise<void> {
	const total = pieces.reduce((sum, { length }) => sum + length, 0);
	const { bytesWritten } = await writev(file, pieces);
	if (bytesWritten === total) return;
	if (bytesWritten === 0) throw new Error("the disk takes no more");
	await append(file, [Buffer.concat(pieces).subarray(bytesWritten)]);
}

/** Most folders are there already, so one is only made when it is missing. */
async function openNew(path: string): Promise<number> {
	try {
		return await open(path, "w");
	} catch (error) {
		if (!isMissing(error)) throw error;
		await mkdir(dirname(path), { recursive: true });
		return open(path, "w");
	}
}

function isMissing(error: unknown): boolean {
	return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

/** Everything whose key begins like this. */
export async function removeAll(storage: Storage, prefix: string): Promise<void> {
	for (const key of await storage.list(prefix)) await storage.remove(key);
}

export function createS3Storage(config: Config, bucket: string): Storage {
	const client = new S3Client({
		region: config.S3_REGION,
		...(config.S3_ENDPOINT === undefined ? {} : { endpoint: config.S3_ENDPOINT, forcePathStyle: true }),
		...(config.S3_ACCESS_KEY_ID === undefined || config.S3_SECRET_ACCESS_KEY === undefined
			? {}
			: { credentials: { accessKeyId: config.S3_ACCESS_KEY_ID, secretAccessKey: config.S3_SECRET_ACCESS_KEY } }),
		// Many S3-compatible stores do not know the newer checksum trailers.
		requestChecksumCalculation: "WHEN_REQUIRED",
		responseChecksumValidation: "WHEN_REQUIRED",
	});
	const object = (key: string) => ({ Bucket: bucket, Key: checkKey(key) });
	const orMissing = async <T>(work: Promise<T>): Promise<T | undefined> => {
		try {
			return await work;
		} catch (error) {
			if (error instanceof Error && (error.name === "NoSuchKey" || error.name === "NotFound")) return undefined;
			throw error;
		}
	};
	const sizeOf = async (key: string) =>
		(await orMissing(client.send(new HeadObjectCommand(object(key)))))?.ContentLength;
	return {
		put: async (key, bytes, contentType) => {
			const body = bytes instanceof Uint8Array ? bytes : Buffer.concat(bytes);
			await client.send(new PutObjectCommand({ ...object(key), Body: body, ContentType: contentType }));
		},
		putStream: async (key, body, contentType) => {
			const started = await client.send(new CreateMultipartUploadCommand({ ...object(key), ContentType: contentType }));
			const upload = { ...object(key), UploadId: started.UploadId };
			try {
				const parts: { ETag: string | undefined; PartNumber: number }[] = [];
				let size = 0;
				for await (const bytes of inPieces(body, partBytes)) {
					const PartNumber = parts.length + 1;
					const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body: bytes }));
					parts.push({ ETag, PartNumber });
					size += bytes.length;
				}
				await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }));
				return size;
			} catch (error) {
				// Parts of an upload that was not completed cost money and are seen by nobody.
				await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
				throw error;
			}
		},
		get: async (key, range) => {
			const size = await sizeOf(key);
			if (size === undefined) return undefined;
			const answer = await orMissing(
				client.send(
					new GetObjectCommand({ ...object(key), ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}) }),
				),
			);
			return answer?.Body === undefined ? undefined : { size, body: answer.Body as Readable };
		},
		size: sizeOf,
		remove: async (key) => {
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

/** S3 takes at most 10,000 parts, and none but the last below 5 MiB: so an object may have 80 GB. */
const partBytes = 8 * 1024 * 1024;

/** The same bytes in pieces of exactly `size`, but for the last; one empty piece when there are none. */
async function* inPieces(body: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
	let waiting: Uint8Array[] = [];
	let length = 0;
	let given = 0;
	for await (let bytes of body) {
		while (length + bytes.length >= size) {
			const rest = size - length;
			yield Buffer.concat([...waiting, bytes.subarray(0, rest)]);
			given++;
			bytes = bytes.subarray(rest);
			waiting = [];
			length = 0;
		}
		if (bytes.length > 0) waiting.push(bytes);
		length += bytes.length;
	}
	if (length > 0 || given === 0) yield Buffer.concat(waiting);
}
