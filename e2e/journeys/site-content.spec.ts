// Content pages of the public site: complete without a session and without JavaScript, working forms, playing audio.
import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

type Mail = { subject: string; text: string; reply_to: string | null };

/** Waits for the operator's email that contains the text. */
async function mailWith(page: Page, words: string): Promise<Mail> {
	let found: Mail | undefined;
	await expect
		.poll(
			async () => {
				const { mails } = (await (await page.request.get("/v1/dev/mails")).json()) as { mails: Mail[] };
				found = mails.find(({ text }) => text.includes(words));
				return found !== undefined;
			},
			{ message: `no email contains ${words}` },
		)
		.toBe(true);
	return found as Mail;
}

test.describe("without a session and without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	/** Paths of the specification, with the headline and a unique phrase of each. */
	const pages: [id: string, path: string, heading: string, words: string][] = [
		["MARKETING-003", "/affiliates", "Affiliate program", "Nobody can earn anything yet."],
		["MARKETING-003", "/affiliates/terms", "Affiliate terms", "A template, not legal advice."],
		["MARKETING-003", "/affiliate-partner-guide", "Affiliate partner guide", "There is no program to join today."],
		["MARKETING-004", "/ai-speech-classifier", "Was this audio made here?", "a tool that guessed would do harm"],
		["MARKETING-007", "/careers", "Work on Timbre", "You can list your open positions here."],
		["MARKETING-008", "/contact-legal", "Rights, privacy and misuse", "Link to the audio or page"],
		["MARKETING-008", "/contact-sales", "Contact us", "Company size"],
		["MARKETING-009", "/customers", "Three workflows from start to finish", "None of them is a customer story."],
		[
			"MARKETING-009",
			"/customers/help-desk-line",
			"Help-desk announcements that stay up to date",
			"not a customer story",
		],
		["MARKETING-014", "/grants", "Free credits for nonprofit projects", "Schools and libraries"],
		["MARKETING-014", "/grants-application", "Apply for a grant", "A book page has about 1,800."],
		["MARKETING-016", "/payouts", "How payouts will work", "Nothing is earned or paid out today."],
		["MARKETING-019", "/use-policy", "What Timbre may not be used for", "A template, not legal advice."],
		["MARKETING-020", "/safety", "What is protected and what is not", "There is no watermark"],
		["MARKETING-021", "/showcase", "Audio made with Timbre", "The keeper had stopped counting ships."],
		["MARKETING-023", "/terms-of-use-eu", "Terms of use for people in the European Union", "withdraw within 14 days"],
		[
			"MARKETING-025",
			"/vla",
			"Voice library addendum",
			"If the voice was made from recordings, you confirm that it is yours",
		],
		["MARKETING-025", "/vlaeu", "Voice library addendum, European Union", "Your voice is personal data"],
		[
			"MARKETING-028",
			"/voice-data-partnerships",
			"Help add natural voices for more languages",
			"About ten hours of one speaker",
		],
		["MARKETING-028", "/voice-data-partnerships/apply", "Offer recordings", "Every speaker has agreed"],
		["MARKETING-029", "/voice-guide", "Choosing and tuning a voice", "Whisper, laugh, sing, shout"],
		["MARKETING-030", "/voice-library", "Listen to every voice before you choose", "Kokoro 82M"],
		["MARKETING-032", "/blog/", "Engineering blog", "Pay for each sentence once"],
		["MARKETING-032", "/blog/two-commands/", "Install and run Timbre with two commands", "npm run dev"],
		["MARKETING-001", "/privacy", "Privacy", "No ads, no trackers"],
	];
	const ids = [...new Set(pages.map(([id]) => id))];

	for (const id of ids) {
		const own = pages.filter(([known]) => known === id);
		test(`${id} ${own.map(([, path]) => path).join(", ")}: public and complete`, async ({ page }) => {
			for (const [, path, heading, words] of own) {
				const response = await page.goto(path);
				expect(response?.status(), path).toBe(200);
				await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(heading);
				await expect(page.getByRole("main").getByText(words).first(), path).toBeVisible();
				expect(await page.title(), path).toMatch(/Timbre/);
			}
		});
	}

	test("a form posted without JavaScript returns to its page and is emailed to the operator", async ({ page }) => {
		await page.goto("/contact-legal");
		const words = `Somebody reads my diary aloud, case ${Date.now()}.`;
		await page.getByLabel("Your name").fill("Grace Reader");
		await page.getByLabel("Email", { exact: true }).fill("grace@example.com");
		await page.getByLabel("Topic").selectOption("rights");
		await page.getByLabel("What happened?").fill(words);
		await page.getByRole("button", { name: "Send report" }).click();
		await expect(page).toHaveURL(/\/contact-legal#(sent|kept)$/);
		await expect(page.locator("#sent:target, #kept:target")).toBeVisible();
		expect((await mailWith(page, words)).reply_to).toContain("grace@example.com");
	});

	test("MARKETING-032 the feed lists every article with its full URL", async ({ page, baseURL }) => {
		const response = await page.request.get("/blog/rss.xml");
		expect(response.ok()).toBe(true);
		const feed = await response.text();
		expect(feed.match(/<item>/g)).toHaveLength(6);
		expect(feed).toContain(`<link>${baseURL}/blog/listening-to-every-take/</link>`);
		for (const [, link] of feed.matchAll(/<guid[^>]*>([^<]*)</g))
			expect((await page.request.get(link ?? "")).ok(), link).toBe(true);
	});
});

