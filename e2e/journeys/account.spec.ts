// The life of an account, including its emails.
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import type { Page } from "@playwright/test";
import { codeIn, linkIn, mailingUrl, newUser, signInVerifiedUser, waitForEmail } from "./emails.ts";
import { expect, expectAccessible, signOut, test } from "./fixtures.ts";

test.use({ baseURL: mailingUrl });

async function signIn(page: Page, email: string, password: string): Promise<void> {
	await page.goto("/app/sign-in");
	await fillIn(page, email, password);
}

async function fillIn(page: Page, email: string, password: string): Promise<void> {
	await page.getByLabel("Email", { exact: true }).fill(email);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const alert = (page: Page) => page.getByRole("alert").filter({ hasText: /\w/ });
const codeOf = (secret: string) => createOTP(new TextDecoder().decode(base32.decode(secret))).totp();

test("AUTH-003 AUTH-006 AUTH-011 AUTH-017 AUTH-045 AUTH-046 AUTH-051 AUTH-054 creates an account, verifies it by email, resets the password by email and signs in from a second browser with an emailed code", async ({
	page,
	browser,
}) => {
	const { name, email, password } = newUser();
	await page.goto("/app/sign-up");
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await expectAccessible(page, "sign-up");
	await page.getByLabel("Name").fill(name);
	await page.getByLabel("Email", { exact: true }).fill(email);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Create account" }).click();
	await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
	await expectAccessible(page, "after sign-up");

	// No session before the link is opened.
	await signIn(page, email, password);
	await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
	const verify = linkIn(await waitForEmail(email, /^Verify/));
	expect(new URL(verify).origin).toBe(mailingUrl);
	await page.goto(verify);
	await expect(page.getByRole("heading", { name: "Email verified" })).toBeVisible();
	await expectAccessible(page, "a verified address");
	await page.goto(verify);
	await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
	await expectAccessible(page, "a link that no longer works");
	// A new user sees onboarding, as after sign-up without email.
	await page.goto(new URL(verify).searchParams.get("continue_url") ?? "");
	await expect(page).toHaveURL(/\/app\/sign-in\?/);
	await fillIn(page, email, password);
	await page.waitForURL("**/app/onboarding");
	await page.goto("/app/home");

	// Password reset, with the same message for an address without an account.
	await signOut(page);
	await page.getByRole("link", { name: "Forgot password?" }).click();
	const requestReset = async (address: string) => {
		await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
		await page.getByLabel("Email", { exact: true }).fill(address);
		await page.getByRole("button", { name: "Send reset link" }).click();
		await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
		return page.getByRole("main").textContent();
	};
	const known = await requestReset(email);
	await page.goto("/app/reset-password");
	expect(await requestReset(`nobody-${email}`)).toBe(known);
	const reset = linkIn(await waitForEmail(email, /reset your password/i));
	await page.goto("/app/reset-password?code=made-up");
	await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
	await page.goto(reset);
	await expect(page.getByRole("main")).toContainText(email);
	await expectAccessible(page, "a new password");
	const changed = "a lighthouse at night";
	await page.getByLabel("New password").fill(changed);
	await page.getByRole("button", { name: "Change password" }).click();
	await expect(page.getByRole("heading", { name: "Password changed" })).toBeVisible();
	await page.getByRole("link", { name: "Continue" }).click();
	await signIn(page, email, password);
	await expect(alert(page)).toContainText("Incorrect");
	await signIn(page, email, changed);
	await page.waitForURL("**/app/home");

	// In another browser the password is not enough: the emailed code is required too.
	const elsewhere = await browser.newContext({ baseURL: mailingUrl });
	const other = await elsewhere.newPage();
	await signIn(other, email, changed);
	await expect(other.getByRole("heading", { name: "Verify it's you" })).toBeVisible();
	await expectAccessible(other, "a code for an unknown device");
	const code = codeIn(await waitForEmail(email, /sign-in code/));
	await other.getByLabel("Verification code").fill(code === "000000" ? "000001" : "000000");
	await other.getByRole("button", { name: "Continue" }).click();
	await expect(alert(other)).toBeVisible();
	await other.getByLabel("Verification code").fill(code);
	await other.getByRole("button", { name: "Continue" }).click();
	await other.waitForURL("**/app/home");

	// List the sessions and end the other one.
	await page.goto("/app/settings/security");
	const sessions = page.getByRole("list", { name: "Sessions" });
	await expect(sessions.getByRole("listitem")).toHaveCount(2);
	await expectAccessible(page, "security settings");
	await sessions.getByRole("button", { name: /^End/ }).click();
	await expect(sessions.getByRole("listitem")).toHaveCount(1);
	// The page may already be redirecting after a rejected background request.
	await other.goto("/app/voices").catch(() => undefined);
	await other.waitForURL("**/app/sign-in**");
	await elsewhere.close();
});

test("AUTH-005 AUTH-008 AUTH-009 AUTH-010 sets up two-factor authentication, requires it, accepts backup codes and clears every tab on sign-out", async ({
	page,
	context,
}) => {
	const { email, password } = await signInVerifiedUser(page);
	await page.goto("/app/settings?dialog=add-2fa");
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Your password").fill("not this one");
	await dialog.getByRole("button", { name: "Continue" }).click();
	await expect(dialog.getByRole("alert")).toBeVisible();
	await dialog.getByLabel("Your password").fill(password);
	await dialog.getByRole("button", { name: "Continue" }).click();
	await expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();
	await expectAccessible(page, "adding the app");
	const secret = (await dialog.locator("code").textContent()) ?? "";
	await dialog.getByLabel("Authentication code").fill(await codeOf(secret));
	await dialog.getByRole("button", { name: "Turn on" }).click();
	await expect(dialog.getByRole("heading", { name: "Save your backup codes" })).toBeVisible();
	const codes = await dialog.getByRole("list", { name: "Backup codes" }).getByRole("listitem").allTextContents();
	expect(codes.length).toBeGreaterThanOrEqual(8);
	expect(new Set(codes).size).toBe(codes.length);
	const download = page.waitForEvent("download");
	await dialog.getByRole("button", { name: "Download" }).click();
	expect((await download).suggestedFilename()).toBe("timbre-backup-codes.txt");
	await expectAccessible(page, "backup codes");
	await dialog.getByRole("button", { name: "I saved my codes" }).click();
	await expect(page).toHaveURL(/\/app\/settings$/);

	// Two tabs, one of them with a draft and stored data of this user.
	const second = await context.newPage();
	await second.goto("/app/speech-synthesis/text-to-speech");
	await second.getByLabel("Text to speak").fill("Nobody else should read this.");
	await second.evaluate(() => localStorage.setItem("xi:once:tour", "yes"));
	await expect.poll(() => second.evaluate(() => JSON.stringify(localStorage))).toContain("Nobody else");
	await page.goto("/app/home");
	await signOut(page);
	await second.waitForURL("**/app/sign-in");
	const stored = await second.evaluate(() => JSON.stringify(localStorage));
	expect(stored).not.toContain("Nobody else");
	expect(stored).not.toContain("xi:");
	await second.close();

	await signIn(page, email, password);
	await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
	await expectAccessible(page, "the second factor");
	await page.getByLabel("Authentication code").fill("000000");
	await page.getByRole("button", { name: "Continue" }).click();
	await expect(alert(page)).toHaveText("That code is incorrect.");
	await page.getByLabel("Authentication code").fill(await codeOf(secret));
	await page.getByRole("button", { name: "Continue" }).click();
	await page.waitForURL("**/app/home");

	const byBackupCode = async (code: string) => {
		await signIn(page, email, password);
		await page.getByRole("button", { name: "Use a backup code" }).click();
		await page.getByLabel("Backup code").fill(code);
		await page.getByRole("button", { name: "Continue" }).click();
	};
	await signOut(page);
	await byBackupCode(codes[0] ?? "");
	await page.waitForURL("**/app/home");
	await signOut(page);
	await byBackupCode(codes[0] ?? "");
	await expect(alert(page)).toBeVisible();
	// If the app is lost, an unused code signs in and turns off two-factor authentication.
	await page.getByLabel("Backup code").fill(codes[1] ?? "");
	await page.getByRole("button", { name: /turn off two-factor authentication/ }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Turn off and sign in" }).click();
	await page.waitForURL("**/app/home");
	await page.goto("/app/settings/security");
	await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
});

test("a member of a workspace that requires two-factor authentication is sent to set it up, and continues after that", {
	tag: "@verify",
}, async ({ page }) => {
	const { password } = await signInVerifiedUser(page);
	const setUp = async () => {
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel("Your password").fill(password);
		await dialog.getByRole("button", { name: "Continue" }).click();
		const secret = (await dialog.locator("code").textContent()) ?? "";
		await dialog.getByLabel("Authentication code").fill(await codeOf(secret));
		await dialog.getByRole("button", { name: "Turn on" }).click();
		await dialog.getByRole("button", { name: "I saved my codes" }).click();
		await expect(dialog).toHaveCount(0);
	};
	// Only an admin who has it can require it.
	await page.goto("/app/settings?dialog=add-2fa");
	await setUp();
	await page.goto("/app/workspace/security");
	await page.getByRole("switch", { name: "Require two-factor authentication" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Require two-factor" }).click();
	await expect(page.getByText("Two-factor requirement saved", { exact: true })).toBeVisible();
	const headers = { origin: mailingUrl };
	const data = { action: "remove", password };
	const off = await page.request.post("/v1/user/update-mfa-factors", { data, headers });
	expect(off.ok(), await off.text()).toBe(true);
	const voices = async () => {
		const { detail } = (await (await page.request.get("/v1/voices")).json()) as { detail?: { code: string } };
		return detail?.code ?? "listed";
	};
	expect(await voices()).toBe("two_factor_required");

	for (const path of ["/app/speech-synthesis/text-to-speech", "/app/home"]) {
		await page.goto(path);
		await page.waitForURL("**/app/settings?dialog=add-2fa");
	}
	const notice = page.locator("aside", { hasText: "requires two-factor authentication" });
	await expect(notice).toBeVisible();
	await setUp();
	await expect(notice).toHaveCount(0);
	expect(await voices()).toBe("listed");
	await page.goto("/app/speech-synthesis/text-to-speech");
	await expect(page.getByLabel("Text to speak")).toBeVisible();
	await expect(page).toHaveURL("/app/speech-synthesis/text-to-speech");
});

test("AUTH-007 AUTH-012 AUTH-013 AUTH-052 AUTH-053 changes the email address with the code sent to the new one and undoes it from the old one", async ({
	page,
	browser,
}) => {
	const { email, password } = await signInVerifiedUser(page);
	const next = newUser().email;
	await page.goto("/app/settings/profile");
	await page.getByLabel("Name", { exact: true }).fill("Ada Renamed");
	await page.getByRole("button", { name: "Save name", exact: true }).click();
	await expect(page.getByText("Name updated", { exact: true })).toBeVisible();
	await expect(page.getByRole("button", { name: /^Ada Renamed/ }).first()).toBeVisible();
	await expectAccessible(page, "profile settings");

	await page.getByRole("button", { name: "Change email" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("New email").fill(next);
	await dialog.getByLabel("Your password").fill(password);
	await dialog.getByRole("button", { name: "Send code" }).click();
	await expect(dialog.getByRole("heading", { name: "Enter the code" })).toBeVisible();
	const code = codeIn(await waitForEmail(next, /^Confirm your new/));
	await dialog.getByLabel("Verification code").fill(code === "000000" ? "000001" : "000000");
	await dialog.getByRole("button", { name: "Change email" }).click();
	await expect(dialog.getByRole("alert")).toHaveText(/^Unable to update email, ./);
	await dialog.getByLabel("Verification code").fill(code);
	await dialog.getByRole("button", { name: "Change email" }).click();
	await page.waitForURL("**/app/home");
	await expect(page.getByText("Email updated! Please refresh this page to reauthenticate.").first()).toBeVisible();

	// The owner of the old address can undo the change without being signed in.
	const back = linkIn(await waitForEmail(email, /was changed/), /is_reverting=true/);
	const elsewhere = await browser.newContext({ baseURL: mailingUrl });
	const other = await elsewhere.newPage();
	await other.goto(back);
	await expect(other.getByRole("heading", { name: "Email change undone" })).toBeVisible();
	await expectAccessible(other, "a change that was taken back");
	await elsewhere.close();
	// The page may already be redirecting after a rejected background request.
	await page.goto("/app/home").catch(() => undefined);
	await page.waitForURL("**/app/sign-in**");
	await signIn(page, next, password);
	await expect(alert(page)).toBeVisible();
	// An attacker may know the password and use a trusted device, so no device is trusted anymore.
	await signIn(page, email, password);
	await expect(page.getByRole("heading", { name: "Verify it's you" })).toBeVisible();
	await page.getByLabel("Verification code").fill(codeIn(await waitForEmail(email, /sign-in code/)));
	await page.getByRole("button", { name: "Continue" }).click();
	await page.waitForURL("**/app/home");
});

test("AUTH-014 AUTH-015 AUTH-016 AUTH-023 refreshes the token of its requests every five minutes and ends an inactive session after a warning", async ({
	page,
}) => {
	await signInVerifiedUser(page);
	const set = await page.request.post(`${mailingUrl}/v1/workspace/update-workspace`, {
		headers: { origin: mailingUrl },
		data: { session_inactivity_timeout: 900 },
	});
	expect(set.ok(), await set.text()).toBe(true);
	await page.clock.install();
	const ready = page.waitForResponse((response) => new URL(response.url()).pathname === "/v1/workspace");
	await page.goto("/app/home");
	await ready;
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	// The inactivity timer starts shortly after the response and broadcasts activity to other tabs.
	await page.evaluate(() => {
		new BroadcastChannel("timbre:session").onmessage = () => Object.assign(window, { watched: true });
	});
	let x = 100;
	await expect
		.poll(async () => {
			await page.mouse.move(x++, 100);
			return page.evaluate(() => "watched" in window);
		})
		.toBe(true);
	const fresh = page.waitForResponse((response) => response.url().endsWith("/v1/user/auth-tokens"));
	await page.clock.fastForward(300_000);
	const { token } = (await (await fresh).json()) as { token: string };
	const next = page.waitForRequest((request) => /^\/v[12]\/voices/.test(new URL(request.url()).pathname));
	await page.getByRole("link", { name: "Voices" }).first().click();
	expect(await (await next).headerValue("authorization")).toBe(`Bearer ${token}`);
	const warning = page.getByText("You'll be signed out soon");
	await page.clock.fastForward(845_000);
	await expect(warning).toBeVisible();
	await expectAccessible(page, "the warning before the end");
	await page.mouse.move(200, 200);
	await expect(warning).toHaveCount(0);
	await page.clock.fastForward(845_000);
	await expect(warning).toBeVisible();
	await page.keyboard.press("Shift");
	await expect(warning).toHaveCount(0);
	await page.clock.fastForward(905_000);
	await page.waitForURL("**/app/sign-in");
	await page.goto("/app/home");
	await page.waitForURL("**/app/sign-in?redirect=**");
});
