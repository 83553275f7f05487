import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The server bundle of a minimal web app: one route that handles every path. */
export const serverBuild = `
const page = ({ request }) => {
	const url = new URL(request.url);
	if (url.pathname === "/picture") return new Response(new Uint8Array([1, 2, 3]), { headers: { "content-type": "image/png" } });
	if (url.pathname === "/routes.json") return Response.json({ routes: Array(200).fill("/assets/page.js") });
	const seen = [url.href, request.headers.get("x-api-origin"), request.headers.get("x-csp-nonce")].join(" ");
	return new Response("<html><p>" + seen + "</p>https://timbre.invalid/x" + "rendered ".repeat(200) + "</html>", { headers: { "content-type": "text/html; charset=utf-8" } });
};
export const entry = { module: { default: () => new Response("") } };
export const routes = { all: { id: "all", path: "*", module: { loader: page } } };
export const assets = { entry: { module: "", imports: [] }, routes: {}, url: "", version: "1" };
export const publicPath = "/";
export const assetsBuildDirectory = "client";
export const future = {};
export const ssr = true;
export const isSpaMode = false;
export const prerender = [];
export const basename = "/";
export const routeDiscovery = { mode: "initial" };
`;

/** Writes a minimal web app build to a folder: a prerendered page, a script and a server bundle. */
export async function aWebBuild(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "timbre-web-"));
	const files: Record<string, string> = {
		"package.json": '{"type":"module"}',
		"server/index.js": serverBuild,
		"client/index.html": "<html><head></head><body><script>window.theme = 1;</script></body></html>",
		"client/about/index.html": "<html><head></head><body>About</body></html>",
		"client/assets/code-1a2b.js": "export const text = 1;",
		"client/favicon.svg": "<svg/>",
	};
	for (const [name, content] of Object.entries(files)) {
		await mkdir(dirname(join(folder, name)), { recursive: true });
		await writeFile(join(folder, name), content);
	}
	return folder;
}
