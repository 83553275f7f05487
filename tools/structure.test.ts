import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { endpointsByArea } from "@timbre/contract/all-endpoints.ts";
import { afterEach, describe, expect, test } from "vitest";
import { readTiers } from "./areas.ts";
import { boundaryErrors, checkBoundaries } from "./boundaries.ts";
import { structureErrors } from "./structure.ts";

const ROOT = resolve(import.meta.dirname, "..");
const folders: string[] = [];

afterEach(async () => {
	for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** A small valid repository of our shape, plus the files that a test adds. */
async function repositoryWith(planted: Record<string, string>): Promise<string> {
	const root = await mkdtemp(join(tmpdir(), "timbre-structure-"));
	folders.push(root);
	const manifest = (name: string) =>
		JSON.stringify({ name: `@timbre/${name}`, type: "module", exports: { "./*": "./src/*" } });
	const valid: Record<string, string> = {
		"tools/areas.json": JSON.stringify(await readTiers(ROOT)),
		"server/package.json": manifest("server"),
		"packages/contract/package.json": manifest("contract"),
		"packages/engines/package.json": manifest("engines"),
		"packages/contract/src/voices/endpoints.ts": "export const voicesEndpoints = { list: 1 };",
		"packages/contract/src/speech/endpoints.ts": "export const speechEndpoints = { convert: 1 };",
		"packages/engines/src/media/formats.ts": "export const formats = [];",
		"server/src/core/http.ts": "export function implement() {}",
		"server/src/features/voices/voices.public.ts": 'export { listVoices } from "./voices.service.ts";',
		"server/src/features/voices/voices.service.ts": "export function listVoices() {}",
		"server/src/features/voices/voices.routes.ts":
			'import { implement } from "../../core/http.ts";\nimport { voicesEndpoints } from "@timbre/contract/voices/endpoints.ts";\nimplement(app, voicesEndpoints.list, () => {});',
		"server/src/features/speech/speech.routes.ts":
			'import { implement } from "../../core/http.ts";\nimport { listVoices } from "../voices/voices.public.ts";\nimport { speechEndpoints } from "@timbre/contract/speech/endpoints.ts";\nimplement(app, speechEndpoints.convert, listVoices);',
		"web/app/features/speech/speech.page.tsx":
			'import { speechEndpoints } from "@timbre/contract/speech/endpoints.ts";',
	};
	for (const [file, text] of Object.entries({ ...valid, ...planted })) {
		await mkdir(dirname(join(root, file)), { recursive: true });
		await writeFile(join(root, file), text);
	}
	await mkdir(join(root, "node_modules/@timbre"), { recursive: true });
	for (const [name, folder] of [
		["server", "server"],
		["contract", "packages/contract"],
		["engines", "packages/engines"],
	] as const) {
		await symlink(join(root, folder), join(root, "node_modules/@timbre", name));
	}
	return root;
}

const boundariesOf = async (planted: Record<string, string>) =>
	boundaryErrors(await checkBoundaries(await repositoryWith(planted)));

const validEndpoints = { voices: { list: {} }, speech: { convert: {} } };

describe("this repository", () => {
	test("area names, file roles, and implementations are in order", async () => {
		expect(await structureErrors(ROOT, endpointsByArea)).toEqual([]);
	});
});

describe("catches a planted violation", () => {
	test("the fixture itself has none", async () => {
		expect(await boundariesOf({})).toEqual([]);
		expect(await structureErrors(await repositoryWith({}), validEndpoints)).toEqual([]);
	});

	test("an import from web to server, by path", async () => {
		const errors = await boundariesOf({ "web/app/lib/spy.ts": 'import "../../../server/src/core/http.ts";' });
		expect(errors).toEqual([expect.stringContaining("browser-never-imports-the-server: web/app/lib/spy.ts")]);
	});

	test("an import from web to engines, by package name and by type only", async () => {
		const errors = await boundariesOf({
			"web/app/lib/spy.ts": 'import type { formats } from "@timbre/engines/media/formats.ts";',
		});
		expect(errors).toEqual([expect.stringContaining("browser-never-imports-the-server: web/app/lib/spy.ts")]);
	});

	test("a cycle", async () => {
		const errors = await boundariesOf({
			"server/src/core/one.ts": 'import { two } from "./two.ts";\nexport const one = () => two;',
			"server/src/core/two.ts": 'import { one } from "./one.ts";\nexport const two = () => one;',
		});
		expect(errors.some((error) => error.startsWith("no-cycles: server/src/core/one.ts"))).toBe(true);
	});

	test("a lower tier using a higher one", async () => {
		const errors = await boundariesOf({
			"server/src/features/speech/speech.public.ts": "export const speak = 1;",
			"server/src/features/history/history.service.ts": 'import { speak } from "../speech/speech.public.ts";',
		});
		expect(errors).toEqual([expect.stringContaining("tier-history: server/src/features/history/history.service.ts")]);
	});

	test("an earlier platform area using a later one", async () => {
		const errors = await boundariesOf({
			"server/src/features/billing/billing.public.ts": "export const pay = 1;",
			"server/src/features/usage/usage.service.ts": 'import { pay } from "../billing/billing.public.ts";',
		});
		expect(errors).toEqual([expect.stringContaining("tier-usage: server/src/features/usage/usage.service.ts")]);
	});

	test("importing past an area's public face", async () => {
		const errors = await boundariesOf({
			"server/src/features/speech/speech.service.ts": 'import { listVoices } from "../voices/voices.service.ts";',
		});
		expect(errors).toEqual([expect.stringContaining("only-public-face: server/src/features/speech/speech.service.ts")]);
	});

	test("core importing a feature, the contract importing anything but zod", async () => {
		const errors = await boundariesOf({
			"server/src/core/spy.ts": 'import { listVoices } from "../features/voices/voices.public.ts";',
			"packages/contract/src/history/endpoints.ts": 'import { readFileSync } from "node:fs";',
		});
		expect(errors).toEqual(
			expect.arrayContaining([
				expect.stringContaining("core-imports-no-feature: server/src/core/spy.ts"),
				expect.stringContaining("contract-is-a-leaf: packages/contract/src/history/endpoints.ts"),
			]),
		);
	});

	test("a run that saw too few files or no imports", () => {
		const blind = { violations: [], seen: 1, onDisk: 40, edges: 0, missing: ["server/src/api.ts"] };
		expect(boundaryErrors(blind)).toEqual([
			expect.stringContaining("saw 1 of 40 source files"),
			expect.stringContaining("the parser is not reading TypeScript"),
		]);
	});

	test("an endpoint implemented twice, and one not at all", async () => {
		const root = await repositoryWith({
			"server/src/features/speech/speech.stream.routes.ts": "implement(app, speechEndpoints.convert, again);",
			"server/src/features/voices/voices.routes.ts": "",
		});
		expect(await structureErrors(root, validEndpoints)).toEqual([
			"endpoint voices.list is implemented 0 times in server/src/features/voices",
			"endpoint speech.convert is implemented 2 times in server/src/features/speech",
		]);
	});

	test("an unknown area, and a file without a role", async () => {
		const root = await repositoryWith({
			"server/src/features/speach/speach.service.ts": "",
			"server/src/features/speech/speech.manager.ts": "",
		});
		expect(await structureErrors(root, validEndpoints)).toEqual([
			expect.stringContaining('"speach" is not an area'),
			expect.stringContaining("server/src/features/speech/speech.manager.ts: not <area>."),
		]);
	});
});
