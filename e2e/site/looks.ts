// Looks at a page in both themes at four widths: axe, what does not fit, and a picture.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test as base, type CDPSession, expect, type Page } from "@playwright/test";
import { axeFindings } from "../axe.ts";
import { withoutLiveFeed } from "../live-feed.ts";
import { findMisfits } from "./in-page.ts";
import { readWorld } from "./world.ts";

const widths = [390, 768, 1280, 1758];
const themes = ["light", "dark"];
/** Where the picture is of the whole page; elsewhere of what one sees first. */
const wholeWidths = [390, 1280];
/** Of axe's rules, those that look at colours. The others give the same answer in both themes, which differ in nothing else. */
const colourRules = ["color-contrast", "link-in-text-block"];
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

/** Puts a theme on and waits until it is drawn: a colour that is still on its way would be judged as it is not meant. */
async function wear(theme: string): Promise<void> {
	const frame = () => new Promise((done) => requestAnimationFrame(done));
	document.documentElement.dataset.theme = theme;
	await frame();
	await frame();
	// Only what can be seen: in a closed part of the page a transition stands still until it is opened.
	const unfinished = () =>
		document.getAnimations().some((animation) => {
			const target = animation instanceof CSSTransition ? (animation.effect as KeyframeEffect).target : null;
			return target?.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }) ?? false;
		});
	for (let frames = 0; frames < 120 && unfinished(); frames++) await frame();
}

/** Every theme and width of the page as it stands now. */
export async function lookAround(visitor: Visitor, name: string): Promise<void> {
	const { page } = visitor;
	const findings = new Map<string, string[]>();
	for (const theme of themes) {
		await page.evaluate(wear, theme);
		for (const width of widths) {
			await page.setViewportSize({ width, height: width < 700 ? 844 : 900 });
			await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
			const found = await page.evaluate(findMisfits);
			found.push(...(await axeFindings(page, theme === "dark" ? colourRules : undefined)));
			for (const what of found) findings.set(what, [...(findings.get(what) ?? []), `${width} ${theme}`]);
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
