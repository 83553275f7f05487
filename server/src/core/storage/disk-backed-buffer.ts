import { createReadStream } from "node:fs";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Storage } from "./storage.ts";

/** Larger audio spills to a temporary file. Most audio stays below this. */
const maxMemoryBytes = 1_048_576;

/**
 * Bytes are copied into reusable blocks. The chunks themselves would live until their audio ends, too long for minor
 * garbage collections: with hundreds of streams they pile up to hundreds of megabytes until the next major one.
 */
const blockBytes = 65_536;
const maxFreeBlocks = 2_048;
const freeBlocksTtlMs = 60_000;

type BlockPool = { take(): Buffer; release(blocks: readonly Buffer[]): void };

function createBlockPool(): BlockPool {
	let free: Buffer[] = [];
	let inUse = 0;
	let dropTimer: NodeJS.Timeout | undefined;
	return {
		take() {
			clearTimeout(dropTimer);
			inUse++;
			return free.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
		},
		release(blocks) {
			inUse -= blocks.length;
			free.push(...blocks.slice(0, maxFreeBlocks - free.length));
			if (inUse > 0 || free.length === 0) return;
			clearTimeout(dropTimer);
			dropTimer = setTimeout(() => {
				free = [];
			}, freeBlocksTtlMs).unref();
		},
	};
}

/** Collects a stream of unknown length without holding long audio in memory. */
export type DiskBackedBuffer = {
	push(bytes: Uint8Array): Promise<void>;
	size(): number;
	/** Overwrites bytes already pushed, such as a WAV header that states the final length. */
	patch(offset: number, bytes: Uint8Array): Promise<void>;
	store(storage: Storage, key: string, contentType: string): Promise<void>;
	/** Must always be called: the buffer may own a temporary file. */
	close(): Promise<void>;
};

export type CreateBuffer = () => DiskBackedBuffer;

/** Buffers of one pool reuse each other's blocks. */
export function createBufferPool(): CreateBuffer {
	const pool = createBlockPool();
	return () => createDiskBackedBuffer(pool);
}

function createDiskBackedBuffer(pool: BlockPool): DiskBackedBuffer {
	let blocks: Buffer[] = [];
	let size = 0;
	let disk: { file: FileHandle; folder: string; path: string } | undefined;

	const chunks = () => blocks.map((block, index) => block.subarray(0, Math.min(blockBytes, size - index * blockBytes)));

	function write(bytes: Uint8Array, offset: number) {
		for (let done = 0; done < bytes.length; ) {
			const position = (offset + done) % blockBytes;
			const index = (offset + done - position) / blockBytes;
			const block = blocks[index] ?? pool.take();
			blocks[index] = block;
			const piece = bytes.subarray(done, done + blockBytes - position);
			block.set(piece, position);
			done += piece.length;
		}
	}

	function release() {
		pool.release(blocks);
		blocks = [];
	}

	async function spillToDisk() {
		const folder = await mkdtemp(join(tmpdir(), "timbre-buffer-"));
		const path = join(folder, "audio");
		const file = await open(path, "w+");
		disk = { file, folder, path };
		for (const bytes of chunks()) await file.write(bytes);
		release();
		return disk;
	}

	return {
		async push(bytes) {
			if (!disk && size + bytes.length <= maxMemoryBytes) write(bytes, size);
			else await (disk ?? (await spillToDisk())).file.write(bytes);
			size += bytes.length;
		},
		size: () => size,
		async patch(offset, bytes) {
			if (disk) await disk.file.write(bytes, 0, bytes.length, offset);
			else write(bytes, offset);
		},
		async store(storage, key, contentType) {
			if (!disk) return storage.put(key, chunks(), contentType);
			await storage.putStream(key, createReadStream(disk.path), contentType);
		},
		async close() {
			release();
			await disk?.file.close();
			if (disk) await rm(disk.folder, { recursive: true, force: true });
			disk = undefined;
		},
	};
}
