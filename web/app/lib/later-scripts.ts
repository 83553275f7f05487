import { keepEarlyDeeds } from "./early-deeds.ts";

/**
 * A public page can be read and followed without its scripts. So they are asked for when all that one sees has come: on a slow line
 * nothing competes with the style sheet and the fonts. In the app, which is nothing without scripts, they only come after these.
 */
export function laterScripts(html: string, path: string): string {
	if (path === "/app" || path.startsWith("/app/")) {
		return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
	}
	const preloads: string[] = [];
	const withoutPreloads = html.replaceAll(
		/<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>/g,
		(_, href: string) => {
			preloads.push(href);
			return "";
		},
	);
	return withoutPreloads.replace(
		/<script((?: nonce="[^"]*")?) type="module" async=""((?: nonce="[^"]*")?)>([\s\S]*?)<\/script>/,
		(whole, before: string, after: string, code: string) =>
			otherImport.test(code.replaceAll(imported, ""))
				? whole
				: `<script${before || after}>${afterLoading(preloads, code)}</script>`,
	);
}

const imported = /^import \* as (\w+) from ("[^"]+");$/gm;
/** Of another form than the built router's: under Vite's development server, which has no slow line to think of. */
const otherImport = /^\s*import [^(]*$/m;

/** The router's own start, with its imports asked for at once and waited for. */
function afterLoading(preloads: readonly string[], code: string): string {
	const modules = [...code.matchAll(imported)];
	const names = modules.map(([, name]) => name).join(",");
	const loads = modules.map(([, , url]) => `import(${url})`).join(",");
	return `${keepEarlyDeeds}addEventListener("load",()=>setTimeout(async()=>{for(const href of ${JSON.stringify(preloads)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));const [${names}]=await Promise.all([${loads}]);${code.replaceAll(imported, "")}}))`;
}
