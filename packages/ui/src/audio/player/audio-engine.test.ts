import { afterEach, expect, test, vi } from "vitest";
import { type AudioElement, type AudioPlatform, createAudioEngine } from "./audio-engine.ts";
import type { LiveSink } from "./live-sink.ts";
import { type NewPlayerItem, playerItem, playerItemTypes } from "./player-item.ts";

afterEach(() => {
	vi.useRealTimers();
});

/** A fake audio element; the test dispatches its events. */
function fakeElement() {
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
		emit: (name: string) => events.dispatchEvent(new Event(name)),
	};
	return element;
}

function setUp(options: { live?: boolean } = {}) {
	const element = fakeElement();
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
		createUrl: () => `blob:complete-${++urls}`,
		revokeUrl: (url) => revoked.push(url),
	};
	return { engine: createAudioEngine(platform), element, sink, revoked };
}

function channel() {
	let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
	let canceled = false;
	const chunks = new ReadableStream<Uint8Array<ArrayBuffer>>({
		start: (c) => {
			controller = c;
		},
		cancel: () => {
			canceled = true;
		},
	});
	return {
		source: { chunks, mimeType: "audio/mpeg" },
		send: (size: number) => controller?.enqueue(new Uint8Array(size)),
		end: () => controller?.close(),
		fail: (error: Error) => controller?.error(error),
		canceled: () => canceled,
	};
}

const item: NewPlayerItem = { id: "a", type: "text-to-speech", player: { title: "Hello" } };

test("PLAYER-013 PLAYER-015 goes from idle through loading, playing and paused to ended, resets to 0 and runs the end callback", () => {
	const { engine, element } = setUp();
	let ended = 0;
	expect(engine.state().status).toBe("idle");
	void engine.load(item, { url: "/a.mp3" }, { onEnded: () => ended++ });
	expect(engine.state().status).toBe("loading");
	element.emit("playing");
	expect(engine.state().status).toBe("playing");
	engine.toggle();
	expect(engine.state().status).toBe("paused");
	engine.toggle();
	element.emit("playing");
	element.currentTime = 4;
	element.emit("ended");
	expect(engine.state().status).toBe("ended");
	expect(engine.time()).toBe(0);
	expect(ended).toBe(1);
});

test("PLAYER-014 is ready, with the item loaded, when the browser can play or has the metadata", () => {
	for (const event of ["canplay", "loadedmetadata"]) {
		const { engine, element } = setUp();
		void engine.load({ ...item, autoStart: false }, { url: "/a.mp3" });
		expect(engine.state()).toMatchObject({ status: "loading", item: { loaded: false, autoStart: false } });
		element.emit(event);
		expect(engine.state()).toMatchObject({ status: "ready", item: { loaded: true } });
		expect(element.plays).toBe(0);
	}
});

