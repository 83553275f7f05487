import { expect, test } from "vitest";
import { createFrameParser, encodeFrame, type Frame, joinSound } from "./framing.ts";

const frames: Frame[] = [
	{ type: "audio", bytes: Buffer.from([1, 2, 3, 4, 5, 6, 7]) },
	{ type: "audio", bytes: Buffer.alloc(0) },
	{ type: "segment", unit: 0, stored: false, last: true, start: 0, end: 12, seconds: 1.25 },
	{ type: "audio", bytes: Buffer.from(Array.from({ length: 300 }, (_, at) => at % 256)) },
	{ type: "error", message: "kaputt — ünïcode" },
	{ type: "end", seconds: 1.25, segments: 1, peaks: [0, 255] },
];
const wire = Buffer.concat(frames.map(encodeFrame));

test.each([1, 2, 3, 5, 7, 64, 301, wire.length])("frames survive being cut every %d bytes", (size) => {
	const parse = createFrameParser();
	const seen: Frame[] = [];
	for (let at = 0; at < wire.length; at += size) seen.push(...parse(wire.subarray(at, at + size)));
	expect(seen).toEqual(frames);
});

test("a frame comes out as soon as its last byte is there", () => {
	const parse = createFrameParser();
	const bytes = encodeFrame({ type: "audio", bytes: Buffer.from("abc") });
	expect(parse(bytes.subarray(0, bytes.length - 1))).toEqual([]);
	expect(parse(bytes.subarray(bytes.length - 1))).toHaveLength(1);
});

test("a kind of frame that nobody knows is an error", () => {
	expect(() => createFrameParser()(Buffer.from([9, 0, 0, 0, 0]))).toThrow("unknown kind");
});

test("a length that cannot be right is an error instead of endless waiting", () => {
	expect(() => createFrameParser()(Buffer.from([1, 255, 255, 255, 255]))).toThrow("cannot be right");
});

test("sound that arrived together goes on as one piece, and nothing changes its place", () => {
	const sound = (text: string): Frame => ({ type: "audio", bytes: Buffer.from(text) });
	const segment: Frame = { type: "segment", unit: 0, stored: false, last: true, start: 0, end: 3, seconds: 1 };
	expect(joinSound([sound("ab"), sound("c"), segment, sound("d"), segment, segment, sound("e"), sound("f")])).toEqual([
		sound("abc"),
		segment,
		sound("d"),
		segment,
		segment,
		sound("ef"),
	]);
	expect(joinSound([sound("ab")])).toEqual([sound("ab")]);
	expect(joinSound([])).toEqual([]);
});
