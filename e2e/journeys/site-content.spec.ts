// The content pages of the public site: whole without a session and without JavaScript; forms that arrive, sound that sounds.
import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

type Mail = { subject: string; text: string; reply_to: string | null };

/** Waits until the operator's mail with these words is there. */
async function mailWith(page: Page, words: string): Promise<Mail> {
	let found: Mail | undefined;
	await expect
		.poll(
			async () => {
				const { mails } = (await (await page.request.get("/v1/dev/mails")).json()) as { mails: Mail[] };
				found = mails.find(({ text }) => text.includes(words));
				return found !== undefined;
			},
			{ message: `no mail says ${words}` },
		)
		.toBe(true);
	return found as Mail;
}

test.describe("without a session and without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	/** Paths of the specification, each with its own headline and a sentence that only it has. */
	const pages: [id: string, path: string, heading: string, words: string][] = [
		["MARKETING-003", "/affiliates", "Recommend it, and share what it earns", "nobody can earn anything by it today"],
		["MARKETING-003", "/affiliates/terms", "Affiliate terms", "A template, not legal advice."],
		["MARKETING-003", "/affiliate-partner-guide", "Recommending it well", "There is no programme to join today."],
		[
			"MARKETING-004",
			"/ai-speech-classifier",
			"Was this spoken by a machine?",
			"a box that pretended to would do harm",
		],
		["MARKETING-007", "/careers", "No open positions", "Nobody is being hired right now"],
		["MARKETING-008", "/contact-legal", "Rights, privacy, misuse", "Where it can be heard or seen"],
		["MARKETING-008", "/contact-sales", "Tell us what should be spoken", "How many people work there"],
		["MARKETING-009", "/customers", "Nobody to name yet", "There is no wall of logos here"],
		[
			"MARKETING-009",
			"/customers/help-desk-line",
			"A help-desk line that is never out of date",
			"Example, not a customer",
		],
		["MARKETING-014", "/grants", "Credits for work that would not happen otherwise", "Schools and libraries"],
		["MARKETING-014", "/grants-application", "Apply for a grant", "A page of a book has about 1,800."],
		["MARKETING-016", "/payouts", "How money would reach you", "Nothing is earned and nothing is paid out today."],
		["MARKETING-019", "/use-policy", "What Timbre may not be used for", "A template, not legal advice."],
		["MARKETING-020", "/safety", "What is guarded, and what is not", "There is no watermark"],
		["MARKETING-021", "/showcase", "Hear what it makes", "The keeper had stopped counting ships."],
		["MARKETING-023", "/terms-of-use-eu", "Terms of use for people in the European Union", "withdraw within 14 days"],
		["MARKETING-025", "/vla", "Voice library addendum", "Of a voice made from recordings you confirm that it is yours"],
		["MARKETING-025", "/vlaeu", "Voice library addendum, European Union", "Your voice is personal data"],
		[
			"MARKETING-028",
			"/voice-data-partnerships",
			"Most languages here have no good voice",
			"Some ten hours of one speaker",
		],
		["MARKETING-028", "/voice-data-partnerships/apply", "Offer recordings", "Every speaker has agreed"],
		["MARKETING-029", "/voice-guide", "Choosing and tuning a voice", "Whisper, laugh, sing, shout"],
		["MARKETING-030", "/voice-library", "Every voice, to hear before you choose", "Kokoro 82M"],
		["MARKETING-032", "/blog/", "Notes from the workshop", "A sentence is paid for once"],
		["MARKETING-032", "/blog/two-commands/", "Two commands, and nothing else installed", "npm run dev"],
		["MARKETING-001", "/privacy", "Privacy", "No advertising, no trackers"],
	];
	const ids = [...new Set(pages.map(([id]) => id))];

	for (const id of ids) {
		const own = pages.filter(([known]) => known === id);
		test(`${id} ${own.map(([, path]) => path).join(", ")}: public, with all its words`, async ({ page }) => {
			for (const [, path, heading, words] of own) {
				const answer = await page.goto(path);
				expect(answer?.status(), path).toBe(200);
				await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(heading);
				await expect(page.getByRole("main").getByText(words).first(), path).toBeVisible();
				expect(await page.title(), path).toMatch(/Timbre/);
			}
		});
	}

	test("a form is posted as it is, comes back to its page, and reaches the operator's mail", async ({ page }) => {
		await page.goto("/contact-legal");
		const words = `Somebody reads my diary aloud, case ${Date.now()}.`;
		await page.getByLabel("Your name").fill("Grace Reader");
		await page.getByLabel("E-mail", { exact: true }).fill("grace@example.com");
		await page.getByLabel("What it is about").selectOption("rights");
		await page.getByLabel("What happened").fill(words);
		await page.getByRole("button", { name: "Send report" }).click();
		await expect(page).toHaveURL(/\/contact-legal#(sent|kept)$/);
		await expect(page.locator("#sent:target, #kept:target")).toBeVisible();
		expect((await mailWith(page, words)).reply_to).toContain("grace@example.com");
	});

	test("MARKETING-032 the feed names every article by its whole address", async ({ page, baseURL }) => {
		const answer = await page.request.get("/blog/rss.xml");
		expect(answer.ok()).toBe(true);
		const feed = await answer.text();
		expect(feed.match(/<item>/g)).toHaveLength(6);
		expect(feed).toContain(`<link>${baseURL}/blog/listening-to-every-take/</link>`);
		for (const [, link] of feed.matchAll(/<guid[^>]*>([^<]*)</g))
			expect((await page.request.get(link ?? "")).ok(), link).toBe(true);
	});
});

