import { expect, test } from "vitest";
import { decrypt, encrypt } from "./encryption.ts";

const secret = "a secret of at least thirty-two characters";

test("decrypts what it encrypted, with different ciphertext each time", () => {
	const [one, other] = [encrypt(secret, "webhook", "wsec_ü"), encrypt(secret, "webhook", "wsec_ü")];
	expect(decrypt(secret, "webhook", one)).toBe("wsec_ü");
	expect(one.equals(other)).toBe(false);
	expect(one.toString("utf8")).not.toContain("wsec");
});

test("fails to decrypt with another secret or purpose, or if a bit was changed or the data truncated", () => {
	const encrypted = encrypt(secret, "webhook", "wsec");
	expect(() => decrypt(`${secret}!`, "webhook", encrypted)).toThrow();
	expect(() => decrypt(secret, "sso", encrypted)).toThrow();
	const changed = Buffer.from(encrypted);
	changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
	expect(() => decrypt(secret, "webhook", changed)).toThrow();
	expect(() => decrypt(secret, "webhook", encrypted.subarray(0, 20))).toThrow();
});
