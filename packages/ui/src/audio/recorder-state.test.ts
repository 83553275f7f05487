import { afterEach, expect, test, vi } from "vitest";
import { createRecorder, type RecorderPlatform } from "./recorder-state.ts";

afterEach(() => {
	vi.useRealTimers();
});

const rate = 8_000;
/** Half a second of nothing, a second of something that swells like a voice, half a second of nothing. */
const spoken = Float32Array.from({ length: 2 * rate }, (_, i) =>
	i >= rate / 2 && i < 1.5 * rate ? 0.4 * Math.abs(Math.sin(i / 500)) * Math.sin(i / 9) : 0,
);

function platform(over: Partial<RecorderPlatform> = {}) {
	const open = { closed: 0, finished: 0 };
	const given: RecorderPlatform = {
		openMicrophone: async () => ({
			level: () => 0.5,
			finish: async () => {
				open.finished++;
				return new Blob(["sound"]);
			},
			close: () => {
				open.closed++;
			},
		}),
		decode: async () => ({ samples: spoken, sampleRate: rate }),
		now: () => 0,
		...over,
	};
	return { given, open };
}

test("a take is recorded, measured and can be thrown away", async () => {
	const { given, open } = platform();
	const recorder = createRecorder(given, { maxSeconds: 60 });
	const seen: string[] = [];
	recorder.subscribe(() => seen.push(recorder.state().status));
	await recorder.start();
	expect(recorder.level()).toBe(0.5);
	await recorder.stop();
	expect(seen).toEqual(["asking", "recording", "working", "done"]);
	const state = recorder.state();
	if (state.status !== "done") throw new Error("not done");
	expect(state.take.seconds).toBe(2);
	expect(state.take.part?.start).toBeGreaterThan(0.2);
	expect(state.take.part?.end).toBeLessThan(1.8);
	recorder.discard();
	expect(recorder.state()).toEqual({ status: "idle", error: null });
	expect(open).toEqual({ closed: 0, finished: 1 });
});

test("a microphone that is not allowed is told in words", async () => {
	const refused = platform({
		openMicrophone: () => Promise.reject(new DOMException("no", "NotAllowedError")),
	});
	const recorder = createRecorder(refused.given, { maxSeconds: 60 });
	await recorder.start();
	expect(recorder.state()).toEqual({ status: "idle", error: expect.stringMatching(/not allowed for this page/) });
});

test("who leaves while the browser asks does not leave a microphone open", async () => {
	const { given, open } = platform();
	const recorder = createRecorder(given, { maxSeconds: 60 });
	const asking = recorder.start();
	recorder.discard();
	await asking;
	expect(recorder.state().status).toBe("idle");
	expect(open.closed).toBe(1);
});

test("a forgotten recording ends by itself", async () => {
	vi.useFakeTimers();
	const { given, open } = platform();
	const recorder = createRecorder(given, { maxSeconds: 30 });
	await recorder.start();
	await vi.advanceTimersByTimeAsync(30_001);
	expect(recorder.state().status).toBe("done");
	expect(open.finished).toBe(1);
});
