import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

// Secrets that must be used again, and so cannot be hashed, are kept sealed: whoever gets hold of the database alone has none of them.

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** `purpose` keeps apart what is sealed for different ends: what was sealed for one does not open for another. */
const keyFor = (secret: string, purpose: string) => Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));

export function seal(secret: string, purpose: string, text: string): Buffer {
	const nonce = randomBytes(nonceBytes);
	const sealing = createCipheriv(cipher, keyFor(secret, purpose), nonce);
	const sealed = Buffer.concat([sealing.update(text, "utf8"), sealing.final()]);
	return Buffer.concat([nonce, sealing.getAuthTag(), sealed]);
}

/** Throws when it was sealed with another secret, for another purpose, or was changed. */
export function unseal(secret: string, purpose: string, sealed: Buffer): string {
	const opening = createDecipheriv(cipher, keyFor(secret, purpose), sealed.subarray(0, nonceBytes), {
		authTagLength: tagBytes,
	});
	opening.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
	return Buffer.concat([opening.update(sealed.subarray(nonceBytes + tagBytes)), opening.final()]).toString("utf8");
}
