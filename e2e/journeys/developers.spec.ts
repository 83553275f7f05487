import { expect, signUp, test } from "./fixtures.ts";

test("an API key made in the page works for a call, and stops when it is revoked", async ({ page, request }) => {
	await signUp(page);
	await page.goto("/app/settings/api-keys");
	await page
		.getByRole("button", { name: /create/i })
		.first()
		.click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Name").fill("My script");
	await dialog.getByRole("button", { name: /create/i }).click();
	const key = await dialog.getByLabel("API key").inputValue();
	expect(key).toMatch(/^sk_/);
	const call = () => request.get("/v1/user", { headers: { "xi-api-key": key } });
	expect((await call()).status()).toBe(200);
	await page.keyboard.press("Escape");
	await expect(page.getByText("My script")).toBeVisible();
	await expect(page.getByText(key)).toHaveCount(0);
	await page
		.getByRole("button", { name: /revoke/i })
		.first()
		.click();
	await page
		.getByRole("alertdialog")
		.or(page.getByRole("dialog"))
		.getByRole("button", { name: /revoke/i })
		.click();
	await expect(page.getByText("My script")).toHaveCount(0);
	expect((await call()).status()).toBe(401);
});
