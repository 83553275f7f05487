import { randomBytes } from "node:crypto";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A random id of 20 letters and digits (119 bits): safe in URLs, file names and object keys. */
export function newId(length = 20): string {
	let id = "";
	while (id.length < length) {
		for (const byte of randomBytes(length * 2)) {
			// 248 is the largest multiple of 62 below 256. Rejecting larger bytes keeps all characters equally likely.
			if (byte < 248 && id.length < length) id += alphabet[byte % 62];
		}
	}
	return id;
}
