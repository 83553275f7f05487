/** The node takes no more work now. */
export class SpeechBusyError extends Error {
	readonly retryAfterSeconds: number;
	constructor(retryAfterSeconds: number, message = "every speech node is busy") {
		super(message);
		this.name = "SpeechBusyError";
		this.retryAfterSeconds = retryAfterSeconds;
	}
}

/** The engine or the way to it broke; asking again may help. */
export class SpeechFailedError extends Error {
	constructor(message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = "SpeechFailedError";
	}
}

/** The request can never be spoken as it is. */
export class SpeechBadRequestError extends Error {
	constructor(message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = "SpeechBadRequestError";
	}
}
