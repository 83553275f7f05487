import type { Page } from "@playwright/test";
import { expect, expectAccessible, signOut, signUp, test } from "./fixtures.ts";

/** A built-in authenticator of the browser, such as a fingerprint reader. It responds to requests made while `enabled`. */
async function anAuthenticator(page: Page) {
	const session = await page.context().newCDPSession(page);
	await session.send("WebAuthn.enable");
	const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	return {
		touch: (enabled: boolean) => session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
	};
}

test("adds a passkey, signs in with it from the button and from the suggestions, renames and deletes it", {
	tag: "@verify",
}, async ({ page }) => {
	const authenticator = await anAuthenticator(page);
	const { password } = await signUp(page, "/app/settings/security");
	const section = page.getByRole("region", { name: "Passkeys" });
	await expect(section).toContainText("No passkeys yet.");
	await section.getByRole("button", { name: "Add passkey" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Name", { exact: true }).fill("My laptop");
	await dialog.getByLabel("Your password", { exact: true }).fill("not the password");
	await dialog.getByRole("button", { name: "Continue" }).click();
	await expect(dialog).toContainText("Incorrect password.");
	await expectAccessible(page, "adding a passkey");
	await dialog.getByLabel("Your password", { exact: true }).fill(password);
	await dialog.getByRole("button", { name: "Continue" }).click();
	const passkeys = section.getByRole("list", { name: "Passkeys" });
	await expect(passkeys).toContainText("My laptop");
	await expectAccessible(page, "passkeys");

	await authenticator.touch(false);
	await signOut(page);
	await expectAccessible(page, "sign-in with a passkey");
	await authenticator.touch(true);
	await page.getByRole("button", { name: "Continue with a passkey" }).click();
	await page.waitForURL((url) => !url.pathname.includes("sign-in"));

	await authenticator.touch(false);
	await signOut(page);
	await expect(page.getByLabel("Email", { exact: true })).toHaveAttribute("autocomplete", "username webauthn");
	await authenticator.touch(true);
	await page.reload();
	await page.waitForURL((url) => !url.pathname.includes("sign-in"));

	await page.goto("/app/settings/security");
	await expect(passkeys).toContainText("last used");
	await passkeys.getByRole("button", { name: "Rename My laptop" }).click();
	await dialog.getByLabel("Name", { exact: true }).fill("Old laptop");
	await dialog.getByRole("button", { name: "Save" }).click();
	await passkeys.getByRole("button", { name: "Delete Old laptop" }).click();
	await dialog.getByLabel("Your password", { exact: true }).fill(password);
	await dialog.getByRole("button", { name: "Delete passkey" }).click();
	await expect(section).toContainText("No passkeys yet.");

	await authenticator.touch(false);
	await signOut(page);
	await authenticator.touch(true);
	await page.getByRole("button", { name: "Continue with a passkey" }).click();
	await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toContainText("passkey");
});
