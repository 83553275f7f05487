import { expect, test } from "vitest";
import { readEmails } from "./emails.ts";

test("VOICES-046 addresses come in any form people paste them in, each once, and what is none is told", () => {
	expect(readEmails("ann@example.com, Ben@Example.com\nann@example.com;  cleo")).toEqual({
		emails: ["ann@example.com", "ben@example.com"],
		faulty: ["cleo"],
	});
	expect(readEmails(" \n ")).toEqual({ emails: [], faulty: [] });
});
