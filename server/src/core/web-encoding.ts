import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip";

/** Smaller is not worth it: the head of the answer is as large. */
const leastBytes = 512;

/** The best encoding that the caller takes. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
	const accepted = new Map(
		(header ?? "").split(",").map((part) => {
			const [name = "", ...parameters] = part.trim().toLowerCase().split(";");
			const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean);
			return [name.trim(), quality === undefined ? 1 : Number(quality)];
		}),
	);
	const takes = (name: string) => (accepted.get(name) ?? accepted.get("*") ?? 0) > 0;
	return takes("br") ? "br" : takes("gzip") ? "gzip" : undefined;
}

/** `effort`: `once` for what is kept and sent often, `each` for what is made for one caller. Undefined where it is not worth it. */
export async function compressed(
	body: Buffer,
	encoding: Encoding | undefined,
	effort: "once" | "each",
): Promise<Buffer | undefined> {
	if (encoding === undefined || body.length < leastBytes) return undefined;
	if (encoding === "gzip") return promisify(gzip)(body, { level: effort === "once" ? 9 : 5 });
	return promisify(brotliCompress)(body, {
		params: {
			[constants.BROTLI_PARAM_QUALITY]: effort === "once" ? 9 : 4,
			[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
			[constants.BROTLI_PARAM_SIZE_HINT]: body.length,
		},
	});
}
