import { expect, test } from "vitest";
import { createChunks } from "./chunks.ts";

/** Writes word by word, as a language model does, and returns the chunks. */
function chunked(text: string, options: Parameters<typeof createChunks>[0] = {}): string[] {
	const chunks = createChunks(options);
	const released: (string | undefined)[] = [];
	for (const word of text.match(/\S+\s*/g) ?? []) released.push(chunks.write(word, {}));
	released.push(chunks.rest());
	return released.filter((chunk) => chunk !== undefined);
}

const sentence = "Every sentence here has a few words more than it needs. ";

test("neither loses nor repeats text", () => {
	const text = sentence.repeat(20);
	expect(chunked(text).join("")).toBe(text);
	expect(chunked(text, { auto: true }).join("")).toBe(text);
});

test("chunks grow with the schedule and end with complete sentences", () => {
	const chunks = chunked(sentence.repeat(20));
	expect(chunks[0]?.length).toBeGreaterThanOrEqual(100);
	expect(chunks.slice(0, -1).every((chunk) => chunk.endsWith(". "))).toBe(true);
	expect((chunks[3]?.length ?? 0) > (chunks[0]?.length ?? 0)).toBe(true);
});

test("follows the caller's own schedule", () => {
	expect(chunked(sentence.repeat(4), { schedule: [50] }).length).toBeGreaterThan(chunked(sentence.repeat(4)).length);
});

test("auto mode releases every complete sentence immediately", () => {
	expect(chunked(sentence.repeat(3), { auto: true })).toEqual(
		[sentence, sentence, sentence].map((one) => one.trim()).map((one, at) => (at === 0 ? `${one} ` : `${one} `)),
	);
});

test("a flush releases the buffer, a trigger only from fifty characters", () => {
	const chunks = createChunks({});
	expect(chunks.write("Hello ", { trigger: true })).toBeUndefined();
	expect(chunks.write("there", { flush: true })).toBe("Hello there");
	expect(chunks.write(sentence, { trigger: true })).toBe(sentence);
	expect(chunks.rest()).toBeUndefined();
});

test("never releases only whitespace", () => {
	const chunks = createChunks({});
	expect(chunks.write(" ", { flush: true })).toBeUndefined();
	expect(chunks.rest()).toBeUndefined();
});
