// What holds everywhere in the app: who gets in and where to, toasts, questions, what happens when a page or the connection breaks.
import type { Page } from "@playwright/test";
import { appRoutes } from "../../web/app/shell/app-routes.ts";
import { expect, expectAccessible, signUp, speak, test, textOf } from "./fixtures.ts";

const toasts = (page: Page) => page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");

/** On a slow machine the page is drawn before it listens; a press in between is lost, and with a clock that stands still so is the wait. */
async function listening(page: Page): Promise<void> {
	await page.waitForFunction(() => {
		const main = document.querySelector("main");
		return main !== null && Object.keys(main).some((key) => key.startsWith("__react"));
	});
}

async function gallery(page: Page): Promise<void> {
	await page.clock.install();
	await page.goto("/dev/ui");
	await listening(page);
}

async function signOut(page: Page): Promise<void> {
	await page
		.getByRole("button", { name: /account menu/ })
		.first()
		.click();
	await page.getByRole("menuitem", { name: "Sign out" }).click();
	await page.waitForURL("**/app/sign-in");
}

test("SHELL-002 every route of the app leads who is not signed in to sign-in, and knows the way back", async ({
	context,
}) => {
	const left = [...appRoutes];
	const walk = async () => {
		const page = await context.newPage();
		for (let path = left.shift(); path; path = left.shift()) {
			await page.goto(path, { waitUntil: "commit" });
			await page.waitForURL((url) => url.pathname === "/app/sign-in" && url.searchParams.get("redirect") === path, {
				waitUntil: "commit",
			});
		}
		await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
		await page.close();
	};
	expect(left.length).toBeGreaterThan(60);
	await Promise.all([walk(), walk(), walk()]);
});

