import { expect, test } from "vitest";
import { createConfirmer, mayConfirm } from "./confirmer.ts";

const options = { title: "Delete this?", description: "It cannot be undone." };

test("SHELL-023 a question resolves with whether it was confirmed and with what was written", async () => {
	const confirmer = createConfirmer();
	const first = confirmer.confirm({ ...options, input: { label: "Name" } });
	const second = confirmer.confirm({ ...options, title: "And this?" });
	expect(confirmer.current()?.title).toBe("Delete this?");
	confirmer.answer(confirmer.current()?.id ?? 0, { confirmed: true, value: "written" });
	expect(await first).toEqual({ confirmed: true, value: "written" });
	expect(confirmer.current()?.title).toBe("And this?");
	confirmer.answer(confirmer.current()?.id ?? 0, { confirmed: false, value: "" });
	expect(await second).toEqual({ confirmed: false, value: "" });
	expect(confirmer.current()).toBeNull();
});

test("an answer to a question that is no longer asked answers no other", async () => {
	const confirmer = createConfirmer();
	void confirmer.confirm(options);
	const asked = confirmer.current()?.id ?? 0;
	confirmer.answer(asked, { confirmed: false, value: "" });
	const next = confirmer.confirm(options);
	confirmer.answer(asked, { confirmed: true, value: "" });
	expect(confirmer.current()).not.toBeNull();
	confirmer.answer(confirmer.current()?.id ?? 0, { confirmed: false, value: "" });
	expect(await next).toEqual({ confirmed: false, value: "" });
});

test("SHELL-021 a required input keeps confirm locked while it is empty, an optional one does not", () => {
	const required = { ...options, input: { label: "Name", required: true } };
	expect(mayConfirm(required, "", 0)).toBe(false);
	expect(mayConfirm(required, "  ", 0)).toBe(false);
	expect(mayConfirm(required, "a", 0)).toBe(true);
	expect(mayConfirm({ ...options, input: { label: "Name" } }, "", 0)).toBe(true);
});

test("SHELL-022 confirm is locked while seconds are left", () => {
	expect([3, 2, 1, 0].map((left) => mayConfirm({ ...options, lockSeconds: 3 }, "", left))).toEqual([
		false,
		false,
		false,
		true,
	]);
});

test("an input that must be written letter by letter keeps confirm locked until it is", () => {
	const named = { ...options, input: { label: "Name", required: true, mustBe: "ada@example.com" } };
	expect(mayConfirm(named, "ada@example", 0)).toBe(false);
	expect(mayConfirm(named, "Ada@example.com", 0)).toBe(false);
	expect(mayConfirm(named, " ada@example.com ", 0)).toBe(true);
	expect(mayConfirm(named, "ada@example.com", 1)).toBe(false);
});
