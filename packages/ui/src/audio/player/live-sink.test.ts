import { afterEach, expect, test, vi } from "vitest";
import { openMediaSourceSink } from "./live-sink.ts";

/** A fake MediaSource without a decoder. */
function browserMedia() {
	const appended: number[] = [];
	class Buffer extends EventTarget {
		appendBuffer(chunk: Uint8Array) {
			appended.push(chunk.byteLength);
			queueMicrotask(() => this.dispatchEvent(new Event("updateend")));
		}
	}
	const sources: { readyState: string; dispatchEvent: (event: Event) => boolean }[] = [];
	class Media extends EventTarget {
		static isTypeSupported = (type: string) => type === "audio/mpeg";
		readyState = "open";
		constructor() {
			super();
			sources.push(this);
			queueMicrotask(() => this.dispatchEvent(new Event("sourceopen")));
		}
		addSourceBuffer = () => new Buffer();
		endOfStream() {
			this.readyState = "ended";
		}
	}
	vi.stubGlobal("MediaSource", Media);
	vi.stubGlobal("URL", { createObjectURL: () => "blob:media" });
	return { appended, sources };
}

afterEach(() => {
	vi.unstubAllGlobals();
});

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

test("SPEECH-010 a closed media source skips appending, with a logged warning", async () => {
	const { appended, sources } = browserMedia();
	const warnings: string[] = [];
	const sink = openMediaSourceSink(
		"audio/mpeg",
		() => 0,
		(message) => warnings.push(message),
	);
	await sink?.append(new Uint8Array(10));
	await soon();
	expect(appended).toEqual([10]);
	expect(warnings).toEqual([]);
	if (sources[0]) sources[0].readyState = "closed";
	await sink?.append(new Uint8Array(20));
	await sink?.append(new Uint8Array(30));
	await soon();
	expect(appended).toEqual([10]);
	expect(warnings).toEqual(["The media source is closed: a chunk of 20 bytes was not appended."]);
});

test("does not warn after a deliberate close", async () => {
	const { appended } = browserMedia();
	const warnings: string[] = [];
	const sink = openMediaSourceSink(
		"audio/mpeg",
		() => 0,
		(message) => warnings.push(message),
	);
	await soon();
	sink?.close();
	await sink?.append(new Uint8Array(10));
	await soon();
	expect({ appended, warnings }).toEqual({ appended: [], warnings: [] });
});

test("returns null for a type the browser can't stream", () => {
	browserMedia();
	expect(openMediaSourceSink("audio/wav", () => 0, vi.fn())).toBeNull();
});
