import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { UploadError } from "../errors.ts";
import { createWorkerPool } from "./pool.ts";
import type { run } from "./testing/test-task.ts";

const file = new URL("./testing/test-task.ts", import.meta.url);

function createPool(options: Partial<Parameters<typeof createWorkerPool>[0]> = {}) {
	const pool = createWorkerPool<typeof run>({ name: "tester", file, threads: 1, idleMs: 60_000, ...options });
	onTestFinished(() => pool.close());
	return pool;
}

test("runs calls in order, one at a time per thread, and reuses the thread", async () => {
	const pool = createPool({ workerData: { model: "small" } });
	const done: string[] = [];
	const results = await Promise.all(
		["a", "b", "c", "d", "e"].map(async (say, at) => {
			// A call with a signal must not overtake or be overtaken.
			const options = at % 2 === 0 ? { signal: new AbortController().signal } : {};
			const result = await pool.run({ say, sleepMs: 10 - at }, options);
			done.push(say);
			return result;
		}),
	);
	expect(done.join("")).toBe("abcde");
	expect(new Set(results.map(({ thread }) => thread)).size).toBe(1);
	expect(results[0]?.data).toEqual({ model: "small" });
});

test("runs as many calls at a time as it has threads", async () => {
	const pool = createPool({ threads: 2 });
	const threads = await Promise.all([1, 2, 3, 4].map(async () => (await pool.run({ sleepMs: 50 })).thread));
	expect(new Set(threads).size).toBe(2);
});

test("ends a thread without work after the idle time", async () => {
	const pool = createPool({ idleMs: 5 });
	const [[thread]] = (await Promise.all([once(process, "worker"), pool.run({})])) as unknown as [[Worker]];
	await once(thread, "exit");
	expect((await pool.run({ say: "again" })).said).toBe("again");
});

test("hands over the buffers of the input and of the result", async () => {
	const samples = new Float32Array([1, 2, 3]);
	const result = await createPool().run({ samples }, { transfer: [samples.buffer] });
	expect(samples.length).toBe(0);
	expect(result.samples).toEqual(new Float32Array([1, 2, 3]));
});

test("gives threads only the environment it is told to", async () => {
	expect((await createPool({ env: { HOME: "/home/nobody" } }).run({})).home).toBe("/home/nobody");
});

test("rejects with the error of the task and keeps the thread", async () => {
	const pool = createPool();
	const { thread } = await pool.run({});
	const error = await pool.run({ fail: "upload" }).catch((caught: unknown) => caught);
	expect(error).toBeInstanceOf(UploadError);
	expect(error).toMatchObject({ fault: "too_long", message: "The audio is too long." });
	await expect(pool.run({ fail: "other" })).rejects.toThrow(/^unexpected$/);
	expect((await pool.run({})).thread).toBe(thread);
});

test.for(["error", "exit"] as const)("a crash by %s fails its call and no queued or running one", async (crash) => {
	const pool = createPool({ threads: 2 });
	const running = pool.run({ say: "running", sleepMs: 300 });
	const crashed = pool.run({ crash });
	const queued = ["one", "two"].map((say) => pool.run({ say, sleepMs: 20 }));
	await expect(crashed).rejects.toThrow(
		crash === "error" ? "the tester failed: out of cheese" : /the tester failed: .*3/,
	);
	expect((await running).said).toBe("running");
	expect((await Promise.all(queued)).map(({ said }) => said)).toEqual(["one", "two"]);
});

test("rejects a call whose thread ends while it starts", async () => {
	const pool = createPool();
	const started = once(process, "worker") as Promise<[Worker]>;
	const call = expect(pool.run({})).rejects.toThrow("the tester failed");
	const [thread] = await started;
	// Not a message that a starting thread understands.
	thread.postMessage(null);
	await call;
	expect((await pool.run({ say: "again" })).said).toBe("again");
});

test("rejects each call of a task file that cannot be loaded", async () => {
	const pool = createPool({ file: new URL("./testing/missing.ts", import.meta.url) });
	await expect(pool.run({})).rejects.toThrow("the tester failed: Cannot find module");
	await expect(pool.run({})).rejects.toThrow("the tester failed: Cannot find module");
});

test("an abort ends the thread, even one that is blocked, and the next call gets a new one", async () => {
	const pool = createPool();
	const { thread } = await pool.run({});
	const reason = new Error("the client left");
	const stop = new AbortController();
	const call = pool.run({ hang: true }, { signal: stop.signal });
	const queued = pool.run({ say: "next" });
	setTimeout(() => stop.abort(reason), 50);
	await expect(call).rejects.toBe(reason);
	const next = await queued;
	expect(next.said).toBe("next");
	expect(next.thread).not.toBe(thread);
});

test("a call that is aborted while queued rejects immediately and never starts", async () => {
	const pool = createPool();
	const stop = new AbortController();
	const running = pool.run({ sleepMs: 200 });
	const queued = pool.run({ crash: "error" }, { signal: stop.signal });
	let finished = false;
	void running.then(() => {
		finished = true;
	});
	stop.abort();
	await expect(queued).rejects.toThrow(/abort/i);
	expect(finished).toBe(false);
	const { thread } = await running;
	expect((await pool.run({})).thread).toBe(thread);
	await expect(pool.run({}, { signal: stop.signal })).rejects.toThrow(/abort/i);
});

test("an abort can ask the task to stop instead, which keeps the thread", async () => {
	const pool = createPool({ onAbort: "ask-task" });
	const { thread } = await pool.run({});
	const stop = new AbortController();
	const call = pool.run({ untilCanceled: true }, { signal: stop.signal });
	setTimeout(() => stop.abort(), 50);
	await expect(call).rejects.toThrow(/abort/i);
	expect((await pool.run({})).thread).toBe(thread);
});

test("closing rejects running and queued calls; a later call starts a new thread", async () => {
	const pool = createPool();
	const { thread } = await pool.run({});
	const calls = [pool.run({ hang: true }), pool.run({})].map((call) =>
		expect(call).rejects.toThrow("the tester was stopped"),
	);
	await pool.close();
	await Promise.all(calls);
	expect((await pool.run({})).thread).not.toBe(thread);
});
