import { peaksOf } from "./peaks.ts";
import { recordingAdvice, type SpokenPart, spokenPart } from "./recorder-sound.ts";

export type Take = {
	samples: Float32Array;
	sampleRate: number;
	seconds: number;
	peaks: readonly number[];
	/** Where somebody speaks; null where nobody was heard. */
	part: SpokenPart | null;
	advice: string | null;
};

type RecorderState =
	| { status: "idle"; error: string | null }
	/** The browser asks whether it may. */
	| { status: "asking" }
	| { status: "recording"; since: number }
	| { status: "working" }
	| { status: "done"; take: Take };

/** A microphone that is open. */
export type Microphone = {
	/** How loud it is now, 0 to 1. */
	level: () => number;
	/** Ends it and gives what was recorded. */
	finish: () => Promise<Blob>;
	/** Ends it and forgets what was recorded. */
	close: () => void;
};

export type RecorderPlatform = {
	openMicrophone: () => Promise<Microphone>;
	decode: (sound: Blob) => Promise<{ samples: Float32Array; sampleRate: number }>;
	now: () => number;
};

export type Recorder = ReturnType<typeof createRecorder>;

/** One microphone, one take at a time. It stops by itself after `maxSeconds`, so that a forgotten one does not listen for hours. */
export function createRecorder(platform: RecorderPlatform, { maxSeconds }: { maxSeconds: number }) {
	let state: RecorderState = { status: "idle", error: null };
	let microphone: Microphone | undefined;
	let limit: ReturnType<typeof setTimeout> | undefined;
	// Whoever goes away while the browser asks or decodes must not be given a take afterwards.
	let turn = 0;
	const listeners = new Set<() => void>();
	const set = (next: RecorderState) => {
		state = next;
		for (const listener of listeners) listener();
	};

	async function start() {
		if (state.status === "asking" || state.status === "recording" || state.status === "working") return;
		const mine = ++turn;
		set({ status: "asking" });
		try {
			const opened = await platform.openMicrophone();
			if (mine !== turn) {
				opened.close();
				return;
			}
			microphone = opened;
			limit = setTimeout(() => void stop(), maxSeconds * 1000);
			set({ status: "recording", since: platform.now() });
		} catch (error) {
			if (mine === turn) set({ status: "idle", error: microphoneFault(error) });
		}
	}

	async function stop() {
		if (state.status !== "recording" || !microphone) return;
		const [mine, open] = [turn, microphone];
		microphone = undefined;
		clearTimeout(limit);
		set({ status: "working" });
		try {
			const { samples, sampleRate } = await platform.decode(await open.finish());
			if (mine !== turn) return;
			const part = spokenPart(samples, sampleRate);
			set({
				status: "done",
				take: {
					samples,
					sampleRate,
					seconds: samples.length / sampleRate,
					peaks: peaksOf(samples, sampleRate),
					part,
					advice: recordingAdvice(samples, part),
				},
			});
		} catch {
			if (mine === turn) set({ status: "idle", error: "The recording could not be read. Try again." });
		}
	}

	/** Closes the microphone and forgets the take. */
	function discard() {
		turn++;
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

const faults: Record<string, string> = {
	NotAllowedError:
		"The microphone is not allowed for this page. Allow it in the browser's address bar, then try again.",
	NotFoundError: "No microphone was found. Connect one, or upload a recording instead.",
	NotReadableError: "Another program is using the microphone. Close it there, then try again.",
	NotSupportedError: "This browser lets pages record only over https or on localhost. Upload a recording instead.",
};

function microphoneFault(error: unknown): string {
	return faults[error instanceof Error ? error.name : ""] ?? "The microphone could not be opened.";
}
