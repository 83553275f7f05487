import type { BrowserContext, Page } from "@playwright/test";

/**
 * Rejects the notification stream, so the page polls instead. The stream never ends, and on a slow machine it opens before the network
 * is idle, so waiting for network idle would never finish.
 */
export async function disableLiveFeed(where: BrowserContext | Page): Promise<void> {
	await where.addInitScript(() => {
		const originalFetch = window.fetch;
		window.fetch = (input, init) => {
			const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
			return pathname === "/v1/notifications/events"
				? Promise.resolve(new Response(null, { status: 429 }))
				: originalFetch(input, init);
		};
	});
}
