import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Model, ModelFile } from "./manifest.ts";

// Hashing half a gigabyte at every start would cost seconds. A file that passed once is remembered with its time stamp, so later
// starts only look at size and time; a file put there by hand is hashed once.

type Checked = Record<string, { sha256: string; mtimeMs: number }>;

const REMEMBERED = ".checked.json";

export async function hashFile(path: string, signal?: AbortSignal): Promise<Hash> {
	const hash = createHash("sha256");
	for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, signal })) hash.update(chunk as Buffer);
	return hash;
}

async function readChecked(dir: string): Promise<Checked> {
	try {
		return JSON.parse(await readFile(join(dir, REMEMBERED), "utf8")) as Checked;
	} catch {
		return {};
	}
}

/** A folder that cannot be written to (weights baked into an image) is fine: it is then hashed at each start. */
async function remember(dir: string, checked: Checked): Promise<void> {
	const next = join(dir, `${REMEMBERED}.${process.pid}`);
	try {
		await writeFile(next, JSON.stringify(checked));
		await rename(next, join(dir, REMEMBERED));
	} catch {}
}

export type FileState = { file: ModelFile; state: "good" | "missing" | "wrong-size" | "wrong-hash" };

/** Looks at every file of a model; `full` hashes them all again. */
export async function checkFiles(
	model: Model,
	dir: string,
	{ full = false, signal }: { full?: boolean; signal?: AbortSignal } = {},
): Promise<FileState[]> {
	const known = await readChecked(dir);
	const next: Checked = {};
	const states: FileState[] = [];
	let learned = false;
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
		const before = known[file.name];
		const trusted = !full && before?.sha256 === file.sha256 && before.mtimeMs === found.mtimeMs;
		if (!trusted) {
			learned = true;
			if ((await hashFile(path, signal)).digest("hex") !== file.sha256) {
				states.push({ file, state: "wrong-hash" });
				continue;
			}
		}
		next[file.name] = { sha256: file.sha256, mtimeMs: found.mtimeMs };
		states.push({ file, state: "good" });
	}
	if (learned) await remember(dir, next);
	return states;
}
