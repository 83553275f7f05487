import { queueActionsScript } from "./queued-actions.ts";

/**
 * Delays scripts so they don't compete with style sheets and fonts on slow connections. Public pages work without
 * scripts and load them after the load event; app pages need them and only lower their priority.
 */
export function deferScripts(html: string, path: string): string {
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
			otherImportPattern.test(code.replaceAll(importPattern, ""))
				? whole
				: `<script${before || after}>${deferredScript(preloads, code)}</script>`,
	);
}

const importPattern = /^import \* as (\w+) from ("[^"]+");$/gm;
/** Any other import form means Vite's development server, where delaying scripts is pointless. */
const otherImportPattern = /^\s*import [^(]*$/m;

/** The router's start script, with its imports requested in parallel and awaited. */
function deferredScript(preloads: readonly string[], code: string): string {
	const modules = [...code.matchAll(importPattern)];
	const names = modules.map(([, name]) => name).join(",");
	const loads = modules.map(([, , url]) => `import(${url})`).join(",");
	return `${queueActionsScript}addEventListener("load",()=>setTimeout(async()=>{for(const href of ${JSON.stringify(preloads)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));const [${names}]=await Promise.all([${loads}]);${code.replaceAll(importPattern, "")}}))`;
}
