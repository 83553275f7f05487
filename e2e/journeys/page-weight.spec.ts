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

type Limits = { requests: number; kB: number };

/** The heaviest and the most visited; the others follow in `npm run verify`. */
const pages: Record<string, Limits> = {
	"/app/speech-synthesis/text-to-speech": { requests: 50, kB: 290 },
	"/": { requests: 33, kB: 146 },
};
const morePages: Record<string, Limits> = {
	"/app/home": { requests: 40, kB: 255 },
	"/app/voice-library": { requests: 45, kB: 270 },
	"/app/settings/api-keys": { requests: 48, kB: 310 },
	"/app/sign-in": { requests: 33, kB: 250 },
	"/pricing": { requests: 20, kB: 124 },
	"/docs/quickstart": { requests: 24, kB: 139 },
	"/text-to-speech": { requests: 28, kB: 143 },
};

for (const [path, limits] of Object.entries({ ...pages, ...morePages })) {
	const details = path in pages ? {} : { tag: "@verify" };
	test(
		`a first visit of ${path} stays within its number of requests and size of scripts`,
		details,
		async ({ page, context }) => {
			if (path.startsWith("/app/") && path !== "/app/sign-in") await signUp(page);
			const { requests, scripts, kB } = await weigh(context, path);
			console.log(
				`${path}: ${requests.length} requests, ${kB.toFixed(1)} kB of compressed scripts in ${scripts} files`,
			);
			expect(kB, path).toBeGreaterThan(50);
			expect.soft(requests.length, [path, ...requests].join("\n")).toBeLessThanOrEqual(limits.requests);
			expect.soft(kB, path).toBeLessThanOrEqual(limits.kB);
		},
	);
}
