import { peaksOf } from "../peaks.ts";
import { detectSpeech, recordingAdvice, type SpeechRange } from "./recorder-samples.ts";

export type Take = {
	samples: Float32Array;
	sampleRate: number;
	seconds: number;
	peaks: readonly number[];
	/** The range with speech; null if none was detected. */
	speech: SpeechRange | null;
	advice: string | null;
};

type RecorderState =
	| { status: "idle"; error: string | null }
	/** Waiting for the microphone permission. */
	| { status: "requesting" }
	| { status: "recording"; since: number }
	| { status: "processing" }
	| { status: "done"; take: Take };

/** An open microphone. */
export type Microphone = {
	/** The current level, 0 to 1. */
	level: () => number;
	/** Stops and returns the recording. */
	finish: () => Promise<Blob>;
	/** Stops and discards the recording. */
	close: () => void;
};

export type RecorderPlatform = {
	openMicrophone: () => Promise<Microphone>;
	decode: (audio: Blob) => Promise<{ samples: Float32Array; sampleRate: number }>;
	now: () => number;
};

export type Recorder = ReturnType<typeof createRecorder>;

/** Records one take at a time. Stops after `maxSeconds`, so a forgotten microphone does not stay open for hours. */
export function createRecorder(platform: RecorderPlatform, { maxSeconds }: { maxSeconds: number }) {
	let state: RecorderState = { status: "idle", error: null };
	let microphone: Microphone | undefined;
	let limit: ReturnType<typeof setTimeout> | undefined;
	// Incremented by every start and discard; results of an earlier attempt are ignored.
	let attempt = 0;
	const listeners = new Set<() => void>();
	const set = (next: RecorderState) => {
		state = next;
		for (const listener of listeners) listener();
	};

	async function start() {
		if (state.status === "requesting" || state.status === "recording" || state.status === "processing") return;
		const mine = ++attempt;
		set({ status: "requesting" });
		try {
			const opened = await platform.openMicrophone();
			if (mine !== attempt) {
				opened.close();
				return;
			}
			microphone = opened;
			limit = setTimeout(() => void stop(), maxSeconds * 1000);
			set({ status: "recording", since: platform.now() });
		} catch (error) {
			if (mine === attempt) set({ status: "idle", error: microphoneErrorMessage(error) });
		}
	}

	async function stop() {
		if (state.status !== "recording" || !microphone) return;
		const [mine, open] = [attempt, microphone];
		microphone = undefined;
		clearTimeout(limit);
		set({ status: "processing" });
		try {
			const { samples, sampleRate } = await platform.decode(await open.finish());
			if (mine !== attempt) return;
			const part = detectSpeech(samples, sampleRate);
			set({
				status: "done",
				take: {
					samples,
					sampleRate,
					seconds: samples.length / sampleRate,
					peaks: peaksOf(samples, sampleRate),
					speech: part,
					advice: recordingAdvice(samples, part),
				},
			});
		} catch {
			if (mine === attempt) set({ status: "idle", error: "Couldn't read the recording. Try again." });
		}
	}

	/** Closes the microphone and discards the take. */
	function discard() {
		attempt++;
		clearTimeout(limit);
		microphone?.close();
		microphone = undefined;
		set({ status: "idle", error: null });
	}

	return {
		state: () => state,
		level: () => microphone?.level() ?? 0,
		seconds: () => (state.status === "recording" ? (platform.now() - state.since) / 1000 : 0),
		subscribe(listener: () => void) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		start,
		stop,
		discard,
	};
}

const microphoneErrors: Record<string, string> = {
	NotAllowedError: "Microphone access is blocked. Allow it in the browser's address bar, then try again.",
	NotFoundError: "No microphone found. Connect one, or upload a recording instead.",
	NotReadableError: "Another app is using the microphone. Close it, then try again.",
	NotSupportedError: "This browser can only record over https or on localhost. Upload a recording instead.",
};

function microphoneErrorMessage(error: unknown): string {
	return microphoneErrors[error instanceof Error ? error.name : ""] ?? "Couldn't open the microphone.";
}
