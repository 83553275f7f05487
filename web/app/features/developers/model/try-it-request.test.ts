import { expect, test } from "vitest";
import type { Operation, OperationDetail } from "./reference-model.ts";
import { requestUrl, sendRequest } from "./try-it-request.ts";

const operation: Operation & OperationDetail = {
	id: "textToSpeech_convert",
	method: "POST",
	path: "/v1/text-to-speech/{voice_id}",
	summary: "Generate speech",
	permission: "text_to_speech",
	description: "",
	body: "json",
	response: "audio/*",
	fields: [
		{ name: "voice_id", type: "string", required: true, where: "path", description: "" },
		{ name: "output_format", type: "string", required: false, where: "query", description: "" },
	],
	errors: [],
	sample: { text: "Hello." },
	responseSample: undefined,
};

test("fills the URL with escaped values that can't change the path", () => {
	expect(requestUrl(operation, {})).toBeUndefined();
	expect(requestUrl(operation, { voice_id: "a/../b?c" })).toBe("/v1/text-to-speech/a%2F..%2Fb%3Fc");
	expect(requestUrl(operation, { voice_id: "v", output_format: "mp3 x" })).toBe(
		"/v1/text-to-speech/v?output_format=mp3+x",
	);
});

test("does not send invalid requests", async () => {
	const input = { values: {}, body: "{}", apiKey: "sk_x" };
	expect(await sendRequest(operation, input)).toEqual({ failure: "Fill in all path parameters." });
	expect(await sendRequest(operation, { ...input, values: { voice_id: "v" }, body: "{" })).toEqual({
		failure: "The body is not valid JSON.",
	});
});
