export type MediaFault = "unreadable" | "no_audio" | "too_long";

/** Ends a task with a reason that the user can be told. */
export class MediaFailure extends Error {
	override name = "MediaFailure";
	readonly fault: MediaFault;

	constructor(fault: MediaFault, message: string) {
		super(message);
		this.fault = fault;
	}
}
