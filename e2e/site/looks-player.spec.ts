// The player and its dialogs, in both themes at four widths.
import { expect, type Page } from "@playwright/test";
import { lookAround, open, test } from "./looks.ts";

const dockOf = (page: Page) => page.getByRole("region", { name: "Audio player" });

test("the player, its text and its dialogs are accessible and fit every width in both themes", async ({ visit }) => {
	test.setTimeout(300_000);
	const visitor = await visit("full");
	const { page } = visitor;
	const dock = dockOf(page);
	const press = (name: string) => dock.getByRole("button", { name, exact: true }).click();
	const look = (name: string) => lookAround(visitor, `player-${name}`);
	await open(visitor, "/app/speech-synthesis/text-to-speech");
	await page.setViewportSize({ width: 1280, height: 900 });
	await page.getByLabel("Text to speak").fill("The lighthouse keeper waits for the tide. ".repeat(40).trim());
	await page.getByRole("button", { name: /^Generate/ }).click();
	await expect(dock.getByRole("group", { name: "Feedback" })).toBeVisible();
	await press("Pause");
	await expect(dock.getByRole("button", { name: "Share" })).toBeEnabled();
	await look("expanded");
	// The editor highlights its text itself, so the player shows it on other pages only.
	await page.getByRole("link", { name: "Voices" }).first().click();
	await press("Read along");
	await look("read-along");
	await press("Read along");
	for (const [button, name] of [
		["Share", "share"],
		["Bad result", "feedback"],
	] as const) {
		await press(button);
		await expect(page.getByRole("dialog")).toBeVisible();
		await expect(page.getByText("Generating link...")).toHaveCount(0);
		await look(name);
		await page.keyboard.press("Escape");
		await expect(page.getByRole("dialog")).toHaveCount(0);
	}
	await press("Collapse audio player");
	await look("collapsed");
	// The next page is loaded, without the player.
	await page.goto("about:blank");
});
