import { expect, test } from "vitest";
import { contrast } from "./contrast.ts";
import { themes, tokens } from "./tokens.ts";
import { voiceColors } from "./voice-colors.ts";

const ids = Array.from({ length: 2000 }, (_, i) => `voice-${i}`);

test("a voice always has the same colors", () => {
	expect(voiceColors("af_heart")).toEqual({ from: "#0a8e87", to: "#1083c4" });
	expect(voiceColors("af_heart")).toEqual(voiceColors("af_heart"));
});

test("every voice's colors have a contrast of 3:1 on every surface of both themes", () => {
	for (const id of ids) {
		const { from, to } = voiceColors(id);
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

test("voices are spread over the colors", () => {
	const pairs = new Set(ids.map((id) => Object.values(voiceColors(id)).join()));
	expect(pairs.size).toBeGreaterThan(ids.length * 0.9);
	for (const id of ids) expect(voiceColors(id).from).not.toBe(voiceColors(id).to);
});
