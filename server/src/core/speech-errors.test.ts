import { SpeechBadRequestError, SpeechBusyError, SpeechFailedError, voicesLoading } from "@timbre/engines/errors.ts";
import { expect, test } from "vitest";
import { invalidRecording, speechError } from "./speech-errors.ts";

test("turns errors of the speech node into API errors with a cause", () => {
	const busy = new SpeechBusyError(3);
	expect(speechError(busy)).toMatchObject({ code: "system_busy", retryAfterSeconds: 3, cause: busy });
	expect(speechError(new SpeechBusyError(2, voicesLoading))).toMatchObject({
		code: "system_busy",
		message: "The voices are still loading. Try again in a few seconds.",
		retryAfterSeconds: 2,
	});
	expect(speechError(new SpeechFailedError("gone"))).toMatchObject({
		code: "service_unavailable",
		retryAfterSeconds: 5,
	});
	expect(speechError(new SpeechBadRequestError("it is empty"))).toMatchObject({
		code: "invalid_request",
		message: "This text can't be spoken: it is empty.",
	});
	expect(speechError(new SpeechBadRequestError("it is a video"), { invalid: invalidRecording("file") })).toMatchObject({
		code: "invalid_audio",
		message: "This recording can't be used: it is a video.",
		param: "file",
	});
});

test("leaves other errors, and failures without a message, as they are", () => {
	const other = new Error("a bug");
	expect(speechError(other)).toBe(other);
	const failed = new SpeechFailedError("gone");
	expect(speechError(failed, { failed: null })).toBe(failed);
});
