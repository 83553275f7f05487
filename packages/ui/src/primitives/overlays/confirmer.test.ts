import { expect, test } from "vitest";
import { canConfirm, createConfirmer } from "./confirmer.ts";

const options = { title: "Delete this?", description: "It can't be undone." };

test("SHELL-023 a dialog resolves with whether it was confirmed and with the input value", async () => {
	const confirmer = createConfirmer();
	const first = confirmer.confirm({ ...options, input: { label: "Name" } });
	const second = confirmer.confirm({ ...options, title: "And this?" });
	expect(confirmer.current()?.title).toBe("Delete this?");
	confirmer.answer(confirmer.current()?.id ?? 0, { confirmed: true, value: "typed" });
	expect(await first).toEqual({ confirmed: true, value: "typed" });
	expect(confirmer.current()?.title).toBe("And this?");
	confirmer.answer(confirmer.current()?.id ?? 0, { confirmed: false, value: "" });
	expect(await second).toEqual({ confirmed: false, value: "" });
	expect(confirmer.current()).toBeNull();
});

test("a late answer does not resolve the next dialog", async () => {
	const confirmer = createConfirmer();
	void confirmer.confirm(options);
	const firstId = confirmer.current()?.id ?? 0;
	confirmer.answer(firstId, { confirmed: false, value: "" });
	const next = confirmer.confirm(options);
	confirmer.answer(firstId, { confirmed: true, value: "" });
	expect(confirmer.current()).not.toBeNull();
	confirmer.answer(confirmer.current()?.id ?? 0, { confirmed: false, value: "" });
	expect(await next).toEqual({ confirmed: false, value: "" });
});

test("SHELL-021 confirm is disabled while a required input is empty, but not for an optional one", () => {
	const required = { ...options, input: { label: "Name", required: true } };
	expect(canConfirm(required, "", 0)).toBe(false);
	expect(canConfirm(required, "  ", 0)).toBe(false);
	expect(canConfirm(required, "a", 0)).toBe(true);
	expect(canConfirm({ ...options, input: { label: "Name" } }, "", 0)).toBe(true);
});

test("SHELL-022 confirm is locked while seconds are left", () => {
	expect([3, 2, 1, 0].map((left) => canConfirm({ ...options, lockSeconds: 3 }, "", left))).toEqual([
		false,
		false,
		false,
		true,
	]);
});

test("confirm is disabled until the input matches the required text", () => {
	const named = { ...options, input: { label: "Name", required: true, mustBe: "ada@example.com" } };
	expect(canConfirm(named, "ada@example", 0)).toBe(false);
	expect(canConfirm(named, "Ada@example.com", 0)).toBe(false);
	expect(canConfirm(named, " ada@example.com ", 0)).toBe(true);
	expect(canConfirm(named, "ada@example.com", 1)).toBe(false);
});
