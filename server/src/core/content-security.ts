import { createHash } from "node:crypto";

/**
 * What a page may load and run: our own origin, and inline scripts only where they are named by nonce or hash. `framedBy`: whose pages
 * may show it in a frame.
 */
export function contentSecurityPolicy(
	scripts: readonly string[] = [],
	framedBy: "nobody" | "anybody" = "nobody",
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
		"frame-ancestors": [framedBy === "anybody" ? "*" : "'none'"],
	};
	return Object.entries(directives)
		.map(([name, values]) => `${name} ${values.join(" ")}`)
		.join("; ");
}

/** What no page here asks a browser for, so that nothing that got into one can either; the microphone is for our own pages, to record a voice. */
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

/** The hashes of a prerendered page's inline scripts: a file on disk cannot carry a fresh nonce. */
export function inlineScriptHashes(html: string): string[] {
	const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
	const executed = [...scripts].filter(([tag]) => !/^<script[^>]*\stype="application\/ld\+json"/.test(tag));
	return executed.map(([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`);
}
