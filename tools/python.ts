// A virtual environment for tools from PyPI, kept in the user's cache and shared by every checkout with the same requirements.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The Python interpreter of an environment that has `requirements` installed. The first run needs the package index, later ones don't. */
export async function pythonWith(requirements: string): Promise<string> {
	// Part of the name: after an upgrade of Python the packages of an old environment are not found.
	const version = await versionOfPython();
	const hash = createHash("sha256")
		.update(version)
		.update(await readFile(requirements));
	const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "timbre/python");
	const folder = join(cache, hash.digest("hex").slice(0, 16));
	if (!(await exists(folder))) await makeEnvironment(cache, folder, requirements);
	return join(folder, "bin/python");
}

async function versionOfPython(): Promise<string> {
	try {
		return (await run("python3", ["-c", "import ensurepip, sys; print(sys.version, sys.base_prefix)"])).stdout;
	} catch (error) {
		const missing = (error as NodeJS.ErrnoException).code === "ENOENT" ? "python3" : "Python's venv module";
		throw new Error(
			`${missing} is missing. Install Python 3.10 or later with venv (Debian: apt install python3-venv).`,
		);
	}
}

/** Built beside its place and moved there whole, so that an interrupted or concurrent run leaves no half environment. */
async function makeEnvironment(cache: string, folder: string, requirements: string): Promise<void> {
	await mkdir(cache, { recursive: true });
	const building = await mkdtemp(`${folder}-`);
	try {
		console.log(`installing ${requirements} into ${folder}`);
		await run("python3", ["-m", "venv", building]);
		const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", requirements];
		await run(join(building, "bin/python"), pip);
		await rename(building, folder).catch(async (error: unknown) => {
			if (!(await exists(folder))) throw error;
		});
	} finally {
		await rm(building, { recursive: true, force: true });
	}
}

const exists = (path: string) =>
	stat(path).then(
		() => true,
		() => false,
	);
