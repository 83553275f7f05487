// The way into the app: links with parameters, redirects after sign-in, terms, and what a failed request shows.
import type { Page, Route } from "@playwright/test";
import { expect, expectAccessible, signUp, signUpByHand, test } from "./fixtures.ts";

const toasts = (page: Page) => page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");

test("AUTH-019 hints for long texts and dubbing are shown until they are dismissed, on every device", async ({
	page,
}) => {
	await signUp(page);
	const shown = async () =>
		((await (await page.request.get("/v1/user")).json()) as { prompts_shown: Record<string, boolean> }).prompts_shown;
	expect(await shown()).toEqual({ long_content_use_projects: false, dubbing_use_cases_banner: false });
	const dismiss = async (name: string) => {
		const hint = page.getByRole("complementary", { name });
		await expect(hint).toBeVisible();
		await expectAccessible(page, name);
		await hint.getByRole("button", { name: "Got it" }).click();
		await expect(hint).toHaveCount(0);
	};
	/** Another device: nothing is stored in the browser. */
	const reload = async () => {
		await page.evaluate(() => localStorage.clear());
		const loaded = page.waitForResponse((response) => response.url().endsWith("/v1/user"));
		await page.reload();
		await loaded;
	};
	const text = page.getByLabel("Text to speak");
	await text.fill("a".repeat(5_000));
	await expect(page.getByText("5,000 characters")).toBeVisible();
	await expect(page.getByRole("complementary", { name: "Long texts" })).toHaveCount(0);
	await text.fill("a".repeat(5_001));
	await dismiss("Long texts");
	expect(await shown()).toEqual({ long_content_use_projects: true, dubbing_use_cases_banner: false });
	await reload();
	await text.fill("a".repeat(6_000));
	await expect(page.getByText("6,000 characters")).toBeVisible();
	await expect(page.getByRole("complementary", { name: "Long texts" })).toHaveCount(0);

	await page.goto("/app/dubbing");
	await dismiss("What dubbing is for");
	await reload();
	await expect(page.getByText("This feature isn't available yet.")).toBeVisible();
	await expect(page.getByRole("complementary", { name: "What dubbing is for" })).toHaveCount(0);
	expect(await shown()).toEqual({ long_content_use_projects: true, dubbing_use_cases_banner: true });
});

const agreedTerms = async (page: Page) =>
	((await (await page.request.get("/v1/user")).json()) as { terms_agreed_to: Record<string, number> }).terms_agreed_to;

