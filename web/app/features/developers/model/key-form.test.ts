import { expect, test } from "vitest";
import { expiresAt, keyForm } from "./key-form.ts";

const filled = {
	name: " Server ",
	permissions: { preset: "all", chosen: [] },
	limit: "",
	allowedIps: "",
	expiry: "never",
};
const errorsOf = (change: object) =>
	keyForm([])
		.safeParse({ ...filled, ...change })
		.error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`);

test("submits what was entered; empty limits are no limits", () => {
	expect(keyForm([]).parse(filled)).toEqual({
		name: "Server",
		permissions: undefined,
		limit: null,
		allowedIps: null,
		expiry: "never",
	});
	expect(
		keyForm(["dubbing_read"]).parse({
			...filled,
			permissions: { preset: "chosen", chosen: ["user_read"] },
			limit: "10,000",
			allowedIps: "203.0.113.7\n10.0.0.0/24",
		}),
	).toMatchObject({
		permissions: ["user_read", "dubbing_read"],
		limit: 10_000,
		allowedIps: ["203.0.113.7", "10.0.0.0/24"],
	});
});

test("shows all errors at once, each at its field", () => {
	expect(
		errorsOf({ name: "", permissions: { preset: "chosen", chosen: [] }, limit: "many", allowedIps: "here 10.0.0.1" }),
	).toEqual([
		"name: Enter a name for the key.",
		"permissions: Select at least one permission.",
		"limit: Enter a whole number, such as 10000.",
		"allowedIps: “here”: Enter an IP address or a network such as 10.0.0.0/24.",
	]);
});

test("turns the chosen expiry into a time, and keeps the current one if it is not changed", () => {
	expect([expiresAt("never", 0), expiresAt("30", 0), expiresAt("kept", 0)]).toEqual([null, 30 * 86_400, undefined]);
});
