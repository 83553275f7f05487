import { afterEach, expect, test, vi } from "vitest";
import { analyzeTake, createRecorder, type RecorderPlatform } from "./recorder-state.ts";

afterEach(() => {
	vi.useRealTimers();
});

const rate = 8_000;
/** Half a second of silence, a second of voice-like audio, half a second of silence. */
const spoken = Float32Array.from({ length: 2 * rate }, (_, i) =>
	i >= rate / 2 && i < 1.5 * rate ? 0.4 * Math.abs(Math.sin(i / 500)) * Math.sin(i / 9) : 0,
);

const process = (audio: Blob) => analyzeTake(async () => ({ samples: spoken, sampleRate: rate }), audio);

function platform(over: Partial<RecorderPlatform> = {}) {
	const open = { closed: 0, finished: 0 };
	const log: string[] = [];
	const given: RecorderPlatform = {
		openMicrophone: async () => ({
			level: () => 0.5,
			pause: () => void log.push("pause"),
			resume: () => void log.push("resume"),
			finish: async () => {
				open.finished++;
				return new Blob(["audio"]);
			},
			close: () => {
				open.closed++;
			},
		}),
		now: () => 0,
		...over,
	};
	return { given, open, log };
}

test("records and analyzes a take, which can be discarded", async () => {
	const { given, open } = platform();
	const recorder = createRecorder(given, { maxSeconds: 60, process });
	const seen: string[] = [];
	recorder.subscribe(() => seen.push(recorder.state().status));
	await recorder.start();
	expect(recorder.level()).toBe(0.5);
	await recorder.stop();
	expect(seen).toEqual(["requesting", "recording", "processing", "done"]);
	const state = recorder.state();
	if (state.status !== "done") throw new Error("not done");
	expect(state.take.seconds).toBe(2);
	expect(state.take.speech?.start).toBeGreaterThan(0.2);
	expect(state.take.speech?.end).toBeLessThan(1.8);
	recorder.discard();
	expect(recorder.state()).toEqual({ status: "idle", error: null });
	expect(open).toEqual({ closed: 0, finished: 1 });
});

test("reports a blocked microphone", async () => {
	const denied = platform({
		openMicrophone: () => Promise.reject(new DOMException("no", "NotAllowedError")),
	});
	const recorder = createRecorder(denied.given, { maxSeconds: 60, process });
	await recorder.start();
	expect(recorder.state()).toEqual({ status: "idle", error: expect.stringMatching(/Microphone access is blocked/) });
});

test("closes the microphone if discarded while the browser asks for permission", async () => {
	const { given, open } = platform();
	const recorder = createRecorder(given, { maxSeconds: 60, process });
	const starting = recorder.start();
	recorder.discard();
	await starting;
	expect(recorder.state().status).toBe("idle");
	expect(open.closed).toBe(1);
});

test("stops a forgotten recording automatically", async () => {
	vi.useFakeTimers();
	const { given, open } = platform();
	const recorder = createRecorder(given, { maxSeconds: 30, process });
	await recorder.start();
	await vi.advanceTimersByTimeAsync(30_001);
	expect(recorder.state().status).toBe("done");
	expect(open.finished).toBe(1);
});

test("a pause does not count, neither in the time nor toward the limit", async () => {
	vi.useFakeTimers();
	const { given, open, log } = platform({ now: () => Date.now() });
	const recorder = createRecorder(given, { maxSeconds: 30, process: async (audio) => audio });
	await recorder.start();
	await vi.advanceTimersByTimeAsync(20_000);
	recorder.pause();
	expect(recorder.state().status).toBe("paused");
	await vi.advanceTimersByTimeAsync(3_600_000);
	expect(recorder.seconds()).toBe(20);
	recorder.resume();
	await vi.advanceTimersByTimeAsync(9_000);
	expect(recorder.seconds()).toBe(29);
	recorder.pause();
	await recorder.stop();
	expect(recorder.state()).toEqual({ status: "done", take: expect.any(Blob) });
	expect([open.finished, log]).toEqual([1, ["pause", "resume", "pause"]]);
});
