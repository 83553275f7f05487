import { devices, type Page } from "@playwright/test";
import { expect, expectAccessible, generateSpeech, signUp, test, textLasting } from "./fixtures.ts";

const share = (page: Page) =>
	page.getByRole("region", { name: "Audio player" }).getByRole("button", { name: "Share", exact: true });

async function openShare(page: Page): Promise<void> {
	await signUp(page);
	await generateSpeech(page, textLasting(10));
	await expect(share(page)).toBeEnabled();
	await share(page).click();
}

const createLink = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Create link" });

test("PLAYER-033 PLAYER-034 PLAYER-035 PLAYER-036 HISTORY-007 HISTORY-015 the share dialog shows the link, shares only when asked, opens three targets and stops", async ({
	page,
	context,
	browser,
}) => {
	await signUp(page);
	await generateSpeech(page, textLasting(10));
	await expect(share(page)).toBeEnabled();
	await expect(page.getByRole("dialog"), "closed initially").toHaveCount(0);
	let release = () => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route("**/share-link", async (route) => {
		await held;
		await route.fallback();
	});
	const response = page.waitForResponse("**/share-link");
	await share(page).click();
	const dialog = page.getByRole("dialog", { name: "Share with your community" });
	await expect(dialog.getByText("Generating link...")).toBeVisible();
	release();
	const { share_link: link, public_user_name: name } = await (await response).json();
	await expect(dialog.getByText("Generating link...")).toHaveCount(0);
	expect(link.length).toBeGreaterThan(38);
	await expect(dialog.getByText(`${link.slice(0, 38)}…`, { exact: true })).toBeVisible();
	await expectAccessible(page, "share dialog");

	const visitor = await (await browser.newContext()).newPage();
	const dead = visitor.getByText("This link doesn't work");
	const play = visitor.getByRole("button", { name: "Play", exact: true });
	await visitor.goto(link);
	await expect(dead, "the link does not work before it is created").toBeVisible();
	await expect(dialog.getByRole("button", { name: "Copy" })).toHaveCount(0);
	await createLink(page).click();
	await expect(dialog.getByText("Anyone with the link can listen")).toBeVisible();
	await visitor.goto(link);
	await expect(play).toBeVisible();
	await expectAccessible(page, "share dialog with a link");

	await context.route(/facebook\.com|x\.com|wa\.me/, (route) =>
		route.fulfill({ contentType: "text/html", body: "elsewhere" }),
	);
	for (const target of ["Facebook", "X", "WhatsApp"]) {
		const opened = context.waitForEvent("page");
		await dialog.getByRole("link", { name: new RegExp(`^${target}\\b`) }).click();
		const other = await opened;
		await other.waitForLoadState();
		const shared = [...new URL(other.url()).searchParams.values()].join(" ");
		expect(shared).toContain(link);
		expect(shared).toContain("Timbre");
		await other.close();
	}

	await expect(dialog.getByText(`Shared as ${name}`)).toBeVisible();
	await dialog.getByRole("button", { name: /^Change/ }).click();
	await dialog.getByLabel("Public name").fill("Ada of the Tides");
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("Public name updated", { exact: true })).toBeVisible();
	await expect(dialog.getByText("Shared as Ada of the Tides")).toBeVisible();

	await dialog.getByRole("button", { name: "Stop sharing" }).click();
	await expect(createLink(page)).toBeVisible();
	await visitor.goto(link);
	await expect(dead).toBeVisible();
	await visitor.context().close();
});

