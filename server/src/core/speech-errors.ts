import { AppError, type ErrorCode } from "@timbre/contract/errors.ts";
import { SpeechBadRequestError, SpeechBusyError, SpeechFailedError, voicesLoading } from "@timbre/engines/errors.ts";

type InvalidInput = (reason: string) => { code: ErrorCode; message: string; param?: string };

type SpeechErrorMessages = {
	/** What is wrong with the input. The reason has no period. */
	invalid?: InvalidInput;
	busy?: string;
	/** Null to report a failure of the node as an internal error. */
	failed?: string | null;
};

const failedRetryAfterSeconds = 5;
const loading = "The voices are still loading. Try again in a few seconds.";

/** Converts an error of the speech node into an API error. Other errors stay as they are. */
export function speechError(error: unknown, messages: SpeechErrorMessages = {}): unknown {
	const {
		invalid = invalidText,
		busy = "All speech engines are busy. Try again in a moment.",
		failed = "The speech engine isn't responding. It may still be loading voices; try again in a moment.",
	} = messages;
	if (error instanceof SpeechBadRequestError) {
		const { code, message, param } = invalid(error.message);
		return new AppError(code, message, { cause: error, param });
	}
	if (error instanceof SpeechBusyError) {
		// After a start, "busy" would send a newcomer looking for load that isn't there.
		const message = error.message === voicesLoading ? loading : busy;
		return new AppError("system_busy", message, { cause: error, retryAfterSeconds: error.retryAfterSeconds });
	}
	if (error instanceof SpeechFailedError && failed !== null)
		return new AppError("service_unavailable", failed, { cause: error, retryAfterSeconds: failedRetryAfterSeconds });
	return error;
}

const invalidText: InvalidInput = (reason) => ({
	code: "invalid_request",
	message: `This text can't be spoken: ${reason}.`,
});

export function invalidRecording(param: string): InvalidInput {
	return (reason) => ({ code: "invalid_audio", message: `This recording can't be used: ${reason}.`, param });
}
