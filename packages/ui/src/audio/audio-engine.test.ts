import { afterEach, expect, test, vi } from "vitest";
import { type AudioElement, type AudioPlatform, createAudioEngine, type StreamStep } from "./audio-engine.ts";
import type { LiveSink } from "./live-sink.ts";
import { type NewPlayerItem, playerItem, playerItemTypes } from "./player-item.ts";

afterEach(() => {
	vi.useRealTimers();
});

/** What a browser's audio element does, without sound: events are told by the test. */
function silentElement() {
	const events = new EventTarget();
	const element = {
		src: "",
		currentTime: 0,
		duration: Number.NaN,
		ended: false,
		playbackRate: 1,
		defaultPlaybackRate: 1,
		plays: 0,
		pauses: 0,
		blocked: false,
		async play() {
			element.plays++;
			if (element.blocked) throw Object.assign(new Error("blocked"), { name: "NotAllowedError" });
		},
		pause: () => {
			element.pauses++;
		},
		load: () => undefined,
		removeAttribute: () => {
			element.src = "";
		},
		addEventListener: events.addEventListener.bind(events) as AudioElement["addEventListener"],
		tell: (name: string) => events.dispatchEvent(new Event(name)),
	};
	return element;
}

function setUp(options: { live?: boolean } = {}) {
	const element = silentElement();
	const sink = { appended: 0, ended: false, closed: false };
	const revoked: string[] = [];
	let urls = 0;
	const platform: AudioPlatform = {
		createAudio: () => element,
		openSink: (): LiveSink | null =>
			options.live
				? {
						url: "blob:live",
						append: async (chunk) => {
							sink.appended += chunk.byteLength;
						},
						end: () => {
							sink.ended = true;
						},
						close: () => {
							sink.closed = true;
						},
					}
				: null,
		createPeakReader: () => ({ push: () => undefined, end: async () => [0.5, 1] }),
		fetchPeaks: async () => [0.1, 0.2],
		createUrl: () => `blob:whole-${++urls}`,
		revokeUrl: (url) => revoked.push(url),
	};
	return { engine: createAudioEngine(platform), element, sink, revoked };
}

function channel() {
	let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
	let cancelled = false;
	const chunks = new ReadableStream<Uint8Array<ArrayBuffer>>({
		start: (c) => {
			controller = c;
		},
		cancel: () => {
			cancelled = true;
		},
	});
	return {
		source: { chunks, mimeType: "audio/mpeg" },
		send: (size: number) => controller?.enqueue(new Uint8Array(size)),
		end: () => controller?.close(),
		fail: (error: Error) => controller?.error(error),
		cancelled: () => cancelled,
	};
}

const item: NewPlayerItem = { id: "a", type: "text-to-speech", player: { title: "Hello" } };

test("PLAYER-013 PLAYER-015 a sound goes from idle over loading, playing and paused to ended, at position 0, and tells its end", () => {
	const { engine, element } = setUp();
	let ended = 0;
	expect(engine.state().status).toBe("idle");
	void engine.load(item, { url: "/a.mp3" }, { onEnded: () => ended++ });
	expect(engine.state().status).toBe("loading");
	element.tell("playing");
	expect(engine.state().status).toBe("playing");
	engine.toggle();
	expect(engine.state().status).toBe("paused");
	engine.toggle();
	element.tell("playing");
	element.currentTime = 4;
	element.tell("ended");
	expect(engine.state().status).toBe("ended");
	expect(engine.time()).toBe(0);
	expect(ended).toBe(1);
});

test("PLAYER-014 the player is ready when the browser can play or knows the metadata, and the item is loaded then", () => {
	for (const event of ["canplay", "loadedmetadata"]) {
		const { engine, element } = setUp();
		void engine.load({ ...item, autoStart: false }, { url: "/a.mp3" });
		expect(engine.state()).toMatchObject({ status: "loading", item: { loaded: false, autoStart: false } });
		element.tell(event);
		expect(engine.state()).toMatchObject({ status: "ready", item: { loaded: true } });
		expect(element.plays).toBe(0);
	}
});

test("PLAYER-010 PLAYER-012 an item has every field of the entity, and what the sound tells replaces what was guessed", () => {
	const { engine, element } = setUp();
	const times: number[] = [];
	const languagePreviewUrls = [{ language: "en", previewUrl: "/en.mp3" }];
	void engine.load(
		{
			id: "a",
			type: "speechHistoryItem",
			fileName: "a.mp3",
			extra: { text: "Hello there" },
			onTimeUpdateCallback: (seconds) => times.push(seconds),
			player: {
				title: "Hello",
				description: "Ada",
				duration: 2_000,
				language: "en",
				voice_id: "v",
				voice_name: "Ada",
				languagePreviewUrls,
			},
		},
		{ url: "/a.mp3" },
	);
	expect(engine.state().duration).toBe(2);
	const loaded = engine.state().item;
	expect(Object.keys(loaded ?? {})).toEqual(
		expect.arrayContaining(
			"id fileName type loaded isFirstRequest autoStart extra onTimeUpdateCallback player".split(" "),
		),
	);
	expect(loaded).toMatchObject({
		loaded: false,
		isFirstRequest: true,
		autoStart: true,
		extra: { text: "Hello there", feedback: null },
		player: { language: "en", voice_id: "v", voice_name: "Ada", languagePreviewUrls },
	});
	element.duration = 2.5;
	element.tell("durationchange");
	expect(engine.state().item?.player.duration).toBe(2_500);
	engine.seek(1.5);
	expect(times).toEqual([1.5]);
	void engine.load(item, { url: "/a.mp3" });
	expect(engine.state().item?.isFirstRequest).toBe(false);
});

