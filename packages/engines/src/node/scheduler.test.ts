import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { SpeechBusyError } from "../errors.ts";
import { createFakeEngine } from "../speech/providers/fake.ts";
import type { SynthesisInput } from "../speech/speech.ts";
import { defaultSecondsPerCharacter, measureSpeed } from "./engine-speed.ts";
import { createScheduler, type Render, type SegmentPart, type SpeechTask } from "./scheduler.ts";

const audio = new Float32Array([1]);

/** Segments that record when they start and end only when told to. */
function controlledSegments() {
	const started: string[] = [];
	const release = new Map<string, (error?: Error) => void>();
	const segments = (name: string, count: number): Render[] =>
		Array.from({ length: count }, (_, index) => {
			const id = `${name}${index}`;
			return async function* render() {
				started.push(id);
				await new Promise<void>((resolve, reject) => release.set(id, (error) => (error ? reject(error) : resolve())));
				yield audio;
			};
		});
	const finish = async (id: string, error?: Error) => {
		release.get(id)?.(error);
		await sleep(1);
	};
	return { started, segments, finish };
}

function task(
	renders: readonly Render[],
	{
		lane = "engine",
		parallel = 1,
		characters = 10,
		...more
	}: Partial<SpeechTask> & { lane?: string; parallel?: number; characters?: number } = {},
): SpeechTask {
	return {
		priority: "interactive",
		segments: renders.map((render) => ({ lane, parallel, characters, render })),
		signal: new AbortController().signal,
		...more,
	};
}

/** Reads all parts as they arrive. */
function read(parts: AsyncIterable<SegmentPart>): { done: Promise<SegmentPart[]>; seen: SegmentPart[] } {
	const seen: SegmentPart[] = [];
	const done = (async () => {
		for await (const part of parts) seen.push(part);
		return seen;
	})();
	done.catch(() => {});
	return { done, seen };
}

test("alternates between the segments of two requests", async () => {
	const { started, segments, finish } = controlledSegments();
	const scheduler = createScheduler({ capacity: 8 });
	const a = read(scheduler.submit(task(segments("a", 3))));
	const b = read(scheduler.submit(task(segments("b", 3))));
	for (const id of ["a0", "b0", "a1", "b1", "a2", "b2"]) await finish(id);
	expect(started).toEqual(["a0", "b0", "a1", "b1", "a2", "b2"]);
	expect(await a.done).toHaveLength(6);
	expect(await b.done).toHaveLength(6);
});

test("delivers the parts of a request in order and marks the end of each segment", async () => {
	const { segments, finish } = controlledSegments();
	const reader = read(createScheduler({ capacity: 1 }).submit(task(segments("a", 2))));
	await finish("a0");
	await finish("a1");
	expect(await reader.done).toEqual([
		{ index: 0, pcm: audio },
		{ index: 0, done: true },
		{ index: 1, pcm: audio },
		{ index: 1, done: true },
	]);
});

test("runs background segments only when no interactive one is waiting", async () => {
	const { started, segments, finish } = controlledSegments();
	const scheduler = createScheduler({ capacity: 8 });
	read(scheduler.submit(task(segments("x", 1))));
	read(scheduler.submit(task(segments("slow", 2), { priority: "background" })));
	read(scheduler.submit(task(segments("a", 2))));
	for (const id of ["x0", "a0", "a1", "slow0", "slow1"]) await finish(id);
	expect(started).toEqual(["x0", "a0", "a1", "slow0", "slow1"]);
});

test("runs an interactive request before the remaining segments of a background one", async () => {
	const { started, segments, finish } = controlledSegments();
	const scheduler = createScheduler({ capacity: 8 });
	read(scheduler.submit(task(segments("slow", 3), { priority: "background" })));
	read(scheduler.submit(task(segments("a", 1))));
	await finish("slow0");
	await finish("a0");
	expect(started).toEqual(["slow0", "a0", "slow1"]);
});

test("rejects a request when full and accepts one again after another ends", async () => {
	const { segments, finish } = controlledSegments();
	const scheduler = createScheduler({ capacity: 2 });
	const first = read(scheduler.submit(task(segments("a", 1))));
	read(scheduler.submit(task(segments("b", 1))));
	expect(() => scheduler.submit(task(segments("c", 1)))).toThrow(SpeechBusyError);
	await finish("a0");
	await first.done;
	expect(() => scheduler.submit(task(segments("d", 1)))).not.toThrow();
});

test("gives background requests at most half of the capacity", () => {
	const { segments } = controlledSegments();
	const scheduler = createScheduler({ capacity: 4 });
	for (const name of ["a", "b"]) scheduler.submit(task(segments(name, 1), { priority: "background" }));
	expect(() => scheduler.submit(task(segments("c", 1), { priority: "background" }))).toThrow(SpeechBusyError);
	expect(() => scheduler.submit(task(segments("d", 1)))).not.toThrow();
});

