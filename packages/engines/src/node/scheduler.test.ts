import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { SpeechBusyError } from "./errors.ts";
import { createScheduler, type Render, type SegmentPart, type SpeechTask } from "./scheduler.ts";

const sound = new Float32Array([1]);

/** Segments that note when they begin and end only when told to. */
function handMade() {
	const begun: string[] = [];
	const release = new Map<string, (error?: Error) => void>();
	const segments = (name: string, count: number): Render[] =>
		Array.from({ length: count }, (_, index) => {
			const id = `${name}${index}`;
			return async function* render() {
				begun.push(id);
				await new Promise<void>((resolve, reject) => release.set(id, (error) => (error ? reject(error) : resolve())));
				yield sound;
			};
		});
	const finish = async (id: string, error?: Error) => {
		release.get(id)?.(error);
		await sleep(1);
	};
	return { begun, segments, finish };
}

function task(
	renders: readonly Render[],
	{ lane = "engine", parallel = 1, ...more }: Partial<SpeechTask> & { lane?: string; parallel?: number } = {},
): SpeechTask {
	return {
		priority: "interactive",
		segments: renders.map((render) => ({ lane, parallel, render })),
		signal: new AbortController().signal,
		...more,
	};
}

/** Reads everything as it comes. */
function read(parts: AsyncIterable<SegmentPart>): { done: Promise<SegmentPart[]>; seen: SegmentPart[] } {
	const seen: SegmentPart[] = [];
	const done = (async () => {
		for await (const part of parts) seen.push(part);
		return seen;
	})();
	done.catch(() => {});
	return { done, seen };
}

test("segments of two requests take turns", async () => {
	const { begun, segments, finish } = handMade();
	const scheduler = createScheduler({ capacity: 8 });
	const a = read(scheduler.submit(task(segments("a", 3))));
	const b = read(scheduler.submit(task(segments("b", 3))));
	for (const id of ["a0", "b0", "a1", "b1", "a2", "b2"]) await finish(id);
	expect(begun).toEqual(["a0", "b0", "a1", "b1", "a2", "b2"]);
	expect(await a.done).toHaveLength(6);
	expect(await b.done).toHaveLength(6);
});

test("the parts of a request come in order, each segment closed by its end", async () => {
	const { segments, finish } = handMade();
	const reader = read(createScheduler({ capacity: 1 }).submit(task(segments("a", 2))));
	await finish("a0");
	await finish("a1");
	expect(await reader.done).toEqual([
		{ index: 0, pcm: sound },
		{ index: 0, done: true },
		{ index: 1, pcm: sound },
		{ index: 1, done: true },
	]);
});

test("background segments wait until no interactive one does", async () => {
	const { begun, segments, finish } = handMade();
	const scheduler = createScheduler({ capacity: 8 });
	read(scheduler.submit(task(segments("x", 1))));
	read(scheduler.submit(task(segments("slow", 2), { priority: "background" })));
	read(scheduler.submit(task(segments("a", 2))));
	for (const id of ["x0", "a0", "a1", "slow0", "slow1"]) await finish(id);
	expect(begun).toEqual(["x0", "a0", "a1", "slow0", "slow1"]);
});

test("an interactive request goes before the rest of a background one that has begun", async () => {
	const { begun, segments, finish } = handMade();
	const scheduler = createScheduler({ capacity: 8 });
	read(scheduler.submit(task(segments("slow", 3), { priority: "background" })));
	read(scheduler.submit(task(segments("a", 1))));
	await finish("slow0");
	await finish("a0");
	expect(begun).toEqual(["slow0", "a0", "slow1"]);
});

test("a full node says so at once and has room again when a request ends", async () => {
	const { segments, finish } = handMade();
	const scheduler = createScheduler({ capacity: 2 });
	const first = read(scheduler.submit(task(segments("a", 1))));
	read(scheduler.submit(task(segments("b", 1))));
	expect(() => scheduler.submit(task(segments("c", 1)))).toThrow(SpeechBusyError);
	await finish("a0");
	await first.done;
	expect(() => scheduler.submit(task(segments("d", 1)))).not.toThrow();
});

