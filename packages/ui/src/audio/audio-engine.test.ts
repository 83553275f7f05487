import { expect, test } from "vitest";
import { type AudioElement, type AudioPlatform, createAudioEngine, type PlayerItem } from "./audio-engine.ts";
import type { LiveSink } from "./live-sink.ts";

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

const item: PlayerItem = { id: "a", kind: "text-to-speech", title: "Hello" };

test("a sound goes from idle over loading, playing and paused to ended, at position 0 [PLAYER-013] [PLAYER-015]", () => {
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

test("without autoplay the player is ready when the browser can play [PLAYER-014]", () => {
	const { engine, element } = setUp();
	void engine.load(item, { url: "/a.mp3" }, { autoplay: false });
	element.tell("canplay");
	expect(engine.state().status).toBe("ready");
	expect(element.plays).toBe(0);
});

test("a browser that forbids sound leaves the player ready to be pressed", async () => {
	const { engine, element } = setUp();
	element.blocked = true;
	await engine.load(item, { url: "/a.mp3" });
	expect(engine.state().status).toBe("ready");
});

test("clearing empties source and item [PLAYER-016]", () => {
	const { engine, element } = setUp();
	void engine.load(item, { url: "/a.mp3" });
	engine.clear();
	expect(engine.state()).toMatchObject({ status: "idle", item: null, duration: 0, peaks: [] });
	expect(element.src).toBe("");
});

test("speed cycles through 0.8, 1, 1.2, 1.5, 2, wraps, and outlives the item [PLAYER-018]", () => {
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

test("a live stream plays while it is still arriving, and can be downloaded when complete [PLAYER-017]", async () => {
	const { engine, element, sink } = setUp({ live: true });
	const stream = channel();
	const done = engine.load(item, stream.source);
	expect(element.src).toBe("blob:live");
	expect(element.plays).toBe(1);
	stream.send(100);
	element.tell("playing");
	expect(engine.state()).toMatchObject({ status: "playing", receiving: true });
	expect(engine.state().item?.downloadUrl).toBeUndefined();
	stream.send(50);
	stream.end();
	await done;
	expect(sink).toEqual({ appended: 150, ended: true, closed: false });
	expect(engine.state()).toMatchObject({ receiving: false, peaks: [0.5, 1] });
	expect(engine.state().item?.downloadUrl).toBe("blob:whole-1");
	element.tell("ended");
	expect(element.src).toBe("blob:whole-1");
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
		item: { id: "a", downloadUrl: "blob:whole-1" },
	});
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
	expect(engine.state().item?.fileName).toBeUndefined();
	engine.describe("a", { fileName: "yes.mp3" });
	expect(engine.state().item?.fileName).toBe("yes.mp3");
});
