import { expect, test } from "vitest";
import { seal, unseal } from "./sealed.ts";

const secret = "a secret of at least thirty-two characters";

test("what is sealed opens again, and looks different each time", () => {
	const [one, other] = [seal(secret, "webhook", "wsec_ü"), seal(secret, "webhook", "wsec_ü")];
	expect(unseal(secret, "webhook", one)).toBe("wsec_ü");
	expect(one.equals(other)).toBe(false);
	expect(one.toString("utf8")).not.toContain("wsec");
});

test("it opens for nobody else: another secret, another purpose, one bit changed, cut off", () => {
	const sealed = seal(secret, "webhook", "wsec");
	expect(() => unseal(`${secret}!`, "webhook", sealed)).toThrow();
	expect(() => unseal(secret, "sso", sealed)).toThrow();
	const changed = Buffer.from(sealed);
	changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
	expect(() => unseal(secret, "webhook", changed)).toThrow();
	expect(() => unseal(secret, "webhook", sealed.subarray(0, 20))).toThrow();
});
