import type { UploadedFile } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { FastifyRequest } from "fastify";

const mostFields = 100;
const longestField = 1_048_576;

/** The parts of a form as the keys of a body: a part sent several times becomes a list. Names that mean something to JavaScript are refused. */
export async function readParts(
	request: FastifyRequest,
	limits: { files: number; maxFileBytes: number },
): Promise<Record<string, unknown>> {
	const body = new Map<string, (string | UploadedFile)[]>();
	try {
		await gather(request, limits, body);
	} catch (error) {
		// What the reader of forms throws without a status of its own is a form that is broken or cut off.
		if (error instanceof AppError || (error instanceof Error && "statusCode" in error)) throw error;
		throw new AppError("invalid_request", "The form is broken or was cut off.", { cause: error });
	}
	return Object.fromEntries([...body].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

async function gather(
	request: FastifyRequest,
	limits: { files: number; maxFileBytes: number },
	body: Map<string, (string | UploadedFile)[]>,
): Promise<void> {
	const parts = request.parts({
		limits: { files: limits.files, fileSize: limits.maxFileBytes, fields: mostFields, fieldSize: longestField },
	});
	for await (const part of parts) {
		if (["__proto__", "constructor", "prototype"].includes(part.fieldname))
			throw new AppError("invalid_request", `A part of the form cannot be called ${part.fieldname}.`);
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
