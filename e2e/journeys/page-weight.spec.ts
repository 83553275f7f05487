import { gzipSync } from "node:zlib";
import type { BrowserContext } from "@playwright/test";
import { disableLiveFeed } from "../live-feed.ts";
import { expect, signUp, test } from "./fixtures.ts";

/** Counts the requests of a first visit, and the compressed bytes of the scripts that it loads. */
async function weigh(
	context: BrowserContext,
	path: string,
): Promise<{ requests: string[]; scripts: number; kB: number }> {
	const page = await context.newPage();
	await disableLiveFeed(page);
	// Disable the cache, which an earlier page may have filled.
	const devtools = await context.newCDPSession(page);
	await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
	// By address, because the browser may repeat a request that was canceled.
	const requested = new Set<string>();
	page.on("request", (request) => {
		if (request.url().startsWith("http")) requested.add(`${request.method()} ${request.url()}`);
	});
	const scripts = new Map<string, Promise<number>>();
	page.on("response", (response) => {
		const { pathname } = new URL(response.url());
		if (pathname.endsWith(".js"))
			scripts.set(
				pathname,
				response.body().then((body) => gzipSync(body).length),
			);
	});
	await page.goto(path);
	await expect(page.locator("h1").first()).toBeVisible();
	await page.waitForLoadState("networkidle");
	// Some requests are made after the page has settled.
	await page.waitForTimeout(2_000);
	await page.waitForLoadState("networkidle");
	const bytes = (await Promise.all(scripts.values())).reduce((sum, size) => sum + size, 0);
	await page.close();
	return { requests: [...requested], scripts: scripts.size, kB: bytes / 1000 };
}

const pages = {
	app: [
		{ path: "/app/home", maxRequests: 40, maxKb: 255 },
		{ path: "/app/speech-synthesis/text-to-speech", maxRequests: 50, maxKb: 290 },
		{ path: "/app/voice-library", maxRequests: 45, maxKb: 270 },
		{ path: "/app/settings/api-keys", maxRequests: 48, maxKb: 310 },
	],
	public: [
		{ path: "/", maxRequests: 33, maxKb: 146 },
		{ path: "/pricing", maxRequests: 20, maxKb: 124 },
		{ path: "/docs/quickstart", maxRequests: 24, maxKb: 139 },
		{ path: "/text-to-speech", maxRequests: 28, maxKb: 143 },
		{ path: "/app/sign-in", maxRequests: 33, maxKb: 250 },
	],
};

for (const [kind, list] of Object.entries(pages)) {
	test(`first visits of ${kind} pages stay within their number of requests and size of scripts`, async ({
		page,
		context,
	}) => {
		if (kind === "app") await signUp(page);
		for (const { path, maxRequests, maxKb } of list) {
			const { requests, scripts, kB } = await weigh(context, path);
			console.log(
				`${path}: ${requests.length} requests, ${kB.toFixed(1)} kB of compressed scripts in ${scripts} files`,
			);
			expect(kB, path).toBeGreaterThan(50);
			expect.soft(requests.length, [path, ...requests].join("\n")).toBeLessThanOrEqual(maxRequests);
			expect.soft(kB, path).toBeLessThanOrEqual(maxKb);
		}
	});
}
