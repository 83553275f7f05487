import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Model, ModelFile } from "./manifest.ts";

// Hashing half a gigabyte at every start would take seconds. Verified files are recorded with their modification time,
// so that later starts only compare size and time. A file added by hand is hashed once.

type VerifiedFiles = Record<string, { sha256: string; mtimeMs: number }>;

const RECORD_FILE = ".checked.json";

export async function hashFile(path: string, signal?: AbortSignal): Promise<Hash> {
	const hash = createHash("sha256");
	for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, signal })) hash.update(chunk as Buffer);
	return hash;
}

async function readRecord(dir: string): Promise<VerifiedFiles> {
	try {
		return JSON.parse(await readFile(join(dir, RECORD_FILE), "utf8")) as VerifiedFiles;
	} catch {
		return {};
	}
}

/** Ignores errors: in a read-only folder (weights baked into an image) files are hashed at each start. */
async function writeRecord(dir: string, verified: VerifiedFiles): Promise<void> {
	const next = join(dir, `${RECORD_FILE}.${process.pid}`);
	try {
		await writeFile(next, JSON.stringify(verified));
		await rename(next, join(dir, RECORD_FILE));
	} catch {}
}

export type FileState = { file: ModelFile; state: "good" | "missing" | "wrong-size" | "wrong-hash" };

/** Checks every file of a model. `full` hashes them all again. */
export async function verifyFiles(
	model: Model,
	dir: string,
	{ full = false, signal }: { full?: boolean; signal?: AbortSignal } = {},
): Promise<FileState[]> {
	const record = await readRecord(dir);
	const next: VerifiedFiles = {};
	const states: FileState[] = [];
	let changed = false;
	for (const file of model.files) {
		const path = join(dir, file.name);
		const found = await stat(path).catch(() => undefined);
		if (!found) {
			states.push({ file, state: "missing" });
			continue;
		}
		if (found.size !== file.size) {
			states.push({ file, state: "wrong-size" });
			continue;
		}
		const recorded = record[file.name];
		const trusted = !full && recorded?.sha256 === file.sha256 && recorded.mtimeMs === found.mtimeMs;
		if (!trusted) {
			changed = true;
			if ((await hashFile(path, signal)).digest("hex") !== file.sha256) {
				states.push({ file, state: "wrong-hash" });
				continue;
			}
		}
		next[file.name] = { sha256: file.sha256, mtimeMs: found.mtimeMs };
		states.push({ file, state: "good" });
	}
	if (changed) await writeRecord(dir, next);
	return states;
}
