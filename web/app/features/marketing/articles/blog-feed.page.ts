// The blog's RSS feed, prerendered with the pages.

import { absoluteUrl } from "../model/meta.ts";
import { articlePath, articles } from "./content/blog/articles.ts";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

export function loader(): Response {
	const items = articles.map(({ slug, title, description, published }) =>
		[
			"<item>",
			`<title>${escaped(title)}</title>`,
			`<link>${absoluteUrl(articlePath(slug))}</link>`,
			`<guid isPermaLink="true">${absoluteUrl(articlePath(slug))}</guid>`,
			`<description>${escaped(description)}</description>`,
			`<pubDate>${new Date(`${published}T00:00:00Z`).toUTCString()}</pubDate>`,
			"</item>",
		].join(""),
	);
	const feed = [
		'<?xml version="1.0" encoding="utf-8"?>',
		'<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
		"<title>Timbre</title>",
		`<link>${absoluteUrl("/blog/")}</link>`,
		"<description>How Timbre works, benchmarks, and known limits.</description>",
		"<language>en</language>",
		`<atom:link href="${absoluteUrl("/blog/rss.xml")}" rel="self" type="application/rss+xml"/>`,
		...items,
		"</channel></rss>",
	].join("\n");
	return new Response(feed, { headers: { "content-type": "application/rss+xml; charset=utf-8" } });
}
