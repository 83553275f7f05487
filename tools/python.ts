// A Python virtual environment in the user's cache, shared by every checkout with the same requirements.
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "./generated.ts";

const run = promisify(execFile);

/** Path of a Python interpreter with `requirements` installed. Only the first run needs the network. */
export async function ensurePython(requirements: string): Promise<string> {
	// Part of the folder name, because packages are not found after a Python upgrade.
	const version = await pythonVersion();
	const hash = createHash("sha256")
		.update(version)
		.update(await readFile(requirements));
	const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "timbre/python");
	const folder = join(cache, hash.digest("hex").slice(0, 16));
	if (!(await exists(folder))) await createEnvironment(cache, folder, requirements);
	return join(folder, "bin/python");
}

/** Runs the tests of `folder` and returns pytest's exit code. `report` is the name of the JSON report in reports/. */
export async function pytest(
	python: string,
	folder: string,
	{ title, report, env }: { title: string; report: string; env: NodeJS.ProcessEnv },
): Promise<number> {
	const file = join(ROOT, "reports", report);
	// Remove the previous report, in case this run crashes.
	await rm(file, { force: true });
	const options = ["-p", "pytest_report", "-p", "no:cacheprovider", "-W", "ignore::DeprecationWarning"];
	const child = spawn(python, ["-m", "pytest", ...options, ...process.argv.slice(2), folder], {
		stdio: "inherit",
		env: {
			...process.env,
			PYTHONDONTWRITEBYTECODE: "1",
			PYTHONPATH: import.meta.dirname,
			REPORT_TITLE: title,
			REPORT_FILE: file,
			...env,
		},
	});
	const [code] = (await once(child, "close")) as [number | null];
	return code ?? 1;
}

async function pythonVersion(): Promise<string> {
	try {
		return (await run("python3", ["-c", "import ensurepip, sys; print(sys.version, sys.base_prefix)"])).stdout;
	} catch (error) {
		const missing = (error as NodeJS.ErrnoException).code === "ENOENT" ? "python3" : "Python's venv module";
		throw new Error(
			`${missing} is missing. Install Python 3.10 or later with venv (Debian: apt install python3-venv).`,
		);
	}
}

/** Builds in a temporary folder and renames it, so an interrupted or concurrent run leaves no partial environment. */
async function createEnvironment(cache: string, folder: string, requirements: string): Promise<void> {
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
