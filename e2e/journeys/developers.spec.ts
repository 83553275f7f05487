import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const choose = async (page: Page, thing: string, action: string) => {
	await page.getByRole("button", { name: `Actions for ${thing}` }).click();
	await page.getByRole("menuitem", { name: action }).click();
};
const agree = (page: Page, action: string) =>
	page.getByRole("alertdialog").or(page.getByRole("dialog")).getByRole("button", { name: action }).click();

test("DEV-002 DEV-007 a key is made hidden and unhidden, held to a limit, rotated, switched off and revoked; the reference tries a call with it", async ({
	page,
	request,
}) => {
	await signUp(page);
	await page.goto("/app/settings/api-keys");
	await page.getByRole("button", { name: "Create key" }).click();
	const making = dialog(page, "Create a key");
	await making.getByRole("button", { name: "Create key" }).click();
	await expect(making.getByText("Give the key a name.")).toBeVisible();
	await making.getByLabel("Name").fill("My script");
	await making.getByLabel("Credit limit").fill("lots");
	await making.getByLabel("Allowed addresses").fill("127.0.0.0/8\n10.0.0.0/99");
	await making.getByRole("button", { name: "Create key" }).click();
	await expect(making.getByText("Write a whole number, such as 10000.")).toBeVisible();
	await expect(making.getByText("“10.0.0.0/99”: Write an address, or a network as 10.0.0.0/24.")).toBeVisible();
	await making.getByLabel("Credit limit").fill("10,000");
	await making.getByLabel("Allowed addresses").fill("127.0.0.0/8\n::1");
	await making.getByLabel("Rights").click();
	await page.getByRole("option", { name: "Choose" }).click();
	await making.getByRole("checkbox", { name: "See voices" }).check();
	await making.getByRole("checkbox", { name: "Read the account and usage" }).check();
	await expectAccessible(page, "the dialog for a key");
	await making.getByRole("button", { name: "Create key" }).click();
	const shown = dialog(page, "Copy the key now");
	const field = shown.getByLabel("API key");
	await expect(field).toHaveAttribute("type", "password");
	await shown.getByRole("button", { name: "Show" }).click();
	await expect(field).toHaveAttribute("type", "text");
	const key = await field.inputValue();
	expect(key).toMatch(/^sk_/);
	await shown.getByRole("button", { name: "Hide" }).click();
	await expect(field).toHaveAttribute("type", "password");
	await shown.getByRole("button", { name: "Done" }).click();
	const call = (path: string, with_: string) => request.get(path, { headers: { "xi-api-key": with_ } });
	expect((await call("/v1/user", key)).status()).toBe(200);
	expect((await call("/v1/history", key)).status()).toBe(403);
	await expect(page.getByRole("heading", { name: "My script" })).toBeVisible();
	await expect(page.getByText("0 of 10,000 credits this month")).toBeVisible();
	await expect(page.getByText("3 rights, from 2 networks")).toBeVisible();
	await expect(page.getByText(key)).toHaveCount(0);
	await expectAccessible(page, "/app/settings/api-keys");

	await choose(page, "My script", "Edit");
	await dialog(page, "Change “My script”").getByLabel("Name").fill("Nightly");
	await dialog(page, "Change “My script”").getByLabel("Credit limit").fill("");
	await dialog(page, "Change “My script”").getByRole("button", { name: "Save" }).click();
	await expect(page.getByRole("heading", { name: "Nightly" })).toBeVisible();
	await expect(page.getByText("credits this month")).toHaveCount(0);
	await choose(page, "Nightly", "Rotate");
	await agree(page, "Rotate");
	const second = await shown.getByLabel("API key").inputValue();
	expect(second).not.toBe(key);
	await shown.getByRole("button", { name: "Done" }).click();
	expect((await call("/v1/user", key)).status()).toBe(401);
	await choose(page, "Nightly", "Switch off");
	await expect(page.getByText("Off", { exact: true })).toBeVisible();
	expect((await call("/v1/user", second)).status()).toBe(401);
	await choose(page, "Nightly", "Switch on");
	await expect(page.getByText("Off", { exact: true })).toHaveCount(0);

	// The reference, by keyboard.
	await page.goto("/app/developers/reference");
	await page.getByRole("searchbox", { name: "Search the calls" }).fill("api keys of the caller");
	await expect(page.getByText("1 call", { exact: true })).toBeVisible();
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await page.getByLabel("API key", { exact: true }).fill(second);
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await expect(page.getByLabel("Answer")).toHaveValue(/"name": "Nightly"/);
	await expectAccessible(page, "/app/developers/reference");
	const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
	expect(kept).not.toContain(second);
	await page.goto("/api-reference#voices_getAll");
	await expect(page.getByRole("heading", { level: 1, name: "API reference" })).toBeVisible();
	await expectAccessible(page, "/api-reference");

	await page.goto("/app/settings/api-keys");
	await choose(page, "Nightly", "Revoke");
	await agree(page, "Revoke");
	await expect(page.getByText("No keys yet")).toBeVisible();
	expect((await call("/v1/user", second)).status()).toBe(401);
});

