import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkBoundaries } from "./boundaries.ts";
import { makeArea } from "./new-area.ts";
import { structureFaults } from "./structure.ts";

test("a new area has its three homes, is listed, and breaks no rule", async () => {
	const root = await mkdtemp(join(tmpdir(), "timbre-area-"));
	onTestFinished(() => rm(root, { recursive: true, force: true }));
	await mkdir(join(root, "tools"));
	await writeFile(join(root, "tools/areas.json"), '{ "platform": ["auth"], "products": ["speech"] }');

	const made = await makeArea(root, "voice-mirror", "products");

	expect(made).toEqual([
		"packages/contract/src/voice-mirror.ts",
		"server/src/features/voice-mirror/voice-mirror.service.ts",
		"server/src/features/voice-mirror/voice-mirror.denied.test.ts",
		"web/app/features/voice-mirror/voice-mirror.queries.ts",
	]);
	expect(JSON.parse(await readFile(join(root, "tools/areas.json"), "utf8"))).toEqual({
		platform: ["auth"],
		products: ["speech", "voice-mirror"],
	});
	expect(await structureFaults(root, {})).toEqual([]);
	const { violations } = await checkBoundaries(root);
	expect(violations.filter(({ rule }) => rule !== "resolvable")).toEqual([]);
});

test("a second run changes nothing, a wrong tier or name is refused", async () => {
	const root = await mkdtemp(join(tmpdir(), "timbre-area-"));
	onTestFinished(() => rm(root, { recursive: true, force: true }));
	await mkdir(join(root, "tools"));
	await writeFile(join(root, "tools/areas.json"), '{ "products": ["speech"] }');
	await makeArea(root, "speech", "products");
	expect(await makeArea(root, "speech", "products")).toEqual([]);
	await expect(makeArea(root, "tides", "sea")).rejects.toThrow('no tier "sea"');
	await expect(makeArea(root, "Tides", "products")).rejects.toThrow("lower-case");
});
