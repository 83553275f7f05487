import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Price } from "@timbre/contract/studio/conversion-schemas.ts";
import type { DocumentImport } from "@timbre/contract/studio/import-schemas.ts";
import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { pngPicture } from "@timbre/engines/publishing/testing/pictures.ts";
import { unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aVoice, type SeedUser } from "../../../../../seed/builders.ts";
import { type ZipFile, zipArchive } from "../../../core/zip.ts";
import { exportsOf, runBundleImports, sendBundle } from "../../../testing/studio/exports.ts";
import { aStudioProject, projectsPath, runConversions, type StudioProject } from "../../../testing/studio/project.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import type { Manifest } from "./manifest.ts";

type ErrorBody = { detail: { code: string; message: string } };
type Chapter = {
	content: { blocks: { block_id: string; sub_type: string; nodes: { text: string; voice_id: string }[] }[] };
};
type Files = Record<string, Uint8Array>;

let app: TestApp;
let user: SeedUser;
const rendered: string[] = [];
beforeAll(async () => {
	app = await testApp({ fake: { onSegment: (segment) => void rendered.push(segment.trim()) } });
	user = await app.user({ tier: "creator" });
});
afterAll(async () => app.stop());

const book = {
	"The lamp": ["The lamp went out at four.", "Nobody saw it happen. The keeper was asleep."],
	"The tide": ["The tide came in at nine."],
};

const bundleOf = async (project: Pick<StudioProject, "path" | "send">, owner = user, body = {}) =>
	(await exportsOf(app, owner, project).make({ format: "bundle", ...body })).bytes;
const open = (bundle: Uint8Array) => {
	const files: Files = unzipSync(bundle);
	return { files, manifest: JSON.parse(Buffer.from(files["manifest.json"] ?? []).toString("utf8")) as Manifest };
};
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Imports a bundle and returns its import and what its user sees of the project. */
async function imported(bytes: Uint8Array, owner: SeedUser) {
	const { status, body } = await sendBundle(app, owner, Uint8Array.from(bytes));
	expect(status).toBe(202);
	expect(body).toMatchObject({ state: "reading", project_id: expect.any(String) });
	await runBundleImports(app);
	const send = async <T>(method: string, path: string, content?: unknown, expected = 200): Promise<T> => {
		const response = await app.request<T>(owner.apiKey, method, path, content);
		expect(response).toMatchObject({ status: expected });
		return response.body;
	};
	const path = `${projectsPath}/${body.project_id}`;
	return {
		path,
		send,
		result: await send<DocumentImport>("GET", `/v1/studio/imports/${body.import_id}`),
		project: await send<ProjectDetails>("GET", path),
	};
}

async function zipOf(files: Files): Promise<Buffer> {
	async function* list(): AsyncGenerator<ZipFile> {
		for (const [name, bytes] of Object.entries(files)) {
			const body = (async function* () {
				yield bytes;
			})();
			yield { name, dateUnix: 0, body, known: { crc: crc32(bytes), size: bytes.length } };
		}
	}
	const parts: Uint8Array[] = [];
	for await (const part of zipArchive(list())) parts.push(part);
	return Buffer.concat(parts);
}

const withManifest = (bundle: Uint8Array, change: (manifest: Manifest) => object) => {
	const { files, manifest } = open(bundle);
	return zipOf({ ...files, "manifest.json": Buffer.from(JSON.stringify(change(manifest))) });
};