test("synthesizes at most one segment ahead of the client", async () => {
	const { started, segments, finish } = controlledSegments();
	const parts = createScheduler({ capacity: 1 })
		.submit(task(segments("a", 5)))
		[Symbol.asyncIterator]();
	await finish("a0");
	await finish("a1");
	await sleep(5);
	expect(started).toEqual(["a0", "a1"]);
	await parts.next();
	await parts.next();
	await sleep(5);
	expect(started, "still delivering the first segment").toEqual(["a0", "a1"]);
	await parts.next();
	await sleep(5);
	expect(started).toEqual(["a0", "a1", "a2"]);
	await parts.return?.();
});

test("starts no further segment of an aborted request and frees its place", async () => {
	const { started, segments, finish } = controlledSegments();
	const scheduler = createScheduler({ capacity: 1 });
	const client = new AbortController();
	const reader = read(scheduler.submit(task(segments("a", 5), { signal: client.signal })));
	await finish("a0");
	client.abort(new Error("gone"));
	await expect(reader.done).rejects.toThrow("gone");
	expect(scheduler.load()).toEqual({ queued: 0, running: 0, capacity: 1 });
	await finish("a1");
	await sleep(5);
	expect(started).toEqual(["a0", "a1"]);
});

test("frees the place of a task that is aborted before it is read", async () => {
	const { segments } = controlledSegments();
	const scheduler = createScheduler({ capacity: 1 });
	const client = new AbortController();
	scheduler.submit(task(segments("a", 1), { signal: client.signal }));
	client.abort();
	expect(scheduler.load().running + scheduler.load().queued).toBe(0);
});

test("frees the place when the client stops reading", async () => {
	const { segments, finish } = controlledSegments();
	const scheduler = createScheduler({ capacity: 1 });
	const parts = scheduler.submit(task(segments("a", 3)));
	setTimeout(() => void finish("a0"), 5);
	for await (const _ of parts) break;
	expect(scheduler.load().running).toBe(0);
});

test("reports an engine failure after the audio synthesized so far, and serves the next request", async () => {
	const { started, segments, finish } = controlledSegments();
	const scheduler = createScheduler({ capacity: 4 });
	const a = read(scheduler.submit(task(segments("a", 3))));
	const b = read(scheduler.submit(task(segments("b", 1))));
	await finish("a0");
	await finish("b0");
	await finish("a1", new Error("broken"));
	await expect(a.done).rejects.toThrow("broken");
	expect(a.seen).toHaveLength(2);
	await b.done;
	expect(started).toEqual(["a0", "b0", "a1"]);
});

test("runs as many segments in parallel as the engine supports", async () => {
	const { started, segments } = controlledSegments();
	const scheduler = createScheduler({ capacity: 8 });
	for (const name of ["a", "b", "c"]) read(scheduler.submit(task(segments(name, 2), { parallel: 2 })));
	await sleep(5);
	expect(started).toEqual(["a0", "b0"]);
	expect(scheduler.load()).toEqual({ queued: 1, running: 2, capacity: 8 });
});

test("runs lanes independently", async () => {
	const { started, segments } = controlledSegments();
	const scheduler = createScheduler({ capacity: 8 });
	read(scheduler.submit(task(segments("a", 1), { lane: "slow" })));
	read(scheduler.submit(task(segments("b", 1), { lane: "fast" })));
	await sleep(5);
	expect(started).toEqual(["a0", "b0"]);
});

test("moves a request that needs two engines from one to the other without blocking either", async () => {
	const { started, segments, finish } = controlledSegments();
	const scheduler = createScheduler({ capacity: 8 });
	const [slow, fast] = [task(segments("x", 1), { lane: "slow" }), task(segments("y", 1), { lane: "fast" })];
	const dialogue = read(scheduler.submit({ ...slow, segments: [...slow.segments, ...fast.segments] }));
	read(scheduler.submit(task(segments("z", 1), { lane: "fast" })));
	await sleep(5);
	expect(started).toEqual(["x0", "z0"]);
	await finish("z0");
	await finish("x0");
	await finish("y0");
	expect((await dialogue.done).map((part) => part.index)).toEqual([0, 0, 1, 1]);
});

test("admits visitors up to their own limit without using customer capacity", async () => {
	const { segments } = controlledSegments();
	const scheduler = createScheduler({ capacity: 2, visitors: 2 });
	const visit = (name: string) => read(scheduler.submit(task(segments(name, 1), { priority: "visitor" })));
	visit("v");
	visit("w");
	expect(() => visit("x")).toThrow(SpeechBusyError);
	read(scheduler.submit(task(segments("a", 1))));
	read(scheduler.submit(task(segments("b", 1))));
	expect(() => scheduler.submit(task(segments("c", 1)))).toThrow(SpeechBusyError);
});

