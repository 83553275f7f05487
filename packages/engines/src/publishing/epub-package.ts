// The files of an EPUB that describe the others: package document, table of contents, container.
import type { EpubBook } from "./epub-book.ts";
import { clockValue } from "./epub-chapter.ts";
import { escapeXml } from "./xml.ts";

/** Addresses are seen from the package document. */
export type EpubItem = { id: string; href: string; type: string; properties?: string; overlay?: string };
export type EpubPart = {
	title: string;
	text: EpubItem;
	overlay: (EpubItem & { durationMs: number }) | undefined;
};

export const packagePath = "EPUB/package.opf";

export const container = `<?xml version="1.0" encoding="UTF-8"?>
<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">
	<rootfiles>
		<rootfile full-path="${packagePath}" media-type="application/oebps-package+xml"/>
	</rootfiles>
</container>
`;

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The identifier of the book, the same in the package document and in the older table of contents. */
export const identifierOf = ({ id }: EpubBook) => (uuid.test(id) ? `urn:uuid:${id.toLowerCase()}` : id);

export function packageDocument(
	book: EpubBook,
	language: string,
	items: readonly EpubItem[],
	parts: readonly EpubPart[],
	activeClass: string,
): string {
	const element = (name: string, content: string | undefined) =>
		content ? [`<dc:${name}>${escapeXml(content)}</dc:${name}>`] : [];
	const meta = (property: string, content: string, refines?: string) =>
		`<meta property="${property}"${refines ? ` refines="#${refines}"` : ""}>${escapeXml(content)}</meta>`;
	const isbn = book.isbn?.replaceAll(/[\s-]/g, "");
	const overlays = parts.flatMap(({ overlay }) => (overlay ? [overlay] : []));
	const totalMs = overlays.reduce((sum, { durationMs }) => sum + durationMs, 0);
	const metadata = [
		`<dc:identifier id="book-id">${escapeXml(identifierOf(book))}</dc:identifier>`,
		...(isbn ? element("identifier", `urn:isbn:${isbn}`) : []),
		...element("title", book.title.trim() || "Untitled"),
		...element("language", language),
		...element("creator", book.author),
		...element("publisher", book.publisher),
		...element("description", book.description),
		meta("dcterms:modified", book.modified.toISOString().replace(/\.\d+Z$/, "Z")),
		...(book.cover ? ['<meta name="cover" content="cover"/>'] : []),
		...accessibility(overlays.length > 0).map(([property, content]) => meta(`schema:${property}`, content)),
	];
	if (overlays.length > 0)
		metadata.push(
			meta("media:duration", clockValue(totalMs)),
			...overlays.map(({ id, durationMs }) => meta("media:duration", clockValue(durationMs), id)),
			meta("media:active-class", activeClass),
			...(book.narrators ?? []).map((narrator) => meta("media:narrator", narrator)),
		);
	const manifest = items.map(({ id, href, type, properties, overlay }) => {
		const more = `${properties ? ` properties="${properties}"` : ""}${overlay ? ` media-overlay="${overlay}"` : ""}`;
		return `<item id="${id}" href="${href}" media-type="${type}"${more}/>`;
	});
	const spine = parts.map(({ text }) => `<itemref idref="${text.id}"/>`);
	const lines = (content: readonly string[]) => content.map((line) => `\t\t${line}\n`).join("");
	return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="book-id" xml:lang="${language}">
	<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${lines(metadata)}\t</metadata>
	<manifest>
${lines(manifest)}\t</manifest>
	<spine toc="ncx">
${lines(spine)}\t</spine>
</package>
`;
}

function accessibility(isRead: boolean): [property: string, content: string][] {
	const audio: [string, string][] = [
		["accessMode", "auditory"],
		["accessModeSufficient", "auditory"],
		["accessibilityFeature", "synchronizedAudioText"],
	];
	return [
		["accessMode", "textual"],
		["accessModeSufficient", "textual"],
		["accessibilityFeature", "structuralNavigation"],
		["accessibilityFeature", "tableOfContents"],
		...(isRead ? audio : []),
		["accessibilityHazard", "none"],
	];
}

export function navigation(title: string, language: string, parts: readonly EpubPart[]): string {
	const entries = parts.map((part) => `\t\t\t\t<li><a href="${part.text.href}">${escapeXml(part.title)}</a></li>\n`);
	return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${language}" lang="${language}">
	<head>
		<meta charset="UTF-8"/>
		<title>${escapeXml(title)}</title>
	</head>
	<body>
		<nav epub:type="toc" id="toc" role="doc-toc">
			<h1>${escapeXml(title)}</h1>
			<ol>
${entries.join("")}\t\t\t</ol>
		</nav>
	</body>
</html>
`;
}

/** The table of contents of EPUB 2, which older readers still need. */
export function olderNavigation(book: EpubBook, title: string, parts: readonly EpubPart[]): string {
	const points = parts.map(
		(part, index) =>
			`\t\t<navPoint id="n-${index + 1}" playOrder="${index + 1}"><navLabel><text>${escapeXml(part.title)}</text></navLabel><content src="${part.text.href}"/></navPoint>\n`,
	);
	return `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">
	<head>
		<meta name="dtb:uid" content="${escapeXml(identifierOf(book))}"/>
	</head>
	<docTitle><text>${escapeXml(title)}</text></docTitle>
	<navMap>
${points.join("")}\t</navMap>
</ncx>
`;
}