describe("a bundle in another workspace", () => {
	test("has the same audio byte for byte, costs nothing, and makes the same bundle again", async () => {
		const fields = { title: "The Lighthouse", author: "Ada Example", description: "A keeper waits." };
		const source = await aStudioProject(app, user, book, fields);
		await source.convert();
		const form = new FormData();
		form.set("cover", new Blob([Uint8Array.from(pngPicture(20, 30))]), "cover.png");
		await fetch(`${app.url}${source.path}/cover`, {
			method: "PUT",
			headers: { "xi-api-key": user.apiKey },
			body: form,
		});
		const bundle = await bundleOf(source);
		const { files, manifest } = open(bundle);
		for (const { name, bytes, sha256: hash } of manifest.files) {
			expect(files[name]?.length).toBe(bytes);
			expect(sha256(files[name] ?? new Uint8Array())).toBe(hash);
		}

		const other = await app.user({ tier: "creator" });
		rendered.length = 0;
		const copy = await imported(bundle, other);
		expect(copy.result).toMatchObject({ state: "completed", progress: 1, error: null, replaced_voices: [] });
		expect(copy.project).toMatchObject({
			name: "The Lighthouse",
			...fields,
			state: "default",
			can_be_downloaded: true,
			cover_image_url: expect.stringContaining("/cover?v="),
			creation_meta: { status: "finished" },
			chapters: [{ name: "The lamp" }, { name: "The tide" }],
		});
		const again = open(await bundleOf(copy, other)).manifest;
		const hashes = (one: Manifest) => one.files.map((file) => file.sha256).sort();
		expect(hashes(again)).toEqual(hashes(manifest));
		expect(again.chapters.map(({ audio }) => audio?.file)).toEqual(manifest.chapters.map(({ audio }) => audio?.file));

		// Each sentence has the take that was chosen, as if it had been generated here.
		expect(await copy.send<Price>("GET", `${copy.path}/conversion-price`)).toMatchObject({
			sentences: 4,
			new_sentences: 0,
			stale_sentences: 0,
			credits: 0,
		});
		await copy.send("POST", `${copy.path}/conversions`, {}, 202);
		await runConversions(app);
		expect(rendered).toEqual([]);
		expect((await app.ledger(other.workspaceId)).used).toBe(0);

		// The audio is what is heard.
		const [chapter] = copy.project.chapters;
		const snapshots = `${copy.path}/chapters/${chapter?.chapter_id}/snapshots`;
		const listed = (await copy.send<{ snapshots: { chapter_snapshot_id: string }[] }>("GET", snapshots)).snapshots;
		const first = listed.at(-1)?.chapter_snapshot_id;
		const response = await fetch(`${app.url}${snapshots}/${first}/audio`, { headers: { "xi-api-key": other.apiKey } });
		expect(sha256(Buffer.from(await response.arrayBuffer()))).toBe(manifest.chapters[0]?.audio?.file.slice(6, 70));
		const times = await copy.send<{ sentences: object[] }>("GET", `${snapshots}/${first}/times`);
		expect(times.sentences).toHaveLength(3);
	});

	test("has the text with its voices, characters, comments and locks", async () => {
		const own = await aVoice(app.db, app.storage, user, { name: "Own voice" });
		const source = await aStudioProject(app, user, {
			One: [
				{ sub_type: "h1", nodes: [{ text: "The lamp", voice_id: app.voiceId }] },
				{
					nodes: [
						{ text: "It went out. ", voice_id: app.voiceId },
						{ text: "Nobody saw it.", voice_id: own.voiceId },
					],
				},
			],
		});
		await source.convert();
		const block = (await source.blocksOf())[1]?.block_id;
		await source.send("POST", `${source.path}/cast/characters`, { name: "Keeper", voice_id: own.voiceId });
		await source.send("POST", `${source.chapterPath()}/comments`, {
			text: "Slower?",
			quote: "went out",
			start: "no position",
			end: "no position",
		});
		await source.send("PUT", `${source.chapterPath()}/blocks/${block}/lock`);
		const { manifest } = open(await bundleOf(source));
		expect(manifest.chapters[0]?.blocks.map(({ locked }) => locked)).toEqual([false, true]);

		const other = await app.user({ tier: "creator" });
		const copy = await imported(await bundleOf(source), other);
		// A voice of the other workspace doesn't come with the project, but what it has spoken does.
		expect(copy.result).toMatchObject({ state: "completed", replaced_voices: ["Own voice"] });
		const { chapter } = await copy
			.send<{ chapter: Chapter }>("GET", `${copy.path}/chapters/${copy.project.chapters_order[0]}`)
			.then((body) => ("chapter" in body ? body : { chapter: body as unknown as Chapter }));
		const texts = chapter.content.blocks.map(({ nodes }) => nodes.map(({ text }) => text).join(""));
		expect(texts).toEqual(["The lamp", "It went out. Nobody saw it."]);
		expect(chapter.content.blocks.map(({ sub_type }) => sub_type)).toEqual(["h1", "p"]);
		expect(await copy.send("GET", `${copy.path}/cast`)).toMatchObject({
			characters: [{ name: "Keeper", voice_id: null }],
		});
		const at = `${copy.path}/chapters/${copy.project.chapters_order[0]}`;
		expect(await copy.send("GET", `${at}/comments`)).toMatchObject({
			comments: [{ text: expect.stringMatching(/: Slower\?$/), quote: "went out", user_id: other.userId }],
		});
		const price = await copy.send<Price>("GET", `${copy.path}/conversion-price`);
		expect(price).toMatchObject({ sentences: 3, new_sentences: 0, locked_sentences: 2, credits: 0 });
		const again = open(await bundleOf(copy, other)).manifest;
		expect(again.files.map(({ sha256: hash }) => hash).sort()).toEqual(
			manifest.files.map(({ sha256: hash }) => hash).sort(),
		);
	});

	test("in the same workspace it is a second project, whose takes are its own", async () => {
		const source = await aStudioProject(app, user, { One: ["Only one sentence."] });
		await source.convert();
		const copy = await imported(await bundleOf(source), user);
		expect(copy.result.state).toBe("completed");
		await source.send("DELETE", source.path);
		expect(await copy.send("GET", `${copy.path}/conversion-price`)).toMatchObject({ new_sentences: 0 });
		expect(open(await bundleOf(copy)).manifest.takes).toHaveLength(1);
	});

	test("a project without audio, and chosen chapters of one", async () => {
		const source = await aStudioProject(app, user, book);
		const silent = await imported(await bundleOf(source), user);
		expect(silent.project).toMatchObject({
			can_be_downloaded: false,
			chapters: [{ name: "The lamp" }, { name: "The tide" }],
		});
		await source.convert();
		const part = open(await bundleOf(source, user, { chapter_ids: [source.chapterIds[1]] })).manifest;
		expect(part.chapters.map(({ name }) => name)).toEqual(["The tide"]);
		expect(part.takes.map(({ text }) => text)).toEqual(["The tide came in at nine."]);
		expect(part.files).toHaveLength(2);
	});
});

