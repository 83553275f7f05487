import type { Revision, RevisionChange } from "@timbre/contract/studio/revision/schemas.ts";
import { expect } from "vitest";
import type { SeedUser } from "../../../../seed/builders.ts";
import { newId } from "../../core/ids.ts";
import { importWorkflow } from "../../features/studio/imports/imports.workflow.ts";
import { revisionApplyWorkflow, revisionCompareWorkflow } from "../../features/studio/revisions/revisions.workflow.ts";
import { runQueued } from "../recordings.ts";
import type { TestApp } from "../test-app.ts";
import { workerDeps } from "../workflows/worker-deps.ts";
import type { StudioProject, TestBlock } from "./project.ts";

/** Chapters with their paragraphs. Each starts with its name as a heading. */
export type TestBook = Record<string, readonly string[]>;

/** As an import would have written it. */
export const chaptersOf = (book: TestBook, voiceId: string): Record<string, TestBlock[]> =>
	Object.fromEntries(
		Object.entries(book).map(([name, paragraphs]) => [
			name,
			[{ sub_type: "h1", nodes: [{ text: name, voice_id: voiceId }] }, ...paragraphs],
		]),
	);

export const toMarkdown = (book: TestBook): string =>
	Object.entries(book)
		.map(([name, paragraphs]) => [`# ${name}`, ...paragraphs].join("\n\n"))
		.join("\n\n");

/** Sends a revised manuscript and returns what its user can do with it. */
export async function aRevision(app: TestApp, user: SeedUser, project: StudioProject, revised: TestBook | string) {
	const text = typeof revised === "string" ? revised : toMarkdown(revised);
	const form = new FormData();
	form.set("file", new File([text], "revised.md"));
	const response = await fetch(`${app.url}${project.path}/revisions`, {
		method: "POST",
		headers: { "xi-api-key": user.apiKey },
		body: form,
	});
	expect(response.status).toBe(202);
	const { revision_id: id } = (await response.json()) as Revision;
	const path = `${project.path}/revisions/${id}`;
	const compareQueued = () => runQueued(app, revisionCompareWorkflow, workerDeps(app));
	return {
		id,
		path,
		get: () => project.send<Revision>("GET", path),
		changes: async (query = "") =>
			(await project.send<{ changes: RevisionChange[] }>("GET", `${path}/changes${query}`)).changes,
		read: () => runQueued(app, importWorkflow, { db: app.db, storage: app.storage }),
		/** Reads and compares what was sent. */
		async compared(): Promise<Revision> {
			await this.read();
			await compareQueued();
			return this.get();
		},
		async compareAgain(body: object = {}): Promise<Revision> {
			await project.send("POST", `${path}/compare`, body, 202);
			await compareQueued();
			return this.get();
		},
		start: (body: object = {}, status = 202) =>
			project.send<{ detail: { code: string; message: string } }>("POST", `${path}/apply`, body, status),
		run: (storage = app.storage) =>
			runQueued(app, revisionApplyWorkflow, { ...workerDeps(app), deps: { ...workerDeps(app).deps, storage } }),
		async apply(body: object = {}): Promise<Revision> {
			await this.start(body);
			await this.run();
			return this.get();
		},
	};
}

/** A revised manuscript that was read, and waits to be compared again. Returns its id. */
export async function someRevision(
	{ db }: Pick<TestApp, "db">,
	{ workspaceId, userId }: Pick<SeedUser, "workspaceId" | "userId">,
	projectId: string,
): Promise<string> {
	const id = newId();
	const of = { workspace_id: workspaceId, project_id: projectId };
	await db
		.insertInto("studio_import")
		.values({
			...of,
			id,
			created_by: userId,
			purpose: "revision",
			source_name: "theirs.txt",
			state: "review",
		})
		.execute();
	await db
		.insertInto("studio_revision")
		.values({ ...of, import_id: id, via: "api-key", state: "ready" })
		.execute();
	return id;
}
