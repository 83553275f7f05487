import { expect, test } from "vitest";
import { createFrameParser, encodeFrame, type Frame, joinAudio } from "./framing.ts";

const frames: Frame[] = [
	{ type: "audio", bytes: Buffer.from([1, 2, 3, 4, 5, 6, 7]) },
	{ type: "audio", bytes: Buffer.alloc(0) },
	{ type: "segment", unit: 0, stored: false, last: true, start: 0, end: 12, seconds: 1.25 },
	{ type: "audio", bytes: Buffer.from(Array.from({ length: 300 }, (_, at) => at % 256)) },
	{ type: "error", message: "kaputt — ünïcode" },
	{ type: "end", seconds: 1.25, segments: 1, peaks: [0, 255] },
];
const wire = Buffer.concat(frames.map(encodeFrame));

test.each([1, 2, 3, 5, 7, 64, 301, wire.length])("parses frames that arrive in pieces of %d bytes", (size) => {
	const parse = createFrameParser();
	const seen: Frame[] = [];
	for (let at = 0; at < wire.length; at += size) seen.push(...parse(wire.subarray(at, at + size)));
	expect(seen).toEqual(frames);
});

test("returns a frame as soon as its last byte has arrived", () => {
	const parse = createFrameParser();
	const bytes = encodeFrame({ type: "audio", bytes: Buffer.from("abc") });
	expect(parse(bytes.subarray(0, bytes.length - 1))).toEqual([]);
	expect(parse(bytes.subarray(bytes.length - 1))).toHaveLength(1);
});

test("rejects an unknown frame kind", () => {
	expect(() => createFrameParser()(Buffer.from([9, 0, 0, 0, 0]))).toThrow("unknown frame kind");
});

test("rejects a frame that exceeds the size limit instead of waiting for it", () => {
	expect(() => createFrameParser()(Buffer.from([1, 255, 255, 255, 255]))).toThrow("exceeds the limit");
});

test("joins consecutive audio frames without changing the order of frames", () => {
	const audio = (text: string): Frame => ({ type: "audio", bytes: Buffer.from(text) });
	const segment: Frame = { type: "segment", unit: 0, stored: false, last: true, start: 0, end: 3, seconds: 1 };
	expect(joinAudio([audio("ab"), audio("c"), segment, audio("d"), segment, segment, audio("e"), audio("f")])).toEqual([
		audio("abc"),
		segment,
		audio("d"),
		segment,
		segment,
		audio("ef"),
	]);
	expect(joinAudio([audio("ab")])).toEqual([audio("ab")]);
	expect(joinAudio([])).toEqual([]);
});
