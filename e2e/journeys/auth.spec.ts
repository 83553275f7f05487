import { expect, signUp, test } from "./fixtures.ts";

test("AUTH-001 AUTH-002 the sign-in and sign-up screens are reachable without a session", async ({ page }) => {
	await page.goto("/app/sign-in");
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await page.getByRole("link", { name: /create|sign up/i }).click();
	await expect(page).toHaveURL(/\/app\/sign-up/);
	await expect(page.getByLabel("E-mail")).toBeVisible();
});

test("AUTH-008 sign-out goes to the sign-in page, and the app stays closed after it", async ({ page }) => {
	await signUp(page);
	await page
		.getByRole("button", { name: /account menu/ })
		.first()
		.click();
	await page.getByRole("menuitem", { name: "Sign out" }).click();
	await page.waitForURL("**/app/sign-in**");
	await page.goto("/app/speech-synthesis/history");
	await page.waitForURL("**/app/sign-in?redirect=**");
});

test("a wrong password is refused in words, and the field errors name what is wrong", async ({ page }) => {
	await page.goto("/app/sign-in");
	await page.getByRole("button", { name: "Sign in" }).click();
	await expect(page.getByText(/e-mail address/i).last()).toBeVisible();
	await page.getByLabel("E-mail").fill("nobody@example.com");
	await page.getByLabel("Password", { exact: true }).fill("wrong password");
	await page.getByRole("button", { name: "Sign in" }).click();
	await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toBeVisible();
});
