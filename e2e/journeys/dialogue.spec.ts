import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

test("turns a pasted script into lines with a voice for each speaker", async ({ page }) => {
	await signUp(page, "/app/speech-synthesis/text-to-dialogue");
	const lines = page.getByRole("list", { name: "Lines" }).getByRole("textbox");
	await expect(lines).toHaveCount(2);
	await page.getByRole("button", { name: "Paste script" }).click();
	const dialog = page.getByRole("dialog", { name: "Paste a script" });
	await dialog.getByLabel("Script").fill("No speakers in here.");
	await dialog.getByRole("button", { name: "Add lines" }).click();
	await expect(dialog.getByText("No speakers found.")).toBeVisible();
	await expectAccessible(page, "paste a script");
	await dialog
		.getByLabel("Script")
		.fill("Anna: Did you hear that?\nBen: Only the wind.\nAnna: The wind does not sing.");
	await dialog.getByRole("button", { name: "Add lines" }).click();
	await expect(dialog).toHaveCount(0);
	await expect(lines).toHaveCount(3);
	await expect(lines.nth(0)).toHaveValue("Did you hear that?");
	const speakers = () => lines.evaluateAll((all) => all.map((line) => line.getAttribute("placeholder")));
	const [anna, ben, again] = await speakers();
	expect(anna).not.toBe(ben);
	expect(again).toBe(anna);

	// Pasting into a line does the same, and can be undone.
	await lines.nth(2).evaluate((area) => {
		const data = new DataTransfer();
		data.setData("text/plain", "Ben: I will go and look.\nAnna: Take the lamp.");
		area.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
	});
	await expect(lines).toHaveCount(5);
	await expect(lines.nth(4)).toHaveValue("Take the lamp.");
	await page.getByRole("button", { name: "Undo" }).last().click();
	await expect(lines).toHaveCount(3);
});

test("edits and reorders dialogue lines, shows the price, and marks the line being spoken", { tag: "@verify" }, async ({
	page,
}) => {
	await signUp(page);
	await page.getByRole("link", { name: "Dialogue" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Text to dialogue" })).toBeAttached();
	const lines = page.getByRole("list", { name: "Lines" }).getByRole("textbox");
	await expect(lines).toHaveCount(2);
	// Long enough that the speaking line is marked even if the page is blocked for a moment.
	const [question, reply, doubt] = [
		"Who is there at this hour of the night, may I ask?",
		"Only the wind, which has come over the water again.",
		"The wind does not know my name, and never asked for it.",
	] as const;
	await lines.nth(0).fill(question);
	await lines.nth(0).press("Enter");
	await expect(lines).toHaveCount(3);
	await page.keyboard.type(reply);
	await lines.nth(2).fill(doubt);
	await page.keyboard.press("Alt+ArrowUp");
	await expect(lines.nth(1)).toHaveValue(doubt);
	await page.getByRole("button", { name: "Move line 2 down" }).click();
	await expect(lines.nth(2)).toHaveValue(doubt);

	const rows = page.getByRole("list", { name: "Lines" }).getByRole("listitem");
	await rows.nth(2).locator("[draggable]").dragTo(rows.nth(0));
	await expect(lines.nth(0)).toHaveValue(doubt);
	await rows.nth(0).locator("[draggable]").dragTo(rows.nth(2));
	await expect(lines.nth(2)).toHaveValue(doubt);

	// Adjacent lines have different voices.
	const names = await lines.evaluateAll((all) => all.map((line) => line.getAttribute("placeholder")));
	expect(names[0]).not.toBe(names[1]);

	const characters = question.length + reply.length + doubt.length;
	await expect(page.locator("#dialogue-count")).toHaveText(`${characters} characters: ${characters} credits`);
	await expectAccessible(page, "dialogue");
	// Record the speaking lines in the page, because polling may be too slow on a busy machine.
	await page.getByRole("list", { name: "Lines" }).evaluate((list) => {
		const spoke: number[] = [];
		Object.assign(window, { spoke });
		new MutationObserver((changes) => {
			for (const { target } of changes) {
				const row = target as HTMLElement;
				const line = [...list.children].indexOf(row);
				// Buffering may mark the same line twice.
				if (row.dataset.speaking && spoke.at(-1) !== line) spoke.push(line);
			}
		}).observe(list, { subtree: true, attributeFilter: ["data-speaking"] });
	});
	const answer = page.waitForResponse(/text-to-dialogue\/stream\/with-timestamps/);
	await lines.nth(0).press("Control+Enter");
	expect((await answer).headers()["character-cost"]).toBe(String(characters));
	await expect.poll(() => page.evaluate(() => window.playbackState().peakLevel)).toBeGreaterThan(0.05);
	await expect.poll(() => page.evaluate(() => (window as unknown as { spoke: number[] }).spoke)).toEqual([0, 1, 2]);
	await expect(page.locator("#dialogue-count")).toContainText("0 new: 0 credits");

	await page.reload();
	await expect(lines).toHaveCount(3);
	await page.goto("/app/speech-synthesis/text-to-speech/history");
	await page.locator("[data-line]").first().click();
	const sheet = page.getByRole("dialog", { name: "Generation" });
	await expect(sheet.getByText(reply).first()).toBeVisible();
	await sheet.getByRole("link", { name: "Open in editor" }).click();
	await expect(page).toHaveURL(/text-to-dialogue/);
	await expect(lines.nth(0)).toHaveValue(question);
});

test("says when lines are in another language than their voice, and replaces the voice in all of them", {
	tag: "@verify",
}, async ({ page }) => {
	await page.route("**/v1/voices", async (route) => {
		const response = await route.fetch();
		if (!response.ok()) return route.fulfill({ response });
		const { voices } = (await response.json()) as { voices: { name: string; language: string }[] };
		const german = voices.map((voice, at) => (at >= voices.length - 2 ? { ...voice, language: "de" } : voice));
		german.slice(-2).forEach((voice, at) => {
			voice.name = at === 0 ? "Greta" : "Hans";
		});
		await route.fulfill({ response, json: { voices: german } });
	});
	await signUp(page, "/app/speech-synthesis/text-to-dialogue");
	const lines = page.getByRole("list", { name: "Lines" }).getByRole("textbox");
	const hint = page.getByRole("status").filter({ hasText: "lines look like German" });
	await lines.nth(0).fill("Did you hear that? It came from the lighthouse, and nobody lives there now.");
	await lines.nth(1).fill("Die Fähre fährt um neun, und wer dann noch nicht da ist, muss auf die nächste warten.");
	await expect(hint).toHaveCount(1);
	await expect(hint).toContainText(/^.+'s lines look like German, but .+ speaks American English\./);
	await expectAccessible(page, "language hint of a dialogue");
	await hint.getByRole("button", { name: "Use Greta (German)" }).click();
	await expect(lines.nth(1)).toHaveAttribute("placeholder", "What Greta says");
	await expect(hint).toHaveCount(0);
	// The other speaker is offered a voice of their own.
	await lines.nth(0).fill("Hast du das gehört? Es kam vom Leuchtturm, und dort wohnt doch schon lange niemand mehr.");
	await expect(hint.getByRole("button", { name: "Use Hans (German)" })).toBeVisible();
	await hint.getByRole("button", { name: "Dismiss the language hint" }).click();
	await expect(hint).toHaveCount(0);
});
