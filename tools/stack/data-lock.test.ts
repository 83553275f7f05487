import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lockDataDir, runningStack } from "./data-lock.ts";

async function dataDir(): Promise<string> {
	const dir = await mkdtemp(join(tmpdir(), "timbre-data-"));
	onTestFinished(() => rm(dir, { recursive: true, force: true }));
	return dir;
}

const url = "http://localhost:4400";
const unexpected = (error: Error) => {
	throw error;
};

test("one of several starts on the same data folder gets it, until it is released", async () => {
	const dir = await dataDir();
	const starts = await Promise.allSettled([1, 2, 3].map(() => lockDataDir(dir, url, unexpected)));
	const [winner, ...more] = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
	expect(more).toEqual([]);
	const reasons = starts.flatMap((start) => (start.status === "rejected" ? [start.reason.message] : []));
	expect(reasons).toEqual(
		Array(2).fill(
			`Timbre is already running from ${dir} (pid ${process.pid}, ${url}). Stop it first, or set DATA_DIR.`,
		),
	);
	expect(await runningStack(dir)).toEqual({ pid: process.pid, url });
	await winner?.();
	expect(await readdir(dir)).toEqual([]);
	const release = await lockDataDir(dir, url, unexpected);
	await release();
});

test("takes over the folder of a process that was killed", async () => {
	const dir = await dataDir();
	await mkdir(join(dir, "running.lock"));
	await writeFile(join(dir, "running.json"), JSON.stringify({ pid: 2 ** 22 + 1, url }));
	const almostExpired = Date.now() / 1000 - 4;
	await utimes(join(dir, "running.lock"), almostExpired, almostExpired);
	const release = await lockDataDir(dir, url, unexpected);
	expect(await runningStack(dir)).toEqual({ pid: process.pid, url });
	await release();
});
