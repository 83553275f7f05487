// Two browsers on two API processes write one paragraph. It runs in `verify`: the gate has the same without the kill.
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { signInWithPassword } from "@timbre/server/testing/sign-in.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness } from "../../tools/bench/harness.ts";
import { printFigures } from "../../tools/ci/figures.ts";
import { freePorts } from "../../tools/stack/ports.ts";
import { apiReady, startRole } from "../../tools/stack/roles.ts";
import type { Program } from "../../tools/stack/supervise.ts";
import { launchOptions } from "../chromium.ts";

const keystrokes = 500;

describe("kill -9 of an api while two people write one paragraph", () => {
	let harness: Harness;
	let second: Program;
	let secondUrl: string;
	let browser: Browser;
	beforeAll(async () => {
		harness = await startHarness({ engines: "fake", pages: true });
		const { web: port } = await freePorts();
		secondUrl = `http://localhost:${port}`;
		second = startRole("api", {
			env: { ...harness.stack.env, PORT: String(port), PUBLIC_URL: secondUrl },
			watch: false,
			ready: () => apiReady(`http://127.0.0.1:${port}`),
			onLine: () => {},
		});
		await second.waitReady();
		browser = await chromium.launch(launchOptions);
	});
	afterAll(async () => {
		await browser?.close();
		await second?.stop();
		await harness?.stop();
	});

	const text = (page: Page) => page.getByRole("textbox", { name: /^Text of / });

	async function open(url: string, project: string): Promise<Page> {
		const cookies = await signInWithPassword(url, url, harness.user);
		const context = await browser.newContext();
		await context.addCookies(
			cookies.split("; ").map((cookie) => {
				const [name = "", ...value] = cookie.split("=");
				return { name, value: value.join("="), url };
			}),
		);
		const page = await context.newPage();
		await page.goto(`${url}/app/studio/${project}`);
		await text(page).click();
		return page;
	}

	async function request<T>(path: string, form?: FormData): Promise<T> {
		const response = await fetch(`${harness.stack.apiUrl}${path}`, {
			headers: { "xi-api-key": harness.user.apiKey },
			...(form ? { method: "POST", body: form } : {}),
		});
		if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
		return (await response.json()) as T;
	}

	async function newProject(): Promise<{ project: string; saved: () => Promise<string> }> {
		const form = new FormData();
		form.set("name", "Together");
		const { project } = await request<{ project: { project_id: string; chapters_order: string[] } }>(
			"/v1/studio/projects",
			form,
		);
		const path = `/v1/studio/projects/${project.project_id}/chapters/${project.chapters_order[0]}`;
		type Chapter = { content: { blocks: { nodes: { text: string }[] }[] } };
		return {
			project: project.project_id,
			saved: async () =>
				(await request<Chapter>(path)).content.blocks.flatMap(({ nodes }) => nodes.map((node) => node.text)).join(""),
		};
	}

	const countOf = (letter: string, of: string | null) => [...(of ?? "")].filter((one) => one === letter).length;

	test("both end with the same text, and no keystroke is lost", async () => {
		const { project, saved } = await newProject();
		const [ada, ben] = [await open(harness.stack.url, project), await open(secondUrl, project)];
		const type = async (page: Page, letter: string) => {
			for (let typed = 0; typed < keystrokes; typed++) await page.keyboard.type(letter, { delay: 10 });
		};
		const kill = async () => {
			await expect.poll(async () => countOf("b", await text(ada).textContent())).toBeGreaterThan(keystrokes / 3);
			await second.kill();
		};
		await Promise.all([type(ada, "a"), type(ben, "b"), kill()]);
		await expect
			.poll(async () =>
				[await text(ada).textContent(), await text(ben).textContent()].map((one) => [
					countOf("a", one),
					countOf("b", one),
				]),
			)
			.toEqual([
				[keystrokes, keystrokes],
				[keystrokes, keystrokes],
			]);
		const both = await text(ada).textContent();
		expect(await text(ben).textContent()).toBe(both);
		await expect.poll(saved).toBe(both);
		for (const page of [ada, ben]) await page.context().close();
	});

	test("a tab that is closed at the moment of the kill loses at most what was typed in the last second", async () => {
		const { project, saved } = await newProject();
		await second.waitReady();
		const page = await open(secondUrl, project);
		const times: number[] = [];
		for (let typed = 0; typed < 200; typed++) {
			await page.keyboard.type("c");
			times.push(performance.now());
			await sleep(20);
		}
		const killed = performance.now();
		await second.kill();
		await page.context().close();
		const stored = countOf("c", await saved());
		const before = times.filter((time) => time < killed - 1_000).length;
		const lostMs = stored === times.length ? 0 : Math.round(killed - (times[stored] ?? killed));
		printFigures(
			`studio: a tab closed at the kill -9 of its api lost ${times.length - stored} of ${times.length} keystrokes, the last ${lostMs} ms`,
		);
		expect(stored).toBeGreaterThanOrEqual(before);
	});
});