test("background requests never take more than half of the room", () => {
	const { segments } = handMade();
	const scheduler = createScheduler({ capacity: 4 });
	for (const name of ["a", "b"]) scheduler.submit(task(segments(name, 1), { priority: "background" }));
	expect(() => scheduler.submit(task(segments("c", 1), { priority: "background" }))).toThrow(SpeechBusyError);
	expect(() => scheduler.submit(task(segments("d", 1)))).not.toThrow();
});

test("no more than one segment is made in advance of the listener", async () => {
	const { begun, segments, finish } = handMade();
	const parts = createScheduler({ capacity: 1 })
		.submit(task(segments("a", 5)))
		[Symbol.asyncIterator]();
	await finish("a0");
	await finish("a1");
	await sleep(5);
	expect(begun).toEqual(["a0", "a1"]);
	await parts.next();
	await parts.next();
	await sleep(5);
	expect(begun, "still within the first segment").toEqual(["a0", "a1"]);
	await parts.next();
	await sleep(5);
	expect(begun).toEqual(["a0", "a1", "a2"]);
	await parts.return?.();
});

test("an aborted request begins nothing more and frees its place", async () => {
	const { begun, segments, finish } = handMade();
	const scheduler = createScheduler({ capacity: 1 });
	const listener = new AbortController();
	const reader = read(scheduler.submit(task(segments("a", 5), { signal: listener.signal })));
	await finish("a0");
	listener.abort(new Error("gone"));
	await expect(reader.done).rejects.toThrow("gone");
	expect(scheduler.load()).toEqual({ queued: 0, running: 0, capacity: 1 });
	await finish("a1");
	await sleep(5);
	expect(begun).toEqual(["a0", "a1"]);
});

test("a task that is aborted before anyone reads it keeps no place", async () => {
	const { segments } = handMade();
	const scheduler = createScheduler({ capacity: 1 });
	const listener = new AbortController();
	scheduler.submit(task(segments("a", 1), { signal: listener.signal }));
	listener.abort();
	expect(scheduler.load().running + scheduler.load().queued).toBe(0);
});

test("a listener who stops reading frees the place", async () => {
	const { segments, finish } = handMade();
	const scheduler = createScheduler({ capacity: 1 });
	const parts = scheduler.submit(task(segments("a", 3)));
	setTimeout(() => void finish("a0"), 5);
	for await (const _ of parts) break;
	expect(scheduler.load().running).toBe(0);
});

test("an engine's failure reaches the listener after what was already made, and the next request is served", async () => {
	const { begun, segments, finish } = handMade();
	const scheduler = createScheduler({ capacity: 4 });
	const a = read(scheduler.submit(task(segments("a", 3))));
	const b = read(scheduler.submit(task(segments("b", 1))));
	await finish("a0");
	await finish("b0");
	await finish("a1", new Error("broken"));
	await expect(a.done).rejects.toThrow("broken");
	expect(a.seen).toHaveLength(2);
	await b.done;
	expect(begun).toEqual(["a0", "b0", "a1"]);
});

test("as many segments run at once as the engine can make", async () => {
	const { begun, segments } = handMade();
	const scheduler = createScheduler({ capacity: 8 });
	for (const name of ["a", "b", "c"]) read(scheduler.submit(task(segments(name, 2), { parallel: 2 })));
	await sleep(5);
	expect(begun).toEqual(["a0", "b0"]);
	expect(scheduler.load()).toEqual({ queued: 1, running: 2, capacity: 8 });
});

