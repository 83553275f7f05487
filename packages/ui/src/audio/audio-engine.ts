import type { LiveSink } from "./live-sink.ts";
import type { PeakReader } from "./peaks.ts";

/** One sound at a time, for the whole page. The store knows nothing of what it plays, only where bytes come from. */
export type PlayerStatus = "idle" | "loading" | "ready" | "playing" | "paused" | "ended";

export type PlayerItem = {
	id: string;
	kind: "text-to-speech" | "speech-to-speech" | "speechHistoryItem" | "voicePreview";
	title: string;
	description?: string;
	/** Decides the colours. */
	voiceId?: string;
	fileName?: string;
	downloadUrl?: string;
	peaks?: readonly number[];
	/** Seconds, as long as the sound itself has not told. */
	estimatedDuration?: number;
};

export type PlayerSource = { url: string } | { chunks: ReadableStream<Uint8Array<ArrayBuffer>>; mimeType: string };

export type PlayerState = {
	status: PlayerStatus;
	item: PlayerItem | null;
	/** Seconds; an estimate while `receiving`. */
	duration: number;
	/** Bytes are still arriving. */
	receiving: boolean;
	peaks: readonly number[];
	speed: number;
	error: string | null;
};

export type AudioElement = Pick<
	HTMLAudioElement,
	| "src"
	| "currentTime"
	| "duration"
	| "ended"
	| "playbackRate"
	| "defaultPlaybackRate"
	| "play"
	| "pause"
	| "load"
	| "removeAttribute"
	| "addEventListener"
>;

export type AudioPlatform = {
	createAudio: () => AudioElement;
	/** null where the browser cannot play a growing stream: the sound then starts when it is complete. */
	openSink: (mimeType: string) => LiveSink | null;
	createPeakReader: () => PeakReader;
	fetchPeaks: (url: string, signal: AbortSignal) => Promise<readonly number[]>;
	createUrl: (parts: Uint8Array<ArrayBuffer>[], mimeType: string) => string;
	revokeUrl: (url: string) => void;
};

export type AudioEngine = ReturnType<typeof createAudioEngine>;
type LoadOptions = { autoplay?: boolean; onEnded?: () => void };

export const speeds = [0.8, 1, 1.2, 1.5, 2] as const;
export const tickMs = 25;
export const idle: PlayerState = {
	status: "idle",
	item: null,
	duration: 0,
	receiving: false,
	peaks: [],
	speed: 1,
	error: null,
};

