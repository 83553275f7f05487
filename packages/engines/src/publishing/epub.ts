// EPUB 3 with media overlays: readers highlight each sentence while its audio plays.
// Invariant: `mimetype` is the first file, and nothing of a chapter is in memory before its turn comes.
import { readCover } from "./cover.ts";
import type { EpubBook, EpubChapter } from "./epub-book.ts";
import { chapterOverlay, chapterText, clipsMs, clipsOf } from "./epub-chapter.ts";
import {
	container,
	type EpubItem,
	type EpubPart,
	navigation,
	olderNavigation,
	packageDocument,
	packagePath,
} from "./epub-package.ts";
import { createIds, languageTag } from "./xml.ts";

/** In the order of the archive. All are stored: audio and pictures don't shrink, and `mimetype` must not. */
export type EpubFile = { name: string; body: string | AsyncIterable<Uint8Array> };

const folder = packagePath.slice(0, packagePath.lastIndexOf("/") + 1);
const defaultActiveClass = "-epub-media-overlay-active";

export function* epubFiles(book: EpubBook): Generator<EpubFile> {
	if (book.chapters.length === 0) throw new RangeError("a book needs a chapter");
	const language = languageTag(book.language);
	const title = book.title.trim() || "Untitled";
	const activeClass = book.activeClass ?? defaultActiveClass;
	if (!/^-?[a-z_][\w-]*$/i.test(activeClass)) throw new RangeError(`"${activeClass}" is no class name`);
	const parts = book.chapters.map(partOf);
	const audio = audioItems(book.chapters);
	const picture = book.cover && readCover(book.cover.bytes);
	const cover = picture && coverItem(picture.type);
	const items: EpubItem[] = [
		{ id: "nav", href: "nav.xhtml", type: "application/xhtml+xml", properties: "nav" },
		{ id: "ncx", href: "toc.ncx", type: "application/x-dtbncx+xml" },
		{ id: "style", href: "style.css", type: "text/css" },
		...(cover ? [cover] : []),
		...parts.flatMap(({ text, overlay }) => (overlay ? [text, overlay] : [text])),
		...audio.values(),
	];

	yield { name: "mimetype", body: "application/epub+zip" };
	yield { name: "META-INF/container.xml", body: container };
	yield { name: packagePath, body: packageDocument(book, language, items, parts, activeClass) };
	yield { name: `${folder}nav.xhtml`, body: navigation(title, language, parts) };
	yield { name: `${folder}toc.ncx`, body: olderNavigation(book, title, parts) };
	yield { name: `${folder}style.css`, body: styleSheet(activeClass) };
	if (picture && cover) yield { name: folder + cover.href, body: once(picture.bytes) };
	for (const [index, chapter] of book.chapters.entries()) {
		const part = parts[index] as EpubPart;
		yield { name: folder + part.text.href, body: chapterText(chapter, part.title, language) };
		const item = chapter.audio && audio.get(chapter);
		if (!part.overlay || !item) continue;
		const overlay = chapterOverlay(chapter, clipsOf(chapter), `../${part.text.href}`, `../${item.href}`);
		yield { name: folder + part.overlay.href, body: overlay };
	}
	// Last, as most of the bytes are here: a reader that downloads the archive can show the text early.
	for (const [chapter, { href }] of audio) if (chapter.audio) yield { name: folder + href, body: chapter.audio.open() };
}

function partOf(chapter: EpubChapter, index: number): EpubPart {
	const number = String(index + 1).padStart(3, "0");
	const clips = clipsOf(chapter);
	const overlayId = `overlay-${number}`;
	return {
		title: chapter.title.trim() || String(index + 1),
		text: {
			id: `chapter-${number}`,
			href: `text/chapter-${number}.xhtml`,
			type: "application/xhtml+xml",
			...(clips.length > 0 ? { overlay: overlayId } : {}),
		},
		overlay:
			clips.length === 0
				? undefined
				: {
						id: overlayId,
						href: `overlays/chapter-${number}.smil`,
						type: "application/smil+xml",
						durationMs: clipsMs(clips),
					},
	};
}

/** Audio that no sentence belongs to would be a file that nothing refers to. */
function audioItems(chapters: readonly EpubChapter[]): Map<EpubChapter, EpubItem> {
	const names = createIds("");
	const items = new Map<EpubChapter, EpubItem>();
	for (const [index, chapter] of chapters.entries()) {
		if (!chapter.audio || clipsOf(chapter).length === 0) continue;
		const { name, type } = chapter.audio;
		// Addresses can't have all the characters that file names can.
		const plain = name
			.replace(/\.\w+$/, "")
			.normalize("NFKD")
			.replaceAll(/\p{M}/gu, "");
		const stem = names(`${String(index + 1).padStart(3, "0")}-${plain}`).replaceAll(/-+/g, "-");
		items.set(chapter, { id: `audio-${index + 1}`, href: `audio/${stem}.mp3`, type });
	}
	return items;
}

function coverItem(type: "image/jpeg" | "image/png"): EpubItem {
	return { id: "cover", href: `cover.${type === "image/png" ? "png" : "jpg"}`, type, properties: "cover-image" };
}

const styleSheet = (activeClass: string) => `body { line-height: 1.5; }
p { margin: 0; text-indent: 1.2em; }
h1, h2, h3 { line-height: 1.2; margin: 1.5em 0 1em; }
h1 + p, h2 + p, h3 + p { text-indent: 0; }
.${activeClass} { background-color: #ffe9a8; color: #000; }
`;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield bytes;
}
