import { crc32 } from "node:zlib";
import { PNG } from "pngjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

const png = (width = 64, height = width) => PNG.sync.write(new PNG({ width, height, fill: true }));

/** Adds a comment, as cameras and editors do. */
function withText(file: Buffer, text: string): Buffer {
	const content = Buffer.from(`tEXtComment\0${text}`, "latin1");
	const length = Buffer.alloc(4);
	length.writeUInt32BE(content.length - 4);
	const checksum = Buffer.alloc(4);
	checksum.writeUInt32BE(crc32(content));
	const end = file.length - 12;
	return Buffer.concat([file.subarray(0, end), length, content, checksum, file.subarray(end)]);
}

async function upload(apiKey: string, bytes: Uint8Array, type = "image/png") {
	const body = new FormData();
	body.append("picture", new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), "me.png");
	const response = await fetch(`${app.url}/v1/user/avatar`, {
		method: "POST",
		headers: { "xi-api-key": apiKey },
		body,
	});
	const result = (await response.json()) as { avatar_url?: string; detail?: { code: string } };
	return { status: response.status, url: result.avatar_url ?? "", code: result.detail?.code };
}

test("stores a user's picture without metadata, shows it to the workspace, replaces and deletes it", async () => {
	const user = await app.user();
	const secret = "taken at home";
	const first = await upload(user.apiKey, withText(png(), secret));
	expect(first.status).toBe(200);
	const shown = await fetch(app.url + first.url);
	expect(shown.status).toBe(200);
	expect(shown.headers.get("content-type")).toBe("image/png");
	expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
	expect(shown.headers.get("cache-control")).toBe("private, max-age=86400");
	const bytes = Buffer.from(await shown.arrayBuffer());
	expect(bytes.includes(secret)).toBe(false);
	expect(PNG.sync.read(bytes)).toMatchObject({ width: 64, height: 64 });
	const members = await app.get<{ avatar_url: string | null }[]>("/v1/workspace/members", user.apiKey);
	expect(JSON.stringify(members)).toContain(first.url);
	const second = await upload(user.apiKey, png(256));
	expect(second.url).not.toBe(first.url);
	expect((await fetch(app.url + first.url)).status).toBe(404);
	expect(await app.storage.list(`avatars/${user.userId}/`)).toHaveLength(1);
	expect((await app.request(user.apiKey, "DELETE", "/v1/user/avatar")).status).toBe(200);
	expect((await fetch(app.url + second.url)).status).toBe(404);
	expect(await app.storage.list(`avatars/${user.userId}/`)).toEqual([]);
});

test("rejects everything but a square PNG of an allowed size", async () => {
	const { apiKey } = await app.user();
	const damaged = png();
	damaged.fill(0, 60);
	const bomb = png();
	bomb.writeUInt32BE(60_000, 16);
	bomb.writeUInt32BE(60_000, 20);
	const files: Record<string, Uint8Array> = {
		svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
		html: Buffer.from("<script>alert(1)</script>"),
		jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Array(40).fill(0)]),
		empty: new Uint8Array(),
		"signature only": png().subarray(0, 8),
		"not square": png(64, 32),
		"too small": png(16),
		"too large": png(600),
		"another file appended": Buffer.concat([png(), Buffer.from("<script>alert(1)</script>")]),
		damaged,
		bomb,
	};
	for (const [name, bytes] of Object.entries(files))
		expect(await upload(apiKey, bytes), name).toMatchObject({ status: 400, code: "invalid_image" });
	expect((await upload(apiKey, Buffer.alloc(1_100_000))).status).toBe(413);
});
