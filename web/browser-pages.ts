import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Plugin } from "vite";

/** Its loader runs in the browser alone, and until then its own fallback is shown: nothing inside it is ever rendered by the server. */
const frame = "shell/app.layout.tsx";
const frameOnServer = `
export { AppFallback as HydrateFallback } from "./app-fallback.tsx";
export const meta = () => [{ title: "Timbre" }, { name: "robots", content: "noindex" }];
export const clientLoader = Object.assign(() => null, { hydrate: true });
export default function Frame() {
	return null;
}
`;

/**
 * In development the server compiles every page before it can show the first one. Of the app's frame it only needs the fallback, and of
 * what is inside what it is called, so the rest is left to the browser: a start is seconds shorter.
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
			// The browser is sent the styles by another way; here they would be made for nobody.
			if (id === join(appDirectory, "app.css")) return "";
			return files.has(file) ? withoutItself(await readFile(file, "utf8")) : undefined;
		},
	};
}

/** The pages, and their own frames, that stand in the app's frame and nowhere else. */
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

/** A page's meta without the page; undefined for one that has more to say to the server. */
export function withoutItself(code: string): string | undefined {
	const exported = code.match(/^export .*/gm) ?? [];
	const meta = exported.filter((line) => /^export const meta = .*;$/.test(line));
	const page = exported.filter((line) => line.startsWith("export default function "));
	if (page.length !== 1 || exported.length !== page.length + meta.length) return undefined;
	const imported = [...code.matchAll(/^import [^;]*?from /gms)].flatMap(([clause]) => clause.match(/\w+/g) ?? []);
	const says = meta.join("\n");
	if (/=> \{$/m.test(says) || imported.some((name) => new RegExp(`\\b${name}\\(`).test(says))) return undefined;
	return `${says}\nexport default function Page() {\n\treturn null;\n}\n`;
}
