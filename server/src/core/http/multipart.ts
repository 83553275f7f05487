import type { MultipartFile } from "@fastify/multipart";
import type { StoredFile, UploadedFile } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { FastifyRequest } from "fastify";

/** Stores a file while it arrives. */
export type StoreFile = (
	name: string,
	stream: AsyncIterable<Uint8Array>,
) => Promise<{ uploadId: string; bytes: number }>;

const maxFields = 100;
const maxFieldBytes = 1_048_576;

type Limits = { files: number; maxFileBytes: number };
type Value = string | UploadedFile | StoredFile;

/**
 * Parses form data into an object. A field sent several times becomes a list. Rejects names such as `__proto__`. With
 * `store`, files are not held in memory.
 */
export async function parseMultipart(
	request: FastifyRequest,
	limits: Limits,
	store?: StoreFile,
): Promise<Record<string, unknown>> {
	const body = new Map<string, Value[]>();
	try {
		await collectParts(request, limits, body, store);
	} catch (error) {
		// The parser throws errors without a status code only for malformed or truncated forms.
		if (error instanceof AppError || (error instanceof Error && "statusCode" in error)) throw error;
		throw new AppError("invalid_request", "The form data is malformed or incomplete.", { cause: error });
	}
	return Object.fromEntries([...body].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

async function collectParts(
	request: FastifyRequest,
	limits: Limits,
	body: Map<string, Value[]>,
	store: StoreFile | undefined,
): Promise<void> {
	const parts = request.parts({
		limits: { files: limits.files, fileSize: limits.maxFileBytes, fields: maxFields, fieldSize: maxFieldBytes },
	});
	for await (const part of parts) {
		if (["__proto__", "constructor", "prototype"].includes(part.fieldname))
			throw new AppError("invalid_request", `A form field can't be named ${part.fieldname}.`);
		const value =
			part.type === "file"
				? await readFile(part, limits, store)
				: fieldText(part.fieldname, part.value, part.valueTruncated);
		body.set(part.fieldname, [...(body.get(part.fieldname) ?? []), value]);
	}
}

async function readFile(
	part: MultipartFile,
	{ maxFileBytes }: Limits,
	store: StoreFile | undefined,
): Promise<UploadedFile | StoredFile> {
	const file = { fileName: part.filename ?? "", contentType: part.mimetype };
	if (!store) return { ...file, bytes: await part.toBuffer() };
	const { uploadId, bytes } = await store(file.fileName, part.file);
	if (part.file.truncated)
		throw new AppError("payload_too_large", `The file is larger than ${Math.floor(maxFileBytes / 1e6)} MB.`);
	return { ...file, uploadId, byteCount: bytes };
}

function fieldText(name: string, value: unknown, truncated: boolean): string {
	if (truncated) throw new AppError("payload_too_large", `The field ${name} is too long.`);
	return typeof value === "string" ? value : JSON.stringify(value);
}
