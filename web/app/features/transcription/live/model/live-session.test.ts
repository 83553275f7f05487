import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLiveTranscription, type LiveMessage, type LivePlatform, toBase64 } from "./live-session.ts";
import { recordingName, textOf } from "./live-text.ts";

const recording = new Blob(["audio"]);
const options = { language: "en", model: "moonshine_tiny" };

function setup(changes: Partial<LivePlatform> = {}) {
	const sent: Record<string, unknown>[] = [];
	const log: string[] = [];
	let speak: (samples: Float32Array) => void = () => {};
	let receive: (message: LiveMessage) => void = () => {};
	let drop = () => {};
	let query = new URLSearchParams();
	const live = createLiveTranscription({
		async openMicrophone(onAudio) {
			speak = onAudio;
			return {
				sampleRate: 48_000,
				level: () => 0.5,
				finish: async () => recording,
				close: () => void log.push("microphone closed"),
			};
		},
		openSocket(wanted, { onMessage, onClose }) {
			query = wanted;
			receive = onMessage;
			drop = onClose;
			return {
				send: (message) => void sent.push(message as Record<string, unknown>),
				close: () => void log.push("socket closed"),
			};
		},
		...changes,
	});
	const committed = (text: string) =>
		receive({
			message_type: "committed_transcript_with_timestamps",
			text,
			words: [
				{ type: "word", text, start: 0, end: 1 },
				{ type: "spacing", text: " ", start: 1, end: 1 },
			],
		});
	const listen = async () => {
		await live.start(options);
		receive({ message_type: "session_started" });
	};
	return {
		live,
		sent,
		log,
		listen,
		committed,
		speak: (samples: Float32Array) => speak(samples),
		receive: (message: LiveMessage) => receive(message),
		drop: () => drop(),
		query: () => Object.fromEntries(query),
	};
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a live transcription", () => {
	test("opens a session for the microphone's format, with commits after pauses", async () => {
		const { live, query, listen } = setup();
		expect(live.state().status).toBe("idle");
		await listen();
		expect(live.state().status).toBe("listening");
		expect(query()).toMatchObject({
			model_id: "moonshine_tiny",
			language_code: "en",
			audio_format: "pcm_48000",
			commit_strategy: "vad",
			include_timestamps: "true",
		});
	});

	test("asks for detection of the language instead of a language", async () => {
		const { live, query } = setup();
		await live.start({ language: "auto", model: "whisper_base" });
		expect(query()).toMatchObject({ include_language_detection: "true" });
		expect(query()).not.toHaveProperty("language_code");
	});

	test("sends audio as 16-bit PCM, also what was recorded before the socket was open", async () => {
		const loud = Float32Array.from([0, 1, -1, 0.5]);
		const { sent, live } = setup({
			async openMicrophone(onAudio) {
				onAudio(loud);
				return { sampleRate: 16_000, level: () => 0, finish: async () => recording, close: () => {} };
			},
		});
		await live.start(options);
		expect(sent).toEqual([
			{ message_type: "input_audio_chunk", audio_base_64: toBase64(loud), commit: false, sample_rate: 16_000 },
		]);
		const bytes = Buffer.from(toBase64(loud), "base64");
		expect([0, 1, 2, 3].map((at) => bytes.readInt16LE(at * 2))).toEqual([0, 32_767, -32_767, 16_384]);
	});

	test("shows what is being said until its text is final", async () => {
		const { live, listen, receive, committed } = setup();
		await listen();
		receive({ message_type: "partial_transcript", text: "Good mor" });
		expect(live.state()).toMatchObject({ partial: "Good mor", segments: [] });
		committed("Good morning.");
		receive({ message_type: "committed_transcript", text: "Good morning." });
		expect(live.state()).toMatchObject({
			partial: "",
			segments: [{ text: "Good morning.", words: [{ text: "Good morning.", start: 0, end: 1 }] }],
		});
	});

	test("commits and waits for the last words when it is stopped, then has the recording", async () => {
		const { live, listen, committed, speak, sent, log } = setup();
		await listen();
		speak(new Float32Array(48_000));
		await live.stop();
		expect(live.state().status).toBe("stopping");
		expect(sent.at(-1)).toMatchObject({ audio_base_64: "", commit: true });
		// What is still recorded is not sent.
		speak(new Float32Array(480));
		expect(sent).toHaveLength(2);
		committed("The end of the last pause.");
		committed("And this.");
		vi.advanceTimersByTime(1_000);
		expect(live.state()).toMatchObject({ status: "done", error: null, seconds: 1 });
		expect(live.state().recording).toBe(recording);
		expect(textOf(live.state().segments)).toBe("The end of the last pause.\nAnd this.");
		expect(log).toEqual(["socket closed"]);
	});

	test("ends at once if nothing was said since the last pause", async () => {
		const { live, listen, committed } = setup();
		await listen();
		committed("Before.");
		await live.stop();
		committed("");
		expect(live.state()).toMatchObject({ status: "done", segments: [{ text: "Before." }] });
	});

	test("keeps the text that was shown if the last words never arrive", async () => {
		const { live, listen, receive } = setup();
		await listen();
		receive({ message_type: "partial_transcript", text: "Almost there" });
		await live.stop();
		vi.advanceTimersByTime(20_000);
		expect(live.state()).toMatchObject({ status: "done", partial: "", segments: [{ text: "Almost there" }] });
	});

	test("keeps the text and says why it ended when the server reports an error", async () => {
		const { live, listen, receive, committed, log } = setup();
		await listen();
		committed("Before.");
		receive({ message_type: "quota_exceeded", error: "No credits are left." });
		await vi.advanceTimersByTimeAsync(0);
		expect(live.state()).toMatchObject({
			status: "done",
			error: "No credits are left.",
			segments: [{ text: "Before." }],
			recording,
		});
		expect(log).toEqual(["socket closed"]);
	});

	test("goes on after a commit that was ignored", async () => {
		const { live, listen, receive } = setup();
		await listen();
		receive({ message_type: "commit_throttled", error: "Too little audio." });
		expect(live.state()).toMatchObject({ status: "listening", error: null });
	});

	test("says that the connection was lost", async () => {
		const { live, listen, drop } = setup();
		await listen();
		drop();
		expect(live.state()).toMatchObject({ status: "done", error: expect.stringMatching(/^The connection was lost/) });
	});

	test("says why the microphone can't be used, without opening a session", async () => {
		const openSocket = vi.fn();
		const { live } = setup({
			openMicrophone: () => Promise.reject(new DOMException("denied", "NotAllowedError")),
			openSocket,
		});
		await live.start(options);
		expect(live.state()).toMatchObject({
			status: "idle",
			error: expect.stringMatching(/Microphone access is blocked/),
		});
		expect(openSocket).not.toHaveBeenCalled();
	});

	test("closes everything when the page is left, and ignores what arrives later", async () => {
		const { live, listen, committed, log } = setup();
		await listen();
		live.discard();
		expect(log).toEqual(["socket closed", "microphone closed"]);
		committed("Too late.");
		expect(live.state()).toMatchObject({ status: "idle", segments: [] });
	});
});

test("a file is named after the time", () => {
	expect(recordingName(new Date(2026, 10, 8, 9, 5))).toBe("Live transcript 2026-11-08 09.05");
});
