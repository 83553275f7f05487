// The caller's location.
// Invariant: only headers of a trusted proxy are used; without one the location is unknown.
import type { IncomingHttpHeaders } from "node:http";
import { unknownLocation } from "@timbre/contract/privacy/rules.ts";
import type { GeoLocation } from "@timbre/contract/privacy/schemas.ts";

/** Common proxy headers; the first non-empty one is used. */
const headerNames: Record<keyof GeoLocation, readonly string[]> = {
	country: ["x-geo-country", "cf-ipcountry", "cloudfront-viewer-country", "x-vercel-ip-country"],
	region: ["x-geo-region", "cf-region-code", "cloudfront-viewer-country-region", "x-vercel-ip-country-region"],
	city: ["x-geo-city", "cf-ipcity", "cloudfront-viewer-city", "x-vercel-ip-city"],
};

const formats: Record<keyof GeoLocation, RegExp> = {
	// Excludes XX and T1, which some proxies use for unknown and Tor.
	country: /^(?!XX)[A-Z]{2}$/,
	region: /^[A-Z0-9]{1,3}$/,
	city: /^[^\p{Cc}]{1,100}$/u,
};

export function locationFromHeaders(headers: IncomingHttpHeaders, trusted: boolean): GeoLocation {
	if (!trusted) return unknownLocation();
	const read = (part: keyof GeoLocation) => {
		const header = headerNames[part]
			.map((name) => headers[name])
			.find((value) => typeof value === "string" && value !== "");
		const value = part === "city" ? decoded(String(header ?? "")) : String(header ?? "").toUpperCase();
		return formats[part].test(value) ? value : null;
	};
	return { country: read("country"), region: read("region"), city: read("city") };
}

/** Some proxies percent-encode city names. */
function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
