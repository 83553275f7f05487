// Copies the repository for experiments, with links to the installed packages.
import { cp, glob, mkdir, readdir, readFile, readlink, symlink } from "node:fs/promises";
import { basename, join, matchesGlob } from "node:path";

export async function copyRepository(from: string, to: string): Promise<void> {
	const ignored = (await readFile(join(from, ".gitignore"), "utf8")).split("\n").map((line) => line.replace(/\/$/, ""));
	const skipped = [".git", ...ignored.filter(Boolean)];
	await cp(from, to, {
		recursive: true,
		filter: (path) => path === from || !skipped.some((pattern) => matchesGlob(basename(path), pattern)),
	});
	for await (const folder of glob("{node_modules,*/node_modules,packages/*/node_modules}", { cwd: from }))
		await linkModules(join(from, folder), join(to, folder));
}

async function linkModules(from: string, to: string): Promise<void> {
	await mkdir(to, { recursive: true });
	for (const name of await readdir(from)) {
		// Caches are not shared. Workspace packages resolve to the copy, because npm links them by relative path.
		if (name.startsWith(".") && name !== ".bin") continue;
		if (name !== "@timbre") await symlink(join(from, name), join(to, name));
		else {
			await mkdir(join(to, name));
			for (const workspace of await readdir(join(from, name)))
				await symlink(await readlink(join(from, name, workspace)), join(to, name, workspace));
		}
	}
}
