// Checks a page in both themes at four widths with axe and for layout errors. LOOKS=all also takes screenshots.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test as base, type CDPSession, expect, type Page } from "@playwright/test";
import { axeFindings } from "../axe.ts";
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
/** Rules about colors and layout, checked at both widths even if the content is the same. */
const layoutRules = [...colorRules, "scrollable-region-focusable"];
const screens = join(import.meta.dirname, "../../reports/screens");

type Visitor = { page: Page; cdp: CDPSession; problems: string[] };
/** A reader is a visitor without scripts: the page as the server sends it, at half the cost. */
type Visitors = { visit(as: "visitor" | "reader" | "full" | "fresh"): Promise<Visitor> };

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
				const visitor = { page, cdp: await context.newCDPSession(page), problems };
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

/** Loads a page and waits until it is idle. Without scripts nothing follows the load. */
export async function open({ page, problems }: Visitor, path: string, scripts = true): Promise<void> {
	problems.length = 0;
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(path, { waitUntil: "load" });
	if (!scripts) return;
	await page.waitForLoadState("networkidle");
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

/** The page's content and visibility: while it is the same, so are the results of most axe rules. */
function contents(): string {
	const seen = [...document.body.querySelectorAll("*")].map((one) => (one.checkVisibility() ? "1" : "0"));
	return `${seen.join("")} ${document.documentElement.innerHTML}`;
}

/** Checks the page in every theme and width, or only on a phone in the light theme with "one". */
export async function lookAround(visitor: Visitor, name: string, states: "all" | "one" = "all"): Promise<void> {
	const { page } = visitor;
	const findings = new Map<string, string[]>();
	const checked = new Set<string>();
	const one = states === "one" && !allStates;
	for (const width of one ? widths.slice(0, 1) : widths) {
		for (const theme of one ? themes.slice(0, 1) : themes) {
			await applyTheme(visitor, theme, width);
			const found = await page.evaluate(findLayoutErrors);
			if (axeWidths.includes(width)) {
				const rules = theme === "dark" ? colorRules : layoutRules;
				const now = theme === "dark" ? "" : await page.evaluate(contents);
				found.push(...(await axeFindings(page, now === "" || checked.has(now) ? rules : undefined)));
				checked.add(now);
			}
			for (const what of found) findings.set(what, [...(findings.get(what) ?? []), `${width} ${theme}`]);
			if (allStates || found.length > 0)
				await screenshot(visitor, `${name}-${width}-${theme}`, theme === "light" && fullPageWidths.includes(width));
		}
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
