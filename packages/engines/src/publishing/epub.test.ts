import { dirname, posix } from "node:path";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { epubFiles } from "./epub.ts";
import type { EpubBook, EpubChapter } from "./epub-book.ts";
import { clipsOf } from "./epub-chapter.ts";
import { exampleBook } from "./testing/book.ts";
import { elements, readXml } from "./testing/read-xml.ts";
import { bytesOf, zipOf } from "./testing/zip.ts";

async function filesOf(book: EpubBook = exampleBook()) {
	const files = new Map<string, Buffer>();
	for (const { name, body } of epubFiles(book)) files.set(name, await bytesOf(body));
	return { files, xml: (name: string) => readXml(String(files.get(name))) };
}
const seconds = (value = "") => Number(value.replace(/s$/, ""));

test("an archive begins with its type, and each file is listed once", async () => {
	const archive = await zipOf(epubFiles(exampleBook()));
	expect(archive.toString("latin1", 30, 58)).toBe("mimetypeapplication/epub+zip");
	const unzipped = unzipSync(archive);
	const { files, xml } = await filesOf();
	expect(Object.keys(unzipped)).toEqual([...files.keys()]);
	expect(elements(xml("META-INF/container.xml"), "rootfile")[0]?.attributes["full-path"]).toBe("EPUB/package.opf");
	const items = elements(xml("EPUB/package.opf"), "item").map(({ attributes }) => attributes);
	expect(items.map(({ href }) => `EPUB/${href}`).sort()).toEqual(
		[...files.keys()].filter((name) => name.startsWith("EPUB/") && name !== "EPUB/package.opf").sort(),
	);
	expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
	expect(files.get("EPUB/cover.png")).toEqual(exampleBook().cover?.bytes);
	expect([...files.keys()].filter((name) => name.endsWith(".mp3"))).toEqual([
		"EPUB/audio/001-1-Vorwort-uber.mp3",
		"EPUB/audio/002-2.mp3",
	]);
});

test("all XML is well-formed, with unique ids that XML allows, and every reference has its target", async () => {
	const { files, xml } = await filesOf();
	const ids = new Map<string, string[]>();
	for (const name of files.keys()) {
		if (!/\.(xml|opf|xhtml|ncx|smil)$/.test(name)) continue;
		const found: string[] = [];
		const visit = (element: ReturnType<typeof readXml>) => {
			if (element.attributes.id !== undefined) found.push(element.attributes.id);
			element.children.forEach(visit);
		};
		visit(xml(name));
		expect(found.filter((id) => !/^[A-Za-z_][\w.-]*$/.test(id))).toEqual([]);
		expect(new Set(found).size).toBe(found.length);
		ids.set(name, found);
	}
	for (const name of ids.keys()) {
		const references = [...String(files.get(name)).matchAll(/ (?:src|href|epub:textref)="([^"]+)"/g)];
		for (const [, reference = ""] of references) {
			const [path = "", fragment] = reference.split("#");
			const target = posix.join(dirname(name), path);
			expect(files.has(target), `${name} → ${reference}`).toBe(true);
			if (fragment !== undefined) expect(ids.get(target)).toContain(fragment);
		}
	}
	expect(elements(xml("EPUB/text/chapter-001.xhtml"), "span").map(({ text }) => text)).toEqual([
		"Vorwort <1>",
		"Es war & ist so.",
		"Ein Ende\ufffd.",
		"…",
		"Noch etwas.",
	]);
});

