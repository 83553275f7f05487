// Reads the table of contents of an EPUB: the nav document of version 3 or the NCX of version 2.

import { cleanText } from "../formats/text.ts";
import { fragmentOf, resolvePath } from "./paths.ts";
import { visitXml } from "./xml.ts";

export type TocEntry = { path: string; fragment: string; title: string; depth: number };

export function readContents(xml: string, path: string): TocEntry[] {
	const entries = /<(?:\w+:)?ncx[\s>]/i.test(xml) ? readNcx(xml) : readNav(xml);
	return entries.flatMap(({ href, title, depth }) => {
		const name = cleanText(title);
		return href && name ? [{ path: resolvePath(path, href), fragment: fragmentOf(href), title: name, depth }] : [];
	});
}

type Link = { href: string; title: string; depth: number };

function readNav(xml: string): Link[] {
	const links: Link[] = [];
	let inToc = false;
	let depth = -1;
	let link: Link | undefined;
	visitXml(xml, {
		open(name, attributes) {
			if (name === "nav") inToc = (attributes["epub:type"] ?? attributes.role ?? "toc").includes("toc");
			if (!inToc) return;
			if (name === "ol") depth++;
			if (name === "a") link = { href: attributes.href ?? "", title: "", depth: Math.max(0, depth) };
		},
		close(name, text) {
			if (name === "ol" && inToc) depth--;
			if (name === "a" && link) {
				links.push({ ...link, title: text });
				link = undefined;
			}
			if (name === "nav") inToc = false;
		},
	});
	return links;
}

function readNcx(xml: string): Link[] {
	const links: Link[] = [];
	const open: Link[] = [];
	visitXml(xml, {
		open(name, attributes) {
			if (name === "navpoint") {
				const link = { href: "", title: "", depth: open.length };
				open.push(link);
				links.push(link);
			}
			const link = open.at(-1);
			if (name === "content" && link) link.href = attributes.src ?? "";
		},
		close(name, text) {
			const link = open.at(-1);
			if (name === "text" && link) link.title ||= text;
			if (name === "navpoint") open.pop();
		},
	});
	return links;
}
