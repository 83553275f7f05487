// Where the documents of imports come from.
// Invariant: a document is checked before its import is created, so that one that can't be read is rejected with its reason.
import type { StoredFile } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { maxDocumentBytes } from "@timbre/contract/studio/rules.ts";
import { DocumentError } from "@timbre/engines/documents/errors.ts";
import { inspectDocument } from "@timbre/engines/documents/read.ts";
import { withTemporaryFile } from "@timbre/engines/media/upload/temporary-file.ts";
import { readUpload, removeUpload, storeUrl, type UrlUploadDeps } from "../../uploads/uploads.public.ts";
import type { StudioCaller } from "../types.ts";

/** A stored document that can probably be read. */
export type DocumentSource = {
	uploadId: string;
	/** Tells text from Markdown. */
	fileName: string;
	/** Shown to the user: the name of the file, or the address. */
	name: string;
	/** A web page, whose article is wanted without what surrounds it. */
	article: boolean;
};

const maxSourceNameCharacters = 300;
const fetchLimits = { maxBytes: maxDocumentBytes, totalMs: 60_000, idleMs: 15_000 };

/** Calls `use` with the document of a request. A document that `use` doesn't claim is deleted. */
export async function withDocument<T>(
	deps: UrlUploadDeps,
	caller: StudioCaller,
	source: { file?: StoredFile | undefined; url?: string | null | undefined; param: string },
	use: (document: DocumentSource) => Promise<T>,
): Promise<T> {
	// Files of requests are deleted with the request.
	if (source.file) return use(await check(deps, caller, fromFile(source.file), source.param));
	const url = source.url ?? "";
	const { uploadId, fileName } = await storeUrl(deps, caller, url, { param: source.param, ...fetchLimits });
	try {
		const document = { uploadId, fileName, name: url.slice(0, maxSourceNameCharacters), article: true };
		return await use(await check(deps, caller, document, source.param));
	} catch (error) {
		await removeUpload(deps, caller.workspaceId, uploadId);
		throw error;
	}
}

const fromFile = ({ uploadId, fileName }: StoredFile): DocumentSource => ({
	uploadId,
	fileName,
	name: fileName.toWellFormed().slice(0, maxSourceNameCharacters) || "document",
	article: false,
});

async function check(
	deps: UrlUploadDeps,
	{ workspaceId }: StudioCaller,
	source: DocumentSource,
	param: string,
): Promise<DocumentSource> {
	try {
		await withTemporaryFile(readUpload(deps, workspaceId, source.uploadId), (file) =>
			inspectDocument(file, { fileName: source.fileName }),
		);
	} catch (error) {
		if (!(error instanceof DocumentError)) throw error;
		throw new AppError("invalid_document", error.message, { cause: error, param });
	}
	return source;
}
