import type { DocumentFormat } from "../types.ts";
import type { Readers } from "./readers.ts";
import { recognize } from "./recognize.ts";

export async function inspect(bytes: Uint8Array, readers: Readers, fileName: string): Promise<DocumentFormat> {
	const format = recognize(bytes, fileName);
	await readers.check(format, bytes);
	return format;
}
