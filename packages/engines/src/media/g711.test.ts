import { describe, expect, it } from "vitest";
import { decodeALaw, decodeMuLaw, encodeALaw, encodeMuLaw } from "./g711.ts";

describe("G.711", () => {
	it("matches the reference bytes", () => {
		expect([0, 1000, -1000, 32767, -32768].map(encodeMuLaw)).toEqual([0xff, 0xce, 0x4e, 0x80, 0x00]);
		expect([0, -1, 1000, -1000, 32767, -32768, 255, 256, -256].map(encodeALaw)).toEqual([
			0xd5, 0x55, 0xfa, 0x7a, 0xaa, 0x2a, 0xda, 0xc5, 0x5a,
		]);
	});

	it("restores every byte after decoding, except the negative zero of µ-law", () => {
		for (let byte = 0; byte < 256; byte++) {
			expect(encodeALaw(decodeALaw(byte))).toBe(byte);
			expect(encodeMuLaw(decodeMuLaw(byte))).toBe(byte === 0x7f ? 0xff : byte);
		}
	});
});
