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

test("DEV-002 DEV-007 creates a masked key, reveals, limits, rotates, disables and revokes it, and tries a request with it in the reference", async ({
	page,
	request,
}) => {
	await signUp(page, "/app/settings/api-keys");
	await page.getByRole("button", { name: "Create key" }).click();
	const form = dialog(page, "Create API key");
	await form.getByRole("button", { name: "Create key" }).click();
	await expect(form.getByText("Enter a name for the key.")).toBeVisible();
	await form.getByLabel("Name").fill("My script");
	await form.getByLabel("Credit limit").fill("lots");
	await form.getByLabel("Allowed IP addresses").fill("127.0.0.0/8\n10.0.0.0/99");
	await form.getByRole("button", { name: "Create key" }).click();
	await expect(form.getByText("Enter a whole number, such as 10000.")).toBeVisible();
	await expect(form.getByText("“10.0.0.0/99”: Enter an IP address or a network such as 10.0.0.0/24.")).toBeVisible();
	await form.getByLabel("Credit limit").fill("10,000");
	await form.getByLabel("Allowed IP addresses").fill("127.0.0.0/8\n::1");
	// Corrected fields lose their errors before the form is submitted again.
	await expect(form.getByRole("alert")).toHaveCount(0);
	await form.getByLabel("Permissions").click();
	await page.getByRole("option", { name: "Custom" }).click();
	await form.getByRole("checkbox", { name: "View voices" }).check();
	await form.getByRole("checkbox", { name: "View account and usage" }).check();
	await expectAccessible(page, "the dialog for a key");
	await form.getByRole("button", { name: "Create key" }).click();
	const shown = dialog(page, "Copy your API key");
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
	await expect(page.getByText("3 permissions, from 2 networks")).toBeVisible();
	await expect(page.getByText(key)).toHaveCount(0);
	await expectAccessible(page, "/app/settings/api-keys");

	await choose(page, "My script", "Edit");
	await dialog(page, "Edit “My script”").getByLabel("Name").fill("Nightly");
	await dialog(page, "Edit “My script”").getByLabel("Credit limit").fill("");
	await dialog(page, "Edit “My script”").getByRole("button", { name: "Save" }).click();
	await expect(page.getByRole("heading", { name: "Nightly" })).toBeVisible();
	await expect(page.getByText("credits this month")).toHaveCount(0);
	await choose(page, "Nightly", "Rotate");
	await agree(page, "Rotate");
	const second = await shown.getByLabel("API key").inputValue();
	expect(second).not.toBe(key);
	await shown.getByRole("button", { name: "Done" }).click();
	expect((await call("/v1/user", key)).status()).toBe(401);
	await choose(page, "Nightly", "Disable");
	await expect(page.getByText("Disabled", { exact: true })).toBeVisible();
	expect((await call("/v1/user", second)).status()).toBe(401);
	await choose(page, "Nightly", "Enable");
	await expect(page.getByText("Disabled", { exact: true })).toHaveCount(0);

	await page.getByRole("link", { name: "Request log" }).click();
	const requests = page.getByRole("list", { name: "Requests" });
	const denied = requests.getByRole("listitem").filter({ hasText: "GET /v1/history" });
	// Requests are written in batches.
	await expect(async () => {
		await page.getByRole("button", { name: "Refresh" }).click();
		await expect(denied).toBeVisible({ timeout: 1_000 });
	}).toPass();
	await expect(denied).toContainText("403");
	await expect(denied).toContainText("missing_permissions");
	await expect(denied).toContainText("Nightly");
	await page.getByLabel("Filter by status").click();
	await page.getByRole("option", { name: "Succeeded" }).click();
	await expect(denied).toHaveCount(0);
	await expect(requests.getByRole("listitem").filter({ hasText: "GET /v1/user" })).toBeVisible();
	await page.getByLabel("Filter by API key").click();
	await page.getByRole("option", { name: "Nightly" }).click();
	await expect(requests.getByRole("listitem")).toHaveCount(1);
	await expectAccessible(page, "/app/developers/requests");

	// The reference, by keyboard.
	await page.goto("/app/developers/reference");
	await page.getByRole("searchbox", { name: "Search endpoints" }).fill("list your api keys");
	await expect(page.getByText("1 endpoint", { exact: true })).toBeVisible();
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await page.getByLabel("API key", { exact: true }).fill(second);
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await expect(page.getByLabel("Response", { exact: true })).toHaveValue(/"name": "Nightly"/);
	await expectAccessible(page, "/app/developers/reference");
	const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
	expect(stored).not.toContain(second);
	await page.goto("/api-reference#voices_getAll");
	await expect(page.getByRole("heading", { level: 1, name: "API reference" })).toBeVisible();
	await expectAccessible(page, "/api-reference");

	await page.goto("/app/settings/api-keys");
	await choose(page, "Nightly", "Revoke");
	await agree(page, "Revoke");
	await expect(page.getByText("No API keys yet")).toBeVisible();
	expect((await call("/v1/user", second)).status()).toBe(401);
});

