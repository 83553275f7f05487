import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freeBytes, fullDiskSentence, requireRoom } from "./disk.ts";

test("too little room for weights still to come is refused with a sentence that names the folder and the way out", async () => {
	const dataDir = await mkdtemp(join(tmpdir(), "timbre-room-"));
	onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
	const almostFull = async () => 1.2e9;
	await expect(requireRoom(dataDir, { dir: "/models", missing: true }, almostFull)).rejects.toThrow(
		"Too little disk space for the voice models: they need 2.0 GB, 1.2 GB are free where /models lies. Free some space, or set MODELS_DIR",
	);
	await expect(requireRoom(dataDir, { dir: "/models", missing: false }, almostFull)).resolves.toBeUndefined();
});

test("a full disk is refused before anything is started", async () => {
	await expect(requireRoom("/data", { dir: "/models", missing: false }, async () => 1e7)).rejects.toThrow(
		"The disk is full",
	);
});

test("the free space of a folder that does not exist yet is that of its disk", async () => {
	expect(await freeBytes(join(tmpdir(), "not", "there", "yet"))).toBeGreaterThan(0);
});

test("an error caused by a full disk is recognised wherever it came up", () => {
	expect(fullDiskSentence(Object.assign(new Error("write"), { code: "ENOSPC" }))).toContain("The disk is full");
	expect(fullDiskSentence("could not extend file: No space left on device")).toContain("The disk is full");
	expect(fullDiskSentence(new Error("EACCES"))).toBeUndefined();
});
