import { createHash } from "node:crypto";

/**
 * The Content-Security-Policy of a page: only our own origin, plus the inline scripts listed by nonce or hash.
 * `frameAncestors` says whether other sites may embed it in a frame.
 */
export function contentSecurityPolicy(
	scripts: readonly string[] = [],
	frameAncestors: "none" | "any" = "none",
): string {
	const directives: Record<string, string[]> = {
		"default-src": ["'self'"],
		"script-src": ["'self'", ...scripts],
		// Radix positions its overlays with style attributes.
		"style-src": ["'self'", "'unsafe-inline'"],
		"img-src": ["'self'", "data:"],
		"media-src": ["'self'", "blob:"],
		"object-src": ["'none'"],
		"base-uri": ["'none'"],
		"form-action": ["'self'"],
		"frame-ancestors": [frameAncestors === "any" ? "*" : "'none'"],
	};
	return Object.entries(directives)
		.map(([name, values]) => `${name} ${values.join(" ")}`)
		.join("; ");
}

/** Disables browser features that no page uses, so injected code can't use them either. Our own pages record voices. */
export const permissionsPolicy = [
	"accelerometer",
	"camera",
	"display-capture",
	"geolocation",
	"gyroscope",
	"magnetometer",
	"midi",
	"payment",
	"usb",
]
	.map((name) => `${name}=()`)
	.concat("microphone=(self)")
	.join(", ");

/** The hashes of a prerendered page's inline scripts. A file on disk can't have a fresh nonce. */
export function inlineScriptHashes(html: string): string[] {
	const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
	const executed = [...scripts].filter(([tag]) => !/^<script[^>]*\stype="application\/ld\+json"/.test(tag));
	return executed.map(([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`);
}
