import type { ServerOptions } from "vite";

/** "/api" itself is a page, so only paths below it are forwarded. */
const apiPaths = ["/v1", "/v2", "/openai", "^/api/.", "/forms", "/ingest", "/health"];

/** Makes the development server respond to API requests as the API itself does. */
export function apiProxy(target: string): Pick<ServerOptions, "cors" | "proxy"> {
	return {
		// Vite would answer preflights itself, with its own rules.
		cors: false,
		proxy: Object.fromEntries(apiPaths.map((path) => [path, { target, ws: true, xfwd: true }])),
	};
}
