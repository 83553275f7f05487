import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSpool } from "./spool.ts";
import { createFileStorage } from "./storage.ts";

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "timbre-spool-test-"));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([1_000, 200_000, 3_000_000])(
	"%i bytes arrive whole, in order, with their head written over",
	async (size) => {
		const storage = createFileStorage(folder);
		const spool = createSpool();
		const bytes = Buffer.from(Array.from({ length: size }, (_, at) => at % 251));
		for (let at = 0; at < size; at += 700) await spool.push(bytes.subarray(at, at + 700));
		expect(spool.size()).toBe(size);
		await spool.patch(4, Buffer.from("HEAD"));
		await spool.store(storage, `spooled-${size}`, "audio/mpeg");
		await spool.close();
		const stored = await storage.get(`spooled-${size}`);
		bytes.write("HEAD", 4);
		expect((await buffer(stored?.body as never)).equals(bytes)).toBe(true);
	},
);

test("what one sound leaves behind is not heard in the next, however many are gathered at once", async () => {
	const storage = createFileStorage(folder);
	const sound = (fill: number) => Buffer.alloc(65_536 + fill * 1_000, fill);
	for (const round of [0, 1]) {
		const fills = Array.from({ length: 20 }, (_, at) => 1 + at + round * 20);
		await Promise.all(
			fills.map(async (fill) => {
				const spool = createSpool();
				for (let at = 0; at < sound(fill).length; at += 999) await spool.push(sound(fill).subarray(at, at + 999));
				await spool.patch(65_534, Buffer.from([fill, fill, fill, fill]));
				await spool.store(storage, `mixed-${fill}`, "audio/mpeg");
				await spool.close();
			}),
		);
		for (const fill of fills) {
			const stored = await storage.get(`mixed-${fill}`);
			expect((await buffer(stored?.body as never)).equals(sound(fill))).toBe(true);
		}
	}
});
