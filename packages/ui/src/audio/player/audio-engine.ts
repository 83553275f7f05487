import type { PeakReader } from "../peaks.ts";
import type { LiveSink } from "./live-sink.ts";
import { type NewPlayerItem, type PlayerItem, playerItem } from "./player-item.ts";
import { createStartEstimate, type Pace, type StartEstimate } from "./start-estimate.ts";

/** The page plays one item at a time. The engine knows only the source of the bytes, not what they are. */
export type PlayerStatus = "idle" | "loading" | "ready" | "playing" | "paused" | "ended";

/** `file`: what the URL stands for, if it is in memory. Pages may not fetch such URLs. */
export type PlayerSource =
	| { url: string; file?: Blob }
	| { chunks: ReadableStream<Uint8Array<ArrayBuffer>>; mimeType: string };

export type PlayerState = {
	status: PlayerStatus;
	item: PlayerItem | null;
	/** Seconds; an estimate while `receiving`. */
	duration: number;
	/** Bytes are still arriving. */
	receiving: boolean;
	/** Whole seconds until playback starts by itself, because the audio is generated more slowly than it plays. */
	startsIn: number | null;
	/** Enough was played to give feedback: three seconds, or all of it. */
	playedEnough: boolean;
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
	/** null if the browser cannot play a growing stream; playback then starts when it is complete. */
	openSink: (mimeType: string) => LiveSink | null;
	createPeakReader: () => PeakReader;
	fetchPeaks: (audio: string | Blob, signal: AbortSignal) => Promise<readonly number[]>;
	createUrl: (audio: Blob) => string;
	revokeUrl: (url: string) => void;
};

export type AudioEngine = ReturnType<typeof createAudioEngine>;

type ItemPatch = Partial<Omit<PlayerItem, "id">>;
type LoadOptions = {
	onEnded?: () => void;
	/** Starts a stream only when the rest will arrive in time. Without it, playback starts with the first audio. */
	pace?: Pace;
};
type Current = {
	cancel: () => void;
	urls: string[];
	url?: string;
	sink?: LiveSink;
	complete?: { url: string; blob: Blob };
	/** While audio arrives and its pace is known. */
	estimate?: StartEstimate;
	options: LoadOptions;
};

export const speeds = [0.8, 1, 1.2, 1.5, 2] as const;
export const tickMs = 25;
const countdownMs = 250;
/** Shorter gaps in playback are left to the browser. */
const minGapSeconds = 1;
export const feedbackAfterSeconds = 3;
export const idle: PlayerState = {
	status: "idle",
	item: null,
	duration: 0,
	receiving: false,
	startsIn: null,
	playedEnough: false,
	peaks: [],
	speed: 1,
	error: null,
};

