import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "vite";
import { expect, onTestFinished, test } from "vitest";
import routes from "./app/routes.ts";
import { appRouteId } from "./app/shell/navigation/app-routes.ts";
import { keepMetaOnly, pagesInside } from "./browser-pages.ts";

test("selects pages inside the app layout, not sign-in pages, public pages or pages also used outside", () => {
	const inside = pagesInside(routes as never);
	expect(inside).toContain("features/workspace/members/members.page.tsx");
	expect(inside).toContain("features/speech/speech.page.tsx");
	expect(inside).toContain("shell/app/app-page.layout.tsx");
	expect(inside).not.toContain("shell/app/app.layout.tsx");
	expect(inside).not.toContain("features/auth/auth.layout.tsx");
	expect(inside).not.toContain("features/workspace/members/invite.page.tsx");
	expect(inside).not.toContain("features/auth/sign-in.page.tsx");
	expect(inside.filter((file) => file.includes("marketing"))).toEqual([]);
	expect(
		pagesInside([
			{ file: "a.page.tsx" },
			{ file: "shell/app/app.layout.tsx", children: [{ file: "a.page.tsx" }, { file: "b.page.tsx" }] },
		]),
	).toEqual(["b.page.tsx"]);
});

test("keeps only the meta export of a page for the server", () => {
	const code =
		'import { x } from "./x.ts";\n\nexport const meta = () => [{ title: "Members - Timbre" }];\n\nexport default function MembersPage() {\n\treturn x();\n}\n';
	expect(keepMetaOnly(code)).toBe(
		'export const meta = () => [{ title: "Members - Timbre" }];\nexport default function Page() {\n\treturn null;\n}\n',
	);
});

test.each([
	["a loader", "export async function clientLoader() {}\nexport default function P() {}"],
	[
		"a title computed elsewhere",
		'import { title } from "./t.ts";\nexport const meta = () => title();\nexport default function P() {}',
	],
	["a multi-line title", "export const meta = () => {\n\treturn [];\n};\nexport default function P() {}"],
	["an error boundary", "export function ErrorBoundary() {}\nexport default function P() {}"],
])("leaves a page with %s unchanged", (_, code) => {
	expect(keepMetaOnly(code)).toBeUndefined();
});

// Runs the real router, so that an upgrade that loads pages in another way fails here (docs/decisions/021).
test("the development server compiles public pages, and only the titles of pages inside the app", {
	tags: ["verify"],
}, async () => {
	const cacheDir = await mkdtemp(join(tmpdir(), "timbre-vite-"));
	const server = await createServer({
		root: import.meta.dirname,
		configFile: join(import.meta.dirname, "vite.config.ts"),
		cacheDir,
		logLevel: "error",
		optimizeDeps: { noDiscovery: true, include: [] },
		server: { middlewareMode: true, ws: false, hmr: false, watch: null },
	});
	onTestFinished(async () => {
		await server.close();
		await rm(cacheDir, { recursive: true, force: true });
	});
	// The router's manifest imports the modules of all routes.
	const build = await server.ssrLoadModule("virtual:react-router/server-build");
	expect(Object.keys(build.routes).length).toBeGreaterThan(100);
	const appDirectory = join(import.meta.dirname, "app");
	const modulesOf = (file: string) => [
		...(server.environments.ssr.moduleGraph.getModulesByFile(join(appDirectory, file)) ?? []),
	];
	const importsOf = (file: string) =>
		modulesOf(file)
			.flatMap((module) => [...module.importedModules].map((imported) => imported.file ?? ""))
			.filter((imported) => imported.startsWith(appDirectory));

	const replaced: string[] = [];
	for (const file of pagesInside(routes as never))
		if (keepMetaOnly(await readFile(join(appDirectory, file), "utf8")) !== undefined) replaced.push(file);
	expect(replaced.length).toBeGreaterThan(30);
	for (const file of replaced) {
		expect(modulesOf(file).length, file).toBeGreaterThan(0);
		expect(importsOf(file), file).toEqual([]);
	}
	expect(importsOf("shell/app/app.layout.tsx")).toEqual([join(appDirectory, "shell/app/app-fallback.tsx")]);
	expect(build.routes[appRouteId].module).toMatchObject({ HydrateFallback: expect.any(Function) });
	expect(importsOf("features/marketing/marketing.page.tsx").length).toBeGreaterThan(0);
});
