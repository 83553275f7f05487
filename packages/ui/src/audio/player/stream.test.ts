import { expect, test } from "vitest";
import { streamOf } from "./stream.ts";

test("SPEECH-009 a response without a body throws", () => {
	expect(() => streamOf(new Response(null))).toThrow(/^Response body can not be null/);
});

test("returns the audio with its MIME type without parameters", () => {
	const stream = streamOf(new Response("abc", { headers: { "content-type": "audio/ogg; codecs=opus" } }));
	expect(stream.mimeType).toBe("audio/ogg");
	expect(stream.chunks).toBeInstanceOf(ReadableStream);
});
