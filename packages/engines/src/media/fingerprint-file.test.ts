import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { convertAudio } from "./convert.ts";
import { createEncoder } from "./encoder.ts";
import { createFingerprinter } from "./fingerprint.ts";
import { createFileFingerprinter } from "./fingerprint-file.ts";

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

/** How willingly each thread of this process gives way: 0 is as any other, 19 before all. */
const willingness = () =>
	readdirSync("/proc/self/task").map((thread) =>
		Number(readFileSync(`/proc/self/task/${thread}/stat`, "utf8").split(") ").at(-1)?.split(" ")[16]),
	);

describe("the fingerprint of a file, made in a thread", () => {
	test("is that of its sound, for several files at once", async () => {
		const here = createFingerprinter();
		const file = await pcmFile();
		for await (const bytes of convertAudio(inPieces(file), "pcm_8000", "pcm_8000"))
			await here.push(Float32Array.from(new Int16Array(bytes.slice().buffer), (sample) => sample / 32_768));
		const expected = here.finish();
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

	test("a file that cannot be fetched whole is told of, and the next one is read all the same", async () => {
		async function* broken(): AsyncGenerator<Uint8Array> {
			yield (await pcmFile()).subarray(0, 20_000);
			throw new Error("the store is away");
		}
		const fingerprint = createFileFingerprinter();
		const file = await pcmFile();
		const [first, second] = await Promise.allSettled([
			fingerprint(broken(), "pcm_8000"),
			fingerprint(inPieces(file), "pcm_8000"),
		]);
		expect(first).toMatchObject({ status: "rejected", reason: new Error("the store is away") });
		expect(second).toMatchObject({ status: "fulfilled", value: { seconds: 6 } });
	});

	test("is made in a program that is watched for changes, whose threads tell of what they import", async () => {
		vi.stubEnv("WATCH_REPORT_DEPENDENCIES", "1");
		onTestFinished(() => void vi.unstubAllEnvs());
		const made = await createFileFingerprinter()(inPieces(await pcmFile()), "pcm_8000");
		expect(made.seconds).toBe(6);
	});

	const notLinux = process.platform === "linux" ? "" : " [skipped: only Linux has priorities of threads]";
	test.skipIf(notLinux)(`gives way to everybody else${notLinux}`, async () => {
		const before = willingness().filter((nice) => nice === 19).length;
		await createFileFingerprinter()(inPieces(await pcmFile()), "pcm_8000");
		expect(willingness().filter((nice) => nice === 19)).toHaveLength(before + 1);
		expect(willingness()).toContain(0);
	});
});
