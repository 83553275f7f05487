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
		"server/src/core/http/http.ts": "export function implement() {}",
		"server/src/features/voices/voices.public.ts": 'export { listVoices } from "./own/own.service.ts";',
		"server/src/features/voices/own/own.service.ts":
			'import { sorted } from "./order.ts";\nexport const listVoices = () => sorted([]);',
		"server/src/features/voices/own/own.test.ts": "",
		"server/src/features/voices/own/order.ts":
			'import type { Order } from "./types.ts";\nexport const sorted = (order: Order) => order;',
		"server/src/features/voices/own/types.ts": "export type Order = string[];",
		"server/src/features/voices/voices.routes.ts":
			'import { implement } from "../../core/http/http.ts";\nimport { voicesEndpoints } from "@timbre/contract/voices/endpoints.ts";\nimplement(app, voicesEndpoints.list, () => {});',
		"server/src/features/speech/speech.routes.ts":
			'import { implement } from "../../core/http/http.ts";\nimport { listVoices } from "../voices/voices.public.ts";\nimport { speechEndpoints } from "@timbre/contract/speech/endpoints.ts";\nimplement(app, speechEndpoints.convert, listVoices);',
		"web/app/features/speech/speech.page.tsx":
			'import type { speechEndpoints } from "@timbre/contract/speech/endpoints.ts";',
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
const structureOf = async (planted: Record<string, string>) =>
	structureErrors(await repositoryWith(planted), validEndpoints);

describe("this repository", () => {
	test("area names, file roles, and implementations are in order", async () => {
		expect(await structureErrors(ROOT, endpointsByArea)).toEqual([]);
	});
});

