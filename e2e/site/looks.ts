// Checks states of a page, a theme at a width, with axe and for layout errors. LOOKS=all checks every state and takes screenshots.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test as base, type CDPSession, expect, type Page, type Request } from "@playwright/test";
import { axeFindings } from "../axe.ts";
import { openInApp } from "../in-app.ts";
import { disableLiveFeed } from "../live-feed.ts";
import { findLayoutErrors } from "./in-page.ts";
import { readWorld } from "./world.ts";

const widths = [390, 768, 1280, 1758];
const themes = ["light", "dark"];
/** Widths for axe: a phone and a desktop. */
const axeWidths = [390, 1280];
/** `npm run verify`: every state of every page, with screenshots. */
export const allStates = process.env.LOOKS === "all";
/** Widths with full-page screenshots; others show the viewport. */
const fullPageWidths = [390, 1280];
/** Axe rules about colors. The others give the same result in both themes. */
const colorRules = ["color-contrast", "link-in-text-block"];
const screens = join(import.meta.dirname, "../../reports/screens");

type Role = "visitor" | "reader" | "full" | "fresh";
type Visitor = { as: Role; page: Page; cdp: CDPSession; problems: string[]; pending: Set<Request> };
/** A reader is a visitor without scripts: the page as the server sends it, at half the cost. */
type Visitors = { visit(as: Role): Promise<Visitor> };

/** One browser context per worker and role, so pages share a cache. */
export const test = base.extend<object, Visitors>({
	visit: [
		async ({ browser }, use) => {
			const world = await readWorld();
			await mkdir(screens, { recursive: true });
			const open = new Map<string, Visitor>();
			await use(async (as) => {
				const known = open.get(as);
				if (known) return known;
				const context = await browser.newContext({
					baseURL: process.env.SITE_URL ?? "",
					reducedMotion: "reduce",
					...(as === "visitor" || as === "reader" ? {} : { storageState: world[as] }),
				});
				if (as === "reader") await context.route("**/*.js", (route) => route.abort());
				await disableLiveFeed(context);
				const page = await context.newPage();
				const problems: string[] = [];
				if (as !== "reader") watchProblems(page, problems);
				const visitor = { as, page, cdp: await context.newCDPSession(page), problems, pending: pendingRequests(page) };
				open.set(as, visitor);
				return visitor;
			});
			for (const { page } of open.values()) await page.context().close();
		},
		{ scope: "worker" },
	],
});

function watchProblems(page: Page, problems: string[]): void {
	page.on("pageerror", (error) => problems.push(`script error: ${error}`));
	page.on("console", (message) => {
		if (message.type() === "error" && !/the server responded with a status of 4\d\d/.test(message.text()))
			problems.push(`console: ${message.text()}`);
	});
}

/** Requests on their way, without the streams that stay open. */
function pendingRequests(page: Page): Set<Request> {
	const pending = new Set<Request>();
	page.on("request", (request) => request.resourceType() !== "eventsource" && pending.add(request));
	page.on("requestfinished", (request) => pending.delete(request));
	page.on("requestfailed", (request) => pending.delete(request));
	return pending;
}

/**
 * Opens a page and waits until it is idle. Without scripts nothing follows the load. The gate loads the app once and then follows
 * links, which costs a third; LOOKS=all loads each page.
 */
export async function open(visitor: Visitor, path: string): Promise<void> {
	const { as, page, problems, pending } = visitor;
	problems.length = 0;
	await page.setViewportSize({ width: 390, height: 844 });
	const inApp = (as === "full" || as === "fresh") && new URL(page.url()).pathname.startsWith("/app/");
	if (inApp && !allStates) {
		await page.evaluate(() => document.querySelector("h1")?.setAttribute("data-left", ""));
		await openInApp(page, path);
		// A page of the same module may keep its heading.
		await page
			.waitForFunction(() => !document.querySelector("h1[data-left]"), null, { timeout: 2_000 })
			.catch(() => {});
		await expect.poll(() => pending.size, { intervals: [100] }).toBe(0);
	} else {
		await page.goto(path, { waitUntil: "load" });
		if (as === "reader") return;
		await page.waitForLoadState("networkidle");
	}
	// The component gallery shows loading states on purpose.
	if (path !== "/dev/ui") await expect(page.locator("[aria-busy=true], [data-skeleton]")).toHaveCount(0);
}

