import { autoLanguage } from "@timbre/contract/transcription/rules.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createDelayedDeletes } from "./delayed-deletes.ts";
import { estimateOf, estimateText } from "./estimate.ts";
import { defaultOptions, keytermsProblem, modelProblem, readOptions, requestOptions } from "./options.ts";
import { progressText } from "./transcripts.ts";

test("the price is known before the start, by the started second of each recording", () => {
	expect(estimateText(estimateOf([]))).toBe("50 credits per minute, charged by the second.");
	expect(estimateText(estimateOf([59.2]))).toBe("1 recording, 0:59: 50 credits.");
	expect(estimateText(estimateOf([600, 150]))).toBe("2 recordings, 12:30: 625 credits.");
	expect(estimateText(estimateOf([undefined]))).toBe("1 recording: 50 credits per minute.");
	expect(estimateText(estimateOf([60, undefined]))).toBe(
		"2 recordings. 1 recording, 1:00: 50 credits. The others cost 50 credits per minute.",
	);
});

describe("options", () => {
	test("become a request", () => {
		expect(requestOptions(defaultOptions)).toEqual({
			model_id: "whisper_small",
			language_code: "auto",
			diarize: true,
			tag_audio_events: true,
			no_verbatim: false,
			use_multi_channel: false,
		});
		expect(requestOptions({ ...defaultOptions, speakers: "3", keyterms: "Timbre, Okafor\nTimbre" })).toMatchObject({
			diarize: true,
			num_speakers: 3,
			keyterms: ["Timbre", "Okafor"],
		});
		expect(requestOptions({ ...defaultOptions, speakers: "3", channels: true })).toMatchObject({ diarize: false });
		expect(requestOptions({ ...defaultOptions, model: "moonshine_tiny" })).toMatchObject({ language_code: "en" });
	});

	test("say what doesn't fit", () => {
		expect(modelProblem("moonshine_tiny", "de")).toBe("Transcribes English only.");
		expect(modelProblem("moonshine_tiny", autoLanguage)).toBeUndefined();
		expect(modelProblem("whisper_small", "de")).toBeUndefined();
		expect(keytermsProblem(Array.from({ length: 101 }, (_, index) => `term ${index}`).join())).toBe(
			"Use at most 100 terms.",
		);
		expect(keytermsProblem("x".repeat(51))).toContain("longer than 50 characters");
		expect(keytermsProblem("Timbre, ")).toBeUndefined();
	});

	test("survive a reload, without what is no longer offered", () => {
		const chosen = { ...defaultOptions, language: "de", speakers: "2" as const };
		expect(readOptions(JSON.stringify(chosen))).toEqual(chosen);
		expect(readOptions('{"model":"gone","language":"xx"}')).toEqual(defaultOptions);
		expect(readOptions("")).toEqual(defaultOptions);
	});
});

test("a transcript in progress says what is happening", () => {
	expect(progressText({ state: "queued", progress: 0 })).toBe("Waiting to start");
	expect(progressText({ state: "running", progress: 0.05 })).toBe("Reading the recording");
	expect(progressText({ state: "running", progress: 0.428 })).toBe("Transcribing, 42%");
});

describe("deleting", () => {
	beforeEach(() => void vi.useFakeTimers());
	afterEach(() => void vi.useRealTimers());
	const on = () => ({ onDone: vi.fn(), onError: vi.fn() });

	test("hides at once, deletes after the time for undo, and can be undone until then", async () => {
		const remove = vi.fn(async () => undefined);
		const deletes = createDelayedDeletes(remove);
		const done = on();
		deletes.add("a", done);
		deletes.add("b", on());
		expect([...deletes.hidden()]).toEqual(["a", "b"]);
		deletes.undo("b");
		expect([...deletes.hidden()]).toEqual(["a"]);
		await vi.advanceTimersByTimeAsync(10_000);
		expect(remove.mock.calls).toEqual([["a", false]]);
		expect(done.onDone).toHaveBeenCalledOnce();
	});

	test("happens at once when the page is closed, and is undone if it fails", async () => {
		const remove = vi.fn(async () => Promise.reject(new Error("offline")));
		const deletes = createDelayedDeletes(remove);
		const failed = on();
		deletes.add("a", failed);
		await deletes.flush();
		expect(remove).toHaveBeenCalledWith("a", true);
		expect(failed.onError).toHaveBeenCalledWith(new Error("offline"));
		expect([...deletes.hidden()]).toEqual([]);
	});
});