test("makes visitors wait for customers, even between two segments of a customer", async () => {
	const { started, segments, finish } = controlledSegments();
	const scheduler = createScheduler({ capacity: 8 });
	const parts = scheduler.submit(task(segments("a", 3)))[Symbol.asyncIterator]();
	read(scheduler.submit(task(segments("v", 1), { priority: "visitor" })));
	// Two segments are ready and the client has read neither: the third may not start yet, and no visitor's may.
	await finish("a0");
	await finish("a1");
	expect(started).toEqual(["a0", "a1"]);
	for (let n = 0; n < 3; n++) await parts.next();
	await finish("a2");
	await sleep(5);
	expect(started).toEqual(["a0", "a1", "a2", "v0"]);
});

test("does not let a slow customer block visitors", async () => {
	const { started, segments, finish } = controlledSegments();
	const scheduler = createScheduler({ capacity: 8 });
	scheduler.submit(task(segments("a", 3)));
	read(scheduler.submit(task(segments("v", 1), { priority: "visitor" })));
	await finish("a0");
	await finish("a1");
	await expect.poll(() => started).toEqual(["a0", "a1", "v0"]);
});

test("gives visitors a quarter of an engine's slots and keeps the rest free for customers", async () => {
	const { started, segments } = controlledSegments();
	const scheduler = createScheduler({ capacity: 16 });
	for (const name of ["v", "w", "x"])
		read(scheduler.submit(task(segments(name, 1), { priority: "visitor", parallel: 8 })));
	await sleep(5);
	expect(started).toEqual(["v0", "w0"]);
	for (const name of "abcdef") read(scheduler.submit(task(segments(name, 1), { parallel: 8 })));
	expect(started).toEqual(["v0", "w0", "a0", "b0", "c0", "d0", "e0", "f0"]);
});

test("runs background work after visitors", async () => {
	const { started, segments, finish } = controlledSegments();
	const scheduler = createScheduler({ capacity: 8 });
	read(scheduler.submit(task(segments("slow", 3), { priority: "background" })));
	read(scheduler.submit(task(segments("v", 1), { priority: "visitor" })));
	await finish("slow0");
	expect(started).toEqual(["slow0", "v0"]);
});

test("work for nobody waits until nobody has been served for a while, one segment at a time", async () => {
	const { started, segments, finish } = controlledSegments();
	const quietMs = 50;
	const scheduler = createScheduler({ capacity: 8, quietMs });
	const person = read(scheduler.submit(task(segments("person", 1))));
	const first = read(scheduler.submit(task(segments("first", 2), { priority: "idle" })));
	const second = read(scheduler.submit(task(segments("second", 1), { priority: "idle", lane: "other" })));
	const personEnded = performance.now();
	await finish("person0");
	await person.done;
	await expect.poll(() => started).toEqual(["person0", "first0"]);
	expect(performance.now() - personEnded).toBeGreaterThanOrEqual(quietMs - 1);
	// A visitor arrives while it renders: it ends its segment and then waits again.
	const visitor = read(scheduler.submit(task(segments("visitor", 1), { priority: "visitor", lane: "other" })));
	await finish("first0");
	expect(started).toEqual(["person0", "first0", "visitor0"]);
	await finish("visitor0");
	await visitor.done;
	for (const id of ["second0", "first1"]) {
		await expect.poll(() => started).toContain(id);
		await finish(id);
	}
	await Promise.all([first.done, second.done]);
	expect(started).toEqual(["person0", "first0", "visitor0", "second0", "first1"]);
});

test("work for nobody makes room for people who are expected, but not forever", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const { started, segments, finish } = controlledSegments();
	const scheduler = createScheduler({ capacity: 8, now: Date.now });
	read(scheduler.submit(task(segments("preview", 3), { priority: "idle" })));
	scheduler.expectPerson();
	await finish("preview0");
	vi.advanceTimersByTime(59_000);
	expect(started).toEqual(["preview0"]);
	vi.advanceTimersByTime(1_000);
	expect(started).toEqual(["preview0", "preview1"]);
	scheduler.expectPerson();
	await finish("preview1");
	for (let seconds = 60; seconds < 300; seconds += 10) {
		scheduler.expectPerson();
		expect(started).toEqual(["preview0", "preview1"]);
		vi.advanceTimersByTime(10_000);
	}
	expect(started).toEqual(["preview0", "preview1", "preview2"]);
});

