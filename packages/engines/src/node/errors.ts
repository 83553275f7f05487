/** No node can take the request now. */
export class SpeechBusyError extends Error {
	readonly retryAfterSeconds: number;
	constructor(retryAfterSeconds: number, message = "all speech nodes are busy") {
		super(message);
		this.name = "SpeechBusyError";
		this.retryAfterSeconds = retryAfterSeconds;
	}
}

/** The engine or the connection to it failed. A retry may succeed. */
export class SpeechFailedError extends Error {
	constructor(message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = "SpeechFailedError";
	}
}

/** The request is invalid. A retry will fail too. */
export class SpeechBadRequestError extends Error {
	constructor(message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = "SpeechBadRequestError";
	}
}
