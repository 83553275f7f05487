import { maxInvitesPerRequest } from "@timbre/contract/workspace/rules.ts";
import { expect, test } from "vitest";
import { inviteForm } from "./invite-form.ts";

const filled = { emails: "Ada@example.com, bo@example.com", role: "editor", group_ids: [], usage_limit: "20,000" };
const errorsOf = (change: object, left?: number) =>
	inviteForm(left)
		.safeParse({ ...filled, ...change })
		.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

test("submits the addresses and the limit as parsed", () => {
	expect(inviteForm(2).parse(filled)).toEqual({
		emails: ["ada@example.com", "bo@example.com"],
		role: "editor",
		group_ids: [],
		usage_limit: 20_000,
	});
});

test("rejects missing, invalid and too many addresses, and a limit that is not a number", () => {
	expect(errorsOf({ emails: " " })).toEqual(["emails: Enter at least one email address."]);
	expect(errorsOf({ emails: "ada@, bo@example.com" })).toEqual(["emails: Not an email address: ada@"]);
	expect(errorsOf({}, 1)).toEqual(["emails: Not enough seats for 2 people: 1 seat left."]);
	const many = Array.from({ length: maxInvitesPerRequest + 1 }, (_, i) => `a${i}@example.com`).join("\n");
	expect(errorsOf({ emails: many })?.[0]).toMatch(/^emails: You can invite at most/);
	expect(errorsOf({ usage_limit: "many" })?.[0]).toMatch(/^usage_limit: Enter a whole number/);
});