test("HISTORY-014 HISTORY-016 shows why a link can't be created, and logs an error when updating the name", async ({
	page,
}) => {
	let broken = true;
	await page.route("**/share-link", (route) =>
		broken
			? route.fulfill({
					status: 404,
					json: { detail: { code: "history_item_not_found", message: "This item is gone." } },
				})
			: route.fallback(),
	);
	const warnings: string[] = [];
	page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
	await openShare(page);
	const dialog = page.getByRole("dialog");
	await expect(dialog.getByRole("alert").filter({ hasText: "This item is gone." })).toBeVisible();
	await expect(dialog.getByText("Generating link...")).toHaveCount(0);
	broken = false;
	await dialog.getByRole("button", { name: "Try again" }).click();
	await dialog.getByRole("button", { name: /^Change/ }).click();
	await page.route("**/v1/user/update-public-user-name", (route) =>
		route.fulfill({ status: 403, json: { detail: { code: "missing_permissions", message: "You may not." } } }),
	);
	await dialog.getByLabel("Public name").fill("Somebody");
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(dialog.getByText("You may not.")).toBeVisible();
	expect(warnings.some((text) => text.includes("Couldn't update the public name."))).toBe(true);
});

test("PLAYER-007 enterprise workspaces have no share button", async ({ page }) => {
	await page.route("**/v1/user/subscription", async (route) => {
		const response = await route.fetch();
		await route.fulfill({ response, json: { ...(await response.json()), tier: "enterprise" } });
	});
	await signUp(page);
	await generateSpeech(page, textLasting(10));
	await expect(page.getByRole("button", { name: "Download", exact: true })).toBeEnabled();
	await expect(share(page)).toHaveCount(0);
});

test.describe("on a phone", () => {
	const { viewport, hasTouch, isMobile, userAgent } = devices["Pixel 7"];
	test.use({ viewport, hasTouch, isMobile, userAgent });

	/** Mocks the device's share sheet, which headless browsers don't have, with a given outcome. */
	const mockShareSheet = (page: Page, outcome: "shared" | "AbortError" | "NotAllowedError" | "missing") =>
		page.addInitScript((result) => {
			const requests: unknown[] = [];
			const tracked: string[] = [];
			Object.assign(window, { requests, tracked });
			window.addEventListener("timbre:tracked", (event) => tracked.push((event as CustomEvent).detail.name));
			Object.defineProperty(navigator, "share", {
				configurable: true,
				value:
					result === "missing"
						? undefined
						: async (data: unknown) => {
								requests.push(data);
								if (result !== "shared") throw new DOMException("share failed", result);
							},
			});
		}, outcome);
	const recorded = (page: Page) =>
		page.evaluate(() => {
			const { requests, tracked } = window as unknown as {
				requests: { url: string; text: string }[];
				tracked: string[];
			};
			return { requests, tracked };
		});
	const press = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Share", exact: true }).click();
	const copiedToast = (page: Page) => page.getByText("Share link copied to clipboard", { exact: true });

	test("PLAYER-037 PLAYER-040 uses the device's share sheet; closing it is tracked and shows no error", async ({
		page,
	}) => {
		await mockShareSheet(page, "AbortError");
		await openShare(page);
		await createLink(page).click();
		await press(page);
		await expect.poll(async () => (await recorded(page)).tracked).toEqual(["share_aborted"]);
		const { requests } = await recorded(page);
		expect(requests).toHaveLength(1);
		expect(requests[0]?.url).toMatch(/^https?:/);
		expect(requests[0]?.text).toContain("Timbre");
		await expect(copiedToast(page)).toHaveCount(0);
		await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toHaveCount(0);
	});

	for (const [outcome, reason] of [
		["missing", "Share API not supported"],
		["NotAllowedError", "share failed"],
	] as const) {
		test(`PLAYER-038 PLAYER-039 copies the link if the share sheet fails (${outcome})`, async ({ page, context }) => {
			await context.grantPermissions(["clipboard-read", "clipboard-write"]);
			await mockShareSheet(page, outcome);
			await openShare(page);
			await createLink(page).click();
			await press(page);
			await expect(copiedToast(page)).toBeVisible();
			await expect(page.getByText(reason, { exact: true })).toBeVisible();
			expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^https?:\/\/.+/);
		});
	}
});
