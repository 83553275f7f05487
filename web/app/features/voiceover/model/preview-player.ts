// Plays a voice-over in the browser as it will be exported: the same gains, fades, ducking and rates.

import {
	type Ducker,
	duckingAt,
	gainAt,
	type Piece,
	pieceOfClip,
	pieceOfLine,
} from "@timbre/contract/voiceover/rules.ts";
import type { Voiceover } from "@timbre/contract/voiceover/schemas.ts";

export type PreviewItem = {
	id: string;
	url: string;
	/** Undefined for a picture without sound. */
	piece: Piece | undefined;
	trimStartMs: number;
	rate: number;
	ducked: boolean;
	/** The element of the page that shows the picture plays it. */
	isPicture: boolean;
};
export type PreviewPlan = { lengthMs: number; items: PreviewItem[]; duckers: Ducker[] };
export type PreviewState = { playing: boolean; positionMs: number };

type Urls = {
	line: (lineId: string, version: string) => string;
	clip: (clipId: string) => string;
	picture: (clipId: string) => string;
};

export function planPreview({ source, sounds, lines, seconds }: Voiceover, urls: Urls): PreviewPlan {
	const items: PreviewItem[] = [];
	const duckers: Ducker[] = [];
	for (const clip of [...(source ? [source] : []), ...sounds]) {
		if (clip.state !== "ready") continue;
		const piece = clip.has_audio ? pieceOfClip(clip) : undefined;
		if (!piece && !clip.has_picture) continue;
		items.push({
			id: clip.clip_id,
			url: clip.kind === "source" && clip.has_picture ? urls.picture(clip.clip_id) : urls.clip(clip.clip_id),
			piece,
			trimStartMs: clip.trim_start_ms,
			rate: 1,
			ducked: true,
			isPicture: clip.kind === "source" && clip.has_picture,
		});
	}
	for (const line of lines) {
		const piece = pieceOfLine(line);
		if (!piece || !line.fit) continue;
		duckers.push(piece);
		items.push({
			id: line.line_id,
			// A new recording has a new address, so that the old one is not played.
			url: urls.line(
				line.line_id,
				`${Math.round(line.speech_ms ?? 0)}-${line.peaks.reduce((sum, peak) => sum + peak, 0)}`,
			),
			piece,
			trimStartMs: line.trim_start_ms,
			rate: line.fit.rate,
			ducked: false,
			isPicture: false,
		});
	}
	return { lengthMs: seconds * 1000, items, duckers };
}

/** Beyond this, an element that plays is moved to where it should be. */
const maxDriftSeconds = 0.2;
const startDriftSeconds = 0.01;
/** Audio is loaded this long before it is heard, so that it starts on time. */
const aheadMs = 3_000;
const tickMs = 40;

type Voice = { element: HTMLMediaElement; gain: GainNode | undefined; url: string };

/** What the browser provides; tests replace it. */
const browser = {
	openAudio: (url: string): HTMLMediaElement => new Audio(url),
	openOutput: () => new AudioContext(),
};

