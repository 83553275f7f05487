import { expect, test } from "vitest";
import { contrast } from "./contrast.ts";
import { themes, tokens } from "./tokens.ts";
import { voiceColours } from "./voice-colours.ts";

const ids = Array.from({ length: 2000 }, (_, i) => `voice-${i}`);

test("a voice keeps its colours", () => {
	expect(voiceColours("af_heart")).toEqual({ from: "#0a8e87", to: "#1083c4" });
	expect(voiceColours("af_heart")).toEqual(voiceColours("af_heart"));
});

test("every voice's colours have 3:1 on every surface of both themes", () => {
	for (const id of ids) {
		const { from, to } = voiceColours(id);
		for (const theme of themes) {
			for (const surface of ["surface", "raised", "sunken"] as const) {
				expect(contrast(from, tokens[surface][theme]), `${id} ${from} on ${surface} ${theme}`).toBeGreaterThanOrEqual(
					3,
				);
				expect(contrast(to, tokens[surface][theme]), `${id} ${to} on ${surface} ${theme}`).toBeGreaterThanOrEqual(3);
			}
		}
	}
});

test("voices spread over the colours instead of sharing a few", () => {
	const pairs = new Set(ids.map((id) => Object.values(voiceColours(id)).join()));
	expect(pairs.size).toBeGreaterThan(ids.length * 0.9);
	for (const id of ids) expect(voiceColours(id).from).not.toBe(voiceColours(id).to);
});
