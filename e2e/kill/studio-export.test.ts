// A project is exported as an audiobook and as a bundle, and imported again, while the worker and the engine are killed.
// It runs in `verify`.
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Conversion } from "@timbre/contract/studio/conversion-schemas.ts";
import type { ProjectExport } from "@timbre/contract/studio/exports/export-schemas.ts";
import type { DocumentImport } from "@timbre/contract/studio/import-schemas.ts";
import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness, until } from "../../tools/bench/harness.ts";
import type { ProgramName } from "../../tools/stack/stack.ts";
import { getIfUp, request as send } from "./api.ts";

const chapterCount = 8;
const sentencesPerChapter = 40;

describe("kill -9 while a project is exported and imported", () => {
	let harness: Harness;
	let path: string;
	beforeAll(async () => {
		harness = await startHarness({ engines: "fake", env: { LEASE_SECONDS: "4" } });
		const voice = (await request<{ voices: { voice_id: string }[] }>("GET", "/v1/voices")).voices[0]?.voice_id ?? "";
		const content = Array.from({ length: chapterCount }, (_, chapter) => {
			const text = Array.from({ length: sentencesPerChapter }, (_, at) => `Sentence ${at} of part ${chapter}.`).join(
				" ",
			);
			return { name: `Chapter ${chapter + 1}`, blocks: [{ nodes: [{ type: "tts_node", text, voice_id: voice }] }] };
		});
		const form = new FormData();
		form.set("name", "The long book");
		form.set("from_content_json", JSON.stringify(content));
		const { project } = await request<{ project: { project_id: string } }>("POST", "/v1/studio/projects", form);
		path = `/v1/studio/projects/${project.project_id}`;
		const { conversion_id: id } = await request<Conversion>("POST", `${path}/conversions`, {});
		await until(
			"the conversion",
			120,
			async () => (await get<Conversion>(`${path}/conversions/${id}`))?.state === "done",
		);
	});
	afterAll(async () => harness?.stop());

	const request = <T>(method: string, at: string, body?: FormData | object) => send<T>(harness, method, at, body);
	const get = <T>(at: string) => getIfUp<T>(harness, at);

	async function exported(format: string, killed: readonly [progress: number, name: ProgramName][]) {
		const { export_id: id } = await request<ProjectExport>("POST", `${path}/exports`, { format });
		const now = () => get<ProjectExport>(`${path}/exports/${id}`);
		for (const [progress, name] of killed) {
			await until(`${progress} of the export`, 200, async () => {
				await sleep(50);
				const found = await now();
				return found && (found.progress >= progress || found.state === "done");
			});
			await harness.stack.kill(name);
		}
		const done = await until("the export", 300, async () => {
			const found = await now();
			return found && found.state !== "queued" && found.state !== "running" && found;
		});
		expect(done).toMatchObject({ state: "done", error: null });
		const headers = { "xi-api-key": harness.user.apiKey };
		const response = await fetch(`${harness.stack.apiUrl}${path}/exports/${id}/file`, { headers });
		const bytes = Buffer.from(await response.arrayBuffer());
		expect(createHash("sha256").update(bytes).digest("hex")).toBe(done.sha256);
		const folder = `studio/${harness.user.workspaceId}/${path.split("/").at(-1)}/exports/${id}/`;
		await until("the parts to be deleted", 60, async () => (await harness.storage.list(folder)).length === 1);
		const left = (await readdir(join(tmpdir(), "timbre-exports")).catch(() => [])).filter((name) =>
			name.startsWith(id),
		);
		expect(left).toEqual([]);
		return { done, bytes };
	}

	test("an audiobook is complete, and nothing is left of what was interrupted", async () => {
		const { done } = await exported("m4b", [
			[0.1, "worker"],
			[0.4, "restate"],
			[0.6, "worker"],
			[0.85, "worker"],
		]);
		expect(done.chapters).toHaveLength(chapterCount);
		expect(done.files).toHaveLength(chapterCount);
	});

	test("a bundle becomes one project with all chapters", async () => {
		const { bytes } = await exported("bundle", [[0, "worker"]]);
		const form = new FormData();
		form.set("file", new Blob([Uint8Array.from(bytes)]), "book.timbre");
		const { import_id, project_id } = await request<DocumentImport>("POST", "/v1/studio/bundles", form);
		await harness.stack.kill("worker");
		await until("the import", 200, async () => {
			await sleep(100);
			return (await get<DocumentImport>(`/v1/studio/imports/${import_id}`))?.state === "completed";
		});
		const project = await request<ProjectDetails>("GET", `/v1/studio/projects/${project_id}`);
		expect(project.chapters).toHaveLength(chapterCount);
		expect(project.can_be_downloaded).toBe(true);
		const price = await request<object>("GET", `/v1/studio/projects/${project_id}/conversion-price`);
		expect(price).toMatchObject({ sentences: chapterCount * sentencesPerChapter, new_sentences: 0, credits: 0 });
	});
});
