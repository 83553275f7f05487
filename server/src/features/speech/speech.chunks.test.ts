import { expect, test } from "vitest";
import { createPieces } from "./speech.chunks.service.ts";

/** Writes word by word, as a language model does. */
function written(text: string, options: Parameters<typeof createPieces>[0] = {}): string[] {
	const pieces = createPieces(options);
	const given: (string | undefined)[] = [];
	for (const word of text.match(/\S+\s*/g) ?? []) given.push(pieces.write(word, {}));
	given.push(pieces.rest());
	return given.filter((piece) => piece !== undefined);
}

const sentence = "Every sentence here has a few words more than it needs. ";

test("nothing is lost or said twice", () => {
	const text = sentence.repeat(20);
	expect(written(text).join("")).toBe(text);
	expect(written(text, { auto: true }).join("")).toBe(text);
});

test("pieces grow by the schedule and end with whole sentences", () => {
	const given = written(sentence.repeat(20));
	expect(given[0]?.length).toBeGreaterThanOrEqual(100);
	expect(given.slice(0, -1).every((piece) => piece.endsWith(". "))).toBe(true);
	expect((given[3]?.length ?? 0) > (given[0]?.length ?? 0)).toBe(true);
});

test("a schedule of the caller's own is kept", () => {
	expect(written(sentence.repeat(4), { schedule: [50] }).length).toBeGreaterThan(written(sentence.repeat(4)).length);
});

test("auto mode gives every whole sentence at once", () => {
	expect(written(sentence.repeat(3), { auto: true })).toEqual(
		[sentence, sentence, sentence].map((one) => one.trim()).map((one, at) => (at === 0 ? `${one} ` : `${one} `)),
	);
});

test("a flush gives what is there, a mere wish only from fifty characters", () => {
	const pieces = createPieces({});
	expect(pieces.write("Hello ", { trigger: true })).toBeUndefined();
	expect(pieces.write("there", { flush: true })).toBe("Hello there");
	expect(pieces.write(sentence, { trigger: true })).toBe(sentence);
	expect(pieces.rest()).toBeUndefined();
});

test("a space alone is never spoken", () => {
	const pieces = createPieces({});
	expect(pieces.write(" ", { flush: true })).toBeUndefined();
	expect(pieces.rest()).toBeUndefined();
});
