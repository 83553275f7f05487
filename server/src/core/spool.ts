import { createReadStream } from "node:fs";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Storage } from "./storage.ts";

/** Held in memory up to here; most sounds never touch the disk before they are stored. */
const memoryBytes = 1_048_576;

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
	let held: Uint8Array[] = [];
	let size = 0;
	let disk: { file: FileHandle; folder: string; path: string } | undefined;

	async function spill() {
		const folder = await mkdtemp(join(tmpdir(), "timbre-spool-"));
		const path = join(folder, "sound");
		const file = await open(path, "w+");
		for (const bytes of held) await file.write(bytes);
		held = [];
		disk = { file, folder, path };
		return disk;
	}

	return {
		async push(bytes) {
			size += bytes.length;
			if (!disk && size <= memoryBytes) {
				held.push(bytes);
				return;
			}
			const { file } = disk ?? (await spill());
			await file.write(bytes);
		},
		size: () => size,
		async patch(at, bytes) {
			if (disk) {
				await disk.file.write(bytes, 0, bytes.length, at);
				return;
			}
			const whole = Buffer.concat(held);
			whole.set(bytes, at);
			held = [whole];
		},
		async store(storage, key, contentType) {
			if (!disk) return storage.put(key, Buffer.concat(held), contentType);
			await storage.putStream(key, createReadStream(disk.path), contentType);
		},
		async close() {
			held = [];
			await disk?.file.close();
			if (disk) await rm(disk.folder, { recursive: true, force: true });
			disk = undefined;
		},
	};
}