describe("an import that is interrupted", () => {
	test("is repeated without doubling anything", async () => {
		const source = await aStudioProject(app, user, book);
		await source.convert();
		const { body } = await sendBundle(app, user, Uint8Array.from(await bundleOf(source)));
		const messages = await app.db.selectFrom("outbox").selectAll().where("target", "=", "StudioBundleImport").execute();
		await runBundleImports(app);
		// As if the engine had lost the result.
		await app.db
			.insertInto("outbox")
			.values(messages.map(({ id: _, ...message }) => message) as never)
			.execute();
		await runBundleImports(app);
		const project = await app.get<ProjectDetails>(`${projectsPath}/${body.project_id}`, user.apiKey);
		expect(project.chapters).toHaveLength(2);
		expect(await app.storage.list(`uploads/${user.workspaceId}/`)).toEqual([]);
	});

	test("ends with its project", async () => {
		const owner = await app.user({ tier: "creator" });
		const source = await aStudioProject(app, owner, book);
		await source.convert();
		const { body } = await sendBundle(app, owner, Uint8Array.from(await bundleOf(source, owner)));
		await runBundleImports(app, async (step) => {
			if (step === "import") await source.send("DELETE", `${projectsPath}/${body.project_id}`);
		});
		expect(await app.storage.list(`studio/${owner.workspaceId}/${body.project_id}/`)).toEqual([]);
		expect(await app.storage.list(`uploads/${owner.workspaceId}/`)).toEqual([]);
	});
});

