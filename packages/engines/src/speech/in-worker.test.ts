import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { afterAll, expect, test } from "vitest";
import { createWorkerEngine } from "./in-worker.ts";

// The real espeak-ng; it needs no weights.
const engine = createWorkerEngine({ provider: "espeak" });
afterAll(() => engine.close());

const input = { speaker: "en-gb", language: "en-GB", speed: 1 };

test("synthesizes in another thread without blocking this one", async () => {
	await engine.load();
	let ticks = 0;
	const ticking = setInterval(() => ticks++, 1);
	const { pcm } = await engine.synthesize({
		...input,
		text: "This sentence is long enough to take a while. ".repeat(5),
	});
	clearInterval(ticking);
	expect(pcm.length).toBeGreaterThan(22_050 * 5);
	expect(ticks).toBeGreaterThan(3);
});

test("answers concurrent requests with their own audio", async () => {
	const [short, long] = await Promise.all([
		engine.synthesize({ ...input, text: "One." }),
		engine.synthesize({ ...input, text: "One, two, three, four, five, six." }),
	]);
	expect(long.pcm.length).toBeGreaterThan(short.pcm.length);
});

test("returns less audio at higher speed", async () => {
	const seconds = async (speed: number) =>
		(await engine.synthesize({ ...input, text: "A sentence of a few words.", speed })).pcm.length;
	expect(await seconds(2)).toBeLessThan((await seconds(1)) * 0.7);
});

test("rejects a failed request and keeps working", async () => {
	await expect(engine.synthesize({ ...input, speaker: "xx-nobody", text: "Hi." })).rejects.toThrow(
		"no voice xx-nobody",
	);
	expect((await engine.synthesize({ ...input, text: "Hi." })).pcm.length).toBeGreaterThan(0);
});

test("restarts after being closed", async () => {
	const own = createWorkerEngine({ provider: "espeak" });
	const before = await own.synthesize({ ...input, text: "Again." });
	await own.close();
	const after = await own.synthesize({ ...input, text: "Again." });
	expect(after.pcm).toEqual(before.pcm);
	await own.close();
});

test("rejects a running request when the engine is closed", async () => {
	const own = createWorkerEngine({ provider: "espeak" });
	const rejected = expect(own.synthesize({ ...input, text: "Never heard." })).rejects.toThrow("stopped");
	await own.close();
	await rejected;
});

test("a crashed thread does not fail the calls of the thread that replaces it", async () => {
	const own = createWorkerEngine({ provider: "espeak" });
	const [[thread]] = (await Promise.all([once(process, "worker"), own.load()])) as unknown as [[Worker]];
	const next = new Promise((resolve) => {
		thread.once("error", () => resolve(own.synthesize({ ...input, text: "Still here." })));
	});
	// No message is null, so this ends the thread with an uncaught error.
	thread.postMessage(null);
	await expect(next).resolves.toMatchObject({ pcm: expect.any(Float32Array) });
	await own.close();
});