test("AUTH-020 each page that asks to agree to terms names them, and records exactly those", async ({ page }) => {
	await page.goto("/app/sign-up");
	const notice = page.getByText("By creating an account, you agree to the");
	await expect(notice.getByRole("link", { name: "use policy" })).toHaveAttribute("href", "/use-policy");
	await expect(notice.getByRole("link", { name: "privacy policy" })).toHaveAttribute("href", "/privacy");
	await signUpByHand(page);
	await expect.poll(() => agreedTerms(page)).toEqual({ privacy: expect.any(Number), content: expect.any(Number) });

	// Designing a voice.
	await page.goto("/app/voice-lab/design");
	const design = page.getByText("By generating previews, you agree to the");
	await expect(design.getByRole("link", { name: "rules for designed voices" })).toHaveAttribute(
		"href",
		"/use-policy#designed-voices",
	);
	await expectAccessible(page, "voice design with its terms");
	await page.getByRole("textbox", { name: "Description" }).fill("A calm older man with a deep voice, slow");
	// Nothing is generated if the agreement can't be stored.
	await page.route("**/v1/user/terms-agreed-to", (route) => route.fulfill({ status: 429, body: "{}" }), { times: 1 });
	await page.getByRole("button", { name: "Generate previews" }).click();
	await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
	expect(Object.keys(await agreedTerms(page)).sort()).toEqual(["content", "privacy"]);
	await page.getByRole("button", { name: "Generate previews" }).click();
	await expect(design).toHaveCount(0);
	expect(Object.keys(await agreedTerms(page)).sort()).toEqual(["content", "privacy", "voice_design"]);
	await expect(page.getByRole("button", { name: /^Save/ }).first()).toBeVisible();

	// Publishing a voice.
	const origin = new URL(page.url()).origin;
	const post = async <T>(path: string, data: unknown) => {
		const response = await page.request.post(path, { data, headers: { origin } });
		expect(response.ok(), await response.text()).toBe(true);
		return (await response.json()) as T;
	};
	const voice_description = "A calm older man with a deep voice, slow";
	const { previews } = await post<{ previews: { generated_voice_id: string }[] }>("/v1/text-to-voice/design", {
		voice_description,
		stream_previews: true,
	});
	const generated_voice_id = previews[0]?.generated_voice_id;
	await post("/v1/text-to-voice", { voice_name: "Old keeper", voice_description, generated_voice_id });
	await page.goto("/app/voice-lab");
	await page.getByRole("button", { name: "Actions for Old keeper" }).click();
	await page.getByRole("menuitem", { name: "Share and publish" }).click();
	const dialog = page.getByRole("dialog", { name: "Share Old keeper" });
	await dialog.getByRole("tab", { name: "Library" }).click();
	const publishing = dialog.getByText("By publishing a voice, you agree to the");
	await expect(publishing.getByRole("link", { name: "voice library addendum" })).toHaveAttribute(
		"href",
		/^\/vla(eu)?$/,
	);
	await dialog.getByRole("button", { name: "Publish" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Publish voice" }).click();
	// Not by its role, because the dialog hides the rest of the page from assistive technology.
	await expect(page.getByText("Published in the library", { exact: true })).toBeVisible();
	await expect(publishing).toHaveCount(0);
	const all = await agreedTerms(page);
	expect(Object.keys(all).sort()).toEqual(["content", "licensing", "privacy", "voice_design"]);

	// The list of all seven.
	await page.goto("/app/settings/privacy");
	const terms = page.getByRole("list", { name: "Terms" }).getByRole("listitem");
	await expect(terms.filter({ hasText: /Agreed on/ })).toHaveText([
		/^Rules for designed voices/,
		/^Voice library addendum/,
		/^Privacy policy/,
		/^Use policy/,
	]);
	await expect(terms.filter({ hasText: "Planned" })).toHaveText([/^Agents/, /^Payouts/, /^Batch calls/]);
	await expectAccessible(page, "privacy settings with the list of terms");
});

test("SHELL-015 PRIVACY-001 PRIVACY-002 PRIVACY-003 the parameters of links to the app have their effects", async ({
	page,
}) => {
	// An order of a marketplace: the visitor learns that it is not linked, and the server says so too.
	const jwt = "aaaa.bbbb.cccc";
	await page.goto("/app/sign-up");
	const order = page.getByRole("note").filter({ hasText: "Google Cloud Marketplace" });
	await expect(page.getByRole("button", { name: "Create account" })).toBeVisible();
	await expect(order).toHaveCount(0);
	await page.goto(`/app/sign-up?gcp_jwt=${jwt}`);
	await expect(order).toContainText("your order won't be linked to your account");
	await expect(page, "the secret leaves the URL").toHaveURL("/app/sign-up");
	await expectAccessible(page, "sign-up with an order");
	const sent = page
		.waitForResponse((response) => response.url().endsWith("/v1/user/pre-sign-up"))
		.then(async (response) => ({ request: response.request().postDataJSON(), response: await response.json() }));
	await signUpByHand(page);
	expect(await sent).toMatchObject({
		request: { gcp_marketplace_jwt: jwt },
		response: { status: "ok", ignored: ["gcp_marketplace_jwt"] },
	});

	// A new user is welcomed.
	await page.goto("/app/usage?newUser=true");
	await expect(toasts(page).filter({ hasText: "Welcome to Timbre" })).toBeVisible();

	// A code for staff is sent once and leaves the URL.
	const verified = page.waitForRequest((request) => request.url().endsWith("/v1/user/prepare-internal-verification"));
	await page.goto("/app/usage?internalCode=123456");
	await expect(page).toHaveURL("/app/usage");
	expect((await verified).postDataJSON()).toMatchObject({ verification_code: "123456" });
	await expect(toasts(page).filter({ hasText: "Couldn't verify your staff email" })).toBeVisible();

	// The opt-out dialog opens, and closing it changes nothing.
	const optedOut = async () =>
		(
			(await (await page.request.get("/v1/workspace/training-opt-out")).json()) as {
				training_opt_out: boolean;
			}
		).training_opt_out;
	await page.goto("/app/settings/privacy?training_opt_out=true");
	const dialog = page.getByRole("dialog", { name: "Data use" });
	await expect(dialog).toContainText("Decide for everyone in this workspace");
	await expect(dialog.getByRole("link", { name: /privacy policy/i })).toHaveAttribute("target", "_blank");
	const confirm = dialog.getByRole("button", { name: "Opt Out" });
	await expect(confirm).toBeDisabled();
	await dialog.getByRole("switch").click();
	await expect(confirm).toBeEnabled();
	await page.keyboard.press("Escape");
	await expect(dialog).toHaveCount(0);
	await expect(page).toHaveURL("/app/settings/privacy");
	expect(await optedOut()).toBe(false);
	await page.goto("/app/settings/privacy?training_opt_out=true");
	await dialog.getByRole("switch").click();
	await confirm.click();
	await expect(toasts(page).filter({ hasText: "Opted out of model training" })).toBeVisible();
	expect(await optedOut()).toBe(true);

	// A link that undoes an email change says so, and the next link in the tab does not.
	await page.goto("/app/change-email?code=nonsense&isReverting=true");
	await expect(page.getByRole("heading", { name: "Couldn't undo the change" })).toBeVisible();
	await page.goto("/app/change-email?code=nonsense");
	await expect(page.getByRole("heading", { name: "Couldn't change your email" })).toBeVisible();
});

test("SHELL-007 SHELL-008 SHELL-010 SHELL-011 SHELL-012 after sign-in, only allowed redirects are followed", async ({
	page,
}) => {
	await signUp(page);
	/** Where a signed-in visitor of the sign-in page ends up. */
	const follow = async (target: string, expected: string | RegExp) => {
		await page.goto(`/app/sign-in?redirect=${encodeURIComponent(target)}`, { waitUntil: "commit" });
		await expect(page, target).toHaveURL(expected);
	};
	for (const [name, destination] of [
		["affiliates", "/affiliates"],
		["audio-native", "/app/audio-native"],
		["history", /\/app\/speech-synthesis\/text-to-speech\/history/],
		["request-alpha-access", "/app/home"],
		["subscription", "/app/subscription"],
		["usage", "/app/usage"],
		["speech-synthesis", /\/app\/speech-synthesis/],
		["dubs", "/app/dubbing"],
	] as const) {
		await follow(`/${name}`, destination);
	}
	await follow("/app/voice-lab/share/owner/voice", "/app/voice-lab/share/owner/voice");
	await follow("/app/voices?language=en", "/app/voices?language=en");
	const callback = "/app/integrations/vercel/callback?code=1&configurationId=2&next=3&source=4&teamId=5";
	await follow(callback, callback);
	for (const refused of [
		"https://evil.example/app/voices",
		"//evil.example/app/voices",
		"/\\evil.example/app/voices",
		"javascript:alert(1)",
		"/app/nowhere",
		"/v1/user",
		"/app/integrations/vercel/callback?code=1",
	])
		await follow(refused, "/app/home");
});

test("SHELL-026 SHELL-027 SHELL-028 SHELL-029 SHELL-030 a failed action shows the server's message, or a general one", async ({
	page,
	problems,
}) => {
	await signUp(page, "/app/dubbing");
	const hint = page.getByRole("complementary", { name: "What dubbing is for" });
	const dismissWith = async (answer: (route: Route) => Promise<void>) => {
		await page.route("**/v1/user/edit-user-metadata", answer, { times: 1 });
		await hint.getByRole("button", { name: "Got it" }).click();
	};
	const toast = (text: string) =>
		toasts(page).filter({ hasText: "Couldn't dismiss the hint" }).filter({ hasText: text });
	await dismissWith((route) =>
		route.fulfill({ status: 400, json: { detail: { code: "invalid_request", message: "Not like this." } } }),
	);
	await expect(toast("Not like this.")).toBeVisible();
	await expect(hint).toBeVisible();
	await dismissWith((route) => route.fulfill({ status: 400, json: { msg: "From a proxy." } }));
	await expect(toast("From a proxy.")).toBeVisible();
	await dismissWith((route) =>
		route.fulfill({ status: 500, json: { detail: { code: "internal_error", message: "relation does not exist" } } }),
	);
	await expect(toast("Something went wrong, please try again later.")).toBeVisible();
	await expect(page.getByText("relation does not exist")).toHaveCount(0);
	await dismissWith((route) => route.abort());
	await expect(toast("Network error")).toBeVisible();
	// With status 200 the action is done.
	await hint.getByRole("button", { name: "Got it" }).click();
	await expect(hint).toHaveCount(0);
	problems.length = 0;
});
