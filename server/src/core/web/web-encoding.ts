import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip";

/** Smaller bodies aren't worth compressing: the response headers are as large. */
const minBytes = 512;

/** The best encoding that the client accepts. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
	const accepted = new Map(
		(header ?? "").split(",").map((part) => {
			const [name = "", ...parameters] = part.trim().toLowerCase().split(";");
			const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean);
			return [name.trim(), quality === undefined ? 1 : Number(quality)];
		}),
	);
	const accepts = (name: string) => (accepted.get(name) ?? accepted.get("*") ?? 0) > 0;
	return accepts("br") ? "br" : accepts("gzip") ? "gzip" : undefined;
}

/** Use `best` for cached bodies and `fast` for those sent once. Returns undefined if the body is too small. */
export async function compress(
	body: Buffer,
	encoding: Encoding | undefined,
	effort: "best" | "fast",
): Promise<Buffer | undefined> {
	if (encoding === undefined || body.length < minBytes) return undefined;
	if (encoding === "gzip") return promisify(gzip)(body, { level: effort === "best" ? 9 : 5 });
	return promisify(brotliCompress)(body, {
		params: {
			[constants.BROTLI_PARAM_QUALITY]: effort === "best" ? 9 : 4,
			[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
			[constants.BROTLI_PARAM_SIZE_HINT]: body.length,
		},
	});
}
