// A live transcription on the page: the microphone, the socket and what was said so far.
import { microphoneErrorMessage } from "@timbre/ui/audio/recorder/recorder-state.ts";

export type LiveWord = { text: string; start: number; end: number };
/** What was said up to a pause. */
export type LiveSegment = { text: string; words: readonly LiveWord[] };

export type LiveState = {
	status:
		| "idle"
		/** Waiting for the microphone permission, then for the server. */
		| "starting"
		| "listening"
		/** Waiting for the text of the last words. */
		| "stopping"
		| "done";
	segments: readonly LiveSegment[];
	/** What is being said. It may still change. */
	partial: string;
	error: string | null;
	/** The recording, once it is done. */
	recording: Blob | null;
	/** Its length. */
	seconds: number;
};

export type LiveMicrophone = {
	sampleRate: number;
	/** The current level, 0 to 1. */
	level: () => number;
	/** Stops and returns the recording. */
	finish: () => Promise<Blob>;
	/** Stops and discards the recording. */
	close: () => void;
};

export type LiveSocket = { send: (message: unknown) => void; close: () => void };

export type LivePlatform = {
	openMicrophone: (onAudio: (samples: Float32Array) => void) => Promise<LiveMicrophone>;
	openSocket: (
		query: URLSearchParams,
		handlers: { onMessage: (message: LiveMessage) => void; onClose: () => void },
	) => LiveSocket;
};

/** A message of the server. */
export type LiveMessage = {
	message_type: string;
	text?: string;
	error?: string;
	words?: readonly (LiveWord & { type: string })[];
};

export type LiveOptions = { language: string; model: string };

const empty: LiveState = { status: "idle", segments: [], partial: "", error: null, recording: null, seconds: 0 };
/** A pause of this length ends a segment. */
const pauseSeconds = 0.8;
/** How long to wait for the last words. */
const lastWordsMs = 15_000;
/** The text of an earlier pause may arrive first, so wait this long for another one. */
const anotherTextMs = 700;
const lostMessage = "The connection was lost. What was transcribed so far is still here.";
/** Errors after which the session goes on. */
const ignored = new Set(["commit_throttled", "chunk_size_exceeded"]);

export function createLiveTranscription(platform: LivePlatform) {
	let state = empty;
	let microphone: LiveMicrophone | undefined;
	let socket: LiveSocket | undefined;
	let samples = 0;
	let sampleRate = 16_000;
	let waiting: ReturnType<typeof setTimeout> | undefined;
	// Incremented by every start and discard; what an earlier attempt reports is ignored.
	let attempt = 0;
	const listeners = new Set<() => void>();
	const set = (change: Partial<LiveState>) => {
		state = { ...state, ...change };
		for (const listener of listeners) listener();
	};

	async function start({ language, model }: LiveOptions): Promise<void> {
		if (state.status !== "idle" && state.status !== "done") return;
		const mine = ++attempt;
		samples = 0;
		state = empty;
		set({ status: "starting" });
		/** Audio that is recorded before the socket is open. */
		const early: Float32Array[] = [];
		try {
			const opened = await platform.openMicrophone((audio) => {
				if (mine !== attempt) return;
				if (socket) sendAudio(audio);
				else early.push(audio.slice());
			});
			if (mine !== attempt) return opened.close();
			microphone = opened;
			sampleRate = opened.sampleRate;
		} catch (error) {
			if (mine === attempt) set({ status: "idle", error: microphoneErrorMessage(error) });
			return;
		}
		const query = new URLSearchParams({
			model_id: model,
			audio_format: `pcm_${sampleRate}`,
			commit_strategy: "vad",
			vad_silence_threshold_secs: String(pauseSeconds),
			include_timestamps: "true",
			...(language === "auto" ? { include_language_detection: "true" } : { language_code: language }),
		});
		socket = platform.openSocket(query, {
			onMessage: (message) => mine === attempt && handle(message),
			onClose: () => mine === attempt && handleClose(),
		});
		for (const audio of early) sendAudio(audio);
	}

	function sendAudio(audio: Float32Array): void {
		if (state.status !== "starting" && state.status !== "listening") return;
		samples += audio.length;
		socket?.send({
			message_type: "input_audio_chunk",
			audio_base_64: toBase64(audio),
			commit: false,
			sample_rate: sampleRate,
		});
	}

	function handle(message: LiveMessage): void {
		const { message_type: type, text = "", error } = message;
		if (type === "session_started") set({ status: "listening" });
		else if (type === "partial_transcript") set({ partial: text });
		else if (type === "committed_transcript_with_timestamps") {
			const words = (message.words ?? []).filter((word) => word.type === "word");
			set({ partial: "", segments: text === "" ? state.segments : [...state.segments, { text, words }] });
			if (state.status === "stopping") {
				clearTimeout(waiting);
				// An empty text is the response to the commit: nothing was said since the last pause.
				if (text === "") finish();
				else waiting = setTimeout(finish, anotherTextMs);
			}
		} else if (error !== undefined) {
			if (state.status === "stopping") finish();
			else if (!ignored.has(type)) void end(error);
		}
	}

	function handleClose(): void {
		if (state.status === "stopping") finish();
		else if (state.status === "starting" || state.status === "listening") void end(lostMessage);
	}

	/** Stops recording and waits for the text of the last words. */
	async function stop(): Promise<void> {
		if (state.status !== "listening" && state.status !== "starting") return;
		if (state.status === "starting" && !socket) return discard();
		const mine = attempt;
		set({ status: "stopping" });
		socket?.send({ message_type: "input_audio_chunk", audio_base_64: "", commit: true, sample_rate: sampleRate });
		waiting = setTimeout(finish, lastWordsMs);
		await finishRecording(mine);
	}

	/** Everything was received. */
	function finish(): void {
		if (state.status !== "stopping") return;
		closeSocket();
		// Without the last text, what was shown is better than nothing.
		const rest = state.partial.trim();
		set({
			status: "done",
			partial: "",
			segments: rest === "" ? state.segments : [...state.segments, { text: rest, words: [] }],
		});
	}

	async function end(error: string): Promise<void> {
		const mine = attempt;
		set({ status: "stopping", error });
		finish();
		await finishRecording(mine);
	}

	async function finishRecording(mine: number): Promise<void> {
		const open = microphone;
		microphone = undefined;
		if (!open) return;
		const recording = await open.finish();
		if (mine === attempt) set({ recording, seconds: samples / sampleRate });
	}

	function closeSocket(): void {
		clearTimeout(waiting);
		socket?.close();
		socket = undefined;
	}

	/** Closes the microphone and the socket, and forgets everything. */
	function discard(): void {
		attempt++;
		closeSocket();
		microphone?.close();
		microphone = undefined;
		state = empty;
		set({});
	}

	return {
		state: () => state,
		level: () => microphone?.level() ?? 0,
		seconds: () => samples / sampleRate,
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

/** 16-bit little-endian samples. */
export function toBase64(audio: Float32Array): string {
	const bytes = new DataView(new ArrayBuffer(audio.length * 2));
	audio.forEach((sample, at) => {
		bytes.setInt16(at * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
	});
	let text = "";
	for (const byte of new Uint8Array(bytes.buffer)) text += String.fromCharCode(byte);
	return btoa(text);
}