test("DEV-002 a webhook is made with its secret shown once, hears a test, and what failed is replayed from the log", async ({
	page,
}) => {
	const bodies: string[] = [];
	let status = 404;
	const receiver = createServer((request, reply) => {
		request.on("data", (part: Buffer) => bodies.push(part.toString()));
		request.on("end", () => reply.writeHead(status).end("noted"));
	});
	await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
	try {
		await signUp(page);
		await page.goto("/app/settings/webhooks");
		await expect(page.getByText("No webhooks yet")).toBeVisible();
		await expectAccessible(page, "/app/settings/webhooks, empty");
		await page.getByRole("button", { name: "Create webhook" }).click();
		const making = dialog(page, "Create a webhook");
		await making.getByLabel("Name").fill("Receiver");
		await making.getByLabel("Address").fill("not an address");
		await making.getByRole("button", { name: "Create webhook" }).click();
		await expect(making.getByText("Write an address, as https://example.com/hook.")).toBeVisible();
		await making.getByLabel("Address").fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`);
		await making.getByRole("checkbox", { name: "An API key was made" }).uncheck();
		await making.getByRole("button", { name: "Create webhook" }).click();
		const shown = dialog(page, "Copy the secret now");
		expect(await shown.getByLabel("Secret").inputValue()).toMatch(/^wsec_/);
		await shown.getByRole("button", { name: "Done" }).click();
		await page.goto("/app/workspace/webhooks");
		await expect(page.getByRole("heading", { name: "Receiver" })).toBeVisible();
		await expectAccessible(page, "/app/workspace/webhooks");
		await page.getByRole("button", { name: "Send a test event to Receiver" }).click();
		const log = dialog(page, "Log of Receiver");
		const failed = log.getByRole("button", { name: /A test.*Failed/ });
		await failed.click();
		await expect(log.getByText("It answered 404.")).toBeVisible();
		await expectAccessible(page, "the log of a webhook");
		status = 200;
		await log.getByRole("button", { name: "Replay" }).click();
		await expect(log.getByRole("button", { name: /A test.*replayed.*Delivered/ })).toBeVisible();
		expect(bodies).toHaveLength(2);
		expect(bodies[1]).toBe(bodies[0]);
		await log.getByLabel("Show deliveries").click();
		await page.getByRole("option", { name: "Delivered" }).click();
		await expect(failed).toHaveCount(0);
		await log.getByRole("button", { name: "Close" }).click();
		await choose(page, "Receiver", "Switch off");
		await expect(page.getByText("Off", { exact: true })).toBeVisible();
		await choose(page, "Receiver", "Delete");
		await agree(page, "Delete");
		await expect(page.getByText("No webhooks yet")).toBeVisible();
	} finally {
		receiver.closeAllConnections();
		receiver.close();
	}
});
