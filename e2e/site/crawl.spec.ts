// Follows every link from the home page and the sitemap: no dead links, and complete metadata on each page.
import { expect, type Page, test } from "@playwright/test";
import cards from "../../web/app/features/marketing/landing/content/og.generated.json" with { type: "json" };
import { readPage } from "./in-page.ts";
import { publicPaths } from "./routes.ts";

type Read = ReturnType<typeof readPage> & { status: number; type: string; finalPath: string };

/** Links of app and API paths are not followed, because they need authentication; only their status is checked. */
const isPage = (path: string) => !/^\/((app|v1|v2|dev)(\/|$)|api\/)/.test(path);

const plain = (text: string) => text.replace(/\s+/g, " ").trim();

async function read(page: Page, path: string): Promise<Read> {
	const response = await page.request.get(path, { failOnStatusCode: false });
	const type = response.headers()["content-type"] ?? "";
	const html = type.startsWith("text/html") ? await response.text() : "";
	const content = await page.evaluate(readPage, html);
	return { ...content, status: response.status(), type, finalPath: new URL(response.url()).pathname };
}

test("no internal link is dead, and every page has a title, a description, one h1 and its own canonical URL", async ({
	page,
	baseURL,
}) => {
	test.setTimeout(900_000);
	await page.goto("/robots.txt");
	const origin = new URL(baseURL ?? "").origin;
	const sitemap = await (await page.request.get("/sitemap.xml")).text();
	const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
	const seen = new Map<string, Read>();
	const links: { path: string; hash: string; from: string }[] = [];
	const queue = ["/", ...listed];
	const queued = new Set(queue);
	while (queue.length > 0) {
		const batch = queue.splice(0, 8);
		for (const [index, result] of (await Promise.all(batch.map((path) => read(page, path)))).entries()) {
			const from = batch[index] ?? "";
			seen.set(from, result);
			for (const href of isPage(from) ? result.links : []) {
				const url = new URL(href, `${origin}${result.finalPath}`);
				if (url.origin !== origin) continue;
				links.push({ path: url.pathname, hash: decodeURIComponent(url.hash.slice(1)), from });
				if (queued.has(url.pathname)) continue;
				queued.add(url.pathname);
				queue.push(url.pathname);
			}
		}
	}
	const findings = new Set<string>();
	const errors = new Map<string, Set<string>>();
	const report = (what: string, from: string) => errors.set(what, (errors.get(what) ?? new Set()).add(from));
	for (const { path, hash, from } of links) {
		const target = seen.get(path);
		if (!target || target.status >= 400) report(`the link to ${path} is dead (${target?.status})`, from);
		else if (hash && target.type.startsWith("text/html") && !target.anchors.includes(hash))
			report(`there is no #${hash} on ${path}`, from);
	}
	for (const [what, from] of errors)
		findings.add(`${what}: from ${from.size} pages, such as ${[...from].slice(0, 2).join(", ")}`);
	const pages = [...seen].filter(
		([path, { type, status }]) => isPage(path) && type.startsWith("text/html") && status === 200,
	);
	const firstWith = new Map<string, string>();
	for (const [path, { titles, description, canonical, headings, lang, finalPath }] of pages) {
		// A redirect counts as its target page.
		if (finalPath !== path) continue;
		if (titles.length !== 1 || !titles[0]) findings.add(`${path}: ${titles.length} titles`);
		if (!description) findings.add(`${path}: no description`);
		if (headings.length !== 1 || !headings[0]) findings.add(`${path}: ${headings.length} h1`);
		if (!lang) findings.add(`${path}: no language`);
		// Language detail pages share an image, and the API reference has that of the API.
		const card = cards.find(({ file }) => file === `/og${path.replace(/\/$/, "")}.png`);
		if (card && plain(card.title) !== plain(headings[0] ?? ""))
			findings.add(`${path}: the preview image says "${card.title}" (npm run og:images)`);
		if (canonical !== `${origin}${path}`) findings.add(`${path}: canonical is "${canonical}"`);
		for (const words of [`title "${titles[0]}"`, `description "${description}"`]) {
			const other = firstWith.get(words);
			if (other) findings.add(`${path}: ${words} is also used by ${other}`);
			else firstWith.set(words, path);
		}
	}
	expect([...findings]).toEqual([]);

	const linked = new Set(["/", ...links.map(({ path }) => path)]);
	const reachable = pages
		.filter(([path, { finalPath }]) => linked.has(path) && finalPath === path)
		.map(([path]) => path);
	expect(listed.toSorted(), "the sitemap lists every reachable page once").toEqual(reachable.toSorted());
	expect(listed.toSorted(), "the sitemap matches the list of public pages").toEqual(publicPaths.toSorted());
	expect(pages.length).toBeGreaterThan(100);
});

test("robots.txt names the sitemap and disallows the app, the API and development pages, but nothing public", async ({
	request,
	baseURL,
}) => {
	const response = await request.get("/robots.txt");
	expect(response.headers()["content-type"]).toMatch(/^text\/plain/);
	const text = await response.text();
	expect(text).toContain(`Sitemap: ${new URL("/sitemap.xml", baseURL).href}`);
	const disallowed = [...text.matchAll(/^Disallow: *(\S+)/gim)].map(([, path = ""]) => path);
	const isDisallowed = (path: string) => disallowed.some((start) => path.startsWith(start));
	for (const path of ["/app/home", "/v1/voices", "/api/auth/session", "/dev/ui"])
		expect(isDisallowed(path), path).toBe(true);
	expect(publicPaths.filter(isDisallowed)).toEqual([]);
});