/** Waits for hydration: before that, the form is posted natively. */
const waitForHydration = (form: Locator) => expect(form, "the form is hydrated").toHaveAttribute("novalidate");

test("a form shows inline errors, works with the keyboard, and is emailed to the operator", { tag: "@verify" }, async ({
	page,
}) => {
	await page.goto("/contact-sales");
	const form = page.getByRole("form", { name: "Contact" });
	await waitForHydration(form);
	await form.getByRole("button", { name: "Send message" }).focus();
	await page.keyboard.press("Enter");
	await expect(form.getByLabel("Your name")).toBeFocused();
	await expect(form.getByLabel("Your name")).toHaveAccessibleDescription("This field is required.");
	await expect(form.getByText("This field is required.")).toHaveCount(4);
	await expectAccessible(page, "the form with errors");
	await page.keyboard.type("Ada Writer");
	await page.keyboard.press("Tab");
	await page.keyboard.type("ada@");
	await page.keyboard.press("Tab");
	await page.keyboard.type("Example Ltd");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	const words = `Announcements for forty stations, offer ${Date.now()}.`;
	await page.keyboard.type(words);
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	const email = form.getByLabel("Email", { exact: true });
	await expect(email).toBeFocused();
	await expect(email).toHaveAccessibleDescription("Enter a valid email address.");
	await email.fill("ada@example.com");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { name: /^Message (saved|sent)$/ })).toBeFocused();
	const mail = await mailWith(page, words);
	expect(mail.text).toContain("Example Ltd");
	expect(mail.reply_to).toContain("ada@example.com");
	await expectAccessible(page, "after it was sent");
});

test("shows server-side errors next to their field", { tag: "@verify" }, async ({ page }) => {
	await page.goto("/grants-application");
	await waitForHydration(page.getByRole("form", { name: "Grant application" }));
	await page.route("**/v1/forms/grants-application", (route) =>
		route.continue({ postData: route.request().postData()?.replace("https://school.example", "nonsense") }),
	);
	await page.getByLabel("Your name").fill("Ada Teacher");
	await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
	await page.getByLabel("Organization").fill("A school");
	await page.getByLabel("Website").fill("https://school.example");
	await page.getByLabel("What do you want to do?").fill("Reading lists for children who read with difficulty.");
	await page.getByRole("button", { name: "Send application" }).click();
	await expect(page.getByLabel("Website")).toBeFocused();
	await expect(page.getByLabel("Website")).toHaveAccessibleDescription(/full URL/);
});

test("MARKETING-021 a showcase clip plays, and starting another one stops it", async ({ page }) => {
	await page.goto("/showcase");
	await page.getByRole("button", { name: "Play A chapter opens" }).click();
	await expect
		.poll(() => page.evaluate(() => window.playbackState().peakLevel), { message: "no audio played" })
		.toBeGreaterThan(0.05);
	await page.getByRole("button", { name: "Play While you wait" }).click();
	await expect(page.getByRole("button", { name: "Pause While you wait" })).toBeVisible();
	await expect(page.getByRole("button", { name: "Play A chapter opens" })).toBeVisible();
	expect(await page.evaluate(() => window.playbackState().playing)).toBe(1);
});

