import type { APIRequestContext, Page } from "@playwright/test";
import { novelDocx, novelEpub } from "@timbre/engines/documents/testing/make-documents.ts";
import { makeNovel } from "@timbre/engines/documents/testing/make-novel.ts";
import { printFigures } from "../../tools/ci/figures.ts";
import { measureThreadTime } from "../thread-time.ts";
import { expect, signUp, test } from "./fixtures.ts";

const keys = 120;
const novel = makeNovel({ words: 300_000, chapters: 30, seed: 7 });

/** Imports a document as a project. Returns the id and how long it took in ms. */
async function importNovel(request: APIRequestContext, origin: string, name: string, buffer: Buffer) {
	const started = performance.now();
	const headers = { origin };
	const multipart = { file: { name, mimeType: "application/octet-stream", buffer } };
	const created = await request.post("/v1/studio/imports", { headers, multipart });
	expect(created.status(), await created.text()).toBe(202);
	const { import_id } = (await created.json()) as { import_id: string };
	const state = async () =>
		((await (await request.get(`/v1/studio/imports/${import_id}`)).json()) as { state: string }).state;
	await expect.poll(state).toBe("review");
	const read = performance.now() - started;
	const accepted = await request.post(`/v1/studio/imports/${import_id}/accept`, { headers, data: {} });
	const { project } = (await accepted.json()) as { project: { project_id: string } };
	await expect.poll(state).toBe("completed");
	return { projectId: project.project_id, read, all: performance.now() - started };
}

async function newProject(page: Page, origin: string): Promise<void> {
	const created = await page.request.post("/v1/studio/projects", { headers: { origin }, multipart: { name: "Empty" } });
	const { project } = (await created.json()) as { project: { project_id: string } };
	await page.goto(`/app/studio/${project.project_id}`);
	await expect(text(page)).toBeVisible();
}

/** The main thread's work for a key, until it is drawn. */
async function costOfKeys(page: Page, work: () => Promise<number>): Promise<{ median: number; p95: number }> {
	const costs: number[] = [];
	for (let key = 0; key < keys; key++) {
		const from = await work();
		await page.keyboard.type("abcde "[key % 6] ?? "a");
		await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
		costs.push((await work()) - from);
	}
	costs.sort((a, b) => a - b);
	const at = (share: number) => costs[Math.floor(costs.length * share)] ?? Number.NaN;
	return { median: at(0.5), p95: at(0.95) };
}

const text = (page: Page) => page.getByRole("textbox", { name: /^Text of / });

test("a novel of 300,000 words is imported, opened, edited and searched", {
	tag: "@measured",
}, async ({ page, baseURL }) => {
	await signUp(page);
	const origin = baseURL ?? "";
	const docx = await importNovel(page.request, origin, "novel.docx", Buffer.from(novelDocx(novel)));
	const epub = await importNovel(page.request, origin, "novel.epub", Buffer.from(novelEpub(novel)));
	const fresh = await page.context().newPage();
	const work = await measureThreadTime(fresh);
	const start = await work();
	await fresh.goto(`/app/studio/${docx.projectId}`);
	await expect(text(fresh)).toContainText(novel.chapters[0]?.paragraphs[0] ?? "");
	await fresh.waitForLoadState("networkidle");
	const opening = (await work()) - start;

	const before = await work();
	await fresh.getByRole("navigation", { name: "Chapters" }).getByRole("link").nth(15).click();
	await expect(text(fresh)).toContainText(novel.chapters[15]?.paragraphs[0] ?? "");
	const switching = (await work()) - before;

	await text(fresh).locator("p").nth(100).click();
	const long = await costOfKeys(fresh, work);

	const searching = performance.now();
	await fresh.getByRole("button", { name: "Find and replace" }).click();
	const dialog = fresh.getByRole("dialog", { name: "Find and replace" });
	await dialog.getByLabel("Find", { exact: true }).fill("harbor");
	await dialog.getByRole("button", { name: "Find", exact: true }).click();
	await expect(dialog.getByRole("status")).toHaveText(/^Found [\d,]+ times in 30 chapters\.$/);
	const found = performance.now() - searching;
	await dialog.getByLabel("Replace with").fill("port");
	await dialog.getByRole("button", { name: "Replace all" }).click();
	await expect(dialog.getByRole("status")).toHaveText(/^Replaced [\d,]+ times in 30 chapters\.$/);
	const replaced = performance.now() - searching - found;

	await newProject(fresh, origin);
	await text(fresh).click();
	const short = await costOfKeys(fresh, work);

	const ms = (value: number) => Math.round(value).toLocaleString("en-US");
	printFigures(
		[
			`studio: a novel of 300,000 words is read in ${ms(docx.read)} ms (.docx) and ${ms(epub.read)} ms (.epub), imported in ${ms(docx.all)} and ${ms(epub.all)} ms`,
			`studio: its page opens with ${ms(opening)} ms of work, another chapter of 10,000 words with ${ms(switching)} ms`,
			`studio: a key costs ${long.median.toFixed(1)} ms of work in it (median of ${keys}, p95 ${long.p95.toFixed(1)}), in an empty chapter ${short.median.toFixed(1)} (p95 ${short.p95.toFixed(1)})`,
			`studio: a search takes ${ms(found)} ms, replacing ${ms(replaced)} ms`,
		].join("\n"),
	);
	expect.soft(opening, "opening the page, ms of work").toBeLessThanOrEqual(1_000);
	expect.soft(switching, "opening a chapter, ms of work").toBeLessThanOrEqual(1_000);
	// Most of it is drawing: the same in an empty chapter.
	expect.soft(long.median - short.median, "what the length adds to a key, ms of work").toBeLessThanOrEqual(16);
});
