// The built web app: made when absent or older than what it is made from.
import { execFile } from "node:child_process";
import { glob, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../generated.ts";
import { StartError } from "./supervise.ts";

const SOURCES = [
	"web/app/**/*",
	"web/public/**/*",
	"web/*.{ts,json}",
	"packages/{ui,contract}/src/**/*",
	"package-lock.json",
];
export const WEB_BUILD_DIR = join(ROOT, "web/build");
const STAMP = join(WEB_BUILD_DIR, ".built");

async function newestSource(): Promise<number> {
	let newest = 0;
	for await (const file of glob(SOURCES, { cwd: ROOT })) {
		const info = await stat(join(ROOT, file)).catch(() => undefined);
		if (info?.isFile()) newest = Math.max(newest, info.mtimeMs);
	}
	return newest;
}

export async function webBuildIsFresh(): Promise<boolean> {
	const built = await stat(STAMP).then(
		(info) => info.mtimeMs,
		() => 0,
	);
	return built >= (await newestSource());
}

/** Builds the web app unless the last build is newer than every source. */
export async function ensureWebBuild(): Promise<{ built: boolean }> {
	if (await webBuildIsFresh()) return { built: false };
	const startedAt = new Date();
	try {
		await promisify(execFile)(process.execPath, [join(ROOT, "node_modules/@react-router/dev/bin.cjs"), "build"], {
			cwd: join(ROOT, "web"),
			env: { ...process.env, NODE_ENV: "production" },
			maxBuffer: 64 * 1024 * 1024,
		});
	} catch (error) {
		const { stdout, stderr } = error as { stdout?: string; stderr?: string };
		throw new StartError(`The web app could not be built:\n${`${stdout ?? ""}${stderr ?? ""}`.trim().slice(-4_000)}`);
	}
	await writeFile(STAMP, "");
	// Sources changed during the build must count as newer.
	await utimes(STAMP, startedAt, startedAt);
	return { built: true };
}

if (import.meta.main) {
	try {
		const { built } = await ensureWebBuild();
		console.log(built ? "built web/build" : "web/build is newer than its sources");
	} catch (error) {
		console.error((error as Error).message);
		process.exitCode = 1;
	}
}
