import { expect, test } from "vitest";
import { auditSentence } from "./audit-messages.ts";

type Actor = Parameters<typeof auditSentence>[0]["actor"];
const ada: Actor = { user: { full_name: "Ada Example", email_addr: "ada@example.com" } };
const sentence = (kind: string, unmapped: Record<string, unknown>, actor = ada) => {
	const [class_name = "", activity_name = ""] = kind.split(".");
	return auditSentence({ class_name, activity_name, message: "the server's message", unmapped, actor });
};

test("describes an event as a sentence with its actor", () => {
	expect(sentence("member_management.invite", { target: "bo@example.com", role: "editor" })).toBe(
		"Ada Example invited bo@example.com",
	);
	expect(sentence("member_management.change_role", { target: "bo@example.com", from: "editor", to: "admin" })).toBe(
		"Ada Example made bo@example.com an admin",
	);
	expect(sentence("member_management.change_usage_limit", { target: "bo@example.com", from: 5, to: null })).toBe(
		"Ada Example removed the usage limit of bo@example.com",
	);
	expect(sentence("member_management.change_usage_limit", { target: "bo@example.com", from: null, to: 0 })).toBe(
		"Ada Example set the usage limit of bo@example.com to 0 credits",
	);
	expect(sentence("group_management.add_user", { target: "bo@example.com", group: "Readers" })).toBe(
		"Ada Example added bo@example.com to the group “Readers”",
	);
	expect(sentence("privacy.update", { target: "training_opt_out", to: true })).toBe(
		"Ada Example opted out of model training",
	);
	expect(sentence("privacy.update", { target: "training_opt_out", to: false })).toBe(
		"Ada Example turned off the model training opt-out",
	);
});

test("names an API key by its name, not its ID", () => {
	expect(sentence("api_key.disable", { target: "k123", name: "Phone" })).toBe(
		"Ada Example disabled the API key “Phone”",
	);
});

test("describes unknown events and events by deleted users", () => {
	expect(sentence("tea.drink", { target: "cup" })).toBe("the server's message");
	const nobody: Actor = { user: { full_name: null, email_addr: null } };
	expect(sentence("member_management.invite", { target: "bo@example.com" }, nobody)).toBe(
		"A deleted user invited bo@example.com",
	);
});
