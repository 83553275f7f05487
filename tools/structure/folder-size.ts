// Limits how many files a folder holds, so that each can be read at a glance.
import { readdir } from "node:fs/promises";
import { join } from "node:path";

const maxFiles = 20;

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

export async function folderSizeErrors(root: string): Promise<string[]> {
	const packages = await readdir(join(root, "packages")).catch(() => []);
	const trees = ["server/src", "web/app", ...packages.map((name) => `packages/${name}/src`)];
	const counts = new Map<string, number>();
	for (const tree of trees) for (const [folder, count] of await countFiles(root, tree)) counts.set(folder, count);
	return [...counts]
		.filter(([, count]) => count > maxFiles)
		.map(([folder, count]) => `${folder} has ${count} files, at most ${maxFiles}: group them in folders`);
}
