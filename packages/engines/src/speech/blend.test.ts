import { expect, test } from "vitest";
import { blendName, isBlend, parseBlend } from "./blend.ts";

const known = new Set(["af_heart", "am_adam", "bm_fable"]);

test("gives equal blends the same name and parses that name back", () => {
	const name = blendName({ timbre: { am_adam: 1, af_heart: 3 }, prosody: { bm_fable: 2 }, pace: 0.95 });
	expect(name).toBe("blend:af_heart*0.75+am_adam*0.25/bm_fable*1/0.95");
	expect(blendName({ timbre: { af_heart: 0.75, am_adam: 0.25 }, prosody: { bm_fable: 1 }, pace: 0.9500001 })).toBe(
		name,
	);
	expect(parseBlend(name, known)).toEqual({
		timbre: { af_heart: 0.75, am_adam: 0.25 },
		prosody: { bm_fable: 1 },
		pace: 0.95,
	});
});

test("allows weights slightly outside 0 to 1", () => {
	const name = blendName({ timbre: { af_heart: 1.2, am_adam: -0.2 }, prosody: { af_heart: 1 }, pace: 1 });
	expect(parseBlend(name, known)?.timbre).toEqual({ af_heart: 1.2, am_adam: -0.2 });
});

test.each([
	"af_heart",
	"blend:",
	"blend:nobody*1/af_heart*1/1",
	"blend:af_heart*1/af_heart*1",
	"blend:af_heart*1/af_heart*1/1/1",
	"blend:af_heart*1/af_heart*1/9",
	"blend:af_heart*NaN/af_heart*1/1",
	"blend:af_heart*5+am_adam*-4/af_heart*1/1",
	"blend:af_heart*0.5/af_heart*1/1",
	"blend:af_heart*0.5+af_heart*0.5/af_heart*1/1",
	"blend:../../etc*1/af_heart*1/1",
])("rejects %s", (name) => {
	expect(parseBlend(name, known)).toBeUndefined();
});

test("rejects weights that sum to zero", () => {
	expect(isBlend("blend:x")).toBe(true);
	expect(() => blendName({ timbre: { af_heart: 1, am_adam: -1 }, prosody: { af_heart: 1 }, pace: 1 })).toThrow(/zero/);
});
