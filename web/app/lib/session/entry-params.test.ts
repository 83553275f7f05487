import { expect, test } from "vitest";
import { parseEntryParams } from "./entry-params.ts";

const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";

test("SHELL-015 newUser, internalCode, isReverting, training_opt_out and gcp_jwt are read", () => {
	const { params } = parseEntryParams(
		`?newUser=true&internalCode=ab-12&isReverting=1&training_opt_out=false&gcp_jwt=${jwt}&other=x`,
	);
	expect(params).toEqual({
		newUser: true,
		internalCode: "ab-12",
		isReverting: true,
		training_opt_out: false,
		gcp_jwt: jwt,
	});
});

test("SHELL-016 creationType is read when it is cloneVoice", () => {
	expect(parseEntryParams("?creationType=cloneVoice").params).toEqual({ creationType: "cloneVoice" });
	expect(parseEntryParams("?creationType=clonevoice").params).toEqual({});
});

test("ignores malformed and repeated parameters", () => {
	for (const search of [
		"?newUser=yes",
		"?newUser=true&newUser=false",
		"?isReverting=",
		"?internalCode=a%20b",
		`?internalCode=${"a".repeat(129)}`,
		"?gcp_jwt=abc",
		`?gcp_jwt=${jwt}.more`,
		"?creationType=",
		"?newuser=true",
		"",
	])
		expect(parseEntryParams(search).params, search).toEqual({});
});

test("removes secrets from the URL, even malformed ones, and keeps everything else", () => {
	expect(parseEntryParams(`?a=1&gcp_jwt=${jwt}&redirect=%2Fapp%2Fhome&internalCode=x`).rest).toBe(
		"?a=1&redirect=%2Fapp%2Fhome",
	);
	expect(parseEntryParams("?gcp_jwt=<bad>").rest).toBe("");
	expect(parseEntryParams("?newUser=true&q=a+b%20c").rest).toBe("?newUser=true&q=a+b%20c");
});
