import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

test("SHELL-004 a user controls their profile: private, then public with the name, then with shared generations", async ({
	page,
	browser,
	baseURL,
}) => {
	await signUp(page);
	const handle = `ada-${Date.now().toString(36)}`;
	const spoken = await page.request.get("/v1/try/voices");
	const [voice] = ((await spoken.json()) as { voices: { voice_id: string }[] }).voices;
	const made = await page.request.post(`/v1/text-to-speech/${voice?.voice_id}`, {
		data: { text: "Words that I want to be heard." },
		headers: { origin: baseURL ?? "" },
	});
	const item = made.headers()["history-item-id"];
	const headers = { origin: baseURL ?? "" };
	expect((await page.request.post(`/v1/history/${item}/share-link`, { headers })).ok()).toBe(true);

	await page.goto("/app/profiles");
	await expect(page.getByRole("heading", { level: 1, name: "Public profile" })).toBeVisible();
	const show = page.getByRole("switch", { name: "Make my profile public" });
	const list = page.getByRole("switch", { name: "List shared generations" });
	await expect(show).toBeDisabled();
	await expect(list).not.toBeChecked();
	await expect(page.getByText("1 item shared.")).toBeVisible();

	const address = page.getByLabel("Profile URL");
	await address.fill("No spaces");
	await address.press("Enter");
	await expect(page.getByRole("alert").filter({ hasText: "letters, digits and single hyphens" })).toBeVisible();
	await address.fill(handle);
	await address.press("Enter");
	await expect(page.getByText("Profile URL saved", { exact: true })).toBeVisible();
	await expectAccessible(page, "/app/profiles");

	// A signed-out visitor.
	const visitor = await browser.newContext({ javaScriptEnabled: false });
	const visited = await visitor.newPage();
	expect((await visited.goto(`${baseURL}/profiles/${handle}`))?.status()).toBe(404);

	await show.click();
	await expect(show).toBeChecked();
	await expect(page.getByText(`/profiles/${handle}`, { exact: false }).first()).toBeVisible();
	expect((await visited.goto(`${baseURL}/profiles/${handle}`))?.status()).toBe(200);
	await expect(visited.getByRole("heading", { level: 1, name: "Ada Example" })).toBeVisible();
	await expect(visited.getByText("Words that I want to be heard.")).toHaveCount(0);

	const saved = page.waitForResponse(
		(response) => response.request().method() === "PATCH" && response.url().endsWith("/v1/user/profile"),
	);
	await list.click();
	expect((await saved).ok()).toBe(true);
	await expect(list).toBeChecked();
	await page.reload();
	await expect(list).toBeChecked();
	await visited.reload();
	await expect(visited.getByText("Words that I want to be heard.").first()).toBeVisible();

	// Only the embed page can be framed by other sites.
	const framing = async (path: string) =>
		(await visited.goto(`${baseURL}${path}`))?.headers()["content-security-policy"];
	expect(await framing(`/profiles/embed/${handle}`)).toContain("frame-ancestors *");
	expect(await framing(`/profiles/${handle}`)).toContain("frame-ancestors 'none'");
	await visitor.close();
});
