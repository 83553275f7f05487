import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPreviewPlayer, type PreviewItem } from "./preview-player.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** An element that plays in time with the clock. */
function fakeElement() {
	let [base, since] = [0, 0];
	const element = {
		paused: true,
		ended: false,
		playbackRate: 1,
		preload: "",
		gain: 0,
		get currentTime() {
			return element.paused ? base : base + ((performance.now() - since) / 1000) * element.playbackRate;
		},
		set currentTime(seconds: number) {
			[base, since] = [seconds, performance.now()];
		},
		async play() {
			since = performance.now();
			element.paused = false;
		},
		pause() {
			base = element.currentTime;
			element.paused = true;
		},
	};
	return element;
}

function playerWith(items: Partial<PreviewItem>[]) {
	const elements: Record<string, ReturnType<typeof fakeElement>> = {};
	const output = {
		currentTime: 0,
		destination: {},
		resume: async () => undefined,
		close: async () => undefined,
		createGain: () => ({ gain: { setTargetAtTime() {} }, connect: (next: unknown) => next }),
		createMediaElementSource: (element: ReturnType<typeof fakeElement>) => ({
			connect: (node: { gain: { setTargetAtTime: (value: number) => void } }) => {
				node.gain.setTargetAtTime = (value) => {
					element.gain = value;
				};
				return node;
			},
		}),
	};
	const player = createPreviewPlayer({
		openAudio: (url) => {
			elements[url] = fakeElement();
			return elements[url] as unknown as HTMLMediaElement;
		},
		openOutput: () => output as unknown as AudioContext,
	});
	const line = { start_ms: 5_000, length_ms: 2_000, gain_db: 0, fade_in_ms: 0, fade_out_ms: 0, duck_db: 20 };
	player.load({
		lengthMs: 10_000,
		duckers: [line],
		items: items.map((item) => ({
			id: item.url ?? "",
			url: "",
			piece: line,
			trimStartMs: 0,
			rate: 1,
			ducked: false,
			isPicture: false,
			...item,
		})),
	});
	return { player, elements };
}

const music = { start_ms: 0, length_ms: 10_000, gain_db: 0, fade_in_ms: 0, fade_out_ms: 0 };

test("loads a line ahead, plays it at its rate from where it is trimmed, and lowers the music while it speaks", () => {
	const { player, elements } = playerWith([
		{ url: "line", rate: 1.2, trimStartMs: 100 },
		{ url: "music", piece: music, ducked: true },
	]);
	player.play();
	expect(Object.keys(elements)).toEqual(["music"]);
	expect(elements.music).toMatchObject({ paused: false, gain: 1 });
	vi.advanceTimersByTime(2_500);
	expect(elements.line?.paused).toBe(true);
	vi.advanceTimersByTime(3_500);
	expect(elements.line).toMatchObject({ paused: false, playbackRate: 1.2, gain: 1 });
	expect(elements.line?.currentTime).toBeCloseTo(0.1 + 1.2, 1);
	expect(elements.music?.gain).toBeCloseTo(0.1, 2);
	vi.advanceTimersByTime(2_000);
	expect(elements.line?.paused).toBe(true);
	expect(elements.music).toMatchObject({ paused: false, gain: 1 });
	vi.advanceTimersByTime(2_500);
	expect(player.state()).toEqual({ playing: false, positionMs: 10_000 });
	expect(elements.music?.paused).toBe(true);
});

test("jumps to a position, and starts again from the start once it has ended", () => {
	const { player, elements } = playerWith([{ url: "music", piece: music }]);
	player.play(4_000);
	expect(elements.music?.currentTime).toBeCloseTo(4, 1);
	player.seek(9_000);
	expect(elements.music?.currentTime).toBeCloseTo(9, 1);
	vi.advanceTimersByTime(1_500);
	expect(player.state().playing).toBe(false);
	player.play();
	expect(elements.music?.currentTime).toBeCloseTo(0, 1);
	player.pause();
	expect(player.state()).toEqual({ playing: false, positionMs: 0 });
	player.close();
});
