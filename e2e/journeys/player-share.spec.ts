import { devices, type Page } from "@playwright/test";
import { expect, expectAccessible, signUp, speak, test, textOf } from "./fixtures.ts";

const share = (page: Page) =>
	page.getByRole("region", { name: "Audio player" }).getByRole("button", { name: "Share", exact: true });

async function openShare(page: Page): Promise<void> {
	await signUp(page);
	await speak(page, textOf(10));
	await expect(share(page)).toBeEnabled();
	await share(page).click();
}

test("PLAYER-033 PLAYER-034 PLAYER-035 PLAYER-036 HISTORY-007 HISTORY-015 the share dialog makes the link, cuts it, and opens three targets", async ({
	page,
	context,
}) => {
	await signUp(page);
	await speak(page, textOf(10));
	await expect(share(page)).toBeEnabled();
	await expect(page.getByRole("dialog"), "closed at first").toHaveCount(0);
	let letThrough = () => {};
	const held = new Promise<void>((resolve) => {
		letThrough = resolve;
	});
	await page.route("**/share-link", async (route) => {
		await held;
		await route.fallback();
	});
	const answer = page.waitForResponse("**/share-link");
	await share(page).click();
	const dialog = page.getByRole("dialog", { name: "Share with your community" });
	await expect(dialog.getByText("Generating link...")).toBeVisible();
	letThrough();
	const { share_link: link, public_user_name: name } = await (await answer).json();
	await expect(dialog.getByText("Generating link...")).toHaveCount(0);
	expect(link.length).toBeGreaterThan(38);
	await expect(dialog.getByText(`${link.slice(0, 38)}…`, { exact: true })).toBeVisible();
	await expectAccessible(page, "share dialog");

	await context.route(/facebook\.com|x\.com|wa\.me/, (route) =>
		route.fulfill({ contentType: "text/html", body: "elsewhere" }),
	);
	for (const target of ["Facebook", "X", "WhatsApp"]) {
		const opened = context.waitForEvent("page");
		await dialog.getByRole("link", { name: new RegExp(`^${target}\\b`) }).click();
		const other = await opened;
		await other.waitForLoadState();
		const said = [...new URL(other.url()).searchParams.values()].join(" ");
		expect(said).toContain(link);
		expect(said).toContain("Timbre");
		await other.close();
	}

	await expect(dialog.getByText(`Shared as ${name}`)).toBeVisible();
	await dialog.getByRole("button", { name: /^Change/ }).click();
	await dialog.getByLabel("Public name").fill("Ada of the Tides");
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("Public name updated", { exact: true })).toBeVisible();
	await expect(dialog.getByText("Shared as Ada of the Tides")).toBeVisible();
});

test("HISTORY-014 HISTORY-016 a link that cannot be made shows why, and a name that is refused is logged", async ({
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
	expect(warnings.some((text) => text.includes("The public name was not updated."))).toBe(true);
});

test("PLAYER-007 an enterprise workspace has no share button", async ({ page }) => {
	await page.route("**/v1/user/subscription", async (route) => {
		const response = await route.fetch();
		await route.fulfill({ response, json: { ...(await response.json()), tier: "enterprise" } });
	});
	await signUp(page);
	await speak(page, textOf(10));
	await expect(page.getByRole("button", { name: "Download", exact: true })).toBeEnabled();
	await expect(share(page)).toHaveCount(0);
});

test.describe("on a phone", () => {
	const { viewport, hasTouch, isMobile, userAgent } = devices["Pixel 7"];
	test.use({ viewport, hasTouch, isMobile, userAgent });

	/** The device's own sheet: there is none without a screen, so that the journey says how it ends. */
	const withSheet = (page: Page, ends: "shared" | "AbortError" | "NotAllowedError" | "missing") =>
		page.addInitScript((how) => {
			const asked: unknown[] = [];
			const counted: string[] = [];
			Object.assign(window, { asked, counted });
			window.addEventListener("timbre:tracked", (event) => counted.push((event as CustomEvent).detail.name));
			Object.defineProperty(navigator, "share", {
				configurable: true,
				value:
					how === "missing"
						? undefined
						: async (data: unknown) => {
								asked.push(data);
								if (how !== "shared") throw new DOMException("it ended so", how);
							},
			});
		}, ends);
	const seen = (page: Page) =>
		page.evaluate(() => {
			const { asked, counted } = window as unknown as { asked: { url: string; text: string }[]; counted: string[] };
			return { asked, counted };
		});
	const press = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Share", exact: true }).click();
	const copiedToast = (page: Page) => page.getByText("Share link copied to clipboard", { exact: true });

	test("PLAYER-037 PLAYER-040 sharing uses the device's sheet; who closes it is counted and sees no error", async ({
		page,
	}) => {
		await withSheet(page, "AbortError");
		await openShare(page);
		await press(page);
		await expect.poll(async () => (await seen(page)).counted).toEqual(["share_aborted"]);
		const { asked } = await seen(page);
		expect(asked).toHaveLength(1);
		expect(asked[0]?.url).toMatch(/^https?:/);
		expect(asked[0]?.text).toContain("Timbre");
		await expect(copiedToast(page)).toHaveCount(0);
		await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toHaveCount(0);
	});

	for (const [ends, reason] of [
		["missing", "Share API not supported"],
		["NotAllowedError", "it ended so"],
	] as const) {
		test(`PLAYER-038 PLAYER-039 where the sheet is ${ends} the link is copied instead`, async ({ page, context }) => {
			await context.grantPermissions(["clipboard-read", "clipboard-write"]);
			await withSheet(page, ends);
			await openShare(page);
			await press(page);
			await expect(copiedToast(page)).toBeVisible();
			await expect(page.getByText(reason, { exact: true })).toBeVisible();
			expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^https?:\/\/.+/);
		});
	}
});