export function createPreviewPlayer({ openAudio, openOutput } = browser) {
	let plan: PreviewPlan = { lengthMs: 0, items: [], duckers: [] };
	let state: PreviewState = { playing: false, positionMs: 0 };
	let startedAt = 0;
	let timer: ReturnType<typeof setInterval> | undefined;
	let audio: AudioContext | undefined;
	let picture: HTMLVideoElement | null = null;
	const gains = new WeakMap<HTMLMediaElement, GainNode>();
	const voices = new Map<string, Voice>();
	const listeners = new Set<() => void>();

	const show = (change: Partial<PreviewState>) => {
		state = { ...state, ...change };
		for (const listener of listeners) listener();
	};
	const now = () => (state.playing ? performance.now() - startedAt : state.positionMs);

	function voiceOf(item: PreviewItem): Voice | undefined {
		if (item.isPicture && !picture) return undefined;
		const known = voices.get(item.id);
		if (known?.url === item.url && (!item.isPicture || known.element === picture)) return known;
		known?.element.pause();
		const element = item.isPicture && picture ? picture : openAudio(item.url);
		element.preload = "auto";
		const voice = { element, gain: gainOf(element), url: item.url };
		voices.set(item.id, voice);
		return voice;
	}

	function gainOf(element: HTMLMediaElement): GainNode | undefined {
		if (!audio) return undefined;
		const known = gains.get(element);
		if (known) return known;
		// An element can have one source only.
		const gain = audio.createGain();
		audio.createMediaElementSource(element).connect(gain).connect(audio.destination);
		gains.set(element, gain);
		return gain;
	}

	function follow(item: PreviewItem, atMs: number): void {
		const { piece, rate, trimStartMs, ducked, isPicture } = item;
		const start = piece?.start_ms ?? 0;
		const length = isPicture ? plan.lengthMs : (piece?.length_ms ?? 0);
		const from = atMs - start;
		const voice = from >= -aheadMs && from < length ? voiceOf(item) : voices.get(item.id);
		if (!voice) return;
		const { element } = voice;
		const wanted = (trimStartMs + from * rate) / 1000;
		if (from < 0 || from >= length || !state.playing) {
			if (!element.paused) element.pause();
			if (isPicture && Math.abs(element.currentTime - wanted) > 0.01) element.currentTime = Math.max(0, wanted);
			return;
		}
		voice.gain ??= gainOf(element);
		const gain = piece ? gainAt(piece, atMs) * (ducked ? duckingAt(plan.duckers, atMs) : 1) : 0;
		if (voice.gain && audio) voice.gain.gain.setTargetAtTime(gain, audio.currentTime, 0.015);
		element.playbackRate = rate;
		const maxDrift = element.paused ? startDriftSeconds : maxDriftSeconds;
		if (Math.abs(element.currentTime - wanted) > maxDrift) element.currentTime = wanted;
		// A recording that can't be played is left out of the preview; the page says so.
		if (element.paused && !element.ended) element.play().catch(() => undefined);
	}

	function tick(): void {
		const atMs = now();
		if (state.playing && atMs >= plan.lengthMs) {
			stop(plan.lengthMs);
			return;
		}
		for (const item of plan.items) follow(item, atMs);
		if (state.playing) show({ positionMs: atMs });
	}

	function stop(positionMs: number): void {
		clearInterval(timer);
		show({ playing: false, positionMs });
		for (const { element } of voices.values()) if (!element.paused) element.pause();
		tick();
	}

	return {
		subscribe(listener: () => void) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		state: () => state,
		load(next: PreviewPlan) {
			plan = next;
			const known = new Set(next.items.map(({ id }) => id));
			for (const [id, { element }] of voices)
				if (!known.has(id)) {
					element.pause();
					voices.delete(id);
				}
		},
		setPicture(element: HTMLVideoElement | null) {
			picture = element;
		},
		play(fromMs?: number) {
			audio ??= openOutput();
			void audio.resume();
			const from = fromMs ?? (state.positionMs >= plan.lengthMs - 1 ? 0 : state.positionMs);
			startedAt = performance.now() - from;
			show({ playing: true, positionMs: from });
			clearInterval(timer);
			timer = setInterval(tick, tickMs);
			tick();
		},
		pause: () => stop(Math.min(now(), plan.lengthMs)),
		seek(ms: number) {
			const positionMs = Math.min(Math.max(0, ms), plan.lengthMs);
			startedAt = performance.now() - positionMs;
			show({ positionMs });
			tick();
		},
		close() {
			clearInterval(timer);
			for (const { element } of voices.values()) element.pause();
			voices.clear();
			listeners.clear();
			void audio?.close();
			audio = undefined;
		},
	};
}
export type PreviewPlayer = ReturnType<typeof createPreviewPlayer>;
