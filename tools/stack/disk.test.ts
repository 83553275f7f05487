import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freeBytes, fullDiskMessage, requireDiskSpace } from "./disk.ts";

test("rejects a start without space for missing weights, with an error that names the folder and the fix", async () => {
	const dataDir = await mkdtemp(join(tmpdir(), "timbre-room-"));
	onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
	const almostFull = async () => 1.2e9;
	await expect(requireDiskSpace(dataDir, { dir: "/models", missing: true }, almostFull)).rejects.toThrow(
		"Not enough disk space for the speech models: 2.0 GB needed, 1.2 GB free in /models. Free some space, or set MODELS_DIR",
	);
	await expect(requireDiskSpace(dataDir, { dir: "/models", missing: false }, almostFull)).resolves.toBeUndefined();
});

test("rejects a start on a full disk before anything is started", async () => {
	await expect(requireDiskSpace("/data", { dir: "/models", missing: false }, async () => 1e7)).rejects.toThrow(
		"The disk is full",
	);
});

test("returns the free space of the disk for a folder that does not exist yet", async () => {
	expect(await freeBytes(join(tmpdir(), "not", "there", "yet"))).toBeGreaterThan(0);
});

test("recognizes errors caused by a full disk", () => {
	expect(fullDiskMessage(Object.assign(new Error("write"), { code: "ENOSPC" }))).toContain("The disk is full");
	expect(fullDiskMessage("could not extend file: No space left on device")).toContain("The disk is full");
	expect(fullDiskMessage(new Error("EACCES"))).toBeUndefined();
});
