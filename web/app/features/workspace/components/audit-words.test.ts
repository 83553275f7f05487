import { expect, test } from "vitest";
import { auditSentence } from "./audit-words.ts";

type Actor = Parameters<typeof auditSentence>[0]["actor"];
const ada: Actor = { user: { full_name: "Ada Example", email_addr: "ada@example.com" } };
const act = (kind: string, unmapped: Record<string, unknown>, actor = ada) => {
	const [class_name = "", activity_name = ""] = kind.split(".");
	return auditSentence({ class_name, activity_name, message: "in the server's words", unmapped, actor });
};

test("an act is told as a sentence about a person", () => {
	expect(act("member_management.invite", { target: "bo@example.com", role: "editor" })).toBe(
		"Ada Example invited bo@example.com",
	);
	expect(act("member_management.change_role", { target: "bo@example.com", from: "editor", to: "admin" })).toBe(
		"Ada Example made bo@example.com an admin",
	);
	expect(act("member_management.change_usage_limit", { target: "bo@example.com", from: 5, to: null })).toBe(
		"Ada Example took the usage limit of bo@example.com away",
	);
	expect(act("member_management.change_usage_limit", { target: "bo@example.com", from: null, to: 0 })).toBe(
		"Ada Example set the usage limit of bo@example.com to 0 credits",
	);
	expect(act("group_management.add_user", { target: "bo@example.com", group: "Readers" })).toBe(
		"Ada Example put bo@example.com into the group “Readers”",
	);
	expect(act("privacy.update", { target: "training_opt_out", to: true })).toBe(
		"Ada Example opted out of the use of data",
	);
	expect(act("privacy.update", { target: "training_opt_out", to: false })).toBe(
		"Ada Example took the opt-out of the use of data back",
	);
});

test("a key is told by its name, not by its id", () => {
	expect(act("api_key.disable", { target: "k123", name: "Phone" })).toBe(
		"Ada Example switched off the API key “Phone”",
	);
});

test("an act without words of its own, or by somebody who is gone, is still told", () => {
	expect(act("tea.drink", { target: "cup" })).toBe("in the server's words");
	const nobody: Actor = { user: { full_name: null, email_addr: null } };
	expect(act("member_management.invite", { target: "bo@example.com" }, nobody)).toBe(
		"Somebody who is gone invited bo@example.com",
	);
});
