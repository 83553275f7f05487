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

type RecorderState<T> =
	| { status: "idle"; error: string | null }
	/** Waiting for the microphone permission. */
	| { status: "requesting" }
	/** `recorded` is the length in milliseconds at `since`, before the last pause. */
	| { status: "recording"; since: number; recorded: number }
	| { status: "paused"; recorded: number }
	| { status: "processing" }
	| { status: "done"; take: T };

/** An open microphone. */
export type Microphone = {
	/** The current level, 0 to 1. */
	level: () => number;
	pause: () => void;
	resume: () => void;
	/** Stops and returns the recording. */
	finish: () => Promise<Blob>;
	/** Stops and discards the recording. */
	close: () => void;
};

export type RecorderPlatform = {
	openMicrophone: () => Promise<Microphone>;
	now: () => number;
};

export type Recorder = Pick<ReturnType<typeof createRecorder>, "level" | "seconds">;

type RecorderOptions<T> = {
	maxSeconds: number;
	/** Turns the recording into what is done with it. */
	process: (audio: Blob) => Promise<T>;
};

/** Records one take at a time. Stops after `maxSeconds`, so a forgotten microphone does not stay open for hours. */
export function createRecorder<T>(platform: RecorderPlatform, { maxSeconds, process }: RecorderOptions<T>) {
	let state: RecorderState<T> = { status: "idle", error: null };
	let microphone: Microphone | undefined;
	let limit: ReturnType<typeof setTimeout> | undefined;
	// Incremented by every start and discard; results of an earlier attempt are ignored.
	let attempt = 0;
	const listeners = new Set<() => void>();
	const set = (next: RecorderState<T>) => {
		state = next;
		for (const listener of listeners) listener();
	};

	async function start() {
		if (state.status !== "idle" && state.status !== "done") return;
		const mine = ++attempt;
		set({ status: "requesting" });
		try {
			const opened = await platform.openMicrophone();
			if (mine !== attempt) {
				opened.close();
				return;
			}
			microphone = opened;
			record(0);
		} catch (error) {
			if (mine === attempt) set({ status: "idle", error: microphoneErrorMessage(error) });
		}
	}

	function record(recorded: number) {
		limit = setTimeout(() => void stop(), maxSeconds * 1000 - recorded);
		set({ status: "recording", since: platform.now(), recorded });
	}

	function pause() {
		if (state.status !== "recording") return;
		clearTimeout(limit);
		microphone?.pause();
		set({ status: "paused", recorded: milliseconds() });
	}

	function resume() {
		if (state.status !== "paused") return;
		microphone?.resume();
		record(state.recorded);
	}

	/** The length of the recording so far. */
	function milliseconds(): number {
		if (state.status === "recording") return state.recorded + platform.now() - state.since;
		return state.status === "paused" ? state.recorded : 0;
	}

	async function stop() {
		if ((state.status !== "recording" && state.status !== "paused") || !microphone) return;
		const [mine, open] = [attempt, microphone];
		microphone = undefined;
		clearTimeout(limit);
		set({ status: "processing" });
		try {
			const take = await process(await open.finish());
			if (mine === attempt) set({ status: "done", take });
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
		seconds: () => milliseconds() / 1000,
		subscribe(listener: () => void) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		start,
		pause,
		resume,
		stop,
		discard,
	};
}

type Decode = (audio: Blob) => Promise<{ samples: Float32Array; sampleRate: number }>;

/** Decodes a recording and finds the speech in it. Holds all of it in memory, so only for short ones. */
export async function analyzeTake(decode: Decode, audio: Blob): Promise<Take> {
	const { samples, sampleRate } = await decode(audio);
	const speech = detectSpeech(samples, sampleRate);
	return {
		samples,
		sampleRate,
		seconds: samples.length / sampleRate,
		peaks: peaksOf(samples, sampleRate),
		speech,
		advice: recordingAdvice(samples, speech),
	};
}

const microphoneErrors: Record<string, string> = {
	NotAllowedError: "Microphone access is blocked. Allow it in the browser's address bar, then try again.",
	NotFoundError: "No microphone found. Connect one, or upload a recording instead.",
	NotReadableError: "Another app is using the microphone. Close it, then try again.",
	NotSupportedError: "This browser can only record over https or on localhost. Upload a recording instead.",
};

/** Why the microphone could not be opened, and what to do. */
export function microphoneErrorMessage(error: unknown): string {
	return microphoneErrors[error instanceof Error ? error.name : ""] ?? "Couldn't open the microphone.";
}
