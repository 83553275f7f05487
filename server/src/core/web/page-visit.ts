import type { FastifyInstance, FastifyRequest } from "fastify";

/** Requested by every page. In development it is the only sign of a visit, because Vite serves the pages. */
const sessionPath = "/api/auth/get-session";

/** Calls `listener` when a browser opens a page. */
export function onPageVisit(app: FastifyInstance, listener: () => void): void {
	app.addHook("onRequest", async (request) => {
		if (isPageVisit(request)) listener();
	});
}

function isPageVisit({ headers, url }: FastifyRequest): boolean {
	return headers["sec-fetch-mode"] === "navigate" || url.split("?")[0] === sessionPath;
}
