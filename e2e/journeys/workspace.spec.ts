import { readFile } from "node:fs/promises";
import type { Cookie, Page } from "@playwright/test";
import { codeIn, linkIn, mailingUrl, waitForEmail } from "./emails.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";

// Uses the seeded team (seed/scenarios/team.ts) on the server that sends email.
test.use({ baseURL: mailingUrl });

const password = "timbre-team";
const mira = "mira@lighthouse.example.com";
const guest = `guest-${Date.now()}@example.com`;

/** Mira's session, shared by all tests, since signing in again would require another emailed code. */
let cookies: Cookie[] = [];

async function asMira(page: Page): Promise<void> {
	if (cookies.length > 0) return page.context().addCookies(cookies);
	await page.goto("/app/sign-in");
	await enter(page, mira);
	await page.waitForURL("**/app/home");
	cookies = await page.context().cookies();
}

/** Signs in through the form. On an unknown device this includes the emailed code. */
async function enter(page: Page, email: string): Promise<void> {
	await page.getByLabel("Email", { exact: true }).fill(email);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Sign in", exact: true }).click();
	// Not by role, since the invitation dialog hides the page behind it.
	const code = page.getByLabel("Verification code");
	await expect(code.or(page.locator("h1:not(:text-is('Sign in'))")).first()).toBeVisible();
	if (!(await code.isVisible())) return;
	await code.fill(codeIn(await waitForEmail(email, /code|sign/i)));
	await page.getByRole("button", { name: "Continue" }).click();
}

const settings = (page: Page, name: string) =>
	page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name, exact: true }).click();

