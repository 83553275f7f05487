import { createHash } from "node:crypto";

/** What a page may load and run: our own origin, and inline scripts only where they are named by nonce or hash. */
export function contentSecurityPolicy(scripts: readonly string[] = []): string {
	const directives: Record<string, string[]> = {
		"default-src": ["'self'"],
		"script-src": ["'self'", ...scripts],
		// Radix positions its overlays with style attributes.
		"style-src": ["'self'", "'unsafe-inline'"],
		"img-src": ["'self'", "data:"],
		"media-src": ["'self'", "blob:"],
		"object-src": ["'none'"],
		"base-uri": ["'self'"],
		"form-action": ["'self'"],
		"frame-ancestors": ["'none'"],
	};
	return Object.entries(directives)
		.map(([name, values]) => `${name} ${values.join(" ")}`)
		.join("; ");
}

/** The hashes of a prerendered page's inline scripts: a file on disk cannot carry a fresh nonce. */
export function inlineScriptHashes(html: string): string[] {
	const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
	return [...scripts].map(([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`);
}