describe("hostile bundles", () => {
	let bundle: Buffer;
	beforeAll(async () => {
		const source = await aStudioProject(app, user, { One: ["A sentence to tamper with."] });
		await source.convert();
		bundle = await bundleOf(source);
	});

	async function failure(bytes: Uint8Array): Promise<string> {
		const owner = await app.user({ tier: "creator" });
		const { result, project } = await imported(bytes, owner);
		expect(result.state).toBe("failed");
		expect(project).toMatchObject({ chapters_order: [], creation_meta: { status: "failed", error: result.error } });
		expect(await app.storage.list(`uploads/${owner.workspaceId}/`)).toEqual([]);
		return result.error ?? "";
	}

	const changeAudio = (manifest: Manifest, change: object) => ({
		...manifest,
		chapters: manifest.chapters.map((chapter) => ({ ...chapter, audio: { ...chapter.audio, ...change } })),
	});

	test.each<[string, () => Uint8Array]>([
		["text", () => Buffer.from("not a bundle")],
		["an empty file", () => Buffer.alloc(0)],
		["another archive", () => zipSync({ "a.txt": Buffer.from("a") })],
	])("%s is rejected at once", async (_, content) => {
		const { status, body } = await sendBundle<ErrorBody>(app, user, Uint8Array.from(content()));
		expect(status).toBe(400);
		expect(body.detail.message).toMatch(/\.$/);
		expect(await app.storage.list(`uploads/${user.workspaceId}/`)).toEqual([]);
	});

	test("compressed files are refused, so nothing unpacks to more than was sent", async () => {
		const { files } = open(bundle);
		const { mimetype, ...rest } = files;
		const stored = zipSync({ mimetype: [mimetype ?? new Uint8Array(), { level: 0 }], ...rest }, { level: 9 });
		expect(await failure(stored)).toMatch(/without compression/);
	});

	test("damaged and tampered files end with a reason", async () => {
		expect(await failure(bundle.subarray(0, bundle.length >> 1))).toMatch(/damaged or incomplete/);
		const flipped = Buffer.from(bundle);
		const at = flipped.indexOf("TAKE1") + 400;
		flipped[at] = (flipped[at] ?? 0) ^ 1;
		expect(await failure(flipped)).toMatch(/damaged/);
		const { files, manifest } = open(bundle);
		const name = manifest.takes[0]?.file ?? "";
		const swapped = Buffer.from(files[name] ?? []);
		swapped[swapped.length - 1] = (swapped.at(-1) ?? 0) ^ 1;
		expect(await failure(await zipOf({ ...files, [name]: swapped }))).toMatch(/isn't what it was/);
		const { [name]: _, ...without } = files;
		expect(await failure(await zipOf(without))).toMatch(/missing/);
	});

	test("a manifest with names that lead elsewhere, wrong types or too much is refused", async () => {
		const changes: ((manifest: Manifest) => object)[] = [
			(manifest) => ({ ...manifest, files: [{ ...manifest.files[0], name: "takes/../../secrets" }] }),
			(manifest) => ({ ...manifest, version: 2 }),
			(manifest) => ({ ...manifest, chapters: "none" }),
			(manifest) => ({ ...manifest, project: { ...manifest.project, name: "a\u0000b" } }),
			(manifest) => ({ ...manifest, takes: [...manifest.takes, ...manifest.takes] }),
			(manifest) => ({ ...manifest, takes: [] }),
			(manifest) => changeAudio(manifest, { seconds: 100_000 }),
			(manifest) =>
				changeAudio(manifest, {
					sentences: manifest.chapters[0]?.audio?.sentences.map((one) => ({ ...one, to: 9_000 })),
				}),
			({ project: _, ...manifest }) => manifest,
		];
		for (const change of changes) expect(await failure(await withManifest(bundle, change))).toMatch(/\.$/);
	});

	test("audio that is no take is refused", async () => {
		const { files, manifest } = open(bundle);
		const old = manifest.takes[0]?.file ?? "";
		const bad = Buffer.from('TAKE1\n{"sampleRate":1000000000,"writtenText":"","spokenText":"","spans":[]}\n0000');
		const name = `takes/${sha256(bad)}.take`;
		const text = JSON.stringify(manifest).replaceAll(old, name);
		const changed = JSON.parse(text) as Manifest;
		changed.files = changed.files.map((file) =>
			file.name === name ? { name, bytes: bad.length, sha256: sha256(bad) } : file,
		);
		const { [old]: _, ...rest } = files;
		const order = Object.fromEntries(Object.entries({ ...rest, [name]: bad }));
		order["manifest.json"] = Buffer.from(JSON.stringify(changed));
		expect(await failure(await zipOf(order))).toMatch(/no take/);
	});

	test("takes never replace what the workspace itself would generate", async () => {
		const owner = await app.user({ tier: "creator" });
		await imported(bundle, owner);
		const takes = new Set(await app.storage.list(`takes/${owner.workspaceId}/`));
		rendered.length = 0;
		const own = await aStudioProject(app, owner, { One: ["A sentence to tamper with."] });
		await own.convert();
		expect(rendered).toEqual(["A sentence to tamper with."]);
		expect((await app.storage.list(`takes/${owner.workspaceId}/`)).filter((key) => !takes.has(key))).toHaveLength(1);
	});

	test("the plan's limit of projects holds", async () => {
		const owner = await app.user({ tier: "free" });
		for (const name of ["A", "B", "C"]) await aStudioProject(app, owner, { [name]: ["A text."] });
		const { status, body } = await sendBundle<ErrorBody>(app, owner, Uint8Array.from(bundle));
		expect([status, body.detail.code]).toEqual([400, "project_limit_reached"]);
		expect(await app.storage.list(`uploads/${owner.workspaceId}/`)).toEqual([]);
	});
});
