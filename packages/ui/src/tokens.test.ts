import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrast } from "./contrast.ts";
import { contrastRules, renderTokensCss, themes, tokens } from "./tokens.ts";

test("tokens.css matches the table", () => {
	expect(readFileSync(new URL("tokens.css", import.meta.url), "utf8")).toBe(renderTokensCss());
});

test("contrast of black on white is 21 and of a color on itself 1", () => {
	expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
	expect(contrast("#777777", "#777777")).toBe(1);
	expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

for (const theme of themes) {
	for (const rule of contrastRules) {
		for (const on of rule.on) {
			for (const of of rule.of) {
				test(`${of} on ${on} has at least ${rule.min}:1 in the ${theme} theme`, () => {
					expect(contrast(tokens[of][theme], tokens[on][theme])).toBeGreaterThanOrEqual(rule.min);
				});
			}
		}
	}
}