test("PLAYER-011 an item is of one of four types", () => {
	expect(playerItemTypes).toEqual(["text-to-speech", "speech-to-speech", "speechHistoryItem", "voicePreview"]);
	for (const type of playerItemTypes) {
		const { engine } = setUp();
		void engine.load({ ...item, type }, { url: "/a.mp3" });
		expect(engine.state().item?.type).toBe(type);
	}
});

test("PLAYER-022 the position is told every 25 ms while playing, and not otherwise", () => {
	vi.useFakeTimers();
	const { engine, element } = setUp();
	const told: number[] = [];
	let ticks = 0;
	void engine.load({ ...item, onTimeUpdateCallback: (seconds) => told.push(seconds) }, { url: "/a.mp3" });
	element.tell("playing");
	engine.subscribeTime(() => ticks++);
	element.currentTime = 0.5;
	vi.advanceTimersByTime(1_000);
	expect(ticks).toBe(40);
	expect(told).toEqual(Array.from({ length: 40 }, () => 0.5));
	engine.pause();
	ticks = 0;
	vi.advanceTimersByTime(1_000);
	expect(ticks).toBe(0);
});

test("PLAYER-024 enough is heard once playback has passed 3 seconds, or at the end", () => {
	vi.useFakeTimers();
	const { engine, element } = setUp();
	void engine.load(item, { url: "/a.mp3" });
	element.tell("playing");
	element.currentTime = 3;
	vi.advanceTimersByTime(50);
	expect(engine.state().heard).toBe(false);
	element.currentTime = 3.01;
	vi.advanceTimersByTime(25);
	expect(engine.state().heard).toBe(true);
	void engine.load(item, { url: "/b.mp3" });
	expect(engine.state().heard).toBe(false);
	element.tell("playing");
	element.currentTime = 1;
	element.tell("ended");
	expect(engine.state().heard).toBe(true);
});

test("PLAYER-009 another preview language plays that language's preview, of the same item", () => {
	const { engine, element } = setUp();
	const languagePreviewUrls = [
		{ language: "en", previewUrl: "/en.mp3" },
		{ language: "de", previewUrl: "/de.mp3" },
	];
	void engine.load(
		{ id: "v", type: "voicePreview", player: { title: "Ada", language: "en", languagePreviewUrls } },
		{ url: "/en.mp3" },
	);
	engine.chooseLanguage("fr");
	expect(element.src).toBe("/en.mp3");
	engine.chooseLanguage("de");
	expect(element.src).toBe("/de.mp3");
	expect(element.plays).toBe(2);
	expect(engine.state().item).toMatchObject({ id: "v", player: { language: "de", languagePreviewUrls } });
});

test("a browser that forbids sound leaves the player ready to be pressed", async () => {
	const { engine, element } = setUp();
	element.blocked = true;
	await engine.load(item, { url: "/a.mp3" });
	expect(engine.state().status).toBe("ready");
});

test("PLAYER-016 clearing empties source and item", () => {
	const { engine, element } = setUp();
	void engine.load(item, { url: "/a.mp3" });
	engine.clear();
	expect(engine.state()).toMatchObject({ status: "idle", item: null, duration: 0, peaks: [] });
	expect(element.src).toBe("");
	expect(engine.sound()).toEqual({ url: null, collected: null });
});

test("PLAYER-018 speed cycles through 0.8, 1, 1.2, 1.5, 2, wraps, and outlives the item", () => {
	const { engine, element } = setUp();
	const seen = Array.from({ length: 5 }, () => {
		engine.cycleSpeed();
		return engine.state().speed;
	});
	expect(seen).toEqual([1.2, 1.5, 2, 0.8, 1]);
	engine.cycleSpeed();
	void engine.load(item, { url: "/a.mp3" });
	expect(engine.state().speed).toBe(1.2);
	expect(element.defaultPlaybackRate).toBe(1.2);
});

test("seeking stays within the sound", () => {
	const { engine, element } = setUp();
	void engine.load(item, { url: "/a.mp3" });
	element.duration = 12;
	element.tell("durationchange");
	expect(engine.state().duration).toBe(12);
	engine.skip(-10);
	expect(engine.time()).toBe(0);
	engine.seek(5);
	engine.skip(10);
	expect(engine.time()).toBe(12);
});

