import type { Page } from "@playwright/test";
import type { Sentence } from "@timbre/contract/studio/take-schemas.ts";
import { printFigures } from "../../tools/ci/figures.ts";
import { measureThreadTime } from "../thread-time.ts";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";
import { conversionsOf, converted, newProject, read, type StudioProject } from "./studio-projects.ts";

const text = (page: Page) => page.getByRole("textbox", { name: /^Text of / });
const convert = (page: Page) => page.getByRole("button", { name: "Convert", exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Convert to audio" });
const announced = (page: Page, said: string | RegExp) => page.getByRole("status").filter({ hasText: said });
const takes = (page: Page) => page.getByRole("region", { name: "Takes of the paragraph" });

const dusk = ["The lamp went out at four. Nobody saw it.", "The tide came in."];

const usedCredits = async (page: Page) =>
	(await read<{ character_count: number }>(page, "/v1/user/subscription")).character_count;
const sentencesOf = async (page: Page, { id, chapters }: StudioProject) =>
	(await read<{ sentences: Sentence[] }>(page, `/v1/studio/projects/${id}/chapters/${chapters[0]}/sentences`))
		.sentences;

async function send(page: Page, method: string, path: string, body: object): Promise<number> {
	return page.evaluate(
		async ([verb, address, json]) =>
			(await fetch(address, { method: verb, headers: { "content-type": "application/json" }, body: json })).status,
		[method, path, JSON.stringify(body)] as const,
	);
}

async function open(page: Page, { id }: StudioProject): Promise<void> {
	await page.goto(`/app/studio/${id}`);
	await expect(text(page)).toBeVisible();
}

const lastVoice = async (page: Page) =>
	(await read<{ voices: { voice_id: string }[] }>(page, "/v1/voices")).voices.at(-1)?.voice_id ?? "";

test("shows the price of a chapter, converts it, charges exactly that and plays it from the cursor", {
	tag: "@verify",
}, async ({ page }) => {
	await signUp(page, "/app/studio");
	const project = await newProject(page, { Dusk: [...dusk, "Then he mumbled a name."], Dawn: ["Morning came."] });
	await open(page, project);
	await expect(page.getByText("No audio yet.")).toBeVisible();
	await text(page).locator("p").first().click();
	await convert(page).click();
	await expect(dialog(page).getByRole("radio", { name: /This chapter/ })).toBeChecked();
	await expect(dialog(page).getByText("81 characters: 81 credits")).toBeVisible();
	await expectAccessible(page, "the price");
	await dialog(page)
		.getByRole("radio", { name: /Whole project/ })
		.check();
	await expect(dialog(page).getByText("94 characters: 94 credits")).toBeVisible();
	await dialog(page)
		.getByRole("radio", { name: /This paragraph/ })
		.check();
	await expect(dialog(page).getByText("41 characters: 41 credits")).toBeVisible();
	await dialog(page)
		.getByRole("radio", { name: /This chapter/ })
		.check();
	await dialog(page).getByRole("button", { name: "Convert for 81 credits" }).click();
	await expect(dialog(page)).toHaveCount(0);
	const done = "Dusk is done. Take check found 1 misread sentence and read it again, free of charge.";
	await expect(announced(page, done)).toBeAttached();
	await expect(page.getByText("Dusk is done.", { exact: true })).toBeVisible();
	await expectAccessible(page, "after a conversion");
	expect(await usedCredits(page)).toBe(81);
	await expect(page.getByRole("link", { name: /^Dusk.* Has audio/ })).toBeVisible();

	// What is paid stays paid, and a changed word costs its sentence.
	await convert(page).click();
	await expect(dialog(page).getByText("81 characters, 0 new: free")).toBeVisible();
	await page.keyboard.press("Escape");
	await text(page).locator("p").nth(1).click();
	await page.keyboard.press("End");
	await page.keyboard.press("ArrowLeft");
	await page.keyboard.type(" late");
	await convert(page).click();
	await expect(dialog(page).getByText("86 characters, 22 new: 22 credits")).toBeVisible();
	await expect(dialog(page).getByText("1 of 4 sentences is new.")).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(text(page).locator("p").nth(1)).toHaveAttribute("data-mark", "new");

	await text(page).locator("p").nth(2).click();
	await page.getByRole("button", { name: "Play from here" }).click();
	await expect(text(page).locator(".spoken-sentence")).toHaveText("Then he mumbled a name.");
	await expect.poll(() => page.evaluate(() => window.playbackState().playing)).toBe(1);
	await page.getByRole("button", { name: /^Pause chapter/ }).click();
	await page.reload();
	await expect(page.getByText("Dusk is done.", { exact: true })).toBeVisible();
	await page.getByRole("button", { name: "Dismiss" }).click();
	await expect(page.getByText("Dusk is done.", { exact: true })).toHaveCount(0);
});

test("a conversion is shown after a reload, and is canceled", { tag: "@verify" }, async ({ page }) => {
	await signUp(page, "/app/studio");
	const long = Array.from({ length: 60 }, (_, at) => `Sentence ${at} of the long night, and of the lamp.`);
	const project = await newProject(page, { Night: [long.join(" ")], Dawn: ["Morning came."] });
	await open(page, project);
	await convert(page).click();
	await dialog(page)
		.getByRole("radio", { name: /Whole project/ })
		.check();
	await dialog(page)
		.getByRole("button", { name: /^Convert for / })
		.click();
	const conversions = page.getByRole("list", { name: "Conversions" });
	await expect(conversions).toBeVisible();
	await page.reload();
	await expect(conversions.or(page.getByText("The project is done.", { exact: true }))).toBeVisible();
	const cancel = conversions.getByRole("button", { name: "Cancel conversion" });
	if (await cancel.isVisible()) {
		await cancel.click();
		await expect(page.getByText("Canceled: the project.", { exact: true })).toBeVisible();
		expect((await conversionsOf(page, project))[0]?.state).toBe("canceled");
		await expect(conversions).toHaveCount(0);
	}
});

test("another take is generated, compared and replaced, and a locked paragraph keeps its audio", {
	tag: "@verify",
}, async ({ page }) => {
	await signUp(page, "/app/studio");
	const project = await newProject(page, { Dusk: dusk });
	await converted(page, project);
	await open(page, project);
	await text(page).locator("p").first().click();
	await page.getByRole("tab", { name: "Takes" }).click();
	const sentence = takes(page).getByRole("list", { name: "Sentences" }).getByRole("listitem").first();
	await sentence.getByRole("button", { name: /^Another take: \d+ credits$/ }).click();
	await expect(announced(page, "New take. It is in use now.")).toBeAttached();
	const rows = takes(page)
		.getByRole("list", { name: /^Takes of: The lamp/ })
		.getByRole("listitem");
	await expect(rows).toHaveCount(2);
	await expect(rows.first()).toContainText("In use");
	const before = await usedCredits(page);

	// The position stays when the take is switched.
	await rows.last().getByRole("button", { name: "Compare take 1 with the one in use" }).click();
	// The new take has played by itself.
	await expect(takes(page).getByRole("button", { name: "A: Take 2" })).toHaveAttribute("aria-pressed", "false");
	await page.evaluate(() => window.resetPlayback());
	await takes(page).getByRole("button", { name: "A: Take 2" }).click();
	await expect.poll(() => page.evaluate(() => window.playbackState().currentTime)).toBeGreaterThan(0.4);
	await takes(page).getByRole("button", { name: "B: Take 1" }).click();
	await expect(takes(page).getByRole("button", { name: "B: Take 1" })).toHaveAttribute("aria-pressed", "true");
	expect(await page.evaluate(() => window.playbackState().currentTime)).toBeGreaterThan(0.3);
	await expectAccessible(page, "the takes");
	await rows.last().getByRole("button", { name: "Use take 1", exact: true }).click();
	await expect(rows.last()).toContainText("In use");

	await takes(page).getByRole("button", { name: "Lock paragraph" }).click();
	await expect(takes(page).getByRole("button", { name: "Unlock paragraph" })).toBeVisible();
	await expect(text(page).locator("p").first()).toHaveAttribute("data-mark", "locked");
	const voice = await lastVoice(page);
	await send(page, "PATCH", `/v1/studio/projects/${project.id}`, { default_paragraph_voice_id: voice });
	expect((await sentencesOf(page, project)).map(({ state }) => state)).toEqual(["ready", "ready", "stale"]);
	await page.reload();
	await expect(text(page).locator("p").first()).toHaveAttribute("data-mark", "locked");
	await expect(text(page).locator("p").nth(1)).toHaveAttribute("data-mark", "stale");
	await convert(page).click();
	await expect(dialog(page).getByText("58 characters, 17 new: 17 credits")).toBeVisible();
	await expect(dialog(page).getByText("2 sentences are locked and keep their audio.")).toBeVisible();
	await page.keyboard.press("Escape");

	// The take in the old voice is restored for its place.
	await text(page).locator("p").nth(1).click();
	await page.getByRole("tab", { name: "Takes" }).click();
	await takes(page).getByRole("button", { name: "Use take 1", exact: true }).click();
	await expect(takes(page).getByText("Restored", { exact: true })).toBeVisible();
	await takes(page).getByRole("button", { name: "Back to the current voice" }).click();
	await expect(takes(page).getByText("Stale", { exact: true }).first()).toBeVisible();
	expect(await usedCredits(page)).toBe(before);
});

test("misread sentences are walked through with J and K, read again and accepted", {
	tag: "@verify",
}, async ({ page }) => {
	await signUp(page, "/app/studio");
	const project = await newProject(page, {
		Dusk: ["He garbled the name. She came in.", "Then she garbled it, too.", "All was well."],
	});
	await converted(page, project);
	await open(page, project);
	const before = await usedCredits(page);
	await page.getByRole("link", { name: "Review misread sentences" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Misread sentences" })).toBeVisible();
	const card = page.getByRole("article", { name: /^Sentence \d of 2/ });
	await expect(card.locator("mark")).toHaveText("garbled");
	await expectAccessible(page, "the misread sentences");
	await page.keyboard.press("j");
	await expect(card).toHaveAccessibleName(/^Sentence 2 of 2: Then she garbled it, too\. “garbled” is missing/);
	await expect(card).toBeFocused();
	await expect.poll(() => page.evaluate(() => window.playbackState().playing)).toBe(1);
	await page.keyboard.press("k");
	await expect(card).toHaveAccessibleName(/^Sentence 1 of 2/);
	await page.keyboard.press("r");
	await expect(announced(page, "Read again, free of charge.")).toBeAttached();
	await expect(card.getByText("Read again", { exact: true })).toBeVisible();
	await page.keyboard.press("j");
	await expect(card).toHaveAccessibleName(/^Sentence 2 of 2/);
	await page.keyboard.press("a");
	await expect(announced(page, "Accepted. All sentences are reviewed.")).toBeAttached();
	expect(await usedCredits(page)).toBe(before);
	await page.reload();
	await expect(page.getByText("No misread sentences")).toBeVisible();
	await page.getByRole("link", { name: "Back to the project" }).click();
	await expect(text(page)).toBeVisible();
});

test("a voice is rehearsed and used, and the rehearsal costs nothing", { tag: "@verify" }, async ({ page }) => {
	await signUp(page, "/app/studio");
	const project = await newProject(page, { Dusk: dusk, Dawn: ["Morning came."] });
	await converted(page, project);
	await open(page, project);
	const before = await usedCredits(page);
	await page.getByRole("tab", { name: "Settings" }).click();
	await page.getByRole("button", { name: "Rehearse another voice for paragraphs" }).click();
	const rehearsal = page.getByRole("dialog", { name: "Rehearse a voice for paragraphs" });
	await rehearsal.getByRole("button", { name: "Rehearse", exact: true }).click();
	await expect(
		rehearsal.getByText(/would speak 4 sentences\. Converting them with this voice costs 71 credits\.$/),
	).toBeVisible();
	await expect(rehearsal.getByRole("list", { name: "Passages" }).getByRole("listitem")).not.toHaveCount(0);
	await expect.poll(() => page.evaluate(() => window.playbackState().playing)).toBe(1);
	await expectAccessible(page, "the rehearsal");
	expect(await usedCredits(page)).toBe(before);
	await rehearsal.getByRole("button", { name: "Use this voice" }).click();
	await expect(text(page).locator("p").first()).toHaveAttribute("data-mark", "stale");
});

test("take check is switched off for a project", { tag: "@verify" }, async ({ page }) => {
	await signUp(page, "/app/studio");
	const project = await newProject(page, { Dusk: ["He garbled the name."] });
	await open(page, project);
	await page.getByRole("tab", { name: "Settings" }).click();
	const takeCheck = page.getByRole("switch", { name: "Take check" });
	await expect(takeCheck).toBeChecked();
	await takeCheck.click();
	await expect(takeCheck).not.toBeChecked();
	await page.reload();
	await page.getByRole("tab", { name: "Settings" }).click();
	await expect(takeCheck).not.toBeChecked();
	await converted(page, project);
	expect((await sentencesOf(page, project))[0]?.verdict).toBeNull();
});

test("typing stays fast in a chapter of 10,000 words in which everything is stale", {
	tag: "@measured",
}, async ({ page }) => {
	await signUp(page, "/app/studio");
	const paragraph = "The lamp went out at four and nobody saw it. ".repeat(4).trim();
	const project = await newProject(page, { Long: Array.from({ length: 250 }, () => paragraph) });
	// All paragraphs are the same, so the takes of one are those of all, and no chapter has to be put together.
	const [first] = await sentencesOf(page, project);
	await converted(page, project, { chapter_id: project.chapters[0], block_id: first?.block_id });
	await send(page, "PATCH", `/v1/studio/projects/${project.id}`, {
		default_paragraph_voice_id: await lastVoice(page),
	});
	await open(page, project);
	await expect(text(page).locator("[data-mark=stale]")).toHaveCount(250);
	await page.getByRole("tab", { name: "Takes" }).click();
	await text(page).locator("p").nth(100).click();
	await expect(takes(page).getByRole("list", { name: "Sentences" })).toBeVisible();
	const work = await measureThreadTime(page);
	const costs: number[] = [];
	for (let key = 0; key < 120; key++) {
		const from = await work();
		await page.keyboard.type("abcde "[key % 6] ?? "a");
		await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
		costs.push((await work()) - from);
	}
	const median = costs.sort((a, b) => a - b)[60] ?? Number.NaN;
	printFigures(`studio: a key costs ${median.toFixed(1)} ms of work in a chapter of 10,000 words that is all stale`);
	expect(median).toBeLessThan(16);
});
