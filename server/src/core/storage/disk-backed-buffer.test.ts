import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBufferPool } from "./disk-backed-buffer.ts";
import { createFileStorage } from "./storage.ts";

const createBuffer = createBufferPool();
let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "timbre-buffer-test-"));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([1_000, 200_000, 3_000_000])(
	"stores %i bytes complete, in order, with their header patched",
	async (size) => {
		const storage = createFileStorage(folder);
		const audio = createBuffer();
		const bytes = Buffer.from(Array.from({ length: size }, (_, at) => at % 251));
		for (let at = 0; at < size; at += 700) await audio.push(bytes.subarray(at, at + 700));
		expect(audio.size()).toBe(size);
		await audio.patch(4, Buffer.from("HEAD"));
		await audio.store(storage, `stored-${size}`, "audio/mpeg");
		await audio.close();
		const stored = await storage.get(`stored-${size}`);
		bytes.write("HEAD", 4);
		expect((await buffer(stored?.body as never)).equals(bytes)).toBe(true);
	},
);

test("reused blocks never leak bytes from one buffer into another", async () => {
	const storage = createFileStorage(folder);
	const content = (fill: number) => Buffer.alloc(65_536 + fill * 1_000, fill);
	for (const round of [0, 1]) {
		const fills = Array.from({ length: 20 }, (_, at) => 1 + at + round * 20);
		await Promise.all(
			fills.map(async (fill) => {
				const audio = createBuffer();
				for (let at = 0; at < content(fill).length; at += 999) await audio.push(content(fill).subarray(at, at + 999));
				await audio.patch(65_534, Buffer.from([fill, fill, fill, fill]));
				await audio.store(storage, `mixed-${fill}`, "audio/mpeg");
				await audio.close();
			}),
		);
		for (const fill of fills) {
			const stored = await storage.get(`mixed-${fill}`);
			expect((await buffer(stored?.body as never)).equals(content(fill))).toBe(true);
		}
	}
});
