import { unzipSync } from "fflate";
import { mailingUrl, signInVerifiedUser, waitForEmail } from "./emails.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";

test.use({ baseURL: mailingUrl });

test.describe("in Europe", () => {
	test.use({ timezoneId: "Europe/Berlin" });

	test("PRIVACY-013 PRIVACY-014 PRIVACY-015 PRIVACY-016 PRIVACY-027 analytics start only after consent, which is asked once and can be withdrawn", async ({
		page,
		context,
	}) => {
		const posted: string[] = [];
		page.on("request", (request) => request.url().endsWith("/ingest") && posted.push(request.postData() ?? ""));
		const visitorId = () => page.evaluate(() => localStorage.getItem("timbre:visitor"));
		const cookie = async (name: string) => (await context.cookies()).find((one) => one.name === name)?.value;
		await page.goto("/pricing");
		const banner = page.getByRole("region", { name: "Analytics consent" });
		await expect(banner).toBeVisible();
		await expectAccessible(page, "public page with the consent banner");
		expect([posted.length, await visitorId(), await cookie("timbre_consent")]).toEqual([0, null, undefined]);
		await page.keyboard.press("Tab");
		await page.keyboard.press("Tab");
		await expect(banner.getByRole("button", { name: "Decline" })).toBeFocused();
		await page.keyboard.press("Tab");
		await page.keyboard.press("Enter");
		await expect(banner).toBeHidden();
		await expect.poll(() => cookie("timbre_consent")).toBe("granted");

		await page.goto("/about");
		await expect.poll(() => posted.length).toBeGreaterThan(0);
		expect(JSON.parse(posted[0] ?? "{}")).toMatchObject({ consent: "granted", events: [{ name: "page_viewed" }] });
		expect(await visitorId()).toMatch(/^[0-9a-f]{32}$/);
		await expect(banner).toBeHidden();

		await page.getByRole("contentinfo").getByRole("link", { name: "Your privacy choices" }).click();
		await page.waitForURL("**/privacy-choices");
		await expectAccessible(page, "privacy choices");
		await page.getByRole("switch", { name: "Allow analytics" }).click();
		await expect.poll(() => cookie("timbre_consent")).toBe("denied");
		expect(await visitorId()).toBeNull();
		await page.goto("/about");
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
		expect(await visitorId(), "denied: nothing is stored").toBeNull();
		await page.goto("/privacy-choices");
		await page.getByRole("switch", { name: "Do not sell or share my data" }).click();
		await expect.poll(() => cookie("timbre_privacy_opt_out")).toBe("1");
		const days =
			((await context.cookies()).find((one) => one.name === "timbre_privacy_opt_out")?.expires ?? 0) -
			Date.now() / 1000;
		expect(Math.round(days / 86_400)).toBe(360);
		await expect.poll(() => page.evaluate(() => localStorage.getItem("timbre:privacy-opt-out"))).toBe("1");
	});

	test("PRIVACY-007 the page says when the time zone is in Europe but the location is not", async ({ page }) => {
		const located = page.getByText("Your location appears to be");
		await page.setExtraHTTPHeaders({ "x-geo-country": "US", "x-geo-region": "IL", "x-geo-city": "Chicago" });
		await page.goto("/privacy-choices");
		await expect(located).toContainText("Your time zone suggests a different region, so the stricter rules apply.");
		await page.setExtraHTTPHeaders({ "x-geo-country": "DE" });
		await page.goto("/privacy-choices");
		await expect(located).toHaveText("Your location appears to be DE.");
	});
});

test("PRIVACY-004 PRIVACY-009 AUTH-043 terms in Illinois, data export with a real email, and account deletion", async ({
	page,
}) => {
	const person = await signInVerifiedUser(page);
	await page.setExtraHTTPHeaders({ "x-geo-country": "US", "x-geo-region": "IL", "x-geo-city": "Chicago" });
	await page.goto("/app/settings/privacy");
	const terms = page.getByRole("dialog", { name: "Updated Terms" });
	await expect(terms).toBeVisible();
	await expectAccessible(page, "updated terms");
	await page.route("**/v1/user/accept-bipa-terms", (route) => route.fulfill({ status: 429, body: "{}" }), { times: 1 });
	await terms.getByRole("button", { name: "Accept" }).click();
	await expect(page.getByText("Error accepting bipa terms", { exact: true })).toBeVisible();
	await expect(terms).toBeVisible();
	await terms.getByRole("button", { name: "Accept" }).click();
	await expect(terms).toBeHidden();
	await page.reload();
	await expect(page.getByText(/^Your location appears to be Chicago, IL, US\.$/)).toBeVisible();
	await expect(terms).toBeHidden();
	await expectAccessible(page, "privacy settings");

	await page.getByRole("button", { name: "Request archive" }).click();
	const mail = await waitForEmail(person.email, /^Your data is ready$/);
	expect(mail.text).toContain("/app/settings/privacy");
	const link = page.getByRole("link", { name: /^Download/ });
	await expect(link).toBeVisible();
	await expect(page.getByRole("button", { name: "Notifications, 1 unread message" })).toBeVisible();
	const file = await page.request.get((await link.getAttribute("href")) ?? "");
	const files = Object.keys(unzipSync(await file.body()));
	expect(files).toEqual(expect.arrayContaining(["README.txt", "data/auth_user.json", "data/history_item.json"]));

	await page.getByRole("button", { name: "Delete account" }).click();
	const question = page.getByRole("alertdialog", { name: "Delete your account?" });
	await expect(question).toBeVisible();
	await question.getByRole("textbox").fill(person.email);
	await question.getByRole("button", { name: "Delete account" }).click();
	await page.waitForURL("**/app/account-deleted");
	await expect(page.getByRole("heading", { level: 1, name: "Your account is deleted" })).toBeVisible();
	await expectAccessible(page, "the account is deleted");
	await waitForEmail(person.email, /^Your account is being deleted$/);
	const again = await page.request.post("/api/auth/sign-in/email", {
		data: { email: person.email, password: person.password },
		headers: { origin: mailingUrl },
	});
	expect(again.ok()).toBe(false);
});
