import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SeedUser } from "../../../../../seed/builders.ts";
import { runQueued } from "../../../testing/recordings.ts";
import { aStudioProject, projectsPath, runConversions, type StudioProject } from "../../../testing/studio/project.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { callbackWorkflow } from "./callbacks.workflow.ts";

let app: TestApp;
let user: SeedUser;
let url: string;
let received: { body: Record<string, unknown>; headers: Record<string, unknown> }[] = [];
/** Responses of the receiver in order; the last one repeats. */
let statuses: number[] = [];
const receiver = createServer((request, reply) => {
	const parts: Buffer[] = [];
	request.on("data", (part: Buffer) => parts.push(part));
	request.on("end", () => {
		received.push({ body: JSON.parse(Buffer.concat(parts).toString()), headers: request.headers });
		reply.writeHead((statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200).end();
	});
});

beforeAll(async () => {
	app = await testApp({ env: { WEBHOOK_PRIVATE: "true" }, fake: { failOn: "unspeakable" } });
	await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
	url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/done`;
});
beforeEach(async () => {
	received = [];
	statuses = [200];
	user = await app.user({ tier: "creator" });
});
afterAll(async () => {
	receiver.closeAllConnections();
	receiver.close();
	await app.stop();
});

const aProject = (text = "The lamp went out.") => aStudioProject(app, user, { One: [text] }, { callback_url: url });
const runCallbacks = () =>
	runQueued(app, callbackWorkflow, { db: app.db, outgoing: { allowPrivate: true }, pausesMs: [1, 1] });
const snapshotsOf = async <T>(project: StudioProject, path: string) =>
	(await project.send<{ snapshots: T[] }>("GET", `${path}/snapshots`)).snapshots;
const statusOf = (type: "project" | "chapter", data: object) => ({
	type: `${type}_conversion_status`,
	event_timestamp: expect.any(Number),
	data,
});

test("the callback URL receives the result of a project and of a chapter once", async () => {
	const project = await aProject();
	const whole = await project.convert();
	await runCallbacks();
	const [snapshot] = await snapshotsOf<{ project_snapshot_id: string }>(project, project.path);
	const result = { project_id: project.id, conversion_status: "success", error_details: null };
	expect(received.map(({ body }) => body)).toEqual([
		statusOf("project", {
			...result,
			request_id: whole.conversion_id,
			project_snapshot_id: snapshot?.project_snapshot_id,
		}),
	]);
	expect(received[0]?.headers["content-type"]).toBe("application/json");

	await project.edit(0, "The lamp went out again.");
	const part = await project.convert({ chapter_id: project.chapterIds[0] });
	await runCallbacks();
	const [latest] = await snapshotsOf<{ chapter_snapshot_id: string }>(project, project.chapterPath());
	expect(received[1]?.body).toEqual(
		statusOf("chapter", {
			...result,
			request_id: part.conversion_id,
			chapter_id: project.chapterIds[0],
			chapter_snapshot_id: latest?.chapter_snapshot_id,
		}),
	);
	expect(await runCallbacks()).toBe(0);
});

test("it hears of failures and cancellations too", async () => {
	const project = await aProject("This is unspeakable.");
	expect(await project.convert()).toMatchObject({ state: "failed" });
	const { conversion_id: id } = await project.start();
	await project.send("POST", `${project.path}/conversions/${id}/cancel`);
	await project.send("POST", `${project.path}/conversions/${id}/cancel`);
	await runConversions(app);
	await runCallbacks();
	expect(received.map(({ body }) => body.data)).toEqual([
		expect.objectContaining({
			conversion_status: "error",
			project_snapshot_id: null,
			error_details: expect.stringContaining("Convert again"),
		}),
		expect.objectContaining({ conversion_status: "error", error_details: "The conversion was canceled." }),
	]);
});

test("it is tried again while it is unavailable, and admins are notified when that is given up", async () => {
	const project = await aProject();
	statuses = [503, 200];
	await project.convert();
	await runCallbacks();
	expect(received).toHaveLength(2);
	statuses = [503];
	await project.convert();
	await runCallbacks();
	expect(received).toHaveLength(5);
	const { messages } = await app.get<{ messages: { title: string; description: string }[] }>(
		"/v1/notifications",
		user.apiKey,
	);
	expect(messages[0]).toMatchObject({
		title: "Callback failed",
		description: expect.stringContaining("The endpoint returned 503."),
	});
});

test("nothing is sent for a paragraph, without a URL, or after the project is deleted", async () => {
	const without = await aStudioProject(app, user, { One: ["The lamp."] });
	await without.convert();
	const project = await aProject();
	const [block] = await project.blocksOf();
	await project.convert({ chapter_id: project.chapterIds[0], block_id: block?.block_id });
	expect(await runCallbacks()).toBe(0);
	await project.convert();
	await project.send("DELETE", project.path);
	await runCallbacks();
	expect(received).toEqual([]);
});

test("a URL that must not be called is rejected", async () => {
	for (const callback_url of ["ftp://example.com/done", "https://ada:secret@example.com/", "http://169.254.169.254/"]) {
		const form = new FormData();
		form.set("name", "Lighthouse");
		form.set("callback_url", callback_url);
		const headers = { "xi-api-key": user.apiKey };
		const response = await fetch(app.url + projectsPath, { method: "POST", headers, body: form });
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ detail: { code: "invalid_request", param: "callback_url" } });
	}
});
