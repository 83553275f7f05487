export type UploadFault = "empty" | "unreadable" | "unsupported" | "too_long" | "stuck";

/** A file that cannot be decoded. The message is shown to the user. */
export class UploadError extends Error {
	override name = "UploadError";
	readonly fault: UploadFault;

	constructor(fault: UploadFault, message: string) {
		super(message);
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
