// From the home page and the sitemap over every link: none is dead, and each page says what it is.
import { expect, type Page, test } from "@playwright/test";
import { readPage } from "./in-page.ts";
import { publicPaths } from "./routes.ts";

type Read = ReturnType<typeof readPage> & { status: number; type: string; finalPath: string };

/** Never followed into the app or the API: those ask who one is. They are only asked whether they are there. */
const isPage = (path: string) => !/^\/((app|v1|v2|dev)(\/|$)|api\/)/.test(path);

async function read(page: Page, path: string): Promise<Read> {
	const answer = await page.request.get(path, { failOnStatusCode: false });
	const type = answer.headers()["content-type"] ?? "";
	const html = type.startsWith("text/html") ? await answer.text() : "";
	const facts = await page.evaluate(readPage, html);
	return { ...facts, status: answer.status(), type, finalPath: new URL(answer.url()).pathname };
}

test("no internal link is dead, and every page has a title, a description, one h1 and its own canonical address", async ({
	page,
	baseURL,
}) => {
	test.setTimeout(900_000);
	await page.goto("/robots.txt");
	const origin = new URL(baseURL ?? "").origin;
	const sitemap = await (await page.request.get("/sitemap.xml")).text();
	const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
	const seen = new Map<string, Read>();
	const wanted: { path: string; hash: string; from: string }[] = [];
	const queue = ["/", ...listed];
	const queued = new Set(queue);
	while (queue.length > 0) {
		const batch = queue.splice(0, 8);
		for (const [index, facts] of (await Promise.all(batch.map((path) => read(page, path)))).entries()) {
			const from = batch[index] ?? "";
			seen.set(from, facts);
			for (const href of isPage(from) ? facts.links : []) {
				const url = new URL(href, `${origin}${facts.finalPath}`);
				if (url.origin !== origin) continue;
				wanted.push({ path: url.pathname, hash: decodeURIComponent(url.hash.slice(1)), from });
				if (queued.has(url.pathname)) continue;
				queued.add(url.pathname);
				queue.push(url.pathname);
			}
		}
	}
	const findings = new Set<string>();
	const faults = new Map<string, Set<string>>();
	const blame = (what: string, from: string) => faults.set(what, (faults.get(what) ?? new Set()).add(from));
	for (const { path, hash, from } of wanted) {
		const target = seen.get(path);
		if (!target || target.status >= 400) blame(`the link to ${path} is dead (${target?.status})`, from);
		else if (hash && target.type.startsWith("text/html") && !target.anchors.includes(hash))
			blame(`there is no #${hash} on ${path}`, from);
	}
	for (const [what, from] of faults)
		findings.add(`${what}: from ${from.size} pages, such as ${[...from].slice(0, 2).join(", ")}`);
	const pages = [...seen].filter(
		([path, { type, status }]) => isPage(path) && type.startsWith("text/html") && status === 200,
	);
	const firstWith = new Map<string, string>();
	for (const [path, { titles, description, canonical, headings, lang, finalPath }] of pages) {
		// An address that leads on to another is that other page.
		if (finalPath !== path) continue;
		if (titles.length !== 1 || !titles[0]) findings.add(`${path}: ${titles.length} titles`);
		if (!description) findings.add(`${path}: no description`);
		if (headings.length !== 1 || !headings[0]) findings.add(`${path}: ${headings.length} h1`);
		if (!lang) findings.add(`${path}: no language`);
		if (canonical !== `${origin}${path}`) findings.add(`${path}: canonical is "${canonical}"`);
		for (const words of [`title "${titles[0]}"`, `description "${description}"`]) {
			const other = firstWith.get(words);
			if (other) findings.add(`${path}: ${words} is that of ${other} too`);
			else firstWith.set(words, path);
		}
	}
	expect([...findings]).toEqual([]);

	const linked = new Set(["/", ...wanted.map(({ path }) => path)]);
	const reachable = pages
		.filter(([path, { finalPath }]) => linked.has(path) && finalPath === path)
		.map(([path]) => path);
	expect(listed.toSorted(), "the sitemap lists what can be reached, once each").toEqual(reachable.toSorted());
	expect(listed.toSorted(), "the sitemap lists the site's own list").toEqual(publicPaths.toSorted());
	expect(pages.length).toBeGreaterThan(100);
});

test("robots.txt names the sitemap and keeps out of the app, the API and the workshop, and of nothing public", async ({
	request,
	baseURL,
}) => {
	const answer = await request.get("/robots.txt");
	expect(answer.headers()["content-type"]).toMatch(/^text\/plain/);
	const text = await answer.text();
	expect(text).toContain(`Sitemap: ${new URL("/sitemap.xml", baseURL).href}`);
	const shut = [...text.matchAll(/^Disallow: *(\S+)/gim)].map(([, path = ""]) => path);
	const keepsOut = (path: string) => shut.some((start) => path.startsWith(start));
	for (const path of ["/app/home", "/v1/voices", "/api/auth/session", "/dev/ui"])
		expect(keepsOut(path), path).toBe(true);
	expect(publicPaths.filter(keepsOut)).toEqual([]);
});
