// An account from its first day to its last, with the mails that go with it.
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { codeIn, linkIn, mailingUrl, mailTo, newPerson, verifiedPerson } from "./mails.ts";

test.use({ baseURL: mailingUrl });

async function signIn(page: Page, email: string, password: string): Promise<void> {
	await page.goto("/app/sign-in");
	await fillIn(page, email, password);
}

async function fillIn(page: Page, email: string, password: string): Promise<void> {
	await page.getByLabel("E-mail", { exact: true }).fill(email);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
	await page
		.getByRole("button", { name: /account menu/ })
		.first()
		.click();
	await page.getByRole("menuitem", { name: "Sign out" }).click();
	await page.waitForURL("**/app/sign-in");
}

const alert = (page: Page) => page.getByRole("alert").filter({ hasText: /\w/ });
const codeOf = (secret: string) => createOTP(new TextDecoder().decode(base32.decode(secret))).totp();

test("AUTH-003 AUTH-006 AUTH-011 AUTH-017 AUTH-045 AUTH-046 AUTH-051 AUTH-054 an account is made, verified by mail, given a new password by mail, and opened from a second browser by a code of a mail", async ({
	page,
	browser,
}) => {
	const { name, email, password } = newPerson();
	await page.goto("/app/sign-up");
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await expectAccessible(page, "sign-up");
	await page.getByLabel("Name").fill(name);
	await page.getByLabel("E-mail", { exact: true }).fill(email);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Create account" }).click();
	await expect(page.getByRole("heading", { name: "Look into your mail" })).toBeFocused();
	await expectAccessible(page, "after sign-up");

	// Not in before the link is followed.
	await signIn(page, email, password);
	await expect(page.getByRole("heading", { name: "Look into your mail" })).toBeVisible();
	const verify = linkIn(await mailTo(email, /^Verify/));
	expect(new URL(verify).origin).toBe(mailingUrl);
	await page.goto(verify);
	await expect(page.getByRole("heading", { name: "Your address is verified" })).toBeVisible();
	await expectAccessible(page, "a verified address");
	await page.goto(verify);
	await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
	await expectAccessible(page, "a link that no longer works");
	// As a new person one is welcomed, as after a sign-up without mails.
	await page.goto(new URL(verify).searchParams.get("continue_url") ?? "");
	await expect(page).toHaveURL(/\/app\/sign-in\?/);
	await fillIn(page, email, password);
	await page.waitForURL("**/app/onboarding");
	await page.goto("/app/home");

	// A new password; the words are the same for an address that has no account.
	await signOut(page);
	await page.getByRole("link", { name: "Forgot password?" }).click();
	const askFor = async (address: string) => {
		await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
		await page.getByLabel("E-mail", { exact: true }).fill(address);
		await page.getByRole("button", { name: "Send the link" }).click();
		await expect(page.getByRole("heading", { name: "Look into your mail" })).toBeVisible();
		return page.getByRole("main").textContent();
	};
	const known = await askFor(email);
	await page.goto("/app/reset-password");
	expect(await askFor(`nobody-${email}`)).toBe(known);
	const reset = linkIn(await mailTo(email, /new password/i));
	await page.goto("/app/reset-password?code=made-up");
	await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
	await page.goto(reset);
	await expect(page.getByRole("main")).toContainText(email);
	await expectAccessible(page, "a new password");
	const changed = "a lighthouse at night";
	await page.getByLabel("New password").fill(changed);
	await page.getByRole("button", { name: "Change password" }).click();
	await expect(page.getByRole("heading", { name: "Your password is changed" })).toBeVisible();
	await page.getByRole("link", { name: "Continue" }).click();
	await signIn(page, email, password);
	await expect(alert(page)).toContainText("not right");
	await signIn(page, email, changed);
	await page.waitForURL("**/app/home");

	// Somebody at another browser who knows the password needs the mail as well.
	const elsewhere = await browser.newContext({ baseURL: mailingUrl });
	const other = await elsewhere.newPage();
	await signIn(other, email, changed);
	await expect(other.getByRole("heading", { name: "Is it you?" })).toBeVisible();
	await expectAccessible(other, "a code for an unknown device");
	const code = codeIn(await mailTo(email, /code to sign in/));
	await other.getByLabel("Code of the mail").fill(code === "000000" ? "000001" : "000000");
	await other.getByRole("button", { name: "Continue" }).click();
	await expect(alert(other)).toBeVisible();
	await other.getByLabel("Code of the mail").fill(code);
	await other.getByRole("button", { name: "Continue" }).click();
	await other.waitForURL("**/app/home");

	// Where one is signed in, and ending it there.
	await page.goto("/app/settings/security");
	const sessions = page.getByRole("list", { name: "Sessions" });
	await expect(sessions.getByRole("listitem")).toHaveCount(2);
	await expectAccessible(page, "security settings");
	await sessions.getByRole("button", { name: /^End/ }).click();
	await expect(sessions.getByRole("listitem")).toHaveCount(1);
	// Perhaps it knows already, by a question of its own that was refused.
	await other.goto("/app/voices").catch(() => undefined);
	await other.waitForURL("**/app/sign-in**");
	await elsewhere.close();
});

