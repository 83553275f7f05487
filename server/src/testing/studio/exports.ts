import type { ProjectExport } from "@timbre/contract/studio/exports/export-schemas.ts";
import type { DocumentImport } from "@timbre/contract/studio/import-schemas.ts";
import { expect } from "vitest";
import type { SeedUser } from "../../../../seed/builders.ts";
import { bundleImportWorkflow } from "../../features/studio/bundles/import.workflow.ts";
import { exportWorkflow } from "../../features/studio/exports/exports.workflow.ts";
import { runQueued } from "../recordings.ts";
import type { TestApp } from "../test-app.ts";
import { workerDeps } from "../workflows/worker-deps.ts";
import type { StudioProject } from "./project.ts";

type Before = (step: string) => void | Promise<void>;

/** Runs the queued exports. `before` is called before each step. */
export const runExports = (app: TestApp, before?: Before, storage: TestApp["storage"] = app.storage): Promise<number> =>
	runQueued(app, exportWorkflow, workerDeps({ ...app, storage }), before);

export const runBundleImports = (app: TestApp, before?: Before): Promise<number> =>
	runQueued(app, bundleImportWorkflow, workerDeps(app), before);

/** The exports of a project as its user sees them over the API. */
export function exportsOf(app: TestApp, user: SeedUser, project: Pick<StudioProject, "path" | "send">) {
	const path = (id: string) => `${project.path}/exports/${id}`;
	return {
		path,
		start: (body: object, status = 202) => project.send<ProjectExport>("POST", `${project.path}/exports`, body, status),
		get: (id: string) => project.send<ProjectExport>("GET", path(id)),
		list: async () => (await project.send<{ exports: ProjectExport[] }>("GET", `${project.path}/exports`)).exports,
		/** Starts an export, runs it to its end and returns it. */
		async run(body: object): Promise<ProjectExport> {
			const { export_id: id } = await this.start(body);
			await runExports(app);
			return this.get(id);
		},
		/** Runs an export that must succeed, and returns it with its file. */
		async make(body: object): Promise<{ done: ProjectExport; bytes: Buffer }> {
			const done = await this.run(body);
			expect(done).toMatchObject({ state: "done", error: null, progress: 1 });
			return { done, bytes: await this.download(done.export_id) };
		},
		async download(id: string, headers: Record<string, string> = {}): Promise<Buffer> {
			const response = await fetch(`${app.url}${path(id)}/file`, {
				headers: { "xi-api-key": user.apiKey, ...headers },
			});
			expect(response.ok).toBe(true);
			return Buffer.from(await response.arrayBuffer());
		},
	};
}

/** Sends a bundle. `body` is the import, or the error. */
export async function sendBundle<T = DocumentImport>(
	app: TestApp,
	user: SeedUser,
	bytes: Uint8Array<ArrayBuffer>,
	name = "The Lighthouse.timbre",
): Promise<{ status: number; body: T }> {
	const form = new FormData();
	form.set("file", new Blob([bytes]), name);
	const headers = { "xi-api-key": user.apiKey };
	const response = await fetch(`${app.url}/v1/studio/bundles`, { method: "POST", headers, body: form });
	return { status: response.status, body: (await response.json()) as T };
}
