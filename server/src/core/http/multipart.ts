import type { UploadedFile } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { FastifyRequest } from "fastify";

const maxFields = 100;
const maxFieldBytes = 1_048_576;

/** Parses form data into an object. A field sent several times becomes a list. Rejects names such as `__proto__`. */
export async function parseMultipart(
	request: FastifyRequest,
	limits: { files: number; maxFileBytes: number },
): Promise<Record<string, unknown>> {
	const body = new Map<string, (string | UploadedFile)[]>();
	try {
		await collectParts(request, limits, body);
	} catch (error) {
		// The parser throws errors without a status code only for malformed or truncated forms.
		if (error instanceof AppError || (error instanceof Error && "statusCode" in error)) throw error;
		throw new AppError("invalid_request", "The form data is malformed or incomplete.", { cause: error });
	}
	return Object.fromEntries([...body].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

async function collectParts(
	request: FastifyRequest,
	limits: { files: number; maxFileBytes: number },
	body: Map<string, (string | UploadedFile)[]>,
): Promise<void> {
	const parts = request.parts({
		limits: { files: limits.files, fileSize: limits.maxFileBytes, fields: maxFields, fieldSize: maxFieldBytes },
	});
	for await (const part of parts) {
		if (["__proto__", "constructor", "prototype"].includes(part.fieldname))
			throw new AppError("invalid_request", `A form field can't be named ${part.fieldname}.`);
		const value =
			part.type === "file"
				? { fileName: part.filename ?? "", contentType: part.mimetype, bytes: await part.toBuffer() }
				: fieldText(part.fieldname, part.value, part.valueTruncated);
		body.set(part.fieldname, [...(body.get(part.fieldname) ?? []), value]);
	}
}

function fieldText(name: string, value: unknown, truncated: boolean): string {
	if (truncated) throw new AppError("payload_too_large", `The field ${name} is too long.`);
	return typeof value === "string" ? value : JSON.stringify(value);
}