test("DEV-002 creates a webhook, shows its secret once, sends a test event and replays a failed delivery from the log", async ({
	page,
}) => {
	const bodies: string[] = [];
	let status = 404;
	const endpoint = createServer((request, reply) => {
		request.on("data", (part: Buffer) => bodies.push(part.toString()));
		request.on("end", () => reply.writeHead(status).end("noted"));
	});
	await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve));
	try {
		await signUp(page, "/app/settings/webhooks");
		await expect(page.getByText("No webhooks yet")).toBeVisible();
		await expectAccessible(page, "/app/settings/webhooks, empty");
		await page.getByRole("button", { name: "Create webhook" }).click();
		const form = dialog(page, "Create webhook");
		await form.getByLabel("Name").fill("Receiver");
		await form.getByLabel("Endpoint URL").fill("not an address");
		await form.getByRole("button", { name: "Create webhook" }).click();
		await expect(form.getByText("Enter a URL such as https://example.com/hook.")).toBeVisible();
		await form.getByLabel("Endpoint URL").fill(`http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/hook`);
		await form.getByRole("checkbox", { name: "API key created" }).uncheck();
		await form.getByRole("button", { name: "Create webhook" }).click();
		const shown = dialog(page, "Copy the signing secret");
		expect(await shown.getByLabel("Secret").inputValue()).toMatch(/^wsec_/);
		await shown.getByRole("button", { name: "Done" }).click();
		await page.goto("/app/workspace/webhooks");
		await expect(page.getByRole("heading", { name: "Receiver" })).toBeVisible();
		await expectAccessible(page, "/app/workspace/webhooks");
		await page.getByRole("button", { name: "Send test event to Receiver" }).click();
		const log = dialog(page, "Delivery log for Receiver");
		const failed = log.getByRole("button", { name: /Test event.*Failed/ });
		await failed.click();
		await expect(log.getByText("The endpoint returned 404.")).toBeVisible();
		await expect(log.getByText("Its responses are shown in development only.")).toBeVisible();
		await expectAccessible(page, "the log of a webhook");
		status = 200;
		await log.getByRole("button", { name: "Replay" }).click();
		await expect(log.getByRole("button", { name: /Test event.*replayed.*Delivered/ })).toBeVisible();
		expect(bodies).toHaveLength(2);
		expect(bodies[1]).toBe(bodies[0]);
		await log.getByLabel("Filter deliveries").click();
		await page.getByRole("option", { name: "Delivered" }).click();
		await expect(failed).toHaveCount(0);
		await log.getByRole("button", { name: "Close" }).click();
		await choose(page, "Receiver", "Disable");
		await expect(page.getByText("Disabled", { exact: true })).toBeVisible();
		await choose(page, "Receiver", "Delete");
		await agree(page, "Delete");
		await expect(page.getByText("No webhooks yet")).toBeVisible();
	} finally {
		endpoint.closeAllConnections();
		endpoint.close();
	}
});
