// Limits how many files a folder holds, so that each can be read at a glance.
import { readdir } from "node:fs/promises";
import { join } from "node:path";

const maxFiles = 20;

/** Folders that are still too large, with the number of files they may have at most. Remove an entry once it fits. */
export const TOO_LARGE_FOR_NOW: Record<string, number> = {
	"server/src/core": 54,
	"server/src/features/speech": 24,
	"web/app/features/auth/components": 28,
	"web/app/features/marketing": 43,
	"web/app/features/marketing/landing/accents": 24,
	"web/app/features/marketing/landing/languages": 29,
	"web/app/features/speech/components": 25,
	"web/app/features/voices": 27,
	"web/app/features/voices/components": 98,
	"web/app/features/workspace/components": 36,
	"web/app/lib": 69,
	"web/app/shell": 49,
	"packages/engines/src/media": 29,
	"packages/engines/src/node": 28,
	"packages/engines/src/speech/phonemes": 22,
	"packages/engines/src/voices": 21,
	"packages/ui/src/audio": 30,
	"packages/ui/src/primitives": 37,
};

/** The number of files directly in each folder below `tree`, tests included. */
async function countFiles(root: string, tree: string): Promise<Map<string, number>> {
	const entries = await readdir(join(root, tree), { recursive: true, withFileTypes: true }).catch(() => []);
	const counts = new Map<string, number>();
	for (const entry of entries) {
		const folder = entry.parentPath.slice(root.length + 1);
		if (entry.isFile() && !/(^|\/)node_modules(\/|$)/.test(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
	}
	return counts;
}

export async function folderSizeErrors(root: string, exceptions: Record<string, number>): Promise<string[]> {
	const packages = await readdir(join(root, "packages")).catch(() => []);
	const trees = ["server/src", "web/app", ...packages.map((name) => `packages/${name}/src`)];
	const counts = new Map<string, number>();
	for (const tree of trees) for (const [folder, count] of await countFiles(root, tree)) counts.set(folder, count);
	const errors: string[] = [];
	for (const [folder, count] of counts) {
		const limit = exceptions[folder] ?? maxFiles;
		if (count > limit) errors.push(`${folder} has ${count} files, at most ${limit}: group them in folders`);
	}
	for (const folder of Object.keys(exceptions)) {
		const count = counts.get(folder) ?? 0;
		if (count <= maxFiles) errors.push(`${folder} has ${count} files: remove it from TOO_LARGE_FOR_NOW`);
	}
	return errors;
}
