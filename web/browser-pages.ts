import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Plugin } from "vite";

/** Its loader runs only in the browser, with a fallback until then, so the server never renders anything inside it. */
const frame = "shell/app/app.layout.tsx";
const frameOnServer = `
export { AppFallback as HydrateFallback } from "./app-fallback.tsx";
export const meta = () => [{ title: "Timbre" }, { name: "robots", content: "noindex" }];
export const clientLoader = Object.assign(() => null, { hydrate: true });
export default function Frame() {
	return null;
}
`;

/**
 * In development the server compiles every page before it can show the first one. It only needs the fallback of the app
 * layout and the titles of the pages inside, so the rest is left to the browser. This makes startup seconds faster.
 */
export function browserPages(routes: readonly RouteConfigEntry[], appDirectory: string): Plugin {
	const files = new Set(pagesInside(routes).map((file) => join(appDirectory, file)));
	return {
		name: "browser-pages",
		apply: "serve",
		enforce: "pre",
		applyToEnvironment: ({ name }) => name === "ssr",
		async load(id) {
			const file = id.split("?")[0] ?? id;
			if (file === join(appDirectory, frame)) return frameOnServer;
			// The browser gets the styles separately, so don't compile them here.
			if (id === join(appDirectory, "app.css")) return "";
			return files.has(file) ? keepMetaOnly(await readFile(file, "utf8")) : undefined;
		},
	};
}

/** Pages and layouts used only inside the app layout. */
export function pagesInside(routes: readonly RouteConfigEntry[]): string[] {
	const inside = new Set<string>();
	const outside = new Set<string>();
	const walk = (entries: readonly RouteConfigEntry[], within: boolean) => {
		for (const { file, children = [] } of entries) {
			(within && /\.(page|layout)\.tsx$/.test(file) ? inside : outside).add(file);
			walk(children, within || file === frame);
		}
	};
	walk(routes, false);
	return [...inside].filter((file) => !outside.has(file));
}

/** The page's meta export without the component; undefined if the server needs other exports too. */
export function keepMetaOnly(code: string): string | undefined {
	const exported = code.match(/^export .*/gm) ?? [];
	const meta = exported.filter((line) => /^export const meta = .*;$/.test(line));
	const page = exported.filter((line) => line.startsWith("export default function "));
	if (page.length !== 1 || exported.length !== page.length + meta.length) return undefined;
	const imported = [...code.matchAll(/^import [^;]*?from /gms)].flatMap(([clause]) => clause.match(/\w+/g) ?? []);
	const metaCode = meta.join("\n");
	if (/=> \{$/m.test(metaCode) || imported.some((name) => new RegExp(`\\b${name}\\(`).test(metaCode))) return undefined;
	return `${metaCode}\nexport default function Page() {\n\treturn null;\n}\n`;
}
