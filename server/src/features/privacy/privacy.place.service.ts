// Where a caller is. Always: only a proxy that the operator trusts is believed, and without one nobody is anywhere.
import type { IncomingHttpHeaders } from "node:http";
import { type GeoLocation, unknownPlace } from "@timbre/contract/privacy.ts";

/** What proxies commonly call it; the first that says something counts. */
const names: Record<keyof GeoLocation, readonly string[]> = {
	country: ["x-geo-country", "cf-ipcountry", "cloudfront-viewer-country", "x-vercel-ip-country"],
	region: ["x-geo-region", "cf-region-code", "cloudfront-viewer-country-region", "x-vercel-ip-country-region"],
	city: ["x-geo-city", "cf-ipcity", "cloudfront-viewer-city", "x-vercel-ip-city"],
};

const shapes: Record<keyof GeoLocation, RegExp> = {
	// XX and T1 are how some say that they do not know, or that the caller hides.
	country: /^(?!XX)[A-Z]{2}$/,
	region: /^[A-Z0-9]{1,3}$/,
	city: /^[^\p{Cc}]{1,100}$/u,
};

export function placeOf(headers: IncomingHttpHeaders, trusted: boolean): GeoLocation {
	if (!trusted) return unknownPlace();
	const read = (part: keyof GeoLocation) => {
		const said = names[part].map((name) => headers[name]).find((value) => typeof value === "string" && value !== "");
		const value = part === "city" ? decoded(String(said ?? "")) : String(said ?? "").toUpperCase();
		return shapes[part].test(value) ? value : null;
	};
	return { country: read("country"), region: read("region"), city: read("city") };
}

/** Some write a city's name in percent signs. */
function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