test("WORKSPACE-003 WORKSPACE-004 PRIVACY-017 PRIVACY-021 lets an admin manage settings and invite by email, and limits what an editor can do", async ({
	page,
	browser,
}) => {
	test.setTimeout(900_000);
	await asMira(page);

	// The workspace itself.
	await page.goto("/app/workspace");
	await expect(page.getByRole("heading", { level: 1, name: "Workspace" })).toBeVisible();
	await expect(page.getByText("5 of 25 seats used")).toBeVisible();
	await page.getByLabel("Name", { exact: true }).fill("Lighthouse Radio");
	await page.getByRole("button", { name: "Save name" }).click();
	await expect(page.getByRole("button", { name: /Workspace: Lighthouse Radio/ })).toBeVisible();
	const optOut = page.getByRole("main").getByRole("switch", { name: /out of model training/ });
	await expect(optOut).not.toBeChecked();
	await optOut.click();
	const dialog = page.getByRole("dialog", { name: "Data use" });
	await expect(dialog.getByRole("button", { name: "Opt Out" })).toBeDisabled();
	await expectAccessible(page, "/app/workspace with the opt-out dialog");
	await dialog.getByRole("switch").click();
	await dialog.getByRole("button", { name: "Opt Out" }).click();
	await expect(optOut).toBeChecked();

	// Its members, and an invitation.
	await settings(page, "Members");
	const jonas = page.getByRole("table", { name: "Members of the workspace" }).getByRole("row", { name: /Jonas Weil/ });
	await expect(jonas.getByText("of 20,000")).toBeVisible();
	await jonas.getByRole("button", { name: "Actions for Jonas Weil" }).click();
	await page.getByRole("menuitem", { name: "Lock…" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Lock member" }).click();
	await expect(jonas.getByText("Locked")).toBeVisible();
	await page.getByRole("combobox", { name: "Role of Kay Lin" }).click();
	await page.getByRole("option", { name: /Admin/ }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Make admin" }).click();
	await expect(page.getByText("Role changed", { exact: true })).toBeVisible();
	await page.getByRole("button", { name: "Invite members" }).click();
	const inviting = page.getByRole("dialog", { name: "Invite members" });
	await inviting.getByLabel("Email addresses").fill(`${guest}, not-an-address`);
	await inviting.getByRole("button", { name: /^Send/ }).click();
	await expect(inviting.getByText("Not an email address: not-an-address")).toBeVisible();
	await expectAccessible(page, "/app/workspace/members with the invite dialog");
	await inviting.getByLabel("Email addresses").fill(guest);
	await inviting.getByRole("button", { name: "Send invitation" }).click();
	await page.getByRole("dialog", { name: "Invitation sent" }).getByRole("button", { name: "Done" }).click();
	await expect(page.getByText("6 of 25 seats used")).toBeVisible();
	const first = linkIn(await waitForEmail(guest, /Lighthouse Radio/), /invite/);
	await page.getByRole("button", { name: `Resend invitation to ${guest}` }).click();
	await page.getByRole("dialog", { name: "Invitation sent" }).getByRole("button", { name: "Done" }).click();
	const second = linkIn(await waitForEmail(guest, /Lighthouse Radio/, 1), /invite/);
	await expectAccessible(page, "/app/workspace/members");

	// The recipient uses another browser. Resending has invalidated the first link.
	const other = await (await browser.newContext({ baseURL: mailingUrl })).newPage();
	await other.goto(first);
	await expect(other.getByRole("heading", { name: "Couldn't find workspace invite code" })).toBeVisible();
	await other.goto(second);
	await expect(other.getByRole("heading", { name: "Join “Lighthouse Radio”" })).toBeVisible();
	await expectAccessible(other, "/app/invite, signed out");
	await other.getByRole("link", { name: "Create an account" }).click();
	await other.getByLabel("Name").fill("Gwen Guest");
	await expect(other.getByLabel("Email", { exact: true })).toHaveValue(guest);
	await other.getByLabel("Password", { exact: true }).fill(password);
	await other.getByRole("button", { name: "Create account" }).click();
	await expect(other.getByRole("heading", { name: "Check your email" })).toBeVisible();
	await other.goto(linkIn(await waitForEmail(guest, /verify|address/i), /verify/));
	await other.getByRole("link", { name: "Continue" }).click();
	await enter(other, guest);
	const joining = other.getByRole("dialog", { name: "Join workspace" });
	await expect(joining.getByText(/gain full control over your account/)).toBeVisible();
	await expect(joining.getByRole("button", { name: "Close" }).last()).toBeVisible();
	await expectAccessible(other, "/app/invite with the join dialog");
	await joining.getByRole("button", { name: "Join workspace" }).click();
	await other.waitForURL("**/app/home");
	await expect(other.getByRole("button", { name: /Workspace: Lighthouse Radio/ })).toBeVisible();

	// What an editor sees.
	await other.goto("/app/workspace");
	const locked = other.getByRole("main").getByRole("switch", { name: /out of model training/ });
	await expect(locked).toBeDisabled();
	await other.getByRole("note", { name: "Only workspace admins can change this setting." }).hover();
	await expect(other.getByRole("tooltip")).toHaveText("Only workspace admins can change this setting.");
	await expectAccessible(other, "/app/workspace as an editor");
	await settings(other, "Members");
	await expect(other.getByRole("row", { name: /Gwen Guest/ })).toContainText("(you)");
	await expect(other.getByRole("button", { name: /^Invite members|^Actions for/ })).toHaveCount(0);
	for (const path of ["service-accounts", "usage-limits", "security"]) {
		await other.goto(`/app/workspace/${path}`);
		await expect(other.getByText("You don't have access"), path).toBeVisible();
	}

	// The role changes back to editor while the page is open: the rejected change shows an error.
	const seat = (role: "workspace_admin" | "workspace_member") =>
		page.request.post("/v1/workspace/members", {
			data: { email: guest, workspace_seat_type: role },
			headers: { origin: mailingUrl },
		});
	expect((await seat("workspace_admin")).status()).toBe(200);
	await other.goto("/app/workspace");
	await expect(locked).toBeEnabled();
	expect((await seat("workspace_member")).status()).toBe(200);
	await locked.click();
	await other.getByRole("dialog").getByRole("switch").click();
	await other.getByRole("dialog").getByRole("button", { name: "Opt Out" }).click();
	await expect(other.getByText("Couldn't save the data use setting", { exact: true })).toBeVisible();

	// A group gives her permission to invite.
	await page.goto("/app/workspace/groups");
	await expect(page.getByRole("row", { name: /^Audit log/ })).toContainText("yes");
	await page.getByRole("button", { name: "Create group" }).click();
	const making = page.getByRole("dialog", { name: "Create group" });
	await making.getByLabel("Name").fill("Night shift");
	await making.getByRole("switch", { name: "Invite members" }).click();
	await expectAccessible(page, "/app/workspace/groups with its dialog");
	await making.getByRole("button", { name: "Create group" }).click();
	await page.getByRole("button", { name: "Members of Night shift" }).click();
	const belonging = page.getByRole("dialog", { name: "Members of Night shift" });
	await belonging.getByRole("checkbox", { name: /Gwen Guest/ }).click();
	await belonging.getByRole("button", { name: "Done" }).click();
	await expect(page.getByText("1 member: Gwen Guest")).toBeVisible();
	await expectAccessible(page, "/app/workspace/groups");
	await other.goto("/app/workspace/members");
	await expect(other.getByRole("button", { name: "Invite members" })).toBeVisible();

	// A service account, a limit, a timeout.
	await page.goto("/app/workspace/service-accounts");
	await page.getByRole("button", { name: "Create service account" }).click();
	await page.getByRole("dialog").getByLabel("Name").fill("Phone announcements");
	await page.getByRole("dialog").getByRole("button", { name: "Create service account" }).click();
	await expect(page.getByRole("heading", { name: "Phone announcements" })).toBeVisible();
	await page.getByRole("button", { name: "Create key for Phone announcements" }).click();
	await page.getByRole("dialog", { name: "Create API key" }).getByLabel("Name").fill("Switchboard");
	await page.getByRole("dialog", { name: "Create API key" }).getByLabel("Expiry").click();
	await page.getByRole("option", { name: "30 days" }).click();
	await page.getByRole("dialog", { name: "Create API key" }).getByRole("button", { name: "Create key" }).click();
	const shown = page.getByRole("dialog", { name: "Copy your API key" });
	const key = await shown.getByLabel("API key").inputValue();
	expect((await page.request.get("/v1/voices", { headers: { "xi-api-key": key } })).status()).toBe(200);
	await shown.getByRole("button", { name: "Done" }).click();
	await expect(page.getByText("Switchboard")).toBeVisible();
	await expect(page.getByText(/never used|last used/).filter({ hasText: "expires" })).toBeVisible();
	await expectAccessible(page, "/app/workspace/service-accounts");
	await page.goto("/app/workspace/usage-limits");
	await page.getByLabel("Credits per month for Gwen Guest").fill("many");
	await page.getByRole("button", { name: "Save limit for Gwen Guest" }).click();
	await expect(page.getByText("Enter a whole number of credits, or leave empty for no limit.")).toBeVisible();
	await page.getByLabel("Credits per month for Gwen Guest").fill("5,000");
	await page.getByRole("button", { name: "Save limit for Gwen Guest" }).click();
	await expect(page.getByRole("listitem").filter({ hasText: "Gwen Guest" })).toContainText("0 used of 5,000");
	await expectAccessible(page, "/app/workspace/usage-limits");
	await page.goto("/app/workspace/security");
	await page.getByRole("combobox", { name: "Sign members out" }).click();
	await page.getByRole("option", { name: "After 4 hours" }).click();
	await expect(page.getByText("Inactivity timeout saved", { exact: true })).toBeVisible();

	// The audit log lists all of it.
	const log = page.getByRole("list", { name: "Audit log" });
	for (const line of [
		"Mira Keller changed the inactivity timeout",
		"Mira Keller set the usage limit of",
		"Mira Keller created the service account “Phone announcements”",
		`Mira Keller added ${guest} to the group “Night shift”`,
		"Gwen Guest joined",
		`Mira Keller invited ${guest}`,
		"Mira Keller locked jonas@lighthouse.example.com",
		"Mira Keller made kay@lighthouse.example.com an admin",
		"Mira Keller opted out of model training",
		"Mira Keller renamed the workspace to “Lighthouse Radio”",
	])
		await expect(log.getByText(line).first(), line).toBeVisible();
	await expectAccessible(page, "/app/workspace/security");
	await page.getByLabel("Search events").fill("kay@LIGHTHOUSE");
	await expect(log.getByText("Mira Keller locked jonas@lighthouse.example.com")).toHaveCount(0);
	await expect(log.getByText("Mira Keller made kay@lighthouse.example.com an admin")).toBeVisible();
	const saved = page.waitForEvent("download");
	await page.getByRole("button", { name: "Export CSV" }).click();
	const csv = await readFile(await (await saved).path(), "utf8");
	expect(csv).toContain("Mira Keller made kay@lighthouse.example.com an admin");
	expect(csv).not.toContain("jonas@lighthouse.example.com");
	await page.getByLabel("Search events").fill("");
	await page.getByRole("combobox", { name: "Member", exact: true }).click();
	await page.getByRole("option", { name: /Gwen Guest/ }).click();
	await expect(log.getByRole("listitem")).toHaveCount(1);
	await page.getByRole("combobox", { name: "Event type" }).click();
	await page.getByRole("option", { name: "Webhooks" }).click();
	await expect(page.getByText("No matching events")).toBeVisible();

	await page.goto("/app/workspace/webhooks");
	await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();

	// After removal she continues in a workspace of her own.
	await page.goto("/app/workspace/members");
	await page.getByRole("button", { name: "Actions for Gwen Guest" }).click();
	await page.getByRole("menuitem", { name: "Remove from workspace…" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Remove member" }).click();
	await expect(page.getByRole("row", { name: /Gwen Guest/ })).toHaveCount(0);
	await other.goto("/app/home");
	await expect(other.getByRole("button", { name: /Workspace: Gwen Guest/ })).toBeVisible();
});

test("WORKSPACE-005 WORKSPACE-017 WORKSPACE-018 cancels a paid plan to join and accepts the invite about 1.5 s later", async ({
	page,
	browser,
}) => {
	const paula = "paula@lighthouse.example.com";
	await asMira(page);
	const invited = await page.request.post("/v1/workspace/invites/add", {
		data: { email: paula },
		headers: { origin: mailingUrl },
	});
	expect(invited.status(), await invited.text()).toBe(200);
	const link = linkIn(await waitForEmail(paula, /Lighthouse/), /invite/);
	const other = await (await browser.newContext({ baseURL: mailingUrl })).newPage();
	await other.goto(link);
	await other.getByRole("link", { name: "Sign in" }).click();
	await enter(other, paula);
	await other.getByRole("dialog", { name: "Join workspace" }).getByRole("button", { name: "Join workspace" }).click();
	const canceling = other.getByRole("dialog", { name: "Cancel subscription to join this workspace" });
	await expect(canceling.getByText(/ends immediately and without refund/)).toBeVisible();
	await expect(canceling.getByRole("button", { name: "Close" }).last()).toBeVisible();
	await expectAccessible(other, "/app/invite with the cancel dialog");
	const canceled = other.waitForResponse(/\/cancel-subscription$/);
	const accepted = other.waitForRequest(/\/accept$/);
	await canceling.getByRole("button", { name: "Cancel subscription & Join workspace" }).click();
	const response = await canceled;
	expect(response.status()).toBe(200);
	await response.finished();
	await (await accepted).response();
	// Measured by the browser's clock, since a busy machine may delay the test.
	const { startTime, responseEnd } = response.request().timing();
	const waited = (await accepted).timing().startTime - (startTime + responseEnd);
	expect(waited).toBeGreaterThan(1_300);
	await other.waitForURL("**/app/home");
	await expect(other.getByRole("button", { name: /Workspace: Lighthouse/ })).toBeVisible();
});

test("asks before another account's key is disabled and before a member becomes an admin", { tag: "@verify" }, async ({
	page,
}) => {
	await asMira(page);
	const headers = { origin: mailingUrl };
	const post = async <T>(path: string, data: unknown) => {
		const response = await page.request.post(path, { data, headers });
		expect(response.ok(), await response.text()).toBe(true);
		return (await response.json()) as T;
	};
	const account = await post<{ "service-account-user-id": string }>("/v1/service-accounts", { name: "Night desk" });
	const { "xi-api-key": key } = await post<{ "xi-api-key": string }>(
		`/v1/service-accounts/${account["service-account-user-id"]}/api-keys`,
		{ name: "Ticker", permissions: ["voices_read"] },
	);
	const works = async () => (await fetch(`${mailingUrl}/v1/voices`, { headers: { "xi-api-key": key } })).status === 200;
	expect(await works()).toBe(true);
	await page.goto("/app/settings/api-keys");
	const question = page.getByRole("alertdialog");
	await page.getByRole("button", { name: "Disable Ticker" }).click();
	await expect(question).toContainText("Requests of Night desk with this key are rejected immediately.");
	await expectAccessible(page, "disabling a key");
	await question.getByRole("button", { name: "Cancel" }).click();
	await expect(question).toHaveCount(0);
	expect(await works(), "canceled").toBe(true);
	await page.getByRole("button", { name: "Disable Ticker" }).click();
	await question.getByRole("button", { name: "Disable key" }).click();
	await expect(page.getByRole("button", { name: "Enable Ticker" })).toBeVisible();
	expect(await works()).toBe(false);
	// Enabling needs no confirmation.
	await page.getByRole("button", { name: "Enable Ticker" }).click();
	await expect(page.getByRole("button", { name: "Disable Ticker" })).toBeVisible();
	expect(await works()).toBe(true);

	await page.goto("/app/workspace/members");
	const role = page.getByRole("combobox", { name: "Role of Amira Haddad" });
	const makeAdmin = async () => {
		await role.click();
		await page.getByRole("option", { name: /Admin/ }).click();
		await expect(question).toContainText("Admins have full access");
	};
	await expect(role).toHaveText(/Editor/);
	await makeAdmin();
	await expectAccessible(page, "making a member an admin");
	await question.getByRole("button", { name: "Cancel" }).click();
	await expect(question).toHaveCount(0);
	await page.reload();
	await expect(role, "canceled").toHaveText(/Editor/);
	await makeAdmin();
	await question.getByRole("button", { name: "Make admin" }).click();
	await expect(page.getByText("Role changed", { exact: true })).toBeVisible();
	await page.reload();
	await expect(role).toHaveText(/Admin/);
	await role.click();
	await page.getByRole("option", { name: /Editor/ }).click();
	await expect(page.getByText("Role changed", { exact: true })).toBeVisible();
});

test("WORKSPACE-038 reports a missing invite code, signed in or not, and links back to the app", async ({ page }) => {
	for (const path of ["/app/invite", "/app/invite?code=", "/app/invite?code=nobodys-code", "/app/invite?code=%22%3E"]) {
		await page.goto(path);
		await expect(
			page.getByRole("heading", { level: 1, name: "Couldn't find workspace invite code" }),
			path,
		).toBeVisible();
	}
	await expectAccessible(page, "/app/invite without a code");
	await asMira(page);
	await page.goto("/app/invite");
	await page.getByRole("link", { name: "Go to the app" }).click();
	await page.waitForURL("**/app/home");
});
