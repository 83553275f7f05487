import type { MetaDescriptor } from "react-router";
import { placeholderOrigin } from "../../../lib/page/placeholder-origin.ts";
import { ogImage } from "./og-image.ts";

type SiteMeta = {
	/** Without the product name, which is added. */
	title: string;
	description: string;
	/** With a leading slash. */
	path: string;
	/** A path under web/public; 1200 by 630. */
	image?: string;
	lang?: string;
	/** The same page in all languages, including itself. "x-default" is allowed as a language. */
	alternates?: readonly { lang: string; path: string }[];
	/** schema.org objects without "@context". */
	structuredData?: readonly Record<string, unknown>[];
};

export function absoluteUrl(path: string): string {
	return `${typeof document === "undefined" ? placeholderOrigin : location.origin}${path}`;
}

/** Meta tags of a public page for search engines and link previews. */
export function siteMeta(page: SiteMeta): MetaDescriptor[] {
	const { description, path, image = ogImage(path), lang = "en", alternates = [], structuredData = [] } = page;
	const title = page.title.includes("Timbre") ? page.title : `${page.title} - Timbre`;
	const url = absoluteUrl(path);
	return [
		{ title },
		{ name: "description", content: description },
		{ tagName: "link", rel: "canonical", href: url },
		...alternates.map((other) => ({
			tagName: "link" as const,
			rel: "alternate",
			hrefLang: other.lang,
			href: absoluteUrl(other.path),
		})),
		{ property: "og:site_name", content: "Timbre" },
		{ property: "og:type", content: "website" },
		{ property: "og:title", content: page.title },
		{ property: "og:description", content: description },
		{ property: "og:url", content: url },
		{ property: "og:locale", content: lang.replace("-", "_") },
		{ property: "og:image", content: absoluteUrl(image) },
		{ property: "og:image:width", content: "1200" },
		{ property: "og:image:height", content: "630" },
		{ name: "twitter:card", content: "summary_large_image" },
		...structuredData.map((data) => ({ "script:ld+json": { "@context": "https://schema.org", ...data } })),
	];
}