describe("catches a planted violation", () => {
	test("the fixture itself has none", async () => {
		expect(await boundariesOf({})).toEqual([]);
		expect(await structureOf({})).toEqual([]);
	});

	test("an import from web to server, by path", async () => {
		const errors = await boundariesOf({ "web/app/lib/spy.ts": 'import "../../../server/src/core/http/http.ts";' });
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
			"server/src/features/speech/speech.service.ts": 'import { listVoices } from "../voices/own/own.service.ts";',
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

	test("queries that import a component, and a model that imports one or a query", async () => {
		const area = "web/app/features/speech";
		const errors = await boundariesOf({
			[`${area}/components/player.tsx`]: "export const Player = 1;",
			[`${area}/speech.public.tsx`]: "export const Composer = 1;",
			[`${area}/speech.queries.ts`]:
				'import { Player } from "./components/player.tsx";\nexport const speechQuery = Player;',
			[`${area}/dialogue/dialogue.queries.ts`]: 'import { Composer } from "../speech.public.tsx";',
			[`${area}/model/price.ts`]: 'import { speechQuery } from "../speech.queries.ts";',
			[`${area}/dialogue/model/script.ts`]: 'import type { Player } from "../../components/player.tsx";',
		});
		expect(errors.toSorted()).toEqual([
			expect.stringContaining(`model-knows-no-component-or-query: ${area}/dialogue/model/script.ts`),
			expect.stringContaining(`model-knows-no-component-or-query: ${area}/model/price.ts`),
			expect.stringContaining(`queries-know-no-component: ${area}/dialogue/dialogue.queries.ts`),
			expect.stringContaining(`queries-know-no-component: ${area}/speech.queries.ts`),
		]);
	});

	test("a run that saw too few files or no imports", () => {
		const blind = { violations: [], seen: 1, onDisk: 40, edges: 0, missing: ["server/src/api.ts"] };
		expect(boundaryErrors(blind)).toEqual([
			expect.stringContaining("saw 1 of 40 source files"),
			expect.stringContaining("the parser is not reading TypeScript"),
		]);
	});

	test("pure logic importing the database or HTTP, unless for a type", async () => {
		const errors = await boundariesOf({
			"server/src/features/voices/own/own.repo.ts": "export type Row = string;\nexport const findVoice = 1;",
			"server/src/features/voices/own/price.ts":
				'import { findVoice } from "./own.repo.ts";\nexport const price = findVoice;',
			"server/src/features/voices/volume.ts":
				'import { implement } from "../../core/http/http.ts";\nexport const volume = implement;',
			"server/src/features/voices/labels.ts":
				'import type { Row } from "./own/own.repo.ts";\nexport const label = (row: Row) => row;',
		});
		expect(errors).toEqual([
			expect.stringContaining("pure-logic: server/src/features/voices/own/price.ts"),
			expect.stringContaining("pure-logic: server/src/features/voices/volume.ts"),
		]);
	});

	test("an endpoint implemented twice, and one not at all", async () => {
		const errors = await structureOf({
			"server/src/features/speech/speech.stream.routes.ts": "implement(app, speechEndpoints.convert, again);",
			"server/src/features/voices/voices.routes.ts": "",
		});
		expect(errors).toEqual([
			"endpoint voices.list is implemented 0 times in server/src/features/voices",
			"endpoint speech.convert is implemented 2 times in server/src/features/speech",
		]);
	});

	test("an unknown area, a file without a role, and a public face or a folder inside a part", async () => {
		const errors = await structureOf({
			"server/src/features/speach/speach.service.ts": "",
			"server/src/features/speech/speech.manager.ts": "",
			"server/src/features/speech/takes/takes.public.ts": "",
			"server/src/features/speech/takes/store/store.repo.ts": "",
			"server/src/features/speech/takes.service.ts": "",
		});
		expect(errors).toEqual([
			expect.stringContaining('"speach" is not an area'),
			expect.stringContaining("server/src/features/speech/speech.manager.ts: name it speech[.<topic>].<role>.ts"),
			expect.stringContaining("server/src/features/speech/takes.service.ts: name it"),
			expect.stringContaining("server/src/features/speech/takes/store/store.repo.ts: name it"),
			expect.stringContaining("server/src/features/speech/takes/takes.public.ts: name it"),
		]);
	});

	test("a folder with more than 20 files", async () => {
		const files = (folder: string, count: number) =>
			Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/file-${at}.ts`, ""]));
		const planted = {
			...files("packages/engines/src/text", 20),
			...files("packages/engines/src/speech", 21),
			...files("web/app/shell/app", 22),
		};
		expect(await structureOf(planted)).toEqual([
			"web/app/shell/app has 22 files, at most 20: group them in folders",
			"packages/engines/src/speech has 21 files, at most 20: group them in folders",
		]);
	});

	test("a page that loads endpoints with all their schemas, and rules that load them", async () => {
		const errors = await boundariesOf({
			"web/app/features/speech/speech.page.tsx":
				'import { speechEndpoints } from "@timbre/contract/speech/endpoints.ts";',
			"web/app/features/voices/voices.page.tsx":
				'import type { voicesEndpoints } from "@timbre/contract/voices/endpoints.ts";\nimport { voicesPaths } from "@timbre/contract/voices/paths.ts";',
			"packages/contract/src/voices/rules.ts": 'import { voicesEndpoints } from "./endpoints.ts";',
		});
		expect(errors).toEqual([
			expect.stringContaining("browser-loads-no-endpoints: web/app/features/speech/speech.page.tsx"),
			expect.stringContaining("paths-and-rules-need-no-zod: packages/contract/src/voices/rules.ts"),
		]);
	});

	test("a repository function without a workspace, user, owner or the global marker", async () => {
		const errors = await structureOf({
			"server/src/features/voices/own/own.repo.ts": `
				export async function findVoice(db: Db, workspaceId: string, id: string) {}
				export async function listFavorites(db: Db, userId: string) {}
				export async function listShared(db: Db, { userId }: ResourceCaller) {}
				export async function findByLink(db: Db, _scope: Global, link: string) {}
				export function columnsOf(name: string) {}
				function internal(db: Db, id: string) {}
				export async function findAny(db: Db, id: string) {}
				export const countAll = async (db: Db) => 1;`,
			"server/src/core/mail/mail.repo.ts": "export async function listMails(db: Database, limit: number) {}",
		});
		const reason = "the second parameter must be workspaceId, userId, an owner or _scope: Global";
		expect(errors).toEqual([
			`server/src/core/mail/mail.repo.ts listMails: ${reason}`,
			`server/src/features/voices/own/own.repo.ts countAll: ${reason}`,
			`server/src/features/voices/own/own.repo.ts findAny: ${reason}`,
		]);
	});

	test("a web file outside its area's shape", async () => {
		const area = "web/app/features/speech";
		const root = await repositoryWith({
			[`${area}/speech.queries.ts`]: "",
			[`${area}/speech.drafts.public.ts`]: "",
			[`${area}/dialogue/dialogue.page.tsx`]: "",
			[`${area}/dialogue/dialogue.queries.ts`]: "",
			[`${area}/dialogue/components/script-line.tsx`]: "",
			[`${area}/dialogue/model/script.test.ts`]: "",
			[`${area}/model/price.tsx`]: "",
			[`${area}/price.ts`]: "",
			[`${area}/dialogue/speech.dialogue.public.ts`]: "",
			[`${area}/dialogue/lines/components/line.tsx`]: "",
			[`${area}/content/text.md`]: "",
			"web/app/features/marketing/blog/content/text.md": "",
		});
		expect(await structureErrors(root, validEndpoints)).toEqual([
			expect.stringContaining(`${area}/content/text.md: not a {page|layout|queries|public}`),
			expect.stringContaining(`${area}/dialogue/lines/components/line.tsx`),
			expect.stringContaining(`${area}/dialogue/speech.dialogue.public.ts`),
			expect.stringContaining(`${area}/model/price.tsx`),
			expect.stringContaining(`${area}/price.ts`),
		]);
	});
});