test("rejects requests that would wait too long, with the time until they would not, and admits them then", async () => {
	let time = 0;
	const { segments, finish } = controlledSegments();
	const scheduler = createScheduler({ capacity: 64, maxWaitSeconds: 10, now: () => time });
	const submit = (name: string, more: Parameters<typeof task>[1] = {}) =>
		read(scheduler.submit(task(segments(name, 1), { characters: 20, ...more })));
	// Measures the speed: 20 characters in 4 s.
	submit("measured");
	time += 4_000;
	await finish("measured0");
	// Each takes 4 s, so three are ahead of a fourth for 12 s.
	for (const name of ["a", "b", "c"]) submit(name);
	const busy = () => {
		try {
			scheduler.submit(task(segments("late", 1), { characters: 20 }));
		} catch (error) {
			return (error as SpeechBusyError).retryAfterSeconds;
		}
		return undefined;
	};
	expect(busy()).toBe(2);
	expect(() => submit("other", { lane: "another engine" })).not.toThrow();
	expect(() => submit("job", { priority: "background" })).not.toThrow();
	time += 4_000;
	await finish("a0");
	expect(busy()).toBeUndefined();
});

test("limits the first burst by the expected speed of the engine, before any segment is measured", async () => {
	const { segments } = controlledSegments();
	const scheduler = createScheduler({ capacity: 64, maxWaitSeconds: 10, now: () => 0 });
	const burst = (lane: string) => {
		let admitted = 0;
		for (let request = 0; request < 20; request++) {
			try {
				read(scheduler.submit(task(segments(`${lane}${request}-`, 1), { characters: 20, lane })));
				admitted++;
			} catch (error) {
				expect(error).toBeInstanceOf(SpeechBusyError);
			}
		}
		return admitted;
	};
	scheduler.expectSpeed("known", 0.1);
	// Each takes 2 s, so the seventh would wait for more than 10 s.
	expect(burst("known")).toBe(6);
	expect(burst("unknown")).toBe(20);
});

test("measures the speed of an engine with one sentence, and assumes real time if it has no speakers", async () => {
	let time = 0;
	const signal = new AbortController().signal;
	const fake = createFakeEngine();
	const synthesize = async (input: SynthesisInput) => {
		time += 3_100;
		return fake.synthesize(input);
	};
	const engine = { speakers: fake.speakers, synthesize };
	expect(await measureSpeed(engine, { signal, now: () => time })).toBeCloseTo(0.1, 5);
	expect(await measureSpeed({ ...engine, speakers: () => [] }, { signal })).toBe(defaultSecondsPerCharacter);
});

test("rejected requests are told to come back one after the other, and each is admitted then", async () => {
	let time = 0;
	const { segments, finish } = controlledSegments();
	const scheduler = createScheduler({ capacity: 64, maxWaitSeconds: 10, now: () => time });
	const submit = (name: string) => {
		try {
			read(scheduler.submit(task(segments(name, 1), { characters: 20 })));
		} catch (error) {
			return (error as SpeechBusyError).retryAfterSeconds;
		}
		return undefined;
	};
	submit("measured");
	time += 4_000;
	await finish("measured0");
	for (const name of ["a", "b", "c"]) expect(submit(name)).toBeUndefined();
	// The first is served when the wait of 12 s has become 10 s, each of the others 4 s later.
	expect(["d", "e", "f"].map(submit)).toEqual([2, 6, 10]);
	time += 4_000;
	await finish("a0");
	expect(submit("d")).toBeUndefined();
	time += 4_000;
	await finish("b0");
	expect(submit("e")).toBeUndefined();
	time += 4_000;
	await finish("c0");
	expect(submit("f")).toBeUndefined();
});

test("a long text delays others by its turns only, and a free slot means no wait", async () => {
	let time = 0;
	const { segments, finish } = controlledSegments();
	const scheduler = createScheduler({ capacity: 64, maxWaitSeconds: 10, now: () => time });
	const submit = (name: string, count: number, parallel = 1, lane = "engine") =>
		read(scheduler.submit(task(segments(name, count), { characters: 20, parallel, lane })));
	submit("measured", 1);
	submit("fast", 1, 4, "wide");
	time += 2_000;
	await finish("measured0");
	await finish("fast0");
	submit("book", 500);
	expect(() => submit("a", 1), "waits 2 s for one segment of the book").not.toThrow();
	expect(() => submit("b", 5), "waits 6 s for three segments of the book and 2 s for the other").not.toThrow();
	expect(() => submit("c", 5)).toThrow(SpeechBusyError);
	for (const name of ["w1", "w2", "w3", "w4"]) expect(() => submit(name, 500, 4, "wide")).not.toThrow();
});
