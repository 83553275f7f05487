import { expect, test } from "vitest";
import { defaultDesign, designForm, designRequest, formatCost } from "./design-form.ts";

const filled = { ...defaultDesign, description: "A calm older man with a deep voice" };
const errorsOf = (change: object) =>
	designForm
		.safeParse({ ...filled, ...change })
		.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];

test("requests a generated text when none is given, and sends no seed when it is empty", () => {
	expect(designRequest(designForm.parse(filled))).toEqual({
		voice_description: filled.description,
		text: null,
		auto_generate_text: true,
		guidance_scale: 5,
		seed: null,
	});
	const given = { ...filled, text: ` ${"a".repeat(100)} `, guidance: 8, seed: " 7 " };
	expect(designRequest(designForm.parse(given))).toEqual({
		voice_description: filled.description,
		text: "a".repeat(100),
		auto_generate_text: false,
		guidance_scale: 8,
		seed: 7,
	});
});

test("rejects a description or preview text that is too short and an invalid seed", () => {
	expect(errorsOf({})).toEqual([]);
	expect(errorsOf({ description: " deep " })).toEqual(["description: Use at least 20 characters. You've entered 4."]);
	expect(errorsOf({ text: "short" })).toEqual(["text: Preview text needs at least 100 characters. You've entered 5."]);
	expect(errorsOf({ seed: "1.5" })[0]).toMatch(/^seed: .*whole number/);
	expect(errorsOf({ seed: "2147483648" })[0]).toMatch(/^seed: .*whole number/);
	expect(errorsOf({ seed: "0" })).toEqual([]);
});

test("estimates the cost of three previews", () => {
	expect(formatCost(" ")).toBe("About 300 credits.");
	expect(formatCost("a".repeat(120))).toBe("At most 360 credits.");
});
