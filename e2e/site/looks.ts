// Looks at a page in both themes at four widths: axe, what does not fit, and, with LOOKS=all, a picture of each.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test as base, type CDPSession, expect, type Page } from "@playwright/test";
import { axeFindings } from "../axe.ts";
import { withoutLiveFeed } from "../live-feed.ts";
import { findMisfits } from "./in-page.ts";
import { readWorld } from "./world.ts";

const widths = [390, 768, 1280, 1758];
const themes = ["light", "dark"];
/** Where axe looks: on a phone and on a desktop. */
const axeWidths = [390, 1280];
/** `npm run verify`: every state of every page, also of those that differ in their words only, and pictures. */
export const everything = process.env.LOOKS === "all";
/** Where the picture is of the whole page; elsewhere of what one sees first. */
const wholeWidths = [390, 1280];
/** Of axe's rules, those that look at colours. The others give the same answer in both themes, which differ in nothing else. */
const colourRules = ["color-contrast", "link-in-text-block"];
/** And those that look at where things are: asked at both widths, also where the page holds the same as at the one before. */
const placeRules = [...colourRules, "scrollable-region-focusable"];
const screens = join(import.meta.dirname, "../../reports/screens");

type Visitor = { page: Page; cdp: CDPSession; problems: string[] };
type Visitors = { visit(as: "visitor" | "full" | "fresh"): Promise<Visitor> };

/** One browser window a worker and role: pages share its cache, as a person's do. */
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
					...(as === "visitor" ? {} : { storageState: world[as] }),
				});
				await withoutLiveFeed(context);
				const page = await context.newPage();
				const problems: string[] = [];
				page.on("pageerror", (error) => problems.push(`script error: ${error}`));
				page.on("console", (message) => {
					if (message.type() === "error" && !/the server responded with a status of 4\d\d/.test(message.text()))
						problems.push(`console: ${message.text()}`);
				});
				const visitor = { page, cdp: await context.newCDPSession(page), problems };
				open.set(as, visitor);
				return visitor;
			});
			for (const { page } of open.values()) await page.context().close();
		},
		{ scope: "worker" },
	],
});

/** Loads a page and waits until it stands still. */
export async function open({ page, problems }: Visitor, path: string): Promise<void> {
	problems.length = 0;
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(path, { waitUntil: "load" });
	await page.waitForLoadState("networkidle");
	// The page of all components shows, among others, those that wait.
	if (path !== "/dev/ui") await expect(page.locator("[aria-busy=true], [data-skeleton]")).toHaveCount(0);
}

/** At half its size, the whole page or what one sees first: small enough to keep all, large enough to see what is wrong. */
async function picture({ page, cdp }: Visitor, name: string, whole: boolean): Promise<void> {
	const size = await page.evaluate(() => ({
		width: innerWidth,
		height: innerHeight,
		whole: Math.min(document.documentElement.scrollHeight, 6_000),
	}));
	const { data } = await cdp.send("Page.captureScreenshot", {
		format: "jpeg",
		quality: 55,
		captureBeyondViewport: whole,
		clip: { x: 0, y: 0, width: size.width, height: whole ? size.whole : size.height, scale: 0.5 },
	});
	await writeFile(join(screens, `${name}.jpg`), Buffer.from(data, "base64"));
}

/** A theme and a width, drawn: a colour that is still on its way would be judged as it is not meant. */
async function wear({ page }: Visitor, theme: string, width: number): Promise<void> {
	await page.setViewportSize({ width, height: width < 700 ? 844 : 900 });
	await page.evaluate((name) => {
		const still = new CSSStyleSheet();
		still.replaceSync("*, ::before, ::after { transition: none !important }");
		document.adoptedStyleSheets = [still];
		document.documentElement.dataset.theme = name;
		return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
	}, theme);
}

/** What there is in the page and which of it can be seen: while that stays the same, so do the answers to most of axe's rules. */
function contents(): string {
	const seen = [...document.body.querySelectorAll("*")].map((one) => (one.checkVisibility() ? "1" : "0"));
	return `${seen.join("")} ${document.documentElement.innerHTML}`;
}

/** Every theme and width of the page as it stands now; or a phone in the light, for one that differs from another in its words only. */
export async function lookAround(visitor: Visitor, name: string, states: "all" | "one" = "all"): Promise<void> {
	const { page } = visitor;
	const findings = new Map<string, string[]>();
	const judged = new Set<string>();
	const one = states === "one" && !everything;
	for (const width of one ? widths.slice(0, 1) : widths) {
		for (const theme of one ? themes.slice(0, 1) : themes) {
			await wear(visitor, theme, width);
			const found = await page.evaluate(findMisfits);
			if (axeWidths.includes(width)) {
				const rules = theme === "dark" ? colourRules : placeRules;
				const now = theme === "dark" ? "" : await page.evaluate(contents);
				found.push(...(await axeFindings(page, now === "" || judged.has(now) ? rules : undefined)));
				judged.add(now);
			}
			for (const what of found) findings.set(what, [...(findings.get(what) ?? []), `${width} ${theme}`]);
			if (everything || found.length > 0)
				await picture(visitor, `${name}-${width}-${theme}`, theme === "light" && wholeWidths.includes(width));
		}
	}
	const told = [...findings].map(([what, where]) => `${what} (${where.join(", ")})`);
	expect([...told, ...visitor.problems], name).toEqual([]);
}

/** A path of the lists with the names of the prepared world in it. */
export async function filled(path: string): Promise<string> {
	const names: Record<string, string> = (await readWorld()).names;
	return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? "");
}

export const fileNameOf = (path: string) => path.replaceAll(/\W+/g, "-").replaceAll(/^-|-$/g, "") || "home";
