import type { Page } from "@playwright/test";

/** Opens a path as a link in the app does, which costs a fraction of loading the app again. The page appears shortly after it resolves. */
export async function openInApp(page: Page, path: string): Promise<void> {
	type Router = { navigate(to: string): Promise<void> };
	// Hydrated: before it, the router's changes are not rendered.
	await page.waitForFunction(() =>
		Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__react")),
	);
	await page.evaluate((to) => {
		const { __reactRouterDataRouter: router } = window as unknown as { __reactRouterDataRouter: Router };
		return router.navigate(to);
	}, path);
}
