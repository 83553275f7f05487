export type DocumentFault = "unsupported" | "unreadable" | "encrypted" | "too_large" | "no_text" | "stuck";

/** A document that can't be read. The message is shown to the user. */
export class DocumentError extends Error {
	override name = "DocumentError";
	readonly fault: DocumentFault;

	constructor(fault: DocumentFault, message: string, options?: ErrorOptions) {
		super(message, options);
		this.fault = fault;
	}
}

export const damaged = (options?: ErrorOptions) =>
	new DocumentError(
		"unreadable",
		"The file is damaged or incomplete. Open it in its application, save it again and upload the new file.",
		options,
	);

export const unsupported = () =>
	new DocumentError(
		"unsupported",
		"This file format is not supported. Upload a txt, Markdown, HTML, Word (.docx), EPUB or PDF file.",
	);

export const tooLargeToRead = (options?: ErrorOptions) =>
	new DocumentError("too_large", "The document is too large to read. Split it into several files.", options);

export const tooLargeUnpacked = () =>
	new DocumentError(
		"too_large",
		"The file is too large when unpacked. Remove pictures or split it into several files.",
	);

export const nothingToRead = () => new DocumentError("no_text", "The document contains no text. Upload another file.");
