import { expect, test } from "vitest";
import { parseEmails } from "./emails.ts";

test("VOICES-046 accepts pasted email addresses in any format, removes duplicates and reports invalid ones", () => {
	expect(parseEmails("ann@example.com, Ben@Example.com\nann@example.com;  cleo")).toEqual({
		emails: ["ann@example.com", "ben@example.com"],
		invalid: ["cleo"],
	});
	expect(parseEmails(" \n ")).toEqual({ emails: [], invalid: [] });
});
