// A chapter of an EPUB: its text with a span for each sentence, and the overlay that says when each is read.
import type { EpubBlock, EpubChapter, EpubSentence } from "./epub-book.ts";
import { createIds, escapeXml } from "./xml.ts";

export type Clip = { sentence: EpubSentence; fromMs: number; toMs: number };

/**
 * When each sentence is read. A clip starts with the first word and ends where the next one starts, so that readers which
 * play clip by clip keep the pauses. Sentences that take no time have none.
 */
export function clipsOf(chapter: EpubChapter): Clip[] {
	if (!chapter.audio) return [];
	const endMs = milliseconds(chapter.audio.seconds);
	const clips: Clip[] = [];
	for (const sentence of chapter.blocks.flatMap(({ sentences }) => sentences)) {
		const fromMs = Math.max(milliseconds(sentence.words?.[0]?.from ?? sentence.from), clips.at(-1)?.fromMs ?? 0);
		const toMs = Math.min(milliseconds(sentence.to), endMs);
		if (!(toMs > fromMs) || sentence.text.trim() === "") continue;
		const last = clips.at(-1);
		if (last) last.toMs = fromMs;
		clips.push({ sentence, fromMs, toMs });
	}
	return clips.filter(({ fromMs, toMs }) => toMs > fromMs);
}

const milliseconds = (seconds: number) => Math.round(seconds * 1000);

export const clipsMs = (clips: readonly Clip[]) => clips.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);

/** Ids of blocks and sentences are unique together, as both are in one document. */
export function chapterIds(chapter: EpubChapter) {
	const ids = createIds("t-");
	const known = new Map<EpubBlock | EpubSentence, string>();
	for (const block of chapter.blocks) {
		known.set(block, ids(block.id));
		for (const sentence of block.sentences) known.set(sentence, ids(sentence.id));
	}
	return (part: EpubBlock | EpubSentence) => known.get(part) ?? "";
}

/** Other ids begin with "t-". */
const sectionId = "chapter";
const rightToLeft = new Set(["ar", "fa", "he", "ur", "yi"]);
/** Written without spaces between sentences. */
const unspaced = new Set(["ja", "zh"]);

export function chapterText(chapter: EpubChapter, title: string, language: string): string {
	const idOf = chapterIds(chapter);
	const base = language.split("-")[0] ?? "";
	const between = unspaced.has(base) ? "" : " ";
	const blocks = chapter.blocks.map((block) => {
		const spans = block.sentences.map(
			(sentence) => `<span id="${idOf(sentence)}">${escapeXml(sentence.text.trim())}</span>`,
		);
		return `\t\t\t<${block.type} id="${idOf(block)}">${spans.join(between)}</${block.type}>\n`;
	});
	const direction = rightToLeft.has(base) ? ' dir="rtl"' : "";
	return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${language}" lang="${language}"${direction}>
	<head>
		<meta charset="UTF-8"/>
		<title>${escapeXml(title)}</title>
		<link rel="stylesheet" type="text/css" href="../style.css"/>
	</head>
	<body>
		<section id="${sectionId}" epub:type="chapter" role="doc-chapter">
${blocks.join("")}\t\t</section>
	</body>
</html>
`;
}

/** `text` and `audio` are the addresses of the two files, as seen from the overlay. */
export function chapterOverlay(chapter: EpubChapter, clips: readonly Clip[], text: string, audio: string): string {
	const idOf = chapterIds(chapter);
	const pairs = clips.map(({ sentence, fromMs, toMs }) => {
		const id = idOf(sentence);
		return `\t\t<par id="p-${id}">
			<text src="${text}#${id}"/>
			<audio src="${audio}" clipBegin="${clockValue(fromMs)}" clipEnd="${clockValue(toMs)}"/>
		</par>
`;
	});
	return `<?xml version="1.0" encoding="UTF-8"?>
<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0">
	<body epub:textref="${text}#${sectionId}" epub:type="chapter">
${pairs.join("")}\t</body>
</smil>
`;
}

/** 1500 → "1.500s". */
export const clockValue = (ms: number) => `${(ms / 1000).toFixed(3)}s`;
