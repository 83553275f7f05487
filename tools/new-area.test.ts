import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readTiers } from "./areas.ts";
import { ROOT } from "./generated.ts";
import { copyRepository } from "./new-area/copy.ts";
import { createArea, regenerate } from "./new-area.ts";
import { structureErrors } from "./structure.ts";

let folder: string;
let copy: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "timbre-area-"));
	copy = join(folder, "timbre");
	await copyRepository(ROOT, copy);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (file: string) => readFile(join(copy, file), "utf8");

/** Runs a tool of the copy without this run's test environment. Throws its output if it fails. */
async function run(tool: string, ...args: string[]): Promise<void> {
	const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST|^NODE_ENV$/.test(name)));
	await promisify(execFile)(process.execPath, [join(copy, tool), ...args], { cwd: copy, env }).catch((error) => {
		throw new Error(`${tool} failed:\n${error.stdout}${error.stderr}`);
	});
}

test("rejects a name that is taken or malformed, and an unknown tier", async () => {
	await expect(createArea(copy, "speech")).rejects.toThrow("packages/contract/src/speech exists");
	await expect(createArea(copy, "home")).rejects.toThrow("there is a page at /app/home");
	await expect(createArea(copy, "user")).rejects.toThrow("there is an endpoint at /v1/user");
	await expect(createArea(copy, "Tides")).rejects.toThrow("lower-case");
	await expect(createArea(copy, "tides", "sea")).rejects.toThrow('Unknown tier "sea"');
});

test("names the file and the missing line, and writes nothing", async () => {
	const file = "web/app/routes.ts";
	const routes = await read(file);
	await writeFile(join(copy, file), routes.replace("...comingRoutes,", ""));
	await expect(createArea(copy, "tides")).rejects.toThrow(
		`Cannot register "tides" in ${file}: there is no line with \`...comingRoutes,\``,
	);
	await writeFile(join(copy, file), routes);
	expect(Object.values(await readTiers(copy)).flat()).not.toContain("tides");
});

test("a new area and a planned one follow the structure and style rules and pass their own test unchanged", {
	tags: ["verify"],
	timeout: 240_000,
}, async () => {
	// The first has a two-word name; the second is already listed, with a planned page.
	const files = [...(await createArea(copy, "voice-mirror")), ...(await createArea(copy, "music"))];
	await regenerate(copy, [...new Set(files)]);

	const { products } = await readTiers(copy);
	expect(products?.filter((area) => ["voice-mirror", "music"].includes(area))).toEqual(["music", "voice-mirror"]);
	expect(await read("web/app/shell/navigation/app-routes.ts")).not.toContain('coming("/music"');
	expect(await read("web/app/shell/app/coming-texts.ts")).not.toContain("\tmusic:");
	expect((await Promise.all(files.map(read))).filter((text) => /sample.?area/i.test(text))).toEqual([]);

	const implemented = { listItems: {}, createItem: {} };
	expect(await structureErrors(copy, { "voice-mirror": implemented, music: implemented })).toEqual([]);
	// Types, imports and the journey take minutes: npm run e2e:scaffold.
	await Promise.all([
		run(
			"node_modules/@biomejs/biome/bin/biome",
			"ci",
			"--error-on-warnings",
			...files.filter((file) => !/sql$/.test(file)),
		),
		run("node_modules/vitest/vitest.mjs", "run", "--project=app", "features/voice-mirror"),
	]);
});
