import { expect, test } from "vitest";
import { defaultDesignSettings, designRequest, formatCost, validateDesign } from "./design-options.tsx";

test("requests a generated text when none is given, and sends no seed when it is empty", () => {
	expect(designRequest(defaultDesignSettings)).toEqual({
		text: null,
		auto_generate_text: true,
		guidance_scale: 5,
		seed: null,
	});
	expect(designRequest({ text: ` ${"a".repeat(100)} `, guidance: 8, seed: " 7 " })).toEqual({
		text: "a".repeat(100),
		auto_generate_text: false,
		guidance_scale: 8,
		seed: 7,
	});
});

test("rejects a preview text that is too short and an invalid seed", () => {
	expect(validateDesign(defaultDesignSettings)).toBeNull();
	expect(validateDesign({ ...defaultDesignSettings, text: "short" })).toMatch(
		/at least 100 characters. You've entered 5/,
	);
	expect(validateDesign({ ...defaultDesignSettings, seed: "1.5" })).toMatch(/whole number/);
	expect(validateDesign({ ...defaultDesignSettings, seed: "2147483648" })).toMatch(/whole number/);
	expect(validateDesign({ ...defaultDesignSettings, seed: "0" })).toBeNull();
});

test("estimates the cost of three previews", () => {
	expect(formatCost(" ")).toBe("About 300 credits.");
	expect(formatCost("a".repeat(120))).toBe("At most 360 credits.");
});
