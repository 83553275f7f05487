import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

test("home shows its text field before any script has loaded, and requests the session meanwhile", async ({ page }) => {
	await signUp(page);
	const scripts = Promise.withResolvers<void>();
	await page.route(/\/assets\/.*\.js$/, async (route) => {
		await scripts.promise;
		await route.continue();
	});
	const sessions: string[] = [];
	page.on("request", (request) => {
		if (new URL(request.url()).pathname === "/api/auth/get-session") sessions.push(request.resourceType());
	});
	await page.goto("/app/home", { waitUntil: "commit" });
	const text = page.getByPlaceholder("Type a sentence to generate speech.");
	await expect(text).toBeVisible();
	await expect(text).toBeDisabled();
	await expect(page.getByText("Generate speech or pick up where you left off.")).toBeVisible();
	await expect.poll(() => sessions.length).toBe(1);
	scripts.resolve();
	await expect(text).toBeEnabled();
	expect(sessions, "the app uses the response that was requested early").toHaveLength(1);
});

test("home generates speech, lists recent generations and drafts, plays voice previews and updates credits", {
	tag: "@verify",
}, async ({ page }) => {
	await signUp(page);
	const listed = page.waitForRequest((request) => new URL(request.url()).pathname === "/v1/history");
	await page.goto("/app/home");
	const { user_id } = (await (await page.request.get("/v1/user")).json()) as { user_id: string };
	expect(new URL((await listed).url()).searchParams.get("user_id"), "one's own generations").toBe(user_id);
	const main = page.getByRole("main");
	await expect(main.getByRole("heading", { level: 1 })).toHaveText(/^Good (morning|afternoon|evening), Ada$/);
	await expect(main.getByText("No generations yet")).toBeVisible();
	await expect(main.getByRole("region", { name: "Continue where you left off" })).toBeHidden();
	const credits = main.getByRole("region", { name: "Credits" });
	await expect(credits).toContainText("10,000");
	await expectAccessible(page, "home of a new person");

	// Long enough to still be playing when Pause is clicked.
	const text =
		"The ferry leaves at nine, and not a minute later, whoever is still on the quay; the captain has said so every morning for twenty years, and he has kept his word.";
	await page.getByLabel("Text to speak").fill(text);
	await expect(main.getByText(`${text.length} characters: ${text.length} credits`)).toBeVisible();
	await page.getByLabel("Text to speak").press("ControlOrMeta+Enter");
	await expect.poll(() => page.evaluate(() => window.playbackState().peakLevel)).toBeGreaterThan(0.05);
	await expect(credits).toContainText((10_000 - text.length).toLocaleString("en"));

	const latest = main.getByRole("region", { name: "Recent generations" });
	await expect(latest.getByRole("listitem")).toHaveCount(1);
	await expect(latest.getByRole("link", { name: text })).toBeVisible();
	await main.getByRole("link", { name: "Open in text to speech" }).click();
	await expect(page).toHaveURL(/\/text-to-speech/);
	// The home page has a field of the same name, which stays for a moment after the address has changed.
	await expect(page.getByRole("region", { name: "Result" })).toBeVisible();
	await expect(page.getByLabel("Text to speak")).toHaveValue(text);

	// Offers the draft to continue, and plays the last generation.
	await page.getByLabel("Text to speak").fill("A draft that is not finished");
	await expect(page.getByText("Saved", { exact: true })).toBeVisible();
	await page.goto("/app/home");
	const resume = main.getByRole("region", { name: "Continue where you left off" });
	await expect(resume.getByRole("link", { name: /Text to speech draft/ })).toContainText(
		"A draft that is not finished",
	);
	await expect(resume.getByRole("link", { name: /^Generated/ })).toContainText(text);
	await latest.getByRole("button", { name: /^Play/ }).click();
	await expect.poll(() => page.evaluate(() => window.playbackState().currentTime)).toBeGreaterThan(0.1);
	await page
		.getByRole("button", { name: /^Pause/ })
		.first()
		.click();

	const voices = main.getByRole("region", { name: "Suggested voices" });
	await voices
		.getByRole("button", { name: /^Play a preview/ })
		.first()
		.click();
	await expect(voices.getByRole("button", { name: /^Pause the preview/ })).toBeVisible();
	await expect.poll(() => page.evaluate(() => window.playbackState().playing)).toBe(1);
	await expectAccessible(page, "home in use");
	await resume.getByRole("link", { name: /Text to speech draft/ }).click();
	await expect(page.getByLabel("Text to speak")).toHaveValue("A draft that is not finished");
});

test("home shows a load error in its section, keeps the rest working and recovers on retry", {
	tag: "@verify",
}, async ({ page }) => {
	await signUp(page);
	let broken = true;
	await page.route(/\/v1\/history\?/, (route) =>
		broken
			? route.fulfill({
					status: 403,
					json: { detail: { code: "internal_error", message: "The history is resting.", request_id: "r" } },
				})
			: route.continue(),
	);
	await page.goto("/app/home");
	const latest = page.getByRole("region", { name: "Recent generations" });
	await expect(latest.getByRole("alert")).toContainText("The history is resting.");
	await expect(page.getByRole("button", { name: "Generate" })).toBeVisible();
	broken = false;
	await latest.getByRole("button", { name: "Try again" }).click();
	await expect(latest.getByText("No generations yet")).toBeVisible();
});
