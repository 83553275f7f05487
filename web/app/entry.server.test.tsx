// Renders with the real router, so that an upgrade that changes its HTML fails here (docs/decisions/020).
import { createRequestHandler, Links, Meta, Outlet, Scripts, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import handleRequest from "./entry.server.tsx";
import { absoluteUrl } from "./features/marketing/model/meta.ts";
import { appRouteId } from "./shell/navigation/app-routes.ts";

const meta = () => [{ tagName: "link", rel: "canonical", href: absoluteUrl("/pricing") }];

function Root() {
	return (
		<html lang="en">
			<head>
				<Meta />
				<Links />
			</head>
			<body>
				<Outlet />
				<Scripts nonce={undefined} />
			</body>
		</html>
	);
}

const route = (id: string, path: string, parentId?: string) => ({
	id,
	path,
	parentId,
	module: `/assets/${id}.js`,
	imports: [`/assets/${id}-part.js`],
	hasAction: false,
	hasLoader: false,
	hasClientAction: false,
	hasClientLoader: false,
	hasClientMiddleware: false,
	hasErrorBoundary: false,
	hasDefaultExport: true,
	clientActionModule: undefined,
	clientLoaderModule: undefined,
	clientMiddlewareModule: undefined,
	hydrateFallbackModule: undefined,
});

const build = {
	entry: { module: { default: handleRequest } },
	routes: {
		root: { id: "root", path: "", module: { default: Root } },
		page: { id: "page", path: "*", parentId: "root", module: { default: () => <p>Words</p>, meta } },
		[appRouteId]: { id: appRouteId, path: "app/home", parentId: "root", module: { default: () => <p>App</p> } },
	},
	assets: {
		entry: { module: "/assets/entry.js", imports: ["/assets/framework.js"] },
		routes: {
			root: route("root", ""),
			page: route("page", "*", "root"),
			[appRouteId]: route(appRouteId, "app/home", "root"),
		},
		url: "/assets/manifest.js",
		version: "1",
	},
	publicPath: "/",
	assetsBuildDirectory: "client",
	future: {},
	ssr: true,
	isSpaMode: false,
	prerender: [],
	basename: "/",
	routeDiscovery: { mode: "lazy", manifestPath: "/__manifest" },
	allowedActionOrigins: false,
} as unknown as ServerBuild;

const respond = (path: string, headers: Record<string, string> = {}, origin = "https://timbre.invalid") =>
	createRequestHandler(build, "production")(new Request(`${origin}${path}`, { headers }));
const render = async (path: string, headers?: Record<string, string>) => (await respond(path, headers)).text();

test("the router's scripts on a public page wait for the load event", async () => {
	const html = await render("/pricing");
	expect(html).toContain("<p>Words</p>");
	expect(html).not.toContain('rel="modulepreload"');
	expect(html).not.toContain('type="module"');
	const code = /<script>(window\.queuedActions=[\s\S]*?)<\/script>/.exec(html)?.[1] ?? "";
	expect(code).toContain('addEventListener("load"');
	for (const file of ["entry", "framework", "root", "root-part", "page", "page-part"])
		expect(code, file).toContain(`/assets/${file}.js`);
	expect(code).toContain('await Promise.all([import("/assets/root.js"),import("/assets/page.js")])');
	// The statements of the router's script are still there, and none is a static import.
	expect(code).toContain("window.__reactRouterRouteModules");
	expect(() => new Function(code.replaceAll("import(", "load("))).not.toThrow();
});

test("a page with a nonce keeps it", async () => {
	const html = await render("/profiles/ada", { "x-csp-nonce": "abc" });
	expect(html).toContain('<script nonce="abc">window.queuedActions=');
	expect(html).not.toContain('type="module"');
});

test("the router's scripts on an app page are requested at once, with low priority", async () => {
	const html = await render("/app/home");
	const preloads = html.match(/<link[^>]*modulepreload[^>]*>/g) ?? [];
	expect(preloads.length).toBeGreaterThan(3);
	for (const link of preloads) expect(link).toContain('fetchpriority="low"');
	expect(html).toMatch(/<script[^>]* type="module" async="">/);
});

test("an app page has the session requested while its scripts load, other pages do not", async () => {
	const linksOf = async (path: string) => (await respond(path)).headers.get("link");
	expect(await linksOf("/app/home")).toBe("</api/auth/get-session>; rel=preload; as=fetch; crossorigin=anonymous");
	expect(await linksOf("/app/sign-in")).toBeNull();
	expect(await linksOf("/pricing")).toBeNull();
});

test("a page has the origin of the development server, like in the browser", async () => {
	const html = await (await respond("/pricing", {}, "http://localhost:4400")).text();
	expect(html).toContain('<link rel="canonical" href="http://localhost:4400/pricing"/>');
	expect(html).not.toContain("timbre.invalid");
});
