import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

test("NOTIF-001 shows new notifications in every tab, opens them by keyboard and marks them as read everywhere", async ({
	page,
	context,
}) => {
	await signUp(page, "/app/settings/notifications");
	await expect(page.getByText("No notifications")).toBeVisible();
	await expectAccessible(page, "notifications, empty");
	const other = await context.newPage();
	await other.goto("/app/home");
	await expect(other.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();

	// A real notification: a data export created by the worker.
	const requested = await page.request.post("/v1/user/data-export", {
		headers: { origin: new URL(page.url()).origin },
	});
	expect(requested.status()).toBe(202);
	for (const tab of [page, other])
		await expect(tab.getByRole("button", { name: "Notifications, 1 unread message" })).toBeVisible({
			timeout: 180_000,
		});
	await expect(page.getByRole("status").filter({ hasText: "New notification: Your data is ready" })).toBeAttached();
	await expect(page.getByRole("main").getByText("Your data is ready")).toBeVisible();
	await expectAccessible(page, "notifications, one");

	const bell = other.getByRole("button", { name: "Notifications, 1 unread message" });
	await bell.focus();
	await other.keyboard.press("Enter");
	const panel = other.getByRole("dialog", { name: "Notifications" });
	await expect(panel.getByText("Your data is ready")).toBeVisible();
	await expect(panel.getByText("Needs attention"), "good news").toHaveCount(0);
	await expectAccessible(other, "bell, open");
	await panel.getByRole("link", { name: /Your data is ready/ }).focus();
	await other.keyboard.press("Enter");
	await other.waitForURL("**/app/settings/privacy");
	await expect(other.getByRole("link", { name: /^Download/ })).toBeVisible();
	for (const tab of [page, other])
		await expect(tab.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
	await page.getByRole("switch", { name: "Unread only" }).click();
	await expect(page.getByText("No unread notifications")).toBeVisible();
	const exports = page.getByRole("switch", { name: "Exports" });
	await expect(exports).toBeChecked();
	await exports.click();
	await expect(exports).not.toBeChecked();
	await page.reload();
	await expect(exports).not.toBeChecked();
});
