import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { convertAudio } from "../convert.ts";
import { createEncoder } from "../encoder.ts";
import { createFileFingerprinter } from "./file.ts";
import { createFingerprinter } from "./fingerprint.ts";

const pcm = Float32Array.from(
	{ length: 8000 * 6 },
	(_, at) => 0.4 * Math.sin(at * at * 2e-6) + 0.2 * Math.sin(at * 0.9 + Math.sin(at / 900)),
);

async function* inPieces(bytes: Uint8Array, size = 4_321): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function pcmFile(): Promise<Uint8Array> {
	const encoder = await createEncoder("pcm_8000", 8000);
	return Buffer.concat([encoder.push(pcm), encoder.flush()]);
}

/** The nice value of each thread of this process: 0 is normal, 19 the lowest priority. */
const niceValues = () =>
	readdirSync("/proc/self/task").map((thread) =>
		Number(readFileSync(`/proc/self/task/${thread}/stat`, "utf8").split(") ").at(-1)?.split(" ")[16]),
	);

describe("fingerprinting a file in a worker", () => {
	test("gives the same result as in process, for several files at once", async () => {
		const inProcess = createFingerprinter();
		const file = await pcmFile();
		for await (const bytes of convertAudio(inPieces(file), "pcm_8000", "pcm_8000"))
			await inProcess.push(Float32Array.from(new Int16Array(bytes.slice().buffer), (sample) => sample / 32_768));
		const expected = inProcess.finish();
		const fingerprint = createFileFingerprinter();
		const made = await Promise.all([
			fingerprint(inPieces(file), "pcm_8000"),
			fingerprint(inPieces(file.subarray(0, 8000)), "pcm_8000"),
			fingerprint(inPieces(file, 77_777), "pcm_8000"),
		]);
		expect(made[0]).toEqual({ seconds: 6, words: expected.words });
		expect(made[1]?.seconds).toBe(0.5);
		expect(made[2]).toEqual(made[0]);
	});

	test("reports a file that can't be read completely and goes on with the next one", async () => {
		async function* broken(): AsyncGenerator<Uint8Array> {
			yield (await pcmFile()).subarray(0, 20_000);
			throw new Error("the store is unavailable");
		}
		const fingerprint = createFileFingerprinter();
		const file = await pcmFile();
		const [first, second] = await Promise.allSettled([
			fingerprint(broken(), "pcm_8000"),
			fingerprint(inPieces(file), "pcm_8000"),
		]);
		expect(first).toMatchObject({ status: "rejected", reason: new Error("the store is unavailable") });
		expect(second).toMatchObject({ status: "fulfilled", value: { seconds: 6 } });
	});

	test("works under node --watch, where workers send their imports as messages", { tags: ["verify"] }, async () => {
		vi.stubEnv("WATCH_REPORT_DEPENDENCIES", "1");
		onTestFinished(() => void vi.unstubAllEnvs());
		const made = await createFileFingerprinter()(inPieces(await pcmFile()), "pcm_8000");
		expect(made.seconds).toBe(6);
	});

	const notLinux = process.platform === "linux" ? "" : " [skipped: only Linux has priorities of threads]";
	test.skipIf(notLinux)(`runs at the lowest priority${notLinux}`, async () => {
		const own = getPriority();
		const before = niceValues().filter((nice) => nice === 19).length;
		await createFileFingerprinter()(inPieces(await pcmFile()), "pcm_8000");
		expect(niceValues().filter((nice) => nice === 19)).toHaveLength(before + 1);
		expect(niceValues()).toContain(own);
	});
});