test("SHELL-017 SHELL-018 SHELL-019 toasts: three at once, 5555 ms, bottom right, by pointer and keyboard", async ({
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
	// Polled, since it rises into its place.
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
	await expect(toasts(page), "pointed at, they stay").toHaveCount(3);
	await show.hover();
	await page.clock.runFor(5555);
	await expect(toasts(page)).toHaveCount(0);

	await page.getByRole("button", { name: "Error toast" }).first().click();
	await expect(toasts(page)).toContainText("Not saved");
	// Drawn before it listens, as a page is: the region lets the pointer through until it does.
	await expect(page.getByRole("region", { name: /^Notifications/ })).not.toHaveCSS("pointer-events", "none");
	await page.keyboard.press("F8");
	await page.keyboard.press("Tab");
	await page.clock.runFor(20_000);
	await expect(toasts(page), "focused, it stays").toHaveCount(1);
	await page.keyboard.press("Escape");
	await expect(toasts(page)).toHaveCount(0);
});

test("SHELL-020 SHELL-021 SHELL-022 SHELL-023 PRIVACY-001 PRIVACY-002 PRIVACY-003 questions and their answers", async ({
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
	await expect(toasts(page).last()).toContainText("Cancelled");

	await open("Confirm, locked");
	const confirm = question.getByRole("button", { name: /^Delete/ });
	await expect(question.getByLabel("Its name")).toBeFocused();
	for (const left of [3, 2, 1]) {
		await expect(confirm).toHaveText(`Delete(${left})`);
		await expect(confirm).toBeDisabled();
		await question.getByLabel("Its name").fill(`name ${left}`);
		await page.clock.runFor(1000);
	}
	await expect(confirm).toHaveText("Delete");
	await expect(confirm).toBeEnabled();
	await question.getByLabel("Its name").fill("");
	await expect(confirm).toBeDisabled();
	await question.getByLabel("Its name").fill("My voice");
	await page.keyboard.press("Enter");
	await expect(toasts(page).last()).toContainText("Confirmed");
	await expect(toasts(page).last()).toContainText("My voice");

	await open("Opt out");
	await expect(optOut).toContainText("Sounds and texts may be used");
	await expect(optOut.getByRole("link", { name: /privacy policy/ })).toHaveAttribute("target", "_blank");
	await expect(optOut.getByRole("link", { name: /privacy policy/ })).toHaveAttribute("href", "/privacy");
	await expect(optOut.getByRole("button", { name: "Opt Out" })).toBeDisabled();
	await optOut.getByRole("switch").click();
	await optOut.getByRole("button", { name: "Opt Out" }).click();
	await expect(toasts(page).last()).toContainText("Answer: true");
	await open("Opt out");
	await optOut.getByRole("button", { name: "Close" }).click();
	await expect(toasts(page).last()).toContainText("Answer: null");
});

test("SHELL-033 SHELL-034 SHELL-035 waits of hints and of the support element, and the height of a list", async ({
	page,
}) => {
	await gallery(page);
	const list = page.getByRole("listbox");
	for (const [height, most] of [
		[700, 280],
		[1200, 384],
	] as const) {
		await page.setViewportSize({ width: 1280, height });
		await page.getByRole("combobox", { name: "Language, light" }).click();
		await expect.poll(async () => (await list.boundingBox())?.height).toBeCloseTo(most, 0);
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
		// Who has just seen one does not wait for the next; that is another rule.
		await page.clock.runFor(1000);
	}

	await page.getByRole("button", { name: "Load failure" }).first().click();
	const failure = page.getByRole("alert").filter({ hasText: "The voices could not be loaded" });
	await expect(failure).toBeVisible();
	const support = page.getByRole("button", { name: "Copy details for support" });
	await page.clock.runFor(499);
	await expect(support).toHaveCount(0);
	await page.clock.runFor(1);
	await expect(support).toBeVisible();
	await failure.getByRole("button", { name: "Try again" }).click();
	await expect(support).toHaveCount(0);
});

test("a page that breaks keeps the rail and the player; lost connections are told and mended; toasts stand above the player", async ({
	page,
	context,
	problems,
}) => {
	await signUp(page);
	await speak(page, textOf(40));
	const player = page.getByRole("region", { name: "Audio player" });
	const rail = page.getByRole("complementary", { name: "Sidebar" });

	await page.route("**/v1/usage/**", (route) => route.fulfill({ json: { time: null } }));
	await rail.getByRole("link", { name: "Usage" }).click();
	const broken = page.getByRole("alert").filter({ hasText: "This page stopped working" });
	await expect(broken).toBeVisible();
	await expect(rail).toBeVisible();
	await expect(player).toBeVisible();
	expect((await page.evaluate(() => window.heard())).playing).toBe(1);
	await expect(page).toHaveTitle(/Something went wrong/);
	await expect(broken.getByRole("button", { name: "Copy details for support" })).toBeVisible();
	await expectAccessible(page, "a broken page");
	expect(problems.length, "the error is in the console").toBeGreaterThan(0);
	await page.unroute("**/v1/usage/**");
	await broken.getByRole("button", { name: "Try again" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Usage" })).toBeVisible();
	expect((await page.evaluate(() => window.heard())).playing, "the sound went on").toBe(1);

	const banner = page.getByRole("status").filter({ hasText: /offline|cannot be reached/ });
	await context.setOffline(true);
	await expect(banner).toContainText("You are offline");
	await context.setOffline(false);
	await expect(banner).toHaveCount(0);

	await page.route("**/{health,v1/user/api-keys}", (route) => route.abort());
	await rail.getByRole("link", { name: "API keys" }).click();
	await expect(banner).toContainText("cannot be reached");
	await expect(page.getByText("Network error")).toBeVisible();
	await page.unroute("**/{health,v1/user/api-keys}");
	await expect(banner).toHaveCount(0);
	await expect(page.getByText("No keys yet"), "what failed is loaded again by itself").toBeVisible();
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
	const toast = toasts(page).filter({ hasText: "Key revoked" });
	await expect(toast).toBeVisible();
	const [toastBox, playerBox] = [await toast.boundingBox(), await player.boundingBox()];
	expect((toastBox?.y ?? 0) + (toastBox?.height ?? 0)).toBeLessThanOrEqual(playerBox?.y ?? 0);
});

test("SHELL-013 SHELL-014 SHELL-015 SHELL-016 SHELL-017 SHELL-024 SHELL-038 signing out and in: what is kept, what is forgotten, where one lands", async ({
	page,
}) => {
	const jwt = "aaaa.bbbb.cccc";
	await page.emulateMedia({ colorScheme: "dark" });
	const account = await signUp(page);
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
	const kept = () =>
		page.evaluate(() => ({
			once: Object.keys(localStorage).filter((key) => key.startsWith("xi:once:")),
			entry: sessionStorage.getItem("timbre:entry"),
		}));
	expect(await kept()).toEqual({ once: ["xi:once:welcome"], entry: '{"newUser":true,"creationType":"cloneVoice"}' });

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
	expect(await kept()).toEqual({ once: [], entry: null });
	const ofAPerson = () => Object.keys(localStorage).filter((key) => key.startsWith("xi:"));
	expect(await page.evaluate(ofAPerson), "nor what was kept of the voices").toEqual([]);

	const enter = async (query: string) => {
		await page.goto(`/app/sign-in?${query}`);
		await page.getByLabel("E-mail", { exact: true }).fill(account.email);
		await page.getByLabel("Password", { exact: true }).fill(account.password);
		await page.getByRole("button", { name: "Sign in" }).click();
	};
	await page.goto(`/app/sign-in?gcp_jwt=${jwt}&internalCode=abc&redirect=%2Fapp%2Fvoices%3Flanguage%3Den`);
	await expect(page).toHaveURL("/app/sign-in?redirect=%2Fapp%2Fvoices%3Flanguage%3Den");
	expect((await kept()).entry).toBe(`{"internalCode":"abc","gcp_jwt":"${jwt}"}`);
	await enter("redirect=%2Fapp%2Fvoices%3Flanguage%3Den");
	await expect(page).toHaveURL("/app/voices?language=en");
	await signOut(page);

	const warnings: string[] = [];
	page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
	await enter(`redirect=${encodeURIComponent("https://elsewhere.example/app/home")}`);
	await expect(page).toHaveURL("/app/home");
	expect(
		warnings.filter((text) => text.includes("A redirect was refused https://elsewhere.example/app/home")),
	).toHaveLength(1);
	await expect(page.getByRole("alert")).toHaveCount(0);
	await expect(toasts(page)).toHaveCount(0);
});

test("SHELL-001 who leaves while work is not saved is asked first; a server out of reach shows the error page", async ({
	page,
	problems,
}) => {
	await signUp(page);
	const asked = page.waitForEvent("dialog");
	// The draft is kept 400 ms after the last key: until then, closing asks. So the page itself closes, with the key.
	await page.evaluate(() =>
		addEventListener("input", () => setTimeout(() => window.location.reload()), { once: true }),
	);
	const written = page.getByLabel("Text to speak").fill("Not kept yet");
	const dialog = await asked;
	expect(dialog.type()).toBe("beforeunload");
	await dialog.dismiss();
	await written;
	await expect(page.getByLabel("Text to speak")).toHaveValue("Not kept yet");

	await page.route("**/api/auth/get-session", (route) => route.fulfill({ status: 503 }));
	await page.goto("/app/usage");
	await expect(page.getByRole("heading", { level: 1, name: "Something went wrong" })).toBeVisible();
	await expectAccessible(page, "the error page");
	problems.length = 0;
	await page.unroute("**/api/auth/get-session");
	await page.getByRole("button", { name: "Load again" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Usage" })).toBeVisible();
});

test("PUBLISH-004 a host with the reading app's name shows that app's site, from the first paint on", async ({
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
	await expectAccessible(page, "the reader's site");
});