test("lanes do not wait for each other", async () => {
	const { begun, segments } = handMade();
	const scheduler = createScheduler({ capacity: 8 });
	read(scheduler.submit(task(segments("a", 1), { lane: "slow" })));
	read(scheduler.submit(task(segments("b", 1), { lane: "fast" })));
	await sleep(5);
	expect(begun).toEqual(["a0", "b0"]);
});

test("a request whose segments need two engines goes from one to the other, and holds up neither while it waits", async () => {
	const { begun, segments, finish } = handMade();
	const scheduler = createScheduler({ capacity: 8 });
	const [slow, fast] = [task(segments("x", 1), { lane: "slow" }), task(segments("y", 1), { lane: "fast" })];
	const dialogue = read(scheduler.submit({ ...slow, segments: [...slow.segments, ...fast.segments] }));
	read(scheduler.submit(task(segments("z", 1), { lane: "fast" })));
	await sleep(5);
	expect(begun).toEqual(["x0", "z0"]);
	await finish("z0");
	await finish("x0");
	await finish("y0");
	expect((await dialogue.done).map((part) => part.index)).toEqual([0, 0, 1, 1]);
});

test("visitors have places of their own: so many at once, and none of them a customer's", async () => {
	const { segments } = handMade();
	const scheduler = createScheduler({ capacity: 2, visitors: 2 });
	const visit = (name: string) => read(scheduler.submit(task(segments(name, 1), { priority: "visitor" })));
	visit("v");
	visit("w");
	expect(() => visit("x")).toThrow(SpeechBusyError);
	read(scheduler.submit(task(segments("a", 1))));
	read(scheduler.submit(task(segments("b", 1))));
	expect(() => scheduler.submit(task(segments("c", 1)))).toThrow(SpeechBusyError);
});

test("a visitor waits until no customer has anything left to say, also between two of a customer's segments", async () => {
	const { begun, segments, finish } = handMade();
	const scheduler = createScheduler({ capacity: 8 });
	const parts = scheduler.submit(task(segments("a", 3)))[Symbol.asyncIterator]();
	read(scheduler.submit(task(segments("v", 1), { priority: "visitor" })));
	// Two segments are made and the listener has taken none of them up: the third may not begin yet, and nobody else's may.
	await finish("a0");
	await finish("a1");
	expect(begun).toEqual(["a0", "a1"]);
	for (let taken = 0; taken < 3; taken++) await parts.next();
	await finish("a2");
	await sleep(5);
	expect(begun).toEqual(["a0", "a1", "a2", "v0"]);
});

test("a customer who takes his time to listen does not lock visitors out", async () => {
	const { begun, segments, finish } = handMade();
	const scheduler = createScheduler({ capacity: 8 });
	scheduler.submit(task(segments("a", 3)));
	read(scheduler.submit(task(segments("v", 1), { priority: "visitor" })));
	await finish("a0");
	await finish("a1");
	await expect.poll(() => begun).toEqual(["a0", "a1", "v0"]);
});

test("visitors take a quarter of an engine's slots and leave the others to the customers who come next", async () => {
	const { begun, segments } = handMade();
	const scheduler = createScheduler({ capacity: 16 });
	for (const name of ["v", "w", "x"])
		read(scheduler.submit(task(segments(name, 1), { priority: "visitor", parallel: 8 })));
	await sleep(5);
	expect(begun).toEqual(["v0", "w0"]);
	for (const name of "abcdef") read(scheduler.submit(task(segments(name, 1), { parallel: 8 })));
	expect(begun).toEqual(["v0", "w0", "a0", "b0", "c0", "d0", "e0", "f0"]);
});

test("what nobody waits for comes after visitors", async () => {
	const { begun, segments, finish } = handMade();
	const scheduler = createScheduler({ capacity: 8 });
	read(scheduler.submit(task(segments("slow", 3), { priority: "background" })));
	read(scheduler.submit(task(segments("v", 1), { priority: "visitor" })));
	await finish("slow0");
	expect(begun).toEqual(["slow0", "v0"]);
});