/** Takes a half-size screenshot of the full page or the viewport. */
async function screenshot({ page, cdp }: Visitor, name: string, fullPage: boolean): Promise<void> {
	const size = await page.evaluate(() => ({
		width: innerWidth,
		height: innerHeight,
		fullHeight: Math.min(document.documentElement.scrollHeight, 6_000),
	}));
	const { data } = await cdp.send("Page.captureScreenshot", {
		format: "jpeg",
		quality: 55,
		captureBeyondViewport: fullPage,
		clip: { x: 0, y: 0, width: size.width, height: fullPage ? size.fullHeight : size.height, scale: 0.5 },
	});
	await writeFile(join(screens, `${name}.jpg`), Buffer.from(data, "base64"));
}

/** A theme and a width, drawn: a colour that is still on its way would be judged as it is not meant. */
async function applyTheme({ page }: Visitor, theme: string, width: number): Promise<void> {
	await page.setViewportSize({ width, height: width < 700 ? 844 : 900 });
	await page.evaluate((name) => {
		const noTransitions = new CSSStyleSheet();
		noTransitions.replaceSync("*, ::before, ::after { transition: none !important }");
		document.adoptedStyleSheets = [noTransitions];
		document.documentElement.dataset.theme = name;
		return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
	}, theme);
}

/** Which states of a page the gate looks at. LOOKS=all takes all for every page. */
export type States = "all" | "light" | "phone" | "layout on a phone";

/** `axe` is undefined where axe doesn't run, and has no rules where all of them do. */
type State = { width: number; theme: string; layout: boolean; axe?: { rules?: readonly string[] } };

const allRules = {};
const phone: State = { width: 390, theme: "light", layout: true };

function statesOf(states: States): State[] {
	if (allStates)
		return widths.flatMap((width) =>
			themes.map((theme) => {
				const axe = theme === "dark" ? { rules: colorRules } : allRules;
				return { width, theme, layout: true, ...(axeWidths.includes(width) ? { axe } : {}) };
			}),
		);
	if (states === "layout on a phone") return [phone];
	if (states === "phone") return [{ ...phone, axe: allRules }];
	const light: State[] = [
		{ ...phone, axe: { rules: ["scrollable-region-focusable"] } },
		{ width: 1280, theme: "light", layout: true, axe: allRules },
	];
	if (states === "light") return light;
	// Themes differ in colors only, and colors are the same at every width.
	return [
		{ width: 390, theme: "dark", layout: false, axe: { rules: colorRules } },
		...light,
		{ width: 768, theme: "light", layout: true },
		{ width: 1758, theme: "light", layout: true },
	];
}

/** Checks the page in the given states. */
export async function lookAround(visitor: Visitor, name: string, states: States = "all"): Promise<void> {
	const { page } = visitor;
	const findings = new Map<string, string[]>();
	for (const { width, theme, layout, axe } of statesOf(states)) {
		await applyTheme(visitor, theme, width);
		const found = layout ? await page.evaluate(findLayoutErrors) : [];
		if (axe) found.push(...(await axeFindings(page, axe.rules)));
		for (const what of found) findings.set(what, [...(findings.get(what) ?? []), `${width} ${theme}`]);
		if (allStates || found.length > 0)
			await screenshot(visitor, `${name}-${width}-${theme}`, theme === "light" && fullPageWidths.includes(width));
	}
	const messages = [...findings].map(([what, where]) => `${what} (${where.join(", ")})`);
	expect([...messages, ...visitor.problems], name).toEqual([]);
}

/** Replaces placeholders in a path with names of the prepared world. */
export async function fillPath(path: string): Promise<string> {
	const names: Record<string, string> = (await readWorld()).names;
	return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? "");
}

export const fileNameOf = (path: string) => path.replaceAll(/\W+/g, "-").replaceAll(/^-|-$/g, "") || "home";
