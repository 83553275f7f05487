import type { Page } from "@playwright/test";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

/** Generates speech through the API with the page's session; returns the voice's name. */
async function spend(page: Page, text: string, voice = 0): Promise<string> {
	return page.evaluate(
		async ([said, index]) => {
			const { voices } = (await (await fetch("/v1/voices")).json()) as { voices: { voice_id: string; name: string }[] };
			const chosen = voices[index as number];
			if (!chosen) throw new Error("there is no such voice");
			const response = await fetch(`/v1/text-to-speech/${chosen.voice_id}`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify({ text: said }),
			});
			if (!response.ok) throw new Error(await response.text());
			await response.arrayBuffer();
			return chosen.name;
		},
		[text, voice] as const,
	);
}

const first = "What this costs is told by the day.";
const second = "Another voice says something else.";

test("USAGE-001 USAGE-002 USAGE-006 USAGE-007 shows usage by voice and day next to the remaining quota", async ({
	page,
}) => {
	const { email } = await signUp(page);
	await page.getByRole("link", { name: "Usage" }).click();
	await expect(page.getByRole("heading", { name: "Usage", level: 1 })).toBeVisible();
	await expect(page.getByText("No credits used in the last 30 days")).toBeVisible();
	const names = [await spend(page, first), await spend(page, second, 1)];
	await page.reload();
	const total = first.length + second.length;
	await expect(page.getByText("Total quota used")).toBeVisible();
	await expect(page.getByText(`${total}of 10,000 credits`)).toBeVisible();
	await page.getByRole("button", { name: "Remaining" }).press("Enter");
	await expect(page.getByText("Total quota remaining")).toBeVisible();
	await expect(page.getByText(`${(10_000 - total).toLocaleString("en")}of 10,000 credits`)).toBeVisible();
	await expect(page.getByText(/^Credits renew on /)).toBeVisible();
	const table = page.getByRole("table", { name: "Credits in this period" });
	await expect(table.getByRole("row", { name: `${names[0]} ${first.length}` })).toBeVisible();
	await expect(table.getByRole("row", { name: `${names[1]} ${second.length}` })).toBeVisible();
	await expect(page.getByRole("img", { name: new RegExp(`^${total} credits in 30 days`) })).toBeVisible();
	await page.getByText("Show daily numbers").click();
	await expect(page.getByRole("table", { name: "Credits by day" }).getByRole("row")).toHaveCount(31);
	await page.getByRole("combobox", { name: "Group by" }).click();
	await page.getByRole("option", { name: "By model" }).click();
	await expect(table.getByRole("row", { name: `test_tone ${total} 100%` })).toBeVisible();
	await page.getByRole("combobox", { name: "Period" }).click();
	await page.getByRole("option", { name: "Last 7 days" }).click();
	await expect(page.getByRole("img", { name: new RegExp(`^${total} credits in 7 days`) })).toBeVisible();
	await expectAccessible(page, "/app/usage");
	await page.getByRole("link", { name: "Workspace" }).click();
	await expect(page).toHaveURL(/\/app\/usage\/workspace$/);
	// The address changes before the page does, and both pages have the same menus.
	await expect(page.getByRole("link", { name: "Workspace" })).toHaveAttribute("aria-current", "page");
	await page.getByRole("combobox", { name: "Group by" }).click();
	await page.getByRole("option", { name: "By user" }).click();
	await expect(table.getByRole("row", { name: `${email} ${total} 100%` })).toBeVisible();
	await expectAccessible(page, "/app/usage/workspace");
});
