// App-wide behavior: access and redirects, toasts, dialogs, crashed pages and lost connections.
import type { Page } from "@playwright/test";
import { appRoutes } from "../../web/app/shell/navigation/app-routes.ts";
import { openInApp } from "../in-app.ts";
import { expect, expectAccessible, generateSpeech, signOut, signUp, test, textLasting } from "./fixtures.ts";

const toasts = (page: Page) => page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");

/** Waits for hydration: a click before it is lost, and with a paused clock it would never be retried. */
async function hydrated(page: Page): Promise<void> {
	await page.waitForFunction(() => {
		const main = document.querySelector("main");
		return main !== null && Object.keys(main).some((key) => key.startsWith("__react"));
	});
}

async function gallery(page: Page): Promise<void> {
	await page.clock.install();
	await page.goto("/dev/ui");
	await hydrated(page);
}

test("SHELL-002 every app route redirects signed-out visitors to sign-in with a way back", async ({ page }) => {
	expect(appRoutes.length).toBeGreaterThan(60);
	const [first = "", ...others] = appRoutes;
	const expectSignIn = async (path: string) => {
		await page.waitForURL((url) => url.pathname === "/app/sign-in" && url.searchParams.get("redirect") === path);
		await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
	};
	await page.goto(first);
	await expectSignIn(first);
	for (const path of others) {
		await openInApp(page, path);
		await expectSignIn(path);
	}
});