test("MARKETING-030 a visitor searches, filters and plays voices in the library without an account", async ({
	page,
}) => {
	await page.goto("/voice-library");
	const list = page.getByRole("list", { name: "Voices" });
	await expect(list.getByRole("listitem")).toHaveCount(24);
	// The test engine has its own voices, so results come from the server.
	await page.getByLabel("Search voices").fill("tone low");
	await expect(list.getByRole("listitem")).toHaveCount(1);
	await expect(page.getByText("1 voice", { exact: true })).toBeVisible();
	await list.getByRole("button", { name: /^Play Tone low/ }).click();
	await expect
		.poll(() => page.evaluate(() => window.playbackState().peakLevel), { message: "no audio played" })
		.toBeGreaterThan(0.02);
	await page.getByLabel("Search voices").fill("no such voice at all");
	await expect(page.getByText("No voices match.")).toBeVisible();
	await page.getByRole("button", { name: "Clear filters" }).click();
	await expect(list.getByRole("listitem")).toHaveCount(24);
	await expectAccessible(page, "voice library");
});

test("MARKETING-033 a public profile and its embed show shared audio once the user enables it", async ({
	page,
	browser,
	baseURL,
}) => {
	await signUp(page);
	const handle = `reader-${Date.now() % 1e9}`;
	const visitor = await browser.newContext({ javaScriptEnabled: false, baseURL });
	const theirs = await visitor.newPage();
	expect((await theirs.goto(`/profiles/${handle}`))?.status()).toBe(404);
	await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("Profile not found");

	const headers = { origin: baseURL ?? "" };
	const { voices } = await (await page.request.get("/v1/voices")).json();
	const text = "The tide comes in at seven, and nobody has told the crabs.";
	const spoken = await page.request.post(`/v1/text-to-speech/${voices[0].voice_id}`, { headers, data: { text } });
	expect(spoken.ok(), await spoken.text()).toBe(true);
	const { history } = await (await page.request.get("/v1/history")).json();
	const shared = await page.request.post(`/v1/history/${history[0].history_item_id}/share-link`, { headers });
	expect(shared.ok(), await shared.text()).toBe(true);
	const chosen = await page.request.patch("/v1/user/profile", {
		headers,
		data: { handle, public: true, list_shared: true },
	});
	expect(chosen.ok(), await chosen.text()).toBe(true);
	const { public_user_name: name } = await chosen.json();

	for (const path of [`/profiles/${handle}`, `/profiles/embed/${handle}`]) {
		const response = await theirs.goto(path);
		expect(response?.status(), path).toBe(200);
		await expect(theirs.getByRole("heading", { level: 1 }), path).toHaveText(name);
		await expect(theirs.getByText(text).last(), path).toBeVisible();
		const policy = response?.headers()["content-security-policy"] ?? "";
		if (path.includes("embed")) expect(policy).toContain("frame-ancestors *");
		else expect(policy).not.toContain("frame-ancestors *");
	}
	await visitor.close();
	await page.goto(`/profiles/embed/${handle}`);
	await page.getByRole("button", { name: /^Play / }).click();
	await expect
		.poll(() => page.evaluate(() => window.playbackState().peakLevel), { message: "no audio played" })
		.toBeGreaterThan(0.05);
	await expectAccessible(page, "embedded profile");
});

/** Blocks all page scripts until released. */
async function holdScripts(page: Page): Promise<() => void> {
	const gate = Promise.withResolvers<void>();
	await page.route("**/assets/*.js", async (route) => {
		await gate.promise;
		await route.continue();
	});
	return gate.resolve;
}

test("text typed before hydration is kept and generated", async ({ page }) => {
	const release = await holdScripts(page);
	await page.goto("/");
	const sentence = "Patience is heard as well, and it is heard for as long as a busy machine takes to look.";
	await page.getByLabel("Text to speak").fill(sentence);
	release();
	await page.getByRole("button", { name: "Hear it", exact: true }).click();
	await expect.poll(() => page.evaluate(() => window.playbackState().playing)).toBe(1);
	await expect(page.getByLabel("Text to speak")).toHaveValue(sentence);
	expect(new URL(page.url()).search).toBe("");
});

test("a button pressed before hydration takes effect afterwards", { tag: "@verify" }, async ({ page }) => {
	const release = await holdScripts(page);
	await page.goto("/showcase");
	const play = page.getByRole("button", { name: "Play A chapter opens" });
	await play.click();
	await play.click();
	expect(await page.evaluate(() => window.playbackState().playing)).toBe(0);
	release();
	await expect(page.getByRole("button", { name: "Pause A chapter opens" })).toBeVisible();
	await expect.poll(() => page.evaluate(() => window.playbackState().playing)).toBe(1);
});
