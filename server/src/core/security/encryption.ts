import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

// Encrypts secrets that we need in plain text later and so can't hash. A leaked database alone reveals none of them.

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Derives a key per purpose: what was encrypted for one purpose can't be decrypted for another. */
const keyFor = (secret: string, purpose: string) => Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));

export function encrypt(secret: string, purpose: string, text: string): Buffer {
	const nonce = randomBytes(nonceBytes);
	const encryption = createCipheriv(cipher, keyFor(secret, purpose), nonce);
	const ciphertext = Buffer.concat([encryption.update(text, "utf8"), encryption.final()]);
	return Buffer.concat([nonce, encryption.getAuthTag(), ciphertext]);
}

/** Throws if the data was encrypted with another secret or for another purpose, or was modified. */
export function decrypt(secret: string, purpose: string, encrypted: Buffer): string {
	const decryption = createDecipheriv(cipher, keyFor(secret, purpose), encrypted.subarray(0, nonceBytes), {
		authTagLength: tagBytes,
	});
	decryption.setAuthTag(encrypted.subarray(nonceBytes, nonceBytes + tagBytes));
	return Buffer.concat([decryption.update(encrypted.subarray(nonceBytes + tagBytes)), decryption.final()]).toString(
		"utf8",
	);
}

/** Compares in constant time. */
export function isSameSecret(one: string, other: string): boolean {
	const digest = (text: string) => createHash("sha256").update(text).digest();
	return timingSafeEqual(digest(one), digest(other));
}