test("SHELL-017 SHELL-018 SHELL-019 shows at most three toasts for 5555 ms at the bottom right, with pointer and keyboard control", async ({
	page,
}) => {
	await gallery(page);
	await page.clock.pauseAt(Date.now() + 60_000);
	const show = page.getByRole("button", { name: "Toast", exact: true }).first();

	await show.click();
	await expect(toasts(page)).toHaveCount(1);
	await page.clock.runFor(100);
	await expect(page.getByRole("status").filter({ hasText: "Saved" })).toBeAttached();
	const view = page.viewportSize() ?? { width: 0, height: 0 };
	// Polled, because the toast is animated.
	await expect
		.poll(async () => {
			const box = (await toasts(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
			return [view.width - (box.x + box.width), view.height - (box.y + box.height)];
		})
		.toEqual([16, 16]);
	await page.clock.runFor(5454);
	await expect(toasts(page)).toHaveCount(1);
	await page.clock.runFor(1);
	await expect(toasts(page)).toHaveCount(0);

	for (let i = 0; i < 5; i++) await show.click();
	await expect(toasts(page)).toHaveCount(3);
	await toasts(page).first().hover();
	await page.clock.runFor(20_000);
	await expect(toasts(page), "hovered toasts stay").toHaveCount(3);
	await show.hover();
	await page.clock.runFor(5555);
	await expect(toasts(page)).toHaveCount(0);

	await page.getByRole("button", { name: "Error toast" }).first().click();
	await expect(toasts(page)).toContainText("Couldn't save");
	// The region ignores the pointer until it is hydrated.
	await expect(page.getByRole("region", { name: /^Notifications/ })).not.toHaveCSS("pointer-events", "none");
	await page.keyboard.press("F8");
	await page.keyboard.press("Tab");
	await page.clock.runFor(20_000);
	await expect(toasts(page), "a focused toast stays").toHaveCount(1);
	await page.keyboard.press("Escape");
	await expect(toasts(page)).toHaveCount(0);
});

test("SHELL-020 SHELL-021 SHELL-022 SHELL-023 PRIVACY-001 PRIVACY-002 PRIVACY-003 confirm and opt-out dialogs return the user's choice", async ({
	page,
}) => {
	await gallery(page);
	const open = (name: string) => page.getByRole("button", { name, exact: true }).first().click();
	const question = page.getByRole("alertdialog");
	const optOut = page.getByRole("dialog", { name: "Use of your data" });
	for (const [name, dialog] of [
		["Confirm, locked", question],
		["Opt out", optOut],
	] as const) {
		await open(name);
		await expect(dialog).toBeVisible();
		await expectAccessible(page, name);
		await page.keyboard.press("Escape");
		await expect(dialog).toHaveCount(0);
	}

	await page.clock.pauseAt(Date.now() + 60_000);
	await open("Confirm");
	await expect(question.getByRole("button")).toHaveText(["Cancel", "Continue"]);
	await question.getByRole("button", { name: "Continue" }).click();
	await expect(toasts(page).last()).toContainText("Confirmed");
	await open("Confirm");
	// Before the dialog listens, Escape would close the toast of the last answer.
	await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
	await page.keyboard.press("Escape");
	await expect(toasts(page).last()).toContainText("Canceled");

	await open("Confirm, locked");
	const confirm = question.getByRole("button", { name: /^Delete/ });
	await expect(question.getByLabel("Name")).toBeFocused();
	for (const left of [3, 2, 1]) {
		await expect(confirm).toHaveText(`Delete(${left})`);
		await expect(confirm).toBeDisabled();
		await question.getByLabel("Name").fill(`name ${left}`);
		await page.clock.runFor(1000);
	}
	await expect(confirm).toHaveText("Delete");
	await expect(confirm).toBeEnabled();
	await question.getByLabel("Name").fill("");
	await expect(confirm).toBeDisabled();
	await question.getByLabel("Name").fill("My voice");
	await page.keyboard.press("Enter");
	await expect(toasts(page).last()).toContainText("Confirmed");
	await expect(toasts(page).last()).toContainText("My voice");

	await open("Opt out");
	await expect(optOut).toContainText("Audio and texts may be used");
	await expect(optOut.getByRole("link", { name: /privacy policy/ })).toHaveAttribute("target", "_blank");
	await expect(optOut.getByRole("link", { name: /privacy policy/ })).toHaveAttribute("href", "/privacy");
	await expect(optOut.getByRole("button", { name: "Opt Out" })).toBeDisabled();
	await optOut.getByRole("switch").click();
	await optOut.getByRole("button", { name: "Opt Out" }).click();
	await expect(toasts(page).last()).toContainText("Result: true");
	await open("Opt out");
	await optOut.getByRole("button", { name: "Close" }).click();
	await expect(toasts(page).last()).toContainText("Result: null");
});

test("SHELL-033 SHELL-034 SHELL-035 delays of tooltips and the support button, and the height of a list", async ({
	page,
}) => {
	await gallery(page);
	const list = page.getByRole("listbox");
	for (const [height, max] of [
		[700, 280],
		[1200, 384],
	] as const) {
		await page.setViewportSize({ width: 1280, height });
		await page.getByRole("combobox", { name: "Language, light" }).click();
		await expect.poll(async () => (await list.boundingBox())?.height).toBeCloseTo(max, 0);
		await page.keyboard.press("Escape");
	}

	await page.clock.pauseAt(Date.now() + 60_000);
	const hint = page.getByRole("tooltip");
	for (const [target, delay] of [
		[page.getByRole("button", { name: "Tooltip" }).first(), 100],
		[page.getByRole("button", { name: "Outline", exact: true }).first(), 400],
	] as const) {
		await target.hover();
		await page.clock.runFor(delay - 1);
		await expect(hint).toHaveCount(0);
		await page.clock.runFor(1);
		await expect(hint).toHaveCount(1);
		await page.mouse.move(0, 0, { steps: 5 });
		await expect(hint).toHaveCount(0);
		// Wait, because the next tooltip opens without delay right after this one.
		await page.clock.runFor(1000);
	}

	await page.getByRole("button", { name: "Load failure" }).first().click();
	const failure = page.getByRole("alert").filter({ hasText: "Couldn't load voices" });
	await expect(failure).toBeVisible();
	const support = page.getByRole("button", { name: "Copy details for support" });
	await page.clock.runFor(499);
	await expect(support).toHaveCount(0);
	await page.clock.runFor(1);
	await expect(support).toBeVisible();
	await failure.getByRole("button", { name: "Try again" }).click();
	await expect(support).toHaveCount(0);
});

test("a crashed page keeps the sidebar and the player, lost connections are reported and retried, and toasts appear above the player", {
	tag: "@verify",
}, async ({ page, context, problems }) => {
	await signUp(page);
	await generateSpeech(page, textLasting(40));
	const player = page.getByRole("region", { name: "Audio player" });
	const sidebar = page.getByRole("complementary", { name: "Sidebar" });

	await page.route("**/v1/usage/**", (route) => route.fulfill({ json: { time: null } }));
	await sidebar.getByRole("link", { name: "Usage" }).click();
	const crashed = page.getByRole("alert").filter({ hasText: "This page crashed" });
	await expect(crashed).toBeVisible();
	await expect(sidebar).toBeVisible();
	await expect(player).toBeVisible();
	expect((await page.evaluate(() => window.playbackState())).playing).toBe(1);
	await expect(page).toHaveTitle(/Something went wrong/);
	await expect(crashed.getByRole("button", { name: "Copy details for support" })).toBeVisible();
	await expectAccessible(page, "a crashed page");
	expect(problems.length, "the error is in the console").toBeGreaterThan(0);
	await page.unroute("**/v1/usage/**");
	await crashed.getByRole("button", { name: "Try again" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Usage" })).toBeVisible();
	expect((await page.evaluate(() => window.playbackState())).playing, "playback continues").toBe(1);

	const banner = page.getByRole("status").filter({ hasText: /offline|Couldn't reach Timbre/ });
	await context.setOffline(true);
	await expect(banner).toContainText("You're offline");
	await context.setOffline(false);
	await expect(banner).toHaveCount(0);

	await page.route("**/{health,v1/user/api-keys}", (route) => route.abort());
	await sidebar.getByRole("link", { name: "API keys" }).click();
	await expect(banner).toContainText("Couldn't reach Timbre");
	await expect(page.getByText("Network error")).toBeVisible();
	await page.unroute("**/{health,v1/user/api-keys}");
	await expect(banner).toHaveCount(0);
	await expect(page.getByText("No API keys yet"), "failed queries are refetched").toBeVisible();
	problems.length = 0;

	await page.getByRole("button", { name: "Create key" }).click();
	await page.getByRole("dialog").getByLabel("Name").fill("To be revoked");
	await page
		.getByRole("dialog")
		.getByRole("button", { name: /create/i })
		.click();
	await page.getByRole("dialog").getByLabel("API key").waitFor();
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: "Actions for To be revoked" }).click();
	await page.getByRole("menuitem", { name: "Revoke" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
	const toast = toasts(page).filter({ hasText: "API key revoked" });
	await expect(toast).toBeVisible();
	const [toastBox, playerBox] = [await toast.boundingBox(), await player.boundingBox()];
	expect((toastBox?.y ?? 0) + (toastBox?.height ?? 0)).toBeLessThanOrEqual(playerBox?.y ?? 0);
});

test("SHELL-009 SHELL-010 SHELL-013 SHELL-014 SHELL-015 SHELL-016 SHELL-017 SHELL-024 SHELL-038 sign-out and sign-in: stored data, cleared data and redirects", async ({
	page,
}) => {
	const jwt = "aaaa.bbbb.cccc";
	await page.emulateMedia({ colorScheme: "dark" });
	const account = await signUp(page);
	await expect(page.locator("html"), "follows the system until a theme is chosen").toHaveAttribute(
		"data-theme",
		"dark",
	);
	await page.getByRole("button", { name: "Theme" }).first().click();
	await page.getByRole("menuitemradio", { name: "Light" }).click();
	await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
	await page.reload();
	await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
	await page.getByRole("button", { name: "Theme" }).first().click();
	await page.getByRole("menuitemradio", { name: "Dark" }).click();
	await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
	await page.goto("/app/usage?newUser=true&creationType=cloneVoice");
	await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
	await expect(toasts(page)).toContainText("Welcome to Timbre");
	await page.reload();
	await expect(page.getByRole("heading", { level: 1, name: "Usage" })).toBeVisible();
	await expect(toasts(page), "once only").toHaveCount(0);
	const stored = () =>
		page.evaluate(() => ({
			once: Object.keys(localStorage).filter((key) => key.startsWith("xi:once:")),
			entry: sessionStorage.getItem("timbre:entry"),
		}));
	expect(await stored()).toEqual({ once: ["xi:once:welcome"], entry: '{"newUser":true,"creationType":"cloneVoice"}' });

	await signOut(page);
	const toast = toasts(page).filter({ hasText: "Signed out" });
	await expect(toast).toBeVisible();
	const width = page.viewportSize()?.width ?? 0;
	await expect
		.poll(async () => {
			const box = (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
			return { top: box.y, middle: Math.round(box.x + box.width / 2) };
		})
		.toEqual({ top: 16, middle: Math.round(width / 2) });
	expect(await stored()).toEqual({ once: [], entry: null });
	const userKeys = () => Object.keys(localStorage).filter((key) => key.startsWith("xi:"));
	expect(await page.evaluate(userKeys), "cached voices are cleared too").toEqual([]);

	const enter = async (query: string) => {
		await page.goto(`/app/sign-in?${query}`);
		await page.getByLabel("Email", { exact: true }).fill(account.email);
		await page.getByLabel("Password", { exact: true }).fill(account.password);
		await page.getByRole("button", { name: "Sign in" }).click();
	};
	await page.goto(`/app/sign-in?gcp_jwt=${jwt}&internalCode=abc&redirect=%2Fapp%2Fvoices%3Flanguage%3Den`);
	await expect(page).toHaveURL("/app/sign-in?redirect=%2Fapp%2Fvoices%3Flanguage%3Den");
	expect((await stored()).entry).toBe(`{"internalCode":"abc","gcp_jwt":"${jwt}"}`);
	await enter("redirect=%2Fapp%2Fvoices%3Flanguage%3Den");
	await expect(page).toHaveURL("/app/voices?language=en");
	await signOut(page);

	const planned = "This feature isn't available yet.";
	const missing = "It may have been deleted, or it belongs to another workspace.";
	for (const [target, destination, text] of [
		["/v1/dubs/d1", "/app/dubbing/d1", planned],
		["/v1/projects/p1", "/app/studio/p1", missing],
		["/app/studio/p1", "/app/studio/p1", missing],
		["/sound-effects/s1", "/app/sound-effects/history", planned],
	] as const) {
		await enter(`redirect=${encodeURIComponent(target)}`);
		await expect(page).toHaveURL(destination);
		await expect(page.getByText(text)).toBeVisible();
		await signOut(page);
	}

	const warnings: string[] = [];
	page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
	await enter(`redirect=${encodeURIComponent("https://elsewhere.example/app/home")}`);
	await expect(page).toHaveURL("/app/home");
	expect(
		warnings.filter((text) => text.includes("Redirect not allowed https://elsewhere.example/app/home")),
	).toHaveLength(1);
	await expect(page.getByRole("alert")).toHaveCount(0);
	await expect(toasts(page)).toHaveCount(0);
});

test("SHELL-001 leaving with unsaved work asks for confirmation; an unreachable server shows the error page", async ({
	page,
	problems,
}) => {
	await signUp(page);
	const opened = page.waitForEvent("dialog");
	// The draft is saved 400 ms after the last key; until then, closing asks. So the page reloads on the input event.
	await page.evaluate(() =>
		addEventListener("input", () => setTimeout(() => window.location.reload()), { once: true }),
	);
	const filled = page.getByLabel("Text to speak").fill("Not saved yet");
	const dialog = await opened;
	expect(dialog.type()).toBe("beforeunload");
	await dialog.dismiss();
	await filled;
	await expect(page.getByLabel("Text to speak")).toHaveValue("Not saved yet");

	await page.route("**/api/auth/get-session", (route) => route.fulfill({ status: 503 }));
	await page.goto("/app/usage");
	await expect(page.getByRole("heading", { level: 1, name: "Something went wrong" })).toBeVisible();
	await expectAccessible(page, "the error page");
	problems.length = 0;
	await page.unroute("**/api/auth/get-session");
	await page.getByRole("button", { name: "Reload page" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Usage" })).toBeVisible();
});

test("PUBLISH-004 a host with the reader app's name shows the reader site from the first paint", async ({
	page,
	baseURL,
}) => {
	const reader = (baseURL ?? "").replace("localhost", "reader.localhost");
	for (const path of ["/", "/app/sign-in"]) {
		await page.goto(path);
		await expect(page.getByRole("banner").getByText("Reader", { exact: true })).toBeHidden();
		await page.goto(reader + path);
		await expect(page.getByRole("banner").getByText("Reader", { exact: true })).toBeVisible();
	}
	await page.goto(`${reader}/`);
	await expect(page.getByText(/^Timbre Reader will read/)).toBeVisible();
	await expectAccessible(page, "the reader site");
});
