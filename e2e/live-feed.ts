import type { BrowserContext, Page } from "@playwright/test";

/**
 * The stream of notifications opens when a page has settled and never ends: on a slow machine it begins before the network was ever idle,
 * and whoever waits for that waits for ever. Refused, the page asks now and then instead, as it does when there are too many streams.
 */
export async function withoutLiveFeed(where: BrowserContext | Page): Promise<void> {
	await where.addInitScript(() => {
		const fetchAsIs = window.fetch;
		window.fetch = (input, init) => {
			const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
			return pathname === "/v1/notifications/events"
				? Promise.resolve(new Response(null, { status: 429 }))
				: fetchAsIs(input, init);
		};
	});
}
