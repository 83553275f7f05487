import { expect, test } from "vitest";
import { passwordWeakness } from "./passwords.ts";

const easy = [
	..."12345678 123456789 1234567890 87654321 00000000 11111111 12121212 password Password1 password123 P@ssw0rd passw0rd! PASSWORD1234".split(
		" ",
	),
	..."qwertyui qwerty123 qwertzuiop asdfghjk asdfasdf 1q2w3e4r 1qaz2wsx zxcvbnm1 abcdefgh abcd1234 iloveyou sunshine1 letmein123".split(
		" ",
	),
	..."welcome1 Welcome2024! admin123 football1 dragon12 monkey12 princess1 superman1 abcabcabc aaaaaaaa computer1 20001231 summer2025".split(
		" ",
	),
];

test.each(easy)("rejects %s as too common", (password) => {
	expect(passwordWeakness(password)).toMatch(/too common/);
});

test("rejects a password based on the user's own name or email address", () => {
	const ada = { email: "ada.byron@example.com", name: "Ada Byron" };
	for (const password of ["ada.byron", "Ada Byron", "adabyron1815", "example.com", "ada.byron@example.com"])
		expect(passwordWeakness(password, ada)).toMatch(/your name/);
	expect(passwordWeakness("adabyron1815", { email: "grace@example.org", name: "Grace Hopper" })).toBeUndefined();
});

test("accepts long or unusual passwords", () => {
	for (const password of [
		"correct horse",
		"long enough",
		"timbre-demo",
		"timbre-archive",
		"kx7-Pq2m",
		"drei kleine Boote",
		"mypasswordisgreat",
	])
		expect(passwordWeakness(password, { email: "ada@example.com", name: "Ada" }), password).toBeUndefined();
});
