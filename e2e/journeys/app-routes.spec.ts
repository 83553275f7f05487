import type { Page } from "@playwright/test";
import { openInApp } from "../in-app.ts";
import { expect, signUp, test } from "./fixtures.ts";

// Section 2 of the specification, "Logged-in app (under /app)", written out independently of the code under test.
const home = ["home", "ai-classifier"];
const audioNative = ["audio-native", "audio-native/settings", "audio-native/settings/player"];
const agents = ["agents", "integrations", "knowledge-base", "phone-numbers", "batch-calling", "settings"];
const agentsToo = ["history", "playground", "talk-to"];
const productions = ["active", "dashboard", "history", "settings", "settings/qualifications", "unclaimed"];
const soundEffects = ["generate", "history", "explore", "explore/search", "explore/category"];
const workspace = ["members", "groups", "service-accounts", "security", "webhooks"];
const specified = [
	...home,
	...audioNative,
	"conversational-ai",
	...[...agents, ...agentsToo].map((page) => `conversational-ai/${page}`),
	"dubbing",
	"onboarding",
	"onboarding/next",
	"onboarding-checklist",
	"payouts",
	"productions",
	...productions.map((page) => `productions/${page}`),
	"profiles",
	"sound-effects",
	...soundEffects.map((page) => `sound-effects/${page}`),
	"professional-voice-cloning",
	"settings",
	"settings?dialog=add-2fa",
	"settings/api-keys",
	"settings/webhooks",
	"voice-verification",
	"studio",
	"speech-synthesis",
	"speech-synthesis/text-to-speech",
	"speech-synthesis/text-to-speech/history",
	"speech-synthesis/speech-to-speech",
	"speech-synthesis/speech-to-speech/history",
	"speech-to-text",
	"subscription",
	"workspace",
	...workspace.map((page) => `workspace/${page}`),
	"usage",
	"usage/workspace",
	"voice-lab",
	"default-voices",
	"workspace-voices",
	"voice-lab/share/someone/something",
	"voice-lab/collections",
	"voiceover-studio",
	"voice-library",
	"voice-library/collections",
	"voice-isolator",
	"publishing",
	"music",
	"eleven",
];

/** The title, the heading and whether the page is marked as planned. The title is in the page before any script runs. */
async function screenOf(page: Page, path: string) {
	const sent = await (await page.request.get(`/app/${path}`)).text();
	const title = /<title>(.*?) - Timbre<\/title>/.exec(sent)?.[1] ?? "";
	expect(title, path).not.toBe("");
	await openInApp(page, `/app/${path}`);
	await expect(page, path).toHaveTitle(`${title} - Timbre`);
	await expect(page.locator("main h1"), path).toHaveCount(1);
	return {
		path,
		title,
		heading: (await page.locator("main h1").textContent())?.trim() ?? "",
		planned: (await page.locator("main").getByText("Planned", { exact: true }).count()) > 0,
	};
}

test("SHELL-003 SHELL-004 SHELL-005 SHELL-006 every app route in the specification is a screen with a title and one heading", async ({
	page,
}) => {
	await signUp(page);
	expect(new Set(specified).size).toBe(68);
	const seen: Awaited<ReturnType<typeof screenOf>>[] = [];
	for (const path of specified) seen.push(await screenOf(page, path));
	expect(seen.filter(({ title, heading }) => /not found|went wrong/i.test(title) || heading === "")).toEqual([]);
	const screen = (path: string) => seen.find((one) => one.path === path);
	expect(screen("home")).toMatchObject({ title: "Home", planned: false });
	expect(screen("home")?.heading).toMatch(/^Good (morning|afternoon|evening), Ada$/);
	expect(screen("profiles")).toMatchObject({ planned: false });
	expect(screen("eleven")).toMatchObject({ heading: "Drop-in API", planned: false });
	// The heading of a planned page is its title.
	for (const one of seen.filter(({ planned }) => planned)) expect(one.heading, one.path).toBe(one.title);
});

test("a planned page links to built pages and is not in any menu; an unknown path shows a not-found page", async ({
	page,
}) => {
	await signUp(page, "/app/dubbing");
	const main = page.getByRole("main");
	await expect(main.getByText("Planned", { exact: true })).toBeVisible();
	await expect(page.getByRole("complementary", { name: "Sidebar" }).getByText("Dubbing")).toHaveCount(0);
	await page.keyboard.press("ControlOrMeta+k");
	await page.getByRole("combobox").fill("dubbing");
	await expect(page.getByRole("dialog").getByText("No results. Try a different search.")).toBeVisible();
	await page.keyboard.press("Escape");
	await main.getByRole("link", { name: "Dialogue" }).click();
	await expect(page).toHaveURL(/text-to-dialogue$/);
	await page.goto("/app/no-such-page");
	await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
	await main.getByRole("link").first().click();
	await expect(page).toHaveURL(/\/app\/home$/);
});
