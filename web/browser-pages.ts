import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Plugin } from "vite";

/** Its loader runs in the browser alone, and until then its own fallback is shown: no page inside it is ever rendered by the server. */
const frame = "shell/app.layout.tsx";

/**
 * In development the server compiles every page before it can show the first one. Of the pages inside the app's frame it only needs what
 * they are called, so they are left to the browser: a start is seconds shorter.
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
			return files.has(file) ? withoutItself(await readFile(file, "utf8")) : undefined;
		},
	};
}

/** The pages that stand in the frame and nowhere else. */
export function pagesInside(routes: readonly RouteConfigEntry[]): string[] {
	const inside = new Set<string>();
	const outside = new Set<string>();
	const walk = (entries: readonly RouteConfigEntry[], within: boolean) => {
		for (const { file, children = [] } of entries) {
			(within && /\.page\.tsx$/.test(file) ? inside : outside).add(file);
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
