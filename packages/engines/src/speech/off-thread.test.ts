import { afterAll, expect, test } from "vitest";
import { offThread } from "./off-thread.ts";

// The real espeak-ng: it needs no weights.
const engine = offThread({ provider: "espeak" });
afterAll(() => engine.close());

const input = { speaker: "en-gb", language: "en-GB", speed: 1 };

test("speech is made in another thread while this one goes on", async () => {
	await engine.load();
	let ticks = 0;
	const ticking = setInterval(() => ticks++, 1);
	const { pcm } = await engine.synthesise({
		...input,
		text: "This sentence is long enough to take a while. ".repeat(5),
	});
	clearInterval(ticking);
	expect(pcm.length).toBeGreaterThan(22_050 * 5);
	expect(ticks).toBeGreaterThan(3);
});

test("calls are answered in order, each with its own sound", async () => {
	const [short, long] = await Promise.all([
		engine.synthesise({ ...input, text: "One." }),
		engine.synthesise({ ...input, text: "One, two, three, four, five, six." }),
	]);
	expect(long.pcm.length).toBeGreaterThan(short.pcm.length);
});

test("faster speech is shorter", async () => {
	const seconds = async (speed: number) =>
		(await engine.synthesise({ ...input, text: "A sentence of a few words.", speed })).pcm.length;
	expect(await seconds(2)).toBeLessThan((await seconds(1)) * 0.7);
});

test("a failure is the caller's, and the engine speaks on", async () => {
	await expect(engine.synthesise({ ...input, speaker: "xx-nobody", text: "Hi." })).rejects.toThrow(
		"no voice xx-nobody",
	);
	expect((await engine.synthesise({ ...input, text: "Hi." })).pcm.length).toBeGreaterThan(0);
});

test("an engine that was closed starts again when asked", async () => {
	const own = offThread({ provider: "espeak" });
	const before = await own.synthesise({ ...input, text: "Again." });
	await own.close();
	const after = await own.synthesise({ ...input, text: "Again." });
	expect(after.pcm).toEqual(before.pcm);
	await own.close();
});

test("a call that is under way when the engine is closed fails instead of waiting for ever", async () => {
	const own = offThread({ provider: "espeak" });
	const call = own.synthesise({ ...input, text: "Never heard." });
	await own.close();
	await expect(call).rejects.toThrow("stopped");
});
