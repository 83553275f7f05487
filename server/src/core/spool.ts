import { createReadStream } from "node:fs";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Storage } from "./storage.ts";

/** Held in memory up to here; most sounds never touch the disk before they are stored. */
const memoryBytes = 1_048_576;

/**
 * What is held lies in blocks that are used again. Chunks as they arrived would live until their sound ends, too long for the short
 * collections: with hundreds of streams they pile up for a whole one, at hundreds of megabytes.
 */
const blockBytes = 65_536;
const spareBlocks = 2_048;
const spareMs = 60_000;
let spare: Buffer[] = [];
let inUse = 0;
let letGo: NodeJS.Timeout | undefined;

function takeBlock(): Buffer {
	clearTimeout(letGo);
	inUse++;
	return spare.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
}

function giveBack(blocks: readonly Buffer[]): void {
	inUse -= blocks.length;
	spare.push(...blocks.slice(0, spareBlocks - spare.length));
	if (inUse > 0 || spare.length === 0) return;
	clearTimeout(letGo);
	letGo = setTimeout(() => {
		spare = [];
	}, spareMs).unref();
}

/** Gathers bytes whose end is not known yet, without holding a long sound in memory. */
export type Spool = {
	push(bytes: Uint8Array): Promise<void>;
	size(): number;
	/** Writes over bytes at the front, as the head of a file that tells its length must be. */
	patch(at: number, bytes: Uint8Array): Promise<void>;
	store(storage: Storage, key: string, contentType: string): Promise<void>;
	/** Always to be called: a spool may have a file. */
	close(): Promise<void>;
};

export function createSpool(): Spool {
	let blocks: Buffer[] = [];
	let size = 0;
	let disk: { file: FileHandle; folder: string; path: string } | undefined;

	/** What is in memory, as it lies there. */
	const held = () => blocks.map((block, at) => block.subarray(0, Math.min(blockBytes, size - at * blockBytes)));

	function hold(bytes: Uint8Array, at: number) {
		for (let done = 0; done < bytes.length; ) {
			const place = (at + done) % blockBytes;
			const index = (at + done - place) / blockBytes;
			const block = blocks[index] ?? takeBlock();
			blocks[index] = block;
			const piece = bytes.subarray(done, done + blockBytes - place);
			block.set(piece, place);
			done += piece.length;
		}
	}

	function forget() {
		giveBack(blocks);
		blocks = [];
	}

	async function spill() {
		const folder = await mkdtemp(join(tmpdir(), "timbre-spool-"));
		const path = join(folder, "sound");
		const file = await open(path, "w+");
		disk = { file, folder, path };
		for (const bytes of held()) await file.write(bytes);
		forget();
		return disk;
	}

	return {
		async push(bytes) {
			if (!disk && size + bytes.length <= memoryBytes) hold(bytes, size);
			else await (disk ?? (await spill())).file.write(bytes);
			size += bytes.length;
		},
		size: () => size,
		async patch(at, bytes) {
			if (disk) await disk.file.write(bytes, 0, bytes.length, at);
			else hold(bytes, at);
		},
		async store(storage, key, contentType) {
			if (!disk) return storage.put(key, held(), contentType);
			await storage.putStream(key, createReadStream(disk.path), contentType);
		},
		async close() {
			forget();
			await disk?.file.close();
			if (disk) await rm(disk.folder, { recursive: true, force: true });
			disk = undefined;
		},
	};
}