export function createAudioEngine(platform: AudioPlatform) {
	let state = idle;
	let element: AudioElement | undefined;
	let current:
		| { cancel: () => void; urls: string[]; sink?: LiveSink; complete?: string; onEnded?: () => void }
		| undefined;
	let wantsPlay = false;
	let ticker: ReturnType<typeof setInterval> | undefined;
	const stateListeners = new Set<() => void>();
	const timeListeners = new Set<() => void>();

	function set(patch: Partial<PlayerState>) {
		state = { ...state, ...patch };
		const ticking = state.status === "playing";
		if (ticking && !ticker) ticker = setInterval(tellTime, tickMs);
		if (!ticking && ticker) {
			clearInterval(ticker);
			ticker = undefined;
		}
		for (const listener of stateListeners) listener();
		tellTime();
	}

	function tellTime() {
		for (const listener of timeListeners) listener();
	}

	function audio(): AudioElement {
		if (element) return element;
		const created = platform.createAudio();
		created.addEventListener("loadedmetadata", becomeReady);
		created.addEventListener("canplay", becomeReady);
		created.addEventListener("durationchange", () => {
			if (Number.isFinite(created.duration) && created.duration > 0) set({ duration: created.duration });
		});
		created.addEventListener("playing", () => wantsPlay && set({ status: "playing" }));
		created.addEventListener("waiting", () => state.status === "playing" && set({ status: "loading" }));
		// The system can pause as well (headphones unplugged, media keys); our own pause has set the state already.
		created.addEventListener("pause", () => {
			if (state.status !== "playing" || created.ended) return;
			wantsPlay = false;
			set({ status: "paused" });
		});
		created.addEventListener("ended", finish);
		created.addEventListener("error", () => {
			if (!state.item || !created.src) return;
			wantsPlay = false;
			set({ status: "paused", receiving: false, error: "This sound could not be played." });
		});
		element = created;
		return created;
	}

	function becomeReady() {
		if (state.status === "loading" && !wantsPlay) set({ status: "ready" });
	}

	function finish() {
		wantsPlay = false;
		const player = audio();
		// A media source can only be played once reliably; the finished bytes can be sought and played again.
		if (current?.complete && player.src !== current.complete) player.src = current.complete;
		else player.currentTime = 0;
		set({ status: "ended" });
		current?.onEnded?.();
	}

	function start() {
		wantsPlay = true;
		audio()
			.play()
			.catch((error: unknown) => {
				// A newer load interrupts an older play; only a browser that forbids sound leaves us waiting for a press.
				if (error instanceof Error && error.name === "NotAllowedError" && state.item) {
					wantsPlay = false;
					set({ status: "ready" });
				}
			});
	}

	function drop() {
		current?.cancel();
		current?.sink?.close();
		for (const url of current?.urls ?? []) platform.revokeUrl(url);
		current = undefined;
		wantsPlay = false;
	}

	function load(item: PlayerItem, source: PlayerSource, options: LoadOptions = {}): Promise<void> {
		drop();
		const player = audio();
		player.pause();
		player.defaultPlaybackRate = state.speed;
		set({
			...idle,
			speed: state.speed,
			status: "loading",
			item,
			peaks: item.peaks ?? [],
			duration: item.estimatedDuration ?? 0,
			receiving: "chunks" in source,
		});
		if ("chunks" in source) return receive(item, source, options);
		const abort = new AbortController();
		const mine = { cancel: () => abort.abort(), urls: [], onEnded: options.onEnded };
		current = mine;
		player.src = source.url;
		if (options.autoplay !== false) start();
		if (item.peaks?.length) return Promise.resolve();
		return platform.fetchPeaks(source.url, abort.signal).then(
			(peaks) => {
				if (current === mine) set({ peaks });
			},
			() => undefined,
		);
	}

	/** Resolves when every byte has come, or the stream was given up. */
	async function receive(item: PlayerItem, source: Extract<PlayerSource, { chunks: unknown }>, options: LoadOptions) {
		const player = audio();
		const reader = source.chunks.getReader();
		const sink = platform.openSink(source.mimeType) ?? undefined;
		const mine: NonNullable<typeof current> = {
			cancel: () => void reader.cancel().catch(() => undefined),
			urls: sink ? [sink.url] : [],
			sink,
			onEnded: options.onEnded,
		};
		current = mine;
		const parts: Uint8Array<ArrayBuffer>[] = [];
		const peaks = platform.createPeakReader();
		if (sink) {
			player.src = sink.url;
			if (options.autoplay !== false) start();
		}
		let failure: string | null = null;
		try {
			for (;;) {
				const { done, value } = await reader.read();
				if (current !== mine) return;
				if (done) break;
				parts.push(value);
				await sink?.append(value);
				peaks.push(value, (known) => current === mine && set({ peaks: known }));
			}
		} catch (error) {
			if (current !== mine) return;
			// Given up by whoever asked: what has arrived stays playable. Anything else is told.
			if (!(error instanceof Error && error.name === "AbortError")) failure = "The sound stopped arriving.";
		}
		if (current !== mine) return;
		if (parts.length === 0) {
			clear();
			if (failure) set({ error: failure });
			return;
		}
		const url = platform.createUrl(parts, source.mimeType);
		mine.urls.push(url);
		mine.complete = url;
		sink?.end();
		if (!sink) {
			player.src = url;
			if (options.autoplay !== false) start();
		}
		set({
			receiving: false,
			error: failure,
			item: { ...item, ...state.item, downloadUrl: state.item?.downloadUrl ?? url },
		});
		const known = await peaks.end();
		if (current === mine && known.length) set({ peaks: known });
	}

	function pause() {
		if (!state.item) return;
		wantsPlay = false;
		audio().pause();
		set({ status: "paused" });
	}

	function play() {
		if (!state.item) return;
		set({ error: null });
		start();
	}

	function clear() {
		drop();
		if (element) {
			element.pause();
			element.removeAttribute("src");
			element.load();
		}
		set({ ...idle, speed: state.speed });
	}

	function seek(seconds: number) {
		if (!state.item) return;
		const end = Number.isFinite(audio().duration) ? audio().duration : state.duration;
		audio().currentTime = Math.max(0, Math.min(seconds, end));
		if (state.status === "ended") set({ status: "paused" });
		tellTime();
	}

	return {
		state: () => state,
		time: () => element?.currentTime ?? 0,
		subscribe: (listener: () => void) => listen(stateListeners, listener),
		subscribeTime: (listener: () => void) => listen(timeListeners, listener),
		load,
		play,
		pause,
		toggle: () => (wantsPlay ? pause() : play()),
		seek,
		skip: (seconds: number) => seek((element?.currentTime ?? 0) + seconds),
		clear,
		cycleSpeed() {
			const next = speeds[(speeds.indexOf(state.speed as (typeof speeds)[number]) + 1) % speeds.length] ?? 1;
			audio().defaultPlaybackRate = next;
			audio().playbackRate = next;
			set({ speed: next });
		},
		/** Adds what became known later, if that item is still the one loaded. */
		describe(id: string, patch: Partial<Omit<PlayerItem, "id">>) {
			if (state.item?.id === id) set({ item: { ...state.item, ...patch } });
		},
	};
}

function listen(listeners: Set<() => void>, listener: () => void) {
	listeners.add(listener);
	return () => {
		listeners.delete(listener);
	};
}