export function createAudioEngine(platform: AudioPlatform) {
	let state = idle;
	let element: AudioElement | undefined;
	let current: Current | undefined;
	let wantsPlay = false;
	let ticker: ReturnType<typeof setInterval> | undefined;
	/** Runs while playback waits for more audio. */
	let countdown: ReturnType<typeof setInterval> | undefined;
	const requested = new Set<string>();
	const stateListeners = new Set<() => void>();
	const timeListeners = new Set<() => void>();

	function set(patch: Partial<PlayerState>) {
		state = { ...state, ...patch };
		const ticking = state.status === "playing";
		if (ticking && !ticker) ticker = setInterval(tick, tickMs);
		if (!ticking && ticker) {
			clearInterval(ticker);
			ticker = undefined;
		}
		for (const listener of stateListeners) listener();
		notifyTime();
	}

	function tick() {
		const seconds = audio().currentTime;
		if (!state.playedEnough && seconds > feedbackAfterSeconds) set({ playedEnough: true });
		else notifyTime();
		state.item?.onTimeUpdateCallback?.(seconds);
	}

	function notifyTime() {
		for (const listener of timeListeners) listener();
	}

	function audio(): AudioElement {
		if (element) return element;
		const created = platform.createAudio();
		created.addEventListener("loadedmetadata", becomeReady);
		created.addEventListener("canplay", becomeReady);
		created.addEventListener("durationchange", () => {
			if (Number.isFinite(created.duration) && created.duration > 0) learnDuration(created.duration);
		});
		created.addEventListener("playing", () => wantsPlay && set({ status: "playing" }));
		created.addEventListener("waiting", runOut);
		// The system can pause too (headphones unplugged, media keys); our own pause has already set the state.
		created.addEventListener("pause", () => {
			if (state.status !== "playing" || created.ended) return;
			wantsPlay = false;
			set({ status: "paused" });
		});
		created.addEventListener("ended", finish);
		created.addEventListener("error", () => {
			if (!state.item || !created.src) return;
			wantsPlay = false;
			set({ status: "paused", receiving: false, error: "Couldn't play this audio." });
		});
		element = created;
		return created;
	}

	function becomeReady() {
		if (!state.item) return;
		const item = state.item.loaded ? state.item : { ...state.item, loaded: true };
		if (state.status === "loading" && !wantsPlay) set({ status: "ready", item });
		else if (item !== state.item) set({ item });
	}

	function learnDuration(seconds: number) {
		const item = state.item;
		set({
			duration: seconds,
			item: item && { ...item, player: { ...item.player, duration: Math.round(seconds * 1000) } },
		});
	}

	function finish() {
		wantsPlay = false;
		// A media source plays reliably only once; the complete file can be replayed and seeked.
		if (!switchToComplete()) audio().currentTime = 0;
		set({ status: "ended", playedEnough: true });
		current?.options.onEnded?.();
	}

	/** Switches from the stream to the complete file if it is available; returns whether it did. */
	function switchToComplete(): boolean {
		const player = audio();
		if (!current?.complete || player.src === current.complete.url) return false;
		player.src = current.complete.url;
		return true;
	}

	function start() {
		wantsPlay = true;
		audio()
			.play()
			.catch((error: unknown) => {
				// A newer load interrupts an older play(); only blocked autoplay needs the user to press play.
				if (error instanceof Error && error.name === "NotAllowedError" && state.item) {
					wantsPlay = false;
					set({ status: "ready" });
				}
			});
	}

	/** Waits until the rest of the audio will arrive in time, then plays. */
	function hold() {
		wantsPlay = false;
		countdown ??= setInterval(countDown, countdownMs);
		countDown();
	}

	function endHold() {
		clearInterval(countdown);
		countdown = undefined;
		if (state.startsIn !== null) set({ startsIn: null });
	}

	function countDown() {
		if (!countdown) return;
		const wait = waitSeconds();
		if (wait === 0) {
			endHold();
			start();
		} else if (wait !== undefined && Math.ceil(wait) !== state.startsIn) set({ startsIn: Math.ceil(wait) });
	}

	function waitSeconds(): number | undefined {
		return current?.estimate?.wait(performance.now(), { position: audio().currentTime, speed: state.speed });
	}

	/** Playback has reached the end of what has arrived. */
	function runOut() {
		if (state.status !== "playing") return;
		set({ status: "loading" });
		if ((waitSeconds() ?? 0) < minGapSeconds) return;
		set({ status: "paused" });
		audio().pause();
		hold();
	}

	function release() {
		endHold();
		current?.cancel();
		current?.sink?.close();
		for (const url of current?.urls ?? []) platform.revokeUrl(url);
		current = undefined;
		wantsPlay = false;
	}

	function load(given: NewPlayerItem, source: PlayerSource, options: LoadOptions = {}): Promise<void> {
		release();
		const item = playerItem({ isFirstRequest: !requested.has(given.id), ...given });
		requested.add(item.id);
		const player = audio();
		player.pause();
		player.defaultPlaybackRate = state.speed;
		set({
			...idle,
			speed: state.speed,
			status: "loading",
			item,
			peaks: item.peaks,
			duration: item.player.duration / 1000,
			receiving: "chunks" in source,
		});
		if ("chunks" in source) return receive(item, source, options);
		const abort = new AbortController();
		const mine: Current = { cancel: () => abort.abort(), urls: [], url: source.url, options };
		current = mine;
		player.src = source.url;
		if (item.autoStart) start();
		if (item.peaks.length) return Promise.resolve();
		return platform.fetchPeaks(source.file ?? source.url, abort.signal).then(
			(peaks) => {
				if (current === mine) set({ peaks });
			},
			() => undefined,
		);
	}

	/** Resolves when the stream has ended or was canceled. */
	async function receive(item: PlayerItem, source: Extract<PlayerSource, { chunks: unknown }>, options: LoadOptions) {
		const player = audio();
		const reader = source.chunks.getReader();
		const sink = platform.openSink(source.mimeType) ?? undefined;
		const mine: Current = {
			cancel: () => void reader.cancel().catch(() => undefined),
			urls: sink ? [sink.url] : [],
			sink,
			options,
		};
		current = mine;
		const parts: Uint8Array<ArrayBuffer>[] = [];
		const peaks = platform.createPeakReader();
		if (sink) {
			player.src = sink.url;
			const { pace } = options;
			if (pace) mine.estimate = createStartEstimate(pace.startedAt);
			if (item.autoStart && pace) hold();
			else if (item.autoStart) start();
		}
		let failure: string | null = null;
		try {
			for (;;) {
				const { done, value } = await reader.read();
				if (current !== mine) return;
				if (done) break;
				parts.push(value);
				await sink?.append(value);
				if (options.pace) mine.estimate?.add(performance.now(), options.pace.arrived());
				// Audio without timestamps says nothing about its pace.
				if (countdown && waitSeconds() === undefined) play();
				countDown();
				peaks.push(value, (known) => current === mine && set({ peaks: known }));
			}
		} catch (error) {
			if (current !== mine) return;
			// On abort, what has arrived stays playable; any other error is reported.
			if (!(error instanceof Error && error.name === "AbortError")) failure = "The audio stream was interrupted.";
		}
		if (current !== mine) return;
		if (parts.length === 0) {
			clear();
			if (failure) set({ error: failure });
			return;
		}
		const blob = new Blob(parts, { type: source.mimeType });
		const url = platform.createUrl(blob);
		mine.urls.push(url);
		mine.complete = { url, blob };
		mine.estimate = undefined;
		sink?.end();
		if (countdown) {
			endHold();
			start();
		}
		if (!sink) {
			player.src = url;
			if (item.autoStart) start();
		}
		set({ receiving: false, error: failure });
		const known = await peaks.end();
		if (current === mine && known.length) set({ peaks: known });
	}

	function pause() {
		if (!state.item) return;
		endHold();
		wantsPlay = false;
		audio().pause();
		set({ status: "paused" });
	}

	function play() {
		if (!state.item) return;
		endHold();
		set({ error: null });
		start();
	}

	function clear() {
		release();
		if (element) {
			element.pause();
			element.removeAttribute("src");
			element.load();
		}
		set({ ...idle, speed: state.speed });
	}

	function seek(seconds: number) {
		if (!state.item) return;
		const player = audio();
		const end = Number.isFinite(player.duration) ? player.duration : state.duration;
		const target = Math.max(0, Math.min(seconds, end));
		// The stream's buffer drops audio played long ago; the complete file has it all.
		if (switchToComplete() && wantsPlay) start();
		player.currentTime = target;
		// Also a state update: the system's media controls only follow seeks.
		set({ status: state.status === "ended" ? "paused" : state.status });
		state.item.onTimeUpdateCallback?.(target);
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
		/** Plays the preview of the same voice in another language. */
		chooseLanguage(language: string) {
			const item = state.item;
			const preview = item?.player.languagePreviewUrls.find((known) => known.language === language);
			if (!item || !preview) return;
			const player = { ...item.player, language, duration: 0 };
			const downloadUrl = item.downloadUrl && preview.previewUrl;
			void load(
				{ ...item, isFirstRequest: false, autoStart: true, peaks: [], downloadUrl, player },
				{ url: preview.previewUrl },
				current?.options,
			);
		},
		/** The audio source: a URL, or the collected chunks of a finished stream. */
		source: () => ({ url: current?.url ?? null, collected: current?.complete?.blob ?? null }),
		/** Updates the item if it is still loaded. */
		updateItem(id: string, patch: ItemPatch | ((item: PlayerItem) => ItemPatch)) {
			const item = state.item;
			if (item?.id === id) set({ item: { ...item, ...(typeof patch === "function" ? patch(item) : patch) } });
		},
	};
}

function listen(listeners: Set<() => void>, listener: () => void) {
	listeners.add(listener);
	return () => {
		listeners.delete(listener);
	};
}