/** Pressed before, it is posted as without scripts. */
const isTakenOver = (form: Locator) =>
	expect(form, "the script has taken over from the browser's own messages").toHaveAttribute("novalidate");

test("a form says beside its fields what is missing, by keyboard, and what was sent is in the operator's mail", async ({
	page,
}) => {
	await page.goto("/contact-sales");
	const form = page.getByRole("form", { name: "Contact" });
	await isTakenOver(form);
	await form.getByRole("button", { name: "Send message" }).focus();
	await page.keyboard.press("Enter");
	await expect(form.getByLabel("Your name")).toBeFocused();
	await expect(form.getByLabel("Your name")).toHaveAccessibleDescription("Please fill this in.");
	await expect(form.getByText("Please fill this in.")).toHaveCount(4);
	await expectAccessible(page, "the form with its faults");
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
	const email = form.getByLabel("E-mail", { exact: true });
	await expect(email).toBeFocused();
	await expect(email).toHaveAccessibleDescription("This does not look like an e-mail address.");
	await email.fill("ada@example.com");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { name: /^(Kept|Sent)$/ })).toBeFocused();
	const mail = await mailWith(page, words);
	expect(mail.text).toContain("Example Ltd");
	expect(mail.reply_to).toContain("ada@example.com");
	await expectAccessible(page, "after it was sent");
});

test("what only the server finds wrong stands beside its field too", async ({ page }) => {
	await page.goto("/grants-application");
	await isTakenOver(page.getByRole("form", { name: "Grant application" }));
	await page.route("**/v1/forms/grants-application", (route) =>
		route.continue({ postData: route.request().postData()?.replace("https://school.example", "nonsense") }),
	);
	await page.getByLabel("Your name").fill("Ada Teacher");
	await page.getByLabel("E-mail", { exact: true }).fill("ada@example.com");
	await page.getByLabel("Organisation").fill("A school");
	await page.getByLabel("Website").fill("https://school.example");
	await page.getByLabel("What you want to do").fill("Reading lists for children who read with difficulty.");
	await page.getByRole("button", { name: "Send application" }).click();
	await expect(page.getByLabel("Website")).toBeFocused();
	await expect(page.getByLabel("Website")).toHaveAccessibleDescription(/web address/);
});

test("MARKETING-021 a piece of the showcase really sounds, and a second one takes its turn", async ({ page }) => {
	await page.goto("/showcase");
	await page.getByRole("button", { name: "Play A chapter opens" }).click();
	await expect
		.poll(() => page.evaluate(() => window.heard().loudest), { message: "no sound came out" })
		.toBeGreaterThan(0.05);
	await page.getByRole("button", { name: "Play While you wait" }).click();
	await expect(page.getByRole("button", { name: "Pause While you wait" })).toBeVisible();
	await expect(page.getByRole("button", { name: "Play A chapter opens" })).toBeVisible();
	expect(await page.evaluate(() => window.heard().playing)).toBe(1);
});