test("PLAYER-017 a source is an address or a live stream, which plays while it is still arriving", async () => {
	const { engine, element, sink } = setUp({ live: true });
	void engine.load(item, { url: "/a.mp3" });
	expect(element.src).toBe("/a.mp3");
	expect(engine.sound()).toEqual({ url: "/a.mp3", collected: null });
	element.plays = 0;
	const stream = channel();
	const done = engine.load(item, stream.source);
	expect(element.src).toBe("blob:live");
	expect(element.plays).toBe(1);
	stream.send(100);
	element.tell("playing");
	expect(engine.state()).toMatchObject({ status: "playing", receiving: true });
	expect(engine.sound().collected).toBeNull();
	stream.send(50);
	stream.end();
	await done;
	expect(sink).toEqual({ appended: 150, ended: true, closed: false });
	expect(engine.state()).toMatchObject({ receiving: false, peaks: [0.5, 1] });
	expect(engine.sound().collected).toMatchObject({ size: 150, type: "audio/mpeg" });
	element.tell("ended");
	expect(element.src).toBe("blob:whole-1");
});

test("SPEECH-008 a stream goes through content start, chunk received and content end, which is the response's end", async () => {
	const { engine } = setUp({ live: true });
	const stream = channel();
	const steps: StreamStep[] = [];
	const done = engine.load(item, stream.source, { onStream: (step) => steps.push(step) });
	expect(steps).toEqual([{ step: "content start" }]);
	stream.send(100);
	stream.send(50);
	await new Promise((resolve) => setTimeout(resolve));
	expect(steps).toEqual([
		{ step: "content start" },
		{ step: "chunk received", bytes: 100 },
		{ step: "chunk received", bytes: 50 },
	]);
	expect(engine.state().receiving).toBe(true);
	stream.end();
	await done;
	expect(steps.at(-1)).toEqual({ step: "content end" });
	expect(steps).toHaveLength(4);
	expect(engine.state().receiving).toBe(false);
});

test("a jump in a stream that has ended goes on with the finished bytes: nothing heard is out of reach", async () => {
	const { engine, element } = setUp({ live: true });
	const stream = channel();
	const done = engine.load(item, stream.source);
	stream.send(100);
	element.tell("playing");
	stream.end();
	await done;
	element.duration = 60;
	element.plays = 0;
	engine.seek(20);
	expect(element).toMatchObject({ src: "blob:whole-1", currentTime: 20, plays: 1 });
	engine.seek(30);
	expect(element).toMatchObject({ currentTime: 30, plays: 1 });
});

test("where a stream cannot be played live it is collected and played at its end", async () => {
	const { engine, element } = setUp({ live: false });
	const stream = channel();
	const done = engine.load(item, stream.source);
	stream.send(100);
	expect(element.plays).toBe(0);
	stream.end();
	await done;
	expect(element.src).toBe("blob:whole-1");
	expect(element.plays).toBe(1);
});

test("a new sound ends the one before: its stream is cancelled and its bytes are let go", async () => {
	const { engine, element, sink, revoked } = setUp({ live: true });
	const stream = channel();
	const first = engine.load(item, stream.source);
	stream.send(10);
	await engine.load({ ...item, id: "b" }, { url: "/b.mp3" });
	await first;
	expect(stream.cancelled()).toBe(true);
	expect(sink.closed).toBe(true);
	expect(revoked).toEqual(["blob:live"]);
	expect(element.pauses).toBeGreaterThan(0);
	expect(engine.state().item?.id).toBe("b");
	expect(engine.state().peaks).toEqual([0.1, 0.2]);
});

test("a generation stopped half way keeps what has arrived", async () => {
	const { engine } = setUp({ live: true });
	const stream = channel();
	const done = engine.load(item, stream.source);
	stream.send(10);
	await Promise.resolve();
	await new Promise((resolve) => setTimeout(resolve));
	stream.fail(new DOMException("stopped", "AbortError"));
	await done;
	expect(engine.state()).toMatchObject({
		receiving: false,
		error: null,
		item: { id: "a" },
	});
	expect(engine.sound().collected?.size).toBe(10);
});

test("a stream that breaks before any sound leaves the player empty, with the reason", async () => {
	const { engine } = setUp({ live: true });
	const stream = channel();
	const done = engine.load(item, stream.source);
	stream.fail(new Error("network"));
	await done;
	expect(engine.state()).toMatchObject({ status: "idle", item: null, error: "The sound stopped arriving." });
});

test("what becomes known later is added only to the item it belongs to", () => {
	const { engine } = setUp();
	void engine.load(item, { url: "/a.mp3" });
	engine.describe("other", { fileName: "no.mp3" });
	expect(engine.state().item?.fileName).toBeNull();
	engine.describe("a", { fileName: "yes.mp3" });
	expect(engine.state().item?.fileName).toBe("yes.mp3");
	engine.describe("a", (current) => ({ extra: { ...current.extra, text: `${current.fileName}!` } }));
	expect(engine.state().item?.extra).toEqual({ text: "yes.mp3!", feedback: null });
});

test("what a caller leaves out has a default, and no item is loaded before the browser says so", () => {
	expect(playerItem({ ...item, loaded: true })).toMatchObject({ fileName: null, autoStart: true, loaded: false });
});
