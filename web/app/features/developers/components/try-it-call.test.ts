import { expect, test } from "vitest";
import type { Operation } from "./reference-model.ts";
import { addressOf, curlOf, fetchAnswer } from "./try-it-call.ts";

const operation: Operation = {
	id: "textToSpeech_convert",
	method: "POST",
	path: "/v1/text-to-speech/{voice_id}",
	summary: "Speak a text",
	permission: "text_to_speech",
	body: "json",
	answer: "audio/*",
	fields: [
		{ name: "voice_id", type: "string", required: true, where: "path" },
		{ name: "output_format", type: "string", required: false, where: "query" },
	],
	errors: [],
	sample: { text: "Hello." },
};

test("the address is filled with what was written, and nothing of it can become another path", () => {
	expect(addressOf(operation, {})).toBeUndefined();
	expect(addressOf(operation, { voice_id: "a/../b?c" })).toBe("/v1/text-to-speech/a%2F..%2Fb%3Fc");
	expect(addressOf(operation, { voice_id: "v", output_format: "mp3 x" })).toBe(
		"/v1/text-to-speech/v?output_format=mp3+x",
	);
});

test("nothing is sent that cannot be right", async () => {
	const filled = { values: {}, body: "{}", apiKey: "sk_x" };
	expect(await fetchAnswer(operation, filled)).toEqual({ failure: "Fill in what the address needs." });
	expect(await fetchAnswer(operation, { ...filled, values: { voice_id: "v" }, body: "{" })).toEqual({
		failure: "The body is not valid JSON.",
	});
});

test("the line for a shell holds the body safely quoted, and never the key", () => {
	const line = curlOf(operation, { values: { voice_id: "v" }, body: `{"text": "it's"}`, apiKey: "sk_secret" });
	expect(line).toContain(`-d '{"text": "it'\\''s"}'`);
	expect(line).toContain("$TIMBRE_API_KEY");
	expect(line).not.toContain("sk_secret");
});