test("MARKETING-030 the voice library is searched, filtered and heard without an account", async ({ page }) => {
	await page.goto("/voice-library");
	const list = page.getByRole("list", { name: "Voices" });
	await expect(list.getByRole("listitem")).toHaveCount(24);
	// The engine of this server has voices of its own: what is asked for comes from there.
	await page.getByLabel("Search voices").fill("tone low");
	await expect(list.getByRole("listitem")).toHaveCount(1);
	await expect(page.getByText("1 voice", { exact: true })).toBeVisible();
	await list.getByRole("button", { name: /^Play Tone low/ }).click();
	await expect
		.poll(() => page.evaluate(() => window.heard().loudest), { message: "no sound came out" })
		.toBeGreaterThan(0.02);
	await page.getByLabel("Search voices").fill("no such voice at all");
	await expect(page.getByText("No voice fits all of that.")).toBeVisible();
	await page.getByRole("button", { name: "Show all" }).click();
	await expect(list.getByRole("listitem")).toHaveCount(24);
	await expectAccessible(page, "voice library");
});

test("MARKETING-033 a profile and its embed show a person's shared speech to anybody, once the person wants it", async ({
	page,
	browser,
	baseURL,
}) => {
	await signUp(page);
	const handle = `reader-${Date.now() % 1e9}`;
	const visitor = await browser.newContext({ javaScriptEnabled: false, baseURL });
	const theirs = await visitor.newPage();
	expect((await theirs.goto(`/profiles/${handle}`))?.status()).toBe(404);
	await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("There is no profile here");

	const headers = { origin: baseURL ?? "" };
	const { voices } = await (await page.request.get("/v1/voices")).json();
	const text = "The tide comes in at seven, and nobody has told the crabs.";
	const spoken = await page.request.post(`/v1/text-to-speech/${voices[0].voice_id}`, { headers, data: { text } });
	expect(spoken.ok(), await spoken.text()).toBe(true);
	const { history } = await (await page.request.get("/v1/history")).json();
	const shared = await page.request.get(`/v1/history/${history[0].history_item_id}/share-link`);
	expect(shared.ok(), await shared.text()).toBe(true);
	const chosen = await page.request.patch("/v1/user/profile", {
		headers,
		data: { handle, public: true, list_shared: true },
	});
	expect(chosen.ok(), await chosen.text()).toBe(true);
	const { public_user_name: name } = await chosen.json();

	for (const path of [`/profiles/${handle}`, `/profiles/embed/${handle}`]) {
		const answer = await theirs.goto(path);
		expect(answer?.status(), path).toBe(200);
		await expect(theirs.getByRole("heading", { level: 1 }), path).toHaveText(name);
		await expect(theirs.getByText(text).last(), path).toBeVisible();
		const policy = answer?.headers()["content-security-policy"] ?? "";
		if (path.includes("embed")) expect(policy).toContain("frame-ancestors *");
		else expect(policy).not.toContain("frame-ancestors *");
	}
	await visitor.close();
	await page.goto(`/profiles/embed/${handle}`);
	await page.getByRole("button", { name: /^Play / }).click();
	await expect
		.poll(() => page.evaluate(() => window.heard().loudest), { message: "no sound came out" })
		.toBeGreaterThan(0.05);
	await expectAccessible(page, "embedded profile");
});

/** Holds back the scripts of every page until released. */
async function holdScripts(page: Page): Promise<() => void> {
	const gate = Promise.withResolvers<void>();
	await page.route("**/assets/*.js", async (route) => {
		await gate.promise;
		await route.continue();
	});
	return gate.resolve;
}

test("what is written before the scripts of a page have come stays, and is spoken", async ({ page }) => {
	const release = await holdScripts(page);
	await page.goto("/");
	const sentence = "Patience is heard as well, and it is heard for as long as a busy machine takes to look.";
	await page.getByLabel("A sentence to hear").fill(sentence);
	release();
	await page.getByRole("button", { name: "Hear it", exact: true }).click();
	await expect.poll(() => page.evaluate(() => window.heard().playing)).toBe(1);
	await expect(page.getByLabel("A sentence to hear")).toHaveValue(sentence);
	expect(new URL(page.url()).search).toBe("");
});

test("a button pressed before the scripts of a page have come is answered when they have", async ({ page }) => {
	const release = await holdScripts(page);
	await page.goto("/showcase");
	const play = page.getByRole("button", { name: "Play A chapter opens" });
	await play.click();
	await play.click();
	expect(await page.evaluate(() => window.heard().playing)).toBe(0);
	release();
	await expect(page.getByRole("button", { name: "Pause A chapter opens" })).toBeVisible();
	await expect.poll(() => page.evaluate(() => window.heard().playing)).toBe(1);
});