test("AUTH-005 AUTH-008 AUTH-009 AUTH-010 two factors are set up, asked for, and replaced by a backup code; signing out empties every tab", async ({
	page,
	context,
}) => {
	const { email, password } = await verifiedPerson(page);
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
	await dialog.getByLabel("Code of the app").fill(await codeOf(secret));
	await dialog.getByRole("button", { name: "Switch on" }).click();
	await expect(dialog.getByRole("heading", { name: "Keep these codes" })).toBeVisible();
	const codes = await dialog.getByRole("list", { name: "Backup codes" }).getByRole("listitem").allTextContents();
	expect(codes.length).toBeGreaterThanOrEqual(8);
	expect(new Set(codes).size).toBe(codes.length);
	const download = page.waitForEvent("download");
	await dialog.getByRole("button", { name: "Download" }).click();
	expect((await download).suggestedFilename()).toBe("timbre-backup-codes.txt");
	await expectAccessible(page, "backup codes");
	await dialog.getByRole("button", { name: "I have kept them" }).click();
	await expect(page).toHaveURL(/\/app\/settings$/);

	// Two tabs, one of them with a draft and things that only this person should find.
	const second = await context.newPage();
	await second.goto("/app/speech-synthesis/text-to-speech");
	await second.getByLabel("Text to speak").fill("Nobody else should read this.");
	await second.evaluate(() => localStorage.setItem("xi:once:tour", "yes"));
	await expect.poll(() => second.evaluate(() => JSON.stringify(localStorage))).toContain("Nobody else");
	await page.goto("/app/home");
	await signOut(page);
	await second.waitForURL("**/app/sign-in");
	const kept = await second.evaluate(() => JSON.stringify(localStorage));
	expect(kept).not.toContain("Nobody else");
	expect(kept).not.toContain("xi:");
	await second.close();

	await signIn(page, email, password);
	await expect(page.getByRole("heading", { name: "Your second factor" })).toBeVisible();
	await expectAccessible(page, "the second factor");
	await page.getByLabel("Code of the app").fill("000000");
	await page.getByRole("button", { name: "Continue" }).click();
	await expect(alert(page)).toHaveText("That code is not right.");
	await page.getByLabel("Code of the app").fill(await codeOf(secret));
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
	// The app is lost: a code that was not used opens the account and switches the second factor off.
	await page.getByLabel("Backup code").fill(codes[1] ?? "");
	await page.getByRole("button", { name: /switch the second factor off/ }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Switch off and sign in" }).click();
	await page.waitForURL("**/app/home");
	await page.goto("/app/settings/security");
	await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
});

test("AUTH-007 AUTH-012 AUTH-013 AUTH-052 AUTH-053 an address is changed by the code mailed to the new one, and the old one can take it back", async ({
	page,
	browser,
}) => {
	const { email, password } = await verifiedPerson(page);
	const next = newPerson().email;
	await page.goto("/app/settings/profile");
	await page.getByLabel("Name", { exact: true }).fill("Ada Renamed");
	await page.getByRole("button", { name: "Save name", exact: true }).click();
	await expect(page.getByText("Name updated", { exact: true })).toBeVisible();
	await expect(page.getByRole("button", { name: /^Ada Renamed/ }).first()).toBeVisible();
	await expectAccessible(page, "profile settings");

	await page.getByRole("button", { name: "Change e-mail" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("New e-mail").fill(next);
	await dialog.getByLabel("Your password").fill(password);
	await dialog.getByRole("button", { name: "Send the code" }).click();
	await expect(dialog.getByRole("heading", { name: "Enter the code" })).toBeVisible();
	const code = codeIn(await mailTo(next, /^Confirm your new/));
	await dialog.getByLabel("Code of the mail").fill(code === "000000" ? "000001" : "000000");
	await dialog.getByRole("button", { name: "Change e-mail" }).click();
	await expect(dialog.getByRole("alert")).toHaveText(/^Unable to update email, ./);
	await dialog.getByLabel("Code of the mail").fill(code);
	await dialog.getByRole("button", { name: "Change e-mail" }).click();
	await page.waitForURL("**/app/home");
	await expect(page.getByText("Email updated! Please refresh this page to reauthenticate.").first()).toBeVisible();

	// Whoever reads the old address takes it back, without being signed in.
	const back = linkIn(await mailTo(email, /was changed/), /is_reverting=true/);
	const elsewhere = await browser.newContext({ baseURL: mailingUrl });
	const other = await elsewhere.newPage();
	await other.goto(back);
	await expect(other.getByRole("heading", { name: "The change is taken back" })).toBeVisible();
	await expectAccessible(other, "a change that was taken back");
	await elsewhere.close();
	// Perhaps it knows already, by a question of its own that was refused.
	await page.goto("/app/home").catch(() => undefined);
	await page.waitForURL("**/app/sign-in**");
	await signIn(page, next, password);
	await expect(alert(page)).toBeVisible();
	// Whoever had changed it may know the password and sits at a device that was trusted: none is any more.
	await signIn(page, email, password);
	await expect(page.getByRole("heading", { name: "Is it you?" })).toBeVisible();
	await page.getByLabel("Code of the mail").fill(codeIn(await mailTo(email, /code to sign in/)));
	await page.getByRole("button", { name: "Continue" }).click();
	await page.waitForURL("**/app/home");
});

test("AUTH-014 AUTH-015 AUTH-016 the token is fetched anew every five minutes, and a session in which nothing happens ends after a warning", async ({
	page,
}) => {
	await verifiedPerson(page);
	const set = await page.request.post(`${mailingUrl}/v1/workspace/update-workspace`, {
		headers: { origin: mailingUrl },
		data: { session_inactivity_timeout: 900 },
	});
	expect(set.ok(), await set.text()).toBe(true);
	await page.clock.install();
	const ready = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/v1/workspace");
	await page.goto("/app/home");
	await ready;
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	// The watch for inactivity begins a moment after the answer; what it notices it tells the other tabs.
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
	const fresh = page.waitForRequest((request) => request.url().endsWith("/v1/user/auth-tokens"));
	await page.clock.fastForward(300_000);
	await fresh;
	const warning = page.getByText("You will be signed out soon");
	await page.clock.fastForward(545_000);
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
