import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { minifySync, type Plugin, type Rolldown } from "vite";
import { planFiles, type Visit } from "./chunk-plan.ts";
import { createModuleGraph } from "./module-graph.ts";

/** In one file on every page, and rarely changed. */
const framework = /node_modules\/(react|react-dom|react-router|scheduler|cookie)\/|^\0rolldown\/runtime/;

/** What a request costs on a slow connection, in bytes of minified code: its headers and its share of a round trip. */
const requestBytes = 8_000;

/** Unused code matters most on public pages, which many visit once, and least in what a page loads later. */
const kinds = {
	public: { requestBytes, unusedWeight: 15, maxUnused: 0.12 },
	app: { requestBytes, unusedWeight: 1, maxUnused: Number.POSITIVE_INFINITY },
	/** The page that most visits of the app start with. */
	home: { requestBytes: 100 * requestBytes, unusedWeight: 1, maxUnused: Number.POSITIVE_INFINITY },
	later: { requestBytes, unusedWeight: 0.5, maxUnused: Number.POSITIVE_INFINITY },
};
const home = "shell/home/home.page.tsx";
/** Inside of these, and on development pages, a few more bytes do not matter. */
const appLayouts = ["shell/app/app.layout.tsx", "features/auth/mail-link.layout.tsx"];

/** What the router adds to the path of a route's file. */
const clientRoute = "?__react-router-build-client-route";

/**
 * Decides which modules share a file in the browser. Left alone, the bundler writes a file for each set of pages that have modules in
 * common, which is 170 files for a page of the app, half of them below 1 kB.
 */
export function chunks(routes: readonly RouteConfigEntry[], appDirectory: string): Plugin {
	return {
		name: "chunks",
		apply: "build",
		applyToEnvironment: ({ name }) => name === "client",
		// The bundler requires it for groups that do not include what their modules import.
		options: (options) => ({ ...options, preserveEntrySignatures: "allow-extension" }),
		outputOptions: (options) => ({ ...options, codeSplitting: splitByVisits(pagesOf(routes, appDirectory)) }),
	};
}

type Context = Rolldown.ChunkingContext;

function splitByVisits(pages: readonly Page[]): Rolldown.CodeSplittingOptions {
	const included: string[] = [];
	let names: Map<string, string> | undefined;
	return {
		includeDependenciesRecursively: false,
		groups: [
			{ name: "framework", test: framework, priority: 1 },
			{
				debugName: "visits",
				// The bundler asks this about every module of the build before it asks for the first name.
				test: (id) => included.push(id) > 0,
				name: (id, context) => {
					names ??= nameFiles(included, pages, context);
					return names.get(id) ?? null;
				},
			},
		],
	};
}

/** The files of a page and of the layouts around it. */
type Page = { files: string[]; kind: keyof typeof kinds };

function pagesOf(routes: readonly RouteConfigEntry[], appDirectory: string): Page[] {
	const pages = new Map<string, Page>();
	const walk = (entries: readonly RouteConfigEntry[], around: readonly string[]) => {
		for (const { file, children } of entries) {
			const files = [...around, file];
			if (children) walk(children, files);
			else {
				const paths = files.map((name) => join(appDirectory, name));
				pages.set(files.join(), { files: paths, kind: kindOf(files) });
			}
		}
	};
	walk(routes, ["root.tsx"]);
	return [...pages.values()];
}

function kindOf(files: readonly string[]): keyof typeof kinds {
	if (files.includes(home)) return "home";
	return files.some((file) => appLayouts.includes(file) || file.startsWith("dev/")) ? "app" : "public";
}

function nameFiles(included: readonly string[], pages: readonly Page[], context: Context): Map<string, string> {
	const importsOf = createModuleGraph((id) => context.getModuleInfo(id));
	const infoOf = (id: string) =>
		context.getModuleInfo(id) ?? { code: "", importedIds: [], dynamicallyImportedIds: [], isEntry: false };
	const modules = included
		// Style sheets stay with the route that imports them.
		.filter((id) => !framework.test(id) && !id.endsWith(".css"))
		.map((id) => ({
			id,
			bytes: minifySync("module.js", infoOf(id).code ?? "").code.length,
			needs: [...importsOf(id)],
		}));
	const entries = included.filter((id) => infoOf(id).isEntry);
	const fileOf = (id: string) => id.split("?")[0] ?? id;
	const pageFiles = new Set(pages.flatMap(({ files }) => files));
	const always = entries.filter((id) => !pageFiles.has(fileOf(id)));
	const visits: Visit[] = [
		...pages.map(({ files, kind }) => ({
			starts: [...always, ...entries.filter((id) => files.includes(fileOf(id)))],
			...kinds[kind],
		})),
		...[...new Set(included.flatMap((id) => infoOf(id).dynamicallyImportedIds))].map((id) => ({
			starts: [id],
			...kinds.later,
		})),
	];
	const visitCount = (id: string) => pages.filter(({ files }) => files.includes(fileOf(id))).length;
	const routesByVisits = entries
		.filter((id) => id.endsWith(clientRoute))
		.toSorted((a, b) => visitCount(b) - visitCount(a));
	const names = new Map<string, string>();
	for (const [at, file] of planFiles(modules, visits).entries()) {
		const largest = file.toSorted((a, b) => b.bytes - a.bytes)[0]?.id ?? "";
		const name = `${/([\w-]+)[\w.-]*$/.exec(fileOf(largest))?.[1] ?? "shared"}-${at}`;
		const members = file.filter(({ id }) => !infoOf(id).isEntry).map(({ id }) => id);
		for (const id of members) names.set(id, name);
		// One route may start in this file, which saves a file that only passes on its names.
		const route = routesByVisits.find((id) => members.includes(fileOf(id)));
		if (route !== undefined) names.set(route, name);
	}
	return names;
}
