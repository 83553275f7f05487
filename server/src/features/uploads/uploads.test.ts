import { randomBytes } from "node:crypto";
import { maxPartBytes } from "@timbre/contract/uploads/rules.ts";
import type { Upload } from "@timbre/contract/uploads/schemas.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { runWorkflow } from "../../testing/workflows/run-workflow.ts";
import { claimUpload, readUpload, removeUpload, storeFile } from "./uploads.public.ts";
import { uploadExpiryWorkflow } from "./uploads.workflow.ts";

let app: TestApp;
let user: SeedUser;
beforeAll(async () => {
	app = await testApp();
	user = await app.user();
});
afterAll(async () => app.stop());

async function create(bytes: number, owner = user): Promise<string> {
	const response = await app.postJson("/v1/uploads", owner.apiKey, { file_name: "talk.mp4", bytes });
	expect(response.status).toBe(201);
	return ((await response.json()) as Upload).upload_id;
}

async function append(id: string, offset: number, bytes: Uint8Array) {
	const form = new FormData();
	form.set("offset", String(offset));
	form.set("part", new Blob([Uint8Array.from(bytes)]));
	const response = await fetch(`${app.url}/v1/uploads/${id}/parts`, {
		method: "POST",
		headers: { "xi-api-key": user.apiKey },
		body: form,
	});
	return { status: response.status, body: (await response.json()) as Upload & { detail: { code: string } } };
}

const request = (method: string, id: string) =>
	fetch(`${app.url}/v1/uploads/${id}`, { method, headers: { "xi-api-key": user.apiKey } });

async function read(id: string): Promise<Buffer> {
	const pieces: Uint8Array[] = [];
	for await (const piece of readUpload(app, user.workspaceId, id)) pieces.push(piece);
	return Buffer.concat(pieces);
}

test("a file arrives in parts, and continues where it was interrupted", async () => {
	const file = randomBytes(40_000);
	const id = await create(file.length);
	expect((await append(id, 0, file.subarray(0, 15_000))).body).toMatchObject({ received_bytes: 15_000 });
	// The response of a stored part got lost: sending it again is rejected and changes nothing.
	const repeated = await append(id, 0, file.subarray(0, 15_000));
	expect(repeated).toMatchObject({ status: 409, body: { detail: { code: "upload_offset_mismatch" } } });
	const upload = (await (await request("GET", id)).json()) as Upload;
	expect(upload).toMatchObject({ bytes: 40_000, received_bytes: 15_000, max_part_bytes: maxPartBytes });
	expect((await append(id, upload.received_bytes, file.subarray(15_000))).body).toMatchObject({
		received_bytes: 40_000,
	});
	expect(await read(id)).toEqual(file);
});

test("of two equal parts that arrive at once, one is stored", async () => {
	const file = randomBytes(1_000);
	const id = await create(file.length);
	const results = await Promise.all([append(id, 0, file), append(id, 0, file), append(id, 0, file)]);
	expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
	expect(await read(id)).toEqual(file);
	expect(await app.storage.list(`uploads/${user.workspaceId}/${id}`)).toHaveLength(1);
});

test("rejects gaps, parts beyond the end, empty parts, large parts and large files", async () => {
	const id = await create(100);
	const status = async (offset: number, length: number) => (await append(id, offset, new Uint8Array(length))).status;
	expect(await status(10, 10)).toBe(409);
	expect(await status(0, 101)).toBe(400);
	expect(await status(0, 0)).toBe(400);
	expect(await status(0, maxPartBytes + 1)).toBe(413);
	const large = await app.postJson("/v1/uploads", user.apiKey, { file_name: "film.mkv", bytes: 500_000_001 });
	expect(large.status).toBe(422);
	expect(await app.storage.list(`uploads/${user.workspaceId}/${id}`)).toHaveLength(0);
});

test("a file that arrives in one request is stored in parts", async () => {
	const piece = randomBytes(3_000_000);
	async function* pieces() {
		for (let count = 0; count < 7; count++) yield piece;
	}
	const { uploadId, bytes } = await storeFile(app, user, "talk.wav", pieces());
	expect(bytes).toBe(21_000_000);
	const expected = Buffer.concat(new Array<Buffer>(7).fill(piece));
	expect((await read(uploadId)).equals(expected)).toBe(true);
	expect(await app.storage.list(`uploads/${user.workspaceId}/${uploadId}`)).toHaveLength(3);
	await removeUpload(app, user.workspaceId, uploadId);
	expect(await app.storage.list(`uploads/${user.workspaceId}/${uploadId}`)).toHaveLength(0);
});

test("a file that breaks off leaves nothing", async () => {
	async function* broken() {
		yield randomBytes(maxPartBytes);
		throw new Error("the client disconnected");
	}
	const before = await app.storage.list(`uploads/${user.workspaceId}`);
	await expect(storeFile(app, user, "talk.wav", broken())).rejects.toThrow("disconnected");
	expect(await app.storage.list(`uploads/${user.workspaceId}`)).toEqual(before);
});

test("one job can use a complete upload, which can then not be deleted or changed", async () => {
	const id = await create(4);
	await expect(claimUpload(app.db, user.workspaceId, id, "transcript")).rejects.toThrow("0 of 4 bytes");
	await append(id, 0, Buffer.from("four"));
	await claimUpload(app.db, user.workspaceId, id, "transcript");
	await expect(claimUpload(app.db, user.workspaceId, id, "other")).rejects.toThrow("already used");
	expect((await request("DELETE", id)).status).toBe(409);
	expect((await append(id, 4, Buffer.from("more"))).status).toBe(400);
});

test("an upload can be deleted, and is deleted after a day unless it is used", async () => {
	const [deleted, unused, used] = [await create(4), await create(4), await create(4)];
	for (const id of [deleted, unused, used]) await append(id, 0, Buffer.from("four"));
	expect((await request("DELETE", deleted)).status).toBe(204);
	expect((await request("GET", deleted)).status).toBe(404);
	await claimUpload(app.db, user.workspaceId, used, "transcript");
	for (const id of [unused, used]) {
		const message = await app.db
			.selectFrom("outbox")
			.select("payload")
			.where("target", "=", uploadExpiryWorkflow.name)
			.where("target_key", "=", id)
			.executeTakeFirstOrThrow();
		await runWorkflow(uploadExpiryWorkflow, uploadExpiryWorkflow.input.parse(message.payload), app);
	}
	expect((await request("GET", unused)).status).toBe(404);
	expect(await app.storage.list(`uploads/${user.workspaceId}/${unused}`)).toHaveLength(0);
	expect(await read(used)).toEqual(Buffer.from("four"));
});

test("the number of unused uploads is limited", async () => {
	const other = await app.user();
	const ids = await Promise.all(Array.from({ length: 200 }, () => create(10, other)));
	const rejected = await app.postJson("/v1/uploads", other.apiKey, { file_name: "one more.wav", bytes: 10 });
	expect(await rejected.json()).toMatchObject({ detail: { code: "too_many_uploads" } });
	await claimUpload(app.db, other.workspaceId, ids[0] ?? "", "transcript").catch(() => {});
	await removeUpload(app, other.workspaceId, ids[1] ?? "");
	await create(10, other);
});
