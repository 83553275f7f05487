import { expect, expectAccessible, signOut, signUp, test } from "./fixtures.ts";

test("AUTH-001 AUTH-002 shows the sign-in and sign-up pages without a session", async ({ page }) => {
	await page.goto("/app/sign-in");
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await page.getByRole("link", { name: /create|sign up/i }).click();
	await expect(page).toHaveURL(/\/app\/sign-up/);
	await expect(page.getByLabel("Email", { exact: true })).toBeVisible();
});

test("AUTH-008 redirects to the sign-in page on sign-out and keeps the app closed", async ({ page }) => {
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

test("shows an error for a wrong password and messages for invalid fields", async ({ page }) => {
	await page.goto("/app/sign-in");
	await page.getByRole("button", { name: "Sign in" }).click();
	await expect(page.getByText(/email address/i).last()).toBeVisible();
	await page.getByLabel("Email", { exact: true }).fill("nobody@example.com");
	await page.getByLabel("Password", { exact: true }).fill("wrong password");
	await page.getByRole("button", { name: "Sign in" }).click();
	const alert = page.getByRole("alert").filter({ hasText: /\w/ });
	await expect(alert).toBeVisible();
	await page.getByLabel("Password", { exact: true }).fill("another password");
	await expect(alert, "gone once the form is corrected").toHaveCount(0);
	await page.getByRole("button", { name: "Sign in" }).click();
	await expect(alert).toBeVisible();
});

test("removes an error of the server from a field when the field that caused it is corrected", {
	tag: "@verify",
}, async ({ page, problems }) => {
	await signUp(page, "/app/settings/security");
	await page.getByLabel("Current password").fill("not the password");
	await page.getByLabel("New password").fill("a lighthouse at night");
	await page.getByRole("button", { name: "Change password" }).click();
	const error = page
		.locator("form")
		.filter({ hasText: "Change password" })
		.getByRole("alert")
		.filter({ hasText: /\w/ });
	await expect(error).toBeVisible();
	await page.getByLabel("Current password").fill("another password");
	await expect(error).toHaveCount(0);
	problems.length = 0;
});

test("AUTH-049 AUTH-050 AUTH-055 AUTH-056 shows an error if an email can't be sent or a code can't be checked", async ({
	page,
	problems,
}) => {
	const cut = (path: string) => page.route(`**${path}`, (route) => route.abort());
	await cut("/v1/user/send-password-reset-email");
	await page.goto("/app/reset-password");
	await page.getByLabel("Email", { exact: true }).fill("somebody@example.com");
	await page.getByRole("button", { name: "Create reset link" }).click();
	await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toHaveText(
		"An error occured while requesting the password change.",
	);

	await cut("/v1/user/send-verification-email");
	await page.goto("/app/verify-email?code=made-up");
	await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
	await page.getByLabel("Email", { exact: true }).fill("somebody@example.com");
	await page.getByRole("button", { name: "Send new link" }).click();
	await expect(page.getByText("An error occured while sending the verification email.").first()).toBeVisible();

	await cut("/v1/user/check-password-reset-code");
	await page.goto("/app/reset-password?code=made-up");
	await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
	await page.unroute("**/v1/user/check-password-reset-code");
	// Fake the rate limit response: the journeys share one IP address, which must not be locked for the others.
	await page.route("**/v1/user/check-password-reset-code", (route) =>
		route.fulfill({
			status: 429,
			json: {
				detail: { code: "rate_limit_exceeded", message: "Too many attempts, please try again in a few minutes." },
			},
		}),
	);
	await page.reload();
	await expect(page.getByRole("main")).toContainText("Too many attempts, please try again in a few minutes.");
	// The aborted requests are intended.
	problems.splice(0, problems.length, ...problems.filter((one) => !/ERR_FAILED/.test(one)));
});

test("AUTH-004 AUTH-043 SHELL-021 deletes an account only after the user types its email address and waits", async ({
	page,
}) => {
	const { email, password } = await signUp(page, "/app/settings");
	await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
	await expectAccessible(page, "settings");
	await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Profile" }).click();
	await page.getByRole("button", { name: "Delete account" }).click();
	const dialog = page.getByRole("alertdialog");
	const go = dialog.getByRole("button", { name: /^Delete account/ });
	await expect(go).toBeDisabled();
	await dialog.getByRole("textbox").fill(email.slice(1));
	await expect(go).toHaveText("Delete account");
	await expect(go).toBeDisabled();
	await dialog.getByRole("textbox").fill(email);
	await expect(go).toBeEnabled();
	await go.click();
	await page.waitForURL("**/app/account-deleted");
	await expect(page.getByRole("heading", { level: 1, name: "Your account is deleted" })).toBeVisible();
	await expectAccessible(page, "the account is deleted");
	await page.goto("/app/sign-in");
	await page.getByLabel("Email", { exact: true }).fill(email);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Sign in", exact: true }).click();
	await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toBeVisible();
});

test("the sign-up page says who can create an account, without a form if the visitor can't", {
	tag: "@verify",
}, async ({ page }) => {
	const settings = { social_providers: [], email_delivery: "mail" };
	let rules = { sign_up: "closed", domains: [] as string[] };
	await page.route("**/v1/user/sign-up-rules", (route) => route.fulfill({ json: { ...rules, ...settings } }));
	await page.goto("/app/sign-up");
	await expect(page.getByRole("heading", { level: 1, name: "Sign-up is closed" })).toBeVisible();
	await expect(page.getByText("Ask the person who runs it for access.")).toBeVisible();
	await expect(page.getByRole("textbox")).toHaveCount(0);
	await expectAccessible(page, "closed");
	rules = { sign_up: "invite", domains: [] };
	await page.goto("/app/sign-up");
	await expect(page.getByText("You need an invite to create an account.")).toBeVisible();
	await page.goto("/app/sign-up?invite=code");
	await expect(page.getByText("You've been invited to a workspace.")).toBeVisible();
	await expect(page.getByRole("button", { name: "Create account" })).toBeVisible();
	rules = { sign_up: "domain", domains: ["example.com", "example.org"] };
	await page.goto("/app/sign-up");
	await expect(page.getByText("Use your email address at example.com or example.org.")).toBeVisible();
	await page.getByRole("link", { name: "Sign in" }).click();
	await expect(page).toHaveURL(/\/app\/sign-in/);
});

test("the sign-in pages have a button for each provider of social sign-in and explain a failed one", {
	tag: "@verify",
}, async ({ page }) => {
	let social_providers: { id: string; name: string }[] = [];
	await page.route("**/v1/user/sign-up-rules", (route) =>
		route.fulfill({ json: { sign_up: "open", domains: [], email_delivery: "mail", social_providers } }),
	);
	await page.goto("/app/sign-in");
	await expect(page.getByRole("button", { name: "Continue with SSO" })).toBeVisible();
	await expect(page.getByRole("button", { name: "Continue with Google" })).toHaveCount(0);
	social_providers = [
		{ id: "google", name: "Google" },
		{ id: "microsoft", name: "Microsoft" },
		{ id: "github", name: "GitHub" },
		{ id: "oidc", name: "Example ID" },
	];
	let sent: unknown;
	await page.route("**/api/auth/sign-in/social", (route) => {
		sent = route.request().postDataJSON();
		return route.fulfill({ json: { url: "/app/sign-in?error=social_two_factor&error_description=Call+us" } });
	});
	await page.goto("/app/sign-up");
	for (const { name } of social_providers)
		await expect(page.getByRole("button", { name: `Continue with ${name}` })).toBeVisible();
	await expectAccessible(page, "sign-up with providers");
	await page.getByRole("button", { name: "Continue with Example ID" }).click();
	await expect(page.getByText("Your account uses two-factor authentication.").first()).toBeVisible();
	await expect(page.getByText("Call us"), "text from the URL is not shown").toHaveCount(0);
	expect(sent).toMatchObject({ provider: "oidc", requestSignUp: true, errorCallbackURL: "/app/sign-in" });
	await expectAccessible(page, "sign-in with providers");
});

test("says what to do instead of promising an email if the server can't send any", { tag: "@verify" }, async ({
	page,
}) => {
	const { password } = await signUp(page, "/app/settings/profile");
	await page.getByRole("button", { name: "Send verification link" }).last().click();
	await expect(page.getByText("Find the link on this machine at /dev/mails.").first()).toBeVisible();
	await page.route("**/v1/user/sign-up-rules", (route) =>
		route.fulfill({ json: { sign_up: "open", domains: [], email_delivery: "kept", social_providers: [] } }),
	);
	await page.reload();
	await expect(page.getByText("This server can't send email.").first()).toBeVisible();
	await page.getByRole("button", { name: "Send verification link" }).click();
	await expect(page.getByText("Ask the person who runs it for the link").first()).toBeVisible();
	await expect(page.getByText("on its way")).toHaveCount(0);
	await page.getByRole("button", { name: "Change email" }).click();
	const dialog = page.getByRole("dialog");
	await expect(dialog).toContainText("Ask the person who runs it for the code");
	await dialog.getByLabel("New email").fill(`new-${Date.now()}@example.com`);
	await dialog.getByLabel("Your password").fill(password);
	await dialog.getByRole("button", { name: "Create code" }).click();
	await expect(dialog.getByRole("heading", { name: "Enter the code" })).toBeVisible();
	await expect(dialog).not.toContainText("We sent");
	await dialog.getByRole("button", { name: "Cancel" }).click();
	await signOut(page);
	await page.getByRole("link", { name: "Forgot password?" }).click();
	await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
	await page.getByLabel("Email", { exact: true }).fill("somebody@example.com");
	await page.getByRole("button", { name: "Create reset link" }).click();
	await expect(page.getByRole("heading", { name: "This server can't send email" })).toBeVisible();
	await expect(page.getByRole("main")).toContainText("Ask the person who runs it for the link");
	await expectAccessible(page, "a reset without email");
});

test("shows a user's picture in the account menu and the member list until it is deleted", { tag: "@verify" }, async ({
	page,
}) => {
	await signUp(page, "/app/settings/profile");
	const menuPicture = page.getByRole("button", { name: /account menu/ }).locator("img");
	await expect(page.getByRole("button", { name: "Upload picture" })).toBeVisible();
	await expect(menuPicture).toHaveCount(0);
	const file = page.getByLabel("Picture file");
	await file.setInputFiles({ name: "me.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
	await expect(page.getByText("Couldn't update your picture").first()).toBeVisible();
	await file.setInputFiles(`${import.meta.dirname}/../../web/public/pictures/history-light.webp`);
	await expect(menuPicture.first()).toHaveAttribute("src", /^\/v1\/avatars\//);
	expect(
		await menuPicture
			.first()
			.evaluate((picture: HTMLImageElement) => picture.decode().then(() => picture.naturalWidth)),
	).toBe(256);
	await expectAccessible(page, "profile with a picture");
	await page.goto("/app/workspace/members");
	await expect(page.getByRole("main").locator('img[src^="/v1/avatars/"]').first()).toBeVisible();
	await page.goto("/app/settings/profile");
	await page.getByRole("button", { name: "Delete picture" }).click();
	await expect(page.getByRole("button", { name: "Upload picture" })).toBeVisible();
	await expect(menuPicture).toHaveCount(0);
});