test("the package says what the book is and how long it is read", async () => {
	const { xml } = await filesOf();
	const book = xml("EPUB/package.opf");
	const dc = (name: string) => elements(book, `dc:${name}`).map(({ text }) => text);
	expect(dc("identifier")).toEqual(["urn:uuid:0f8fad5b-d9cb-469f-a165-70867728950e", "urn:isbn:9783161484100"]);
	expect(dc("title")).toEqual(["Ein <Traum> & mehr"]);
	expect(dc("creator")).toEqual(['Ada "A." Lang']);
	expect(dc("language")).toEqual(["de-AT"]);
	const metas = elements(book, "meta");
	const meta = (property: string, refines?: string) =>
		metas.filter(({ attributes }) => attributes.property === property && attributes.refines === refines);
	expect(meta("dcterms:modified")[0]?.text).toBe("2026-11-19T08:00:00Z");
	expect(meta("media:active-class")[0]?.text).toBe("-epub-media-overlay-active");

	const overlays = elements(book, "item").filter(
		({ attributes }) => attributes["media-type"] === "application/smil+xml",
	);
	let total = 0;
	for (const { attributes } of overlays) {
		const clips = elements(xml(`EPUB/${attributes.href}`), "audio").map((audio) => audio.attributes);
		const length = clips.reduce((sum, { clipBegin, clipEnd }) => sum + seconds(clipEnd) - seconds(clipBegin), 0);
		expect(seconds(meta("media:duration", `#${attributes.id}`)[0]?.text)).toBeCloseTo(length, 6);
		total += length;
	}
	expect(overlays.length).toBe(2);
	expect(seconds(meta("media:duration")[0]?.text)).toBeCloseTo(total, 6);
	// The chapter without audio has a text, but no overlay.
	const texts = elements(book, "item").filter(({ attributes }) => attributes.id?.startsWith("chapter-"));
	expect(texts.map(({ attributes }) => attributes["media-overlay"])).toEqual(["overlay-001", "overlay-002", undefined]);
	expect(elements(xml("EPUB/nav.xhtml"), "a").map(({ text }) => text)).toEqual(["Vorwort <1>", "2", "Anhang"]);
	expect(elements(xml("EPUB/toc.ncx"), "navPoint").length).toBe(3);
});

test("a clip starts with the first word and ends where the next one starts", () => {
	const [chapter] = exampleBook().chapters as [EpubChapter];
	expect(clipsOf(chapter).map(({ sentence, fromMs, toMs }) => [sentence.id, fromMs, toMs])).toEqual([
		["7b:0", 500, 1500],
		["8c:0", 1500, 2600],
		["8c:1", 2600, 3800],
		["7b-0", 3800, 4400],
	]);
});

test("times that overlap, stand still or pass the end of the audio still give clips in order", () => {
	const sentence = (id: string, from: number, to: number) => ({ id, text: id, from, to });
	const sentences = [
		sentence("a", 0, 2),
		sentence("b", 1.5, 1.5),
		sentence("c", 1, 3),
		sentence("d", 3, 9),
		sentence("e", 9, 10),
	];
	const audio = { name: "a.mp3", type: "audio/mpeg" as const, seconds: 4, open: async function* () {} };
	const clips = clipsOf({ id: "1", title: "", blocks: [{ id: "p", type: "p", sentences }], audio });
	expect(clips.map(({ sentence: { id }, fromMs, toMs }) => [id, fromMs, toMs])).toEqual([
		["a", 0, 1000],
		["c", 1000, 3000],
		["d", 3000, 4000],
	]);
});

test("a book without audio is a plain EPUB, and odd values don't break it", async () => {
	const { chapters, cover: _, ...book } = exampleBook();
	const silent = chapters.map(({ audio: _audio, ...chapter }) => chapter);
	const { files, xml } = await filesOf({
		...book,
		chapters: silent,
		title: " ",
		language: "no such tag",
		id: "timbre:1",
	});
	expect([...files.keys()].some((name) => /\.(smil|mp3)$/.test(name))).toBe(false);
	const opf = xml("EPUB/package.opf");
	expect(elements(opf, "meta").some(({ attributes }) => attributes.property?.startsWith("media:"))).toBe(false);
	expect(elements(opf, "dc:language")[0]?.text).toBe("und");
	expect(elements(opf, "dc:title")[0]?.text).toBe("Untitled");
	expect(() => [...epubFiles({ ...exampleBook(), activeClass: "a b" })]).toThrow("no class name");
	expect(() => [...epubFiles({ ...exampleBook(), chapters: [] })]).toThrow("needs a chapter");
	const cover = { bytes: Buffer.from("<svg/>"), type: "image/png" as const };
	expect(() => [...epubFiles({ ...exampleBook(), cover })]).toThrow("not a JPEG or PNG");
});