test("PLAYER-010 PLAYER-012 an item has every field of the entity, and the real duration replaces the estimate", () => {
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
	element.emit("durationchange");
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

test("PLAYER-022 reports the position every 25 ms while playing, and not otherwise", () => {
	vi.useFakeTimers();
	const { engine, element } = setUp();
	const reported: number[] = [];
	let ticks = 0;
	void engine.load({ ...item, onTimeUpdateCallback: (seconds) => reported.push(seconds) }, { url: "/a.mp3" });
	element.emit("playing");
	engine.subscribeTime(() => ticks++);
	element.currentTime = 0.5;
	vi.advanceTimersByTime(1_000);
	expect(ticks).toBe(40);
	expect(reported).toEqual(Array.from({ length: 40 }, () => 0.5));
	engine.pause();
	ticks = 0;
	vi.advanceTimersByTime(1_000);
	expect(ticks).toBe(0);
});

test("PLAYER-024 feedback is possible after 3 seconds of playback or at the end", () => {
	vi.useFakeTimers();
	const { engine, element } = setUp();
	void engine.load(item, { url: "/a.mp3" });
	element.emit("playing");
	element.currentTime = 3;
	vi.advanceTimersByTime(50);
	expect(engine.state().playedEnough).toBe(false);
	element.currentTime = 3.01;
	vi.advanceTimersByTime(25);
	expect(engine.state().playedEnough).toBe(true);
	void engine.load(item, { url: "/b.mp3" });
	expect(engine.state().playedEnough).toBe(false);
	element.emit("playing");
	element.currentTime = 1;
	element.emit("ended");
	expect(engine.state().playedEnough).toBe(true);
});

test("PLAYER-009 choosing a preview language plays that preview of the same item", () => {
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

test("stays ready if the browser blocks autoplay", async () => {
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
	expect(engine.source()).toEqual({ url: null, collected: null });
});

test("PLAYER-018 speed cycles through 0.8, 1, 1.2, 1.5, 2, wraps, and is kept for the next item", () => {
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

test("seeking stays within the audio", () => {
	const { engine, element } = setUp();
	void engine.load(item, { url: "/a.mp3" });
	element.duration = 12;
	element.emit("durationchange");
	expect(engine.state().duration).toBe(12);
	engine.skip(-10);
	expect(engine.time()).toBe(0);
	engine.seek(5);
	engine.skip(10);
	expect(engine.time()).toBe(12);
});

test("PLAYER-017 a source is a URL or a live stream, which plays while it is arriving", async () => {
	const { engine, element, sink } = setUp({ live: true });
	void engine.load(item, { url: "/a.mp3" });
	expect(element.src).toBe("/a.mp3");
	expect(engine.source()).toEqual({ url: "/a.mp3", collected: null });
	element.plays = 0;
	const stream = channel();
	const done = engine.load(item, stream.source);
	expect(element.src).toBe("blob:live");
	expect(element.plays).toBe(1);
	stream.send(100);
	element.emit("playing");
	expect(engine.state()).toMatchObject({ status: "playing", receiving: true });
	expect(engine.source().collected).toBeNull();
	stream.send(50);
	stream.end();
	await done;
	expect(sink).toEqual({ appended: 150, ended: true, closed: false });
	expect(engine.state()).toMatchObject({ receiving: false, peaks: [0.5, 1] });
	expect(engine.source().collected).toMatchObject({ size: 150, type: "audio/mpeg" });
	element.emit("ended");
	expect(element.src).toBe("blob:complete-1");
});

test("seeking in a finished stream switches to the complete file, so everything played can be replayed", async () => {
	const { engine, element } = setUp({ live: true });
	const stream = channel();
	const done = engine.load(item, stream.source);
	stream.send(100);
	element.emit("playing");
	stream.end();
	await done;
	element.duration = 60;
	element.plays = 0;
	engine.seek(20);
	expect(element).toMatchObject({ src: "blob:complete-1", currentTime: 20, plays: 1 });
	engine.seek(30);
	expect(element).toMatchObject({ currentTime: 30, plays: 1 });
});

test("plays a stream after it has ended if it can't be played live", async () => {
	const { engine, element } = setUp({ live: false });
	const stream = channel();
	const done = engine.load(item, stream.source);
	stream.send(100);
	expect(element.plays).toBe(0);
	stream.end();
	await done;
	expect(element.src).toBe("blob:complete-1");
	expect(element.plays).toBe(1);
});

test("loading a new item cancels the previous stream and releases its memory", async () => {
	const { engine, element, sink, revoked } = setUp({ live: true });
	const stream = channel();
	const first = engine.load(item, stream.source);
	stream.send(10);
	await engine.load({ ...item, id: "b" }, { url: "/b.mp3" });
	await first;
	expect(stream.canceled()).toBe(true);
	expect(sink.closed).toBe(true);
	expect(revoked).toEqual(["blob:live"]);
	expect(element.pauses).toBeGreaterThan(0);
	expect(engine.state().item?.id).toBe("b");
	expect(engine.state().peaks).toEqual([0.1, 0.2]);
});

test("keeps what has arrived when a generation is stopped", async () => {
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
	expect(engine.source().collected?.size).toBe(10);
});

test("a stream that fails before any audio leaves the player empty with an error", async () => {
	const { engine } = setUp({ live: true });
	const stream = channel();
	const done = engine.load(item, stream.source);
	stream.fail(new Error("network"));
	await done;
	expect(engine.state()).toMatchObject({ status: "idle", item: null, error: "The audio stream was interrupted." });
});

test("updates only the item with the given id", () => {
	const { engine } = setUp();
	void engine.load(item, { url: "/a.mp3" });
	engine.updateItem("other", { fileName: "no.mp3" });
	expect(engine.state().item?.fileName).toBeNull();
	engine.updateItem("a", { fileName: "yes.mp3" });
	expect(engine.state().item?.fileName).toBe("yes.mp3");
	engine.updateItem("a", (current) => ({ extra: { ...current.extra, text: `${current.fileName}!` } }));
	expect(engine.state().item?.extra).toEqual({ text: "yes.mp3!", feedback: null });
});

test("fills in defaults and marks the item as not loaded", () => {
	expect(playerItem({ ...item, loaded: true })).toMatchObject({ fileName: null, autoStart: true, loaded: false });
});

/** A stream of which a test says how much has arrived, on a fake clock. */
function pacedStream(options: { autoStart?: boolean } = {}) {
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
	const { engine, element } = setUp({ live: true });
	const stream = channel();
	let arrived = { seconds: 0, part: 0 };
	const pace = { startedAt: performance.now(), arrived: () => arrived };
	vi.advanceTimersByTime(4_000);
	const received = engine.load({ ...item, ...options }, stream.source, { pace });
	const receive = async (seconds: number, part: number) => {
		arrived = { seconds, part };
		stream.send(100);
		await settled();
	};
	return { engine, element, stream, received, receive };
}

const settled = async () => {
	for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

test("a stream that is generated slowly starts when the rest will arrive in time, and counts down", async () => {
	const { engine, element, receive } = pacedStream();
	await receive(2, 0.25);
	expect(element.plays).toBe(0);
	const first = engine.state().startsIn ?? 0;
	expect(first).toBeGreaterThan(3);
	vi.advanceTimersByTime(2_000);
	expect(engine.state().startsIn).toBe(first - 2);
	await receive(4, 0.5);
	vi.advanceTimersByTime(4_000);
	await receive(6, 0.75);
	vi.advanceTimersByTime(10_000);
	expect(element.plays).toBe(1);
	expect(engine.state().startsIn).toBeNull();
});

test("a stream that is generated fast enough starts with its first audio", async () => {
	const { engine, element, receive } = pacedStream();
	await receive(20, 0.5);
	expect(element.plays).toBe(1);
	expect(engine.state().startsIn).toBeNull();
});

test("a stream whose pace is unknown starts with its first audio", async () => {
	const { element, receive } = pacedStream();
	await receive(0, 0);
	expect(element.plays).toBe(1);
});

test("pressing play starts a stream at once, and it waits again when it runs out", async () => {
	const { engine, element, receive } = pacedStream();
	await receive(2, 0.25);
	element.emit("canplay");
	expect(engine.state()).toMatchObject({ status: "ready", startsIn: expect.any(Number) });
	engine.toggle();
	element.emit("playing");
	expect(engine.state()).toMatchObject({ status: "playing", startsIn: null });
	element.currentTime = 2;
	element.emit("waiting");
	expect(engine.state()).toMatchObject({ status: "paused", startsIn: expect.any(Number) });
	expect(element.pauses).toBeGreaterThan(0);
});

test("a stream that waits starts when all of it has arrived, or not at all once it is paused", async () => {
	const { element, stream, received, receive } = pacedStream();
	await receive(2, 0.25);
	stream.end();
	await received;
	expect(element.plays).toBe(1);
	const other = pacedStream();
	await other.receive(2, 0.25);
	other.engine.pause();
	other.stream.end();
	await other.received;
	expect(other.element.plays).toBe(0);
	expect(other.engine.state().startsIn).toBeNull();
});
