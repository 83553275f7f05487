import type { FileHandle } from "node:fs/promises";
import { runDocumentTask } from "./confined/process.ts";
import type { DocumentReport } from "./confined/protocol.ts";
import { DocumentError, damaged, nothingToRead } from "./errors.ts";
import { type FileKind, kindOf, signatureBytes } from "./formats/readers.ts";
import type { DocumentFormat, DocumentLimits, DocumentText } from "./types.ts";

export type ReadOptions = {
	fileName: string;
	/** Extracts the article from a web page. */
	article?: boolean;
	signal?: AbortSignal;
	onProgress?: (share: number) => void;
	limits: DocumentLimits;
};

const inspectTimeoutMs = 60_000;
const readTimeoutMs = 180_000;
const maxFileBytes = 200_000_000;
const maxFileNameCharacters = 500;

/**
 * Checks a document quickly: recognizes its format by content, and rejects files that are encrypted, damaged or too large
 * when unpacked. The file name decides only between txt and Markdown. Throws DocumentError.
 */
export async function inspectDocument(
	file: FileHandle,
	{ fileName, signal }: { fileName: string; signal?: AbortSignal },
): Promise<{ format: DocumentFormat }> {
	let format: DocumentFormat | undefined;
	const task = { name: "inspect", ...(await describe(file, fileName)) } as const;
	const onReport = (report: DocumentReport) => {
		if (report.type === "format") format = report.format;
	};
	await runDocumentTask(task, { input: file.fd, timeoutMs: inspectTimeoutMs, signal, onReport });
	if (!format) throw damaged();
	return { format };
}

/** Reads a document into chapters. Throws DocumentError. */
export async function readDocument(
	file: FileHandle,
	{ fileName, article = false, limits, signal, onProgress }: ReadOptions,
): Promise<DocumentText> {
	const task = { name: "read", limits, ...(await describe(file, fileName, { article })) } as const;
	const onReport = (report: DocumentReport) => {
		if (report.type === "progress") onProgress?.(report.share);
	};
	const text = await runDocumentTask(task, { input: file.fd, timeoutMs: readTimeoutMs, signal, onReport });
	return JSON.parse(text) as DocumentText;
}

async function describe(
	file: FileHandle,
	fileName: string,
	options: { article?: boolean } = {},
): Promise<{ kind: FileKind; fileName: string; bytes: number }> {
	const { size } = await file.stat();
	if (size === 0) throw nothingToRead();
	if (size > maxFileBytes)
		throw new DocumentError("too_large", `The file is over ${maxFileBytes / 1e6} MB. Split it into several files.`);
	const start = Buffer.alloc(signatureBytes);
	const { bytesRead } = await file.read(start, 0, signatureBytes, 0);
	return {
		kind: kindOf(start.subarray(0, bytesRead), options),
		fileName: fileName.slice(0, maxFileNameCharacters),
		bytes: size,
	};
}
