// The errors that callers of the engines tell apart. A worker thread sends them to its caller as plain data.

/** No node can take the request now. */
export class SpeechBusyError extends Error {
	override name = "SpeechBusyError";
	readonly retryAfterSeconds: number;

	constructor(retryAfterSeconds: number, message = "all speech nodes are busy") {
		super(message);
		this.retryAfterSeconds = retryAfterSeconds;
	}
}

/** The message of a node that has started but can't speak yet. */
export const voicesLoading = "the voices are still loading";

/** The engine or the connection to it failed. A retry may succeed. */
export class SpeechFailedError extends Error {
	override name = "SpeechFailedError";
}

/** The request is invalid. A retry will fail too. */
export class SpeechBadRequestError extends Error {
	override name = "SpeechBadRequestError";
}

/** A remote speech server responded with an error or not at all. */
export class RemoteSpeechError extends Error {
	override name = "RemoteSpeechError";
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

export type UploadFault = "empty" | "unreadable" | "unsupported" | "too_long" | "stuck";

/** A file that cannot be decoded. The message is shown to the user. */
export class UploadError extends Error {
	override name = "UploadError";
	readonly fault: UploadFault;

	constructor(fault: UploadFault, message: string, options?: ErrorOptions) {
		super(message, options);
		this.fault = fault;
	}
}

export const tooLong = (maxSeconds: number) =>
	new UploadError(
		"too_long",
		`The audio is longer than ${Math.round(maxSeconds / 60)} minutes. Upload a shorter recording.`,
	);

export const unreadable = (kind: string) =>
	new UploadError("unreadable", `The file looks like ${kind}, but no audio can be decoded from it.`);

/** A text and a recording that cannot be aligned. The message is shown to the user. */
export class UnalignableError extends Error {
	override name = "UnalignableError";
}

/** Reports a recording that cannot be used as an error of the request. Other errors stay as they are. */
export function recordingError(error: unknown): unknown {
	if (error instanceof UploadError || error instanceof UnalignableError)
		return new SpeechBadRequestError(error.message.replace(/\.$/, ""), { cause: error });
	return error;
}

export function errorMessage(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

export type PackedError = { name: string; message: string; fault?: UploadFault };

/** Structured cloning drops the class and the fields of an error. */
export function packError(error: unknown): PackedError {
	const packed = { name: error instanceof Error ? error.name : "Error", message: errorMessage(error) };
	return error instanceof UploadError ? { ...packed, fault: error.fault } : packed;
}

export function unpackError({ name, message, fault }: PackedError): Error {
	if (fault) return new UploadError(fault, message);
	if (name === "UnalignableError") return new UnalignableError(message);
	return new Error(message);
}
