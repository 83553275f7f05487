import { inflateSync } from "node:zlib";
import {
	defaultExportOptions,
	type ExportOptions,
	type TranscriptFormat,
} from "@timbre/contract/transcription/rules.ts";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import type { StoredWord } from "../../../core/json-columns/transcription.ts";
import { writeTranscript } from "./formats.ts";
import type { ExportedTranscript } from "./types.ts";

const text =
	"Good morning, everyone. Before we look at the numbers of the last quarter, I want to thank the team in Tromsø. They worked <hard> & long. " +
	"The first result is surprising: sales in winter were higher than in summer, which nobody had expected after such a cold start.";

/** Words at a steady pace, with the given pauses after some of them. */
function wordsOf(
	spoken: string,
	{ speaker, from = 0, pauses = {} }: { speaker?: string; from?: number; pauses?: Record<string, number> } = {},
) {
	const words: StoredWord[] = [];
	let at = from;
	for (const [index, part] of spoken.split(" ").entries()) {
		const common = { logprob: -0.1, ...(speaker === undefined ? {} : { speaker }) };
		if (index > 0) words.push({ ...common, text: " ", start: at - 0.05, end: at, type: "spacing" });
		const end = at + part.length / 14;
		words.push({ ...common, text: part, start: at, end, type: "word" });
		at = end + 0.05 + (pauses[part] ?? 0);
	}
	return words;
}

const transcriptOf = (words: StoredWord[], more: Partial<ExportedTranscript> = {}): ExportedTranscript => ({
	title: "Quarterly talk",
	language: "en",
	seconds: 30,
	words,
	names: new Map(),
	...more,
});
const dialogue = transcriptOf(
	[
		...wordsOf("Hello there, how are you?", { speaker: "speaker_0" }),
		{ text: " ", start: 2, end: 3, type: "spacing" as const, logprob: 0 },
		...wordsOf("Fine, thanks.", { speaker: "speaker_1", from: 3 }),
	],
	{
		names: new Map([
			["speaker_0", "Ada"],
			["speaker_1", "Speaker 2"],
		]),
	},
);
const write = async (transcript: ExportedTranscript, format: TranscriptFormat, options: Partial<ExportOptions> = {}) =>
	Buffer.from(await writeTranscript(transcript, { ...defaultExportOptions(format), ...options }));

type Cue = { start: number; end: number; lines: string[] };
const seconds = (time: string) => {
	const [hours = 0, minutes = 0, rest = 0] = time.replace(",", ".").split(":").map(Number);
	return hours * 3600 + minutes * 60 + rest;
};
function parseCues(file: string): Cue[] {
	return file
		.split(/\n\n+/)
		.map((block) => block.trim().split("\n"))
		.filter((lines) => lines.some((line) => line.includes("-->")))
		.map((lines) => {
			const at = lines.findIndex((line) => line.includes("-->"));
			const [start = "", end = ""] = (lines[at] ?? "").split(" --> ");
			return { start: seconds(start), end: seconds(end), lines: lines.slice(at + 1) };
		});
}

test.each(["srt", "vtt"] as const)("%s has short, readable, ordered cues with every word", async (format) => {
	const words = wordsOf(text, { pauses: { "everyone.": 1.5 } });
	const file = (await write(transcriptOf(words), format)).toString();
	const cues = parseCues(file);
	const spoken = cues.flatMap(({ lines }) => lines).join(" ");
	expect(format === "vtt" ? spoken.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&") : spoken).toBe(text);
	expect(file.startsWith(format === "vtt" ? "WEBVTT\n\n" : "1\n00:00:00,000 --> ")).toBe(true);
	for (const [index, { start, end, lines }] of cues.entries()) {
		expect(lines.length).toBeLessThanOrEqual(2);
		for (const line of lines) expect(line.replace(/&\w+;/g, "x").length).toBeLessThanOrEqual(42);
		expect(end).toBeGreaterThan(start);
		expect(end - start).toBeLessThanOrEqual(4);
		expect(start).toBeGreaterThanOrEqual(cues[index - 1]?.end ?? 0);
	}
	// A pause starts a new cue, which the previous one does not run into, though it may stay to be read.
	expect(cues[0]?.lines).toEqual(["Good morning, everyone."]);
});

test("subtitles honor their limits and name speakers", async () => {
	const narrow = parseCues(
		(await write(transcriptOf(wordsOf(text)), "srt", { maxLineCharacters: 20, maxSegmentCharacters: 40 })).toString(),
	);
	for (const { lines } of narrow) for (const line of lines) expect(line.length).toBeLessThanOrEqual(20);
	const named = (await write(dialogue, "srt", { includeSpeakers: true })).toString();
	expect(parseCues(named).map(({ lines }) => lines.join(" "))).toEqual([
		"Ada: Hello there, how are you?",
		"Speaker 2: Fine, thanks.",
	]);
	expect((await write(dialogue, "vtt", { includeSpeakers: true })).toString()).toContain("<v Ada>Hello there");
	// A language without spaces is broken anywhere.
	const chinese = transcriptOf([
		{ text: "今天天气很好我们去公园散步吧大家都很高兴", start: 0, end: 3, type: "word", logprob: 0 },
	]);
	const lines = parseCues((await write(chinese, "srt", { maxLineCharacters: 12 })).toString())[0]?.lines ?? [];
	expect(lines.every((line) => [...line].length <= 12)).toBe(true);
});

test("text has paragraphs with time and speaker, in lines of at most 100 characters", async () => {
	expect((await write(dialogue, "txt")).toString()).toBe(
		"[00:00:00] Ada\nHello there, how are you?\n\n[00:00:03] Speaker 2\nFine, thanks.\n",
	);
	expect((await write(dialogue, "txt", { includeSpeakers: false, includeTimestamps: false })).toString()).toBe(
		"Hello there, how are you?\n\nFine, thanks.\n",
	);
	const long = (await write(transcriptOf(wordsOf(text)), "txt")).toString().split("\n");
	expect(long.every((line) => line.length <= 100)).toBe(true);
	const split = await write(transcriptOf(wordsOf(text)), "txt", { maxSegmentSeconds: 3, includeTimestamps: true });
	expect(split.toString().match(/^\[/gm)?.length).toBeGreaterThan(4);
	expect((await write(transcriptOf([]), "txt")).toString()).toBe("");
});

test("a line break between two words ends a paragraph and a subtitle", async () => {
	const [first, ...rest] = [wordsOf("Good morning"), wordsOf("everyone here", { from: 1 })].map((words) => [
		...words,
		{ text: "\n", start: 9, end: 9, type: "spacing" as const, logprob: 0 },
	]);
	const transcript = transcriptOf([...(first ?? []), ...rest.flat()]);
	const cues = parseCues((await write(transcript, "srt")).toString());
	expect(cues.map(({ lines }) => lines)).toEqual([["Good morning"], ["everyone here"]]);
	expect((await write(transcript, "txt", { includeTimestamps: false })).toString()).toBe(
		"Good morning\n\neveryone here\n",
	);
});

test("JSON has segments with their words", async () => {
	const { segments, ...about } = JSON.parse((await write(dialogue, "segmented_json")).toString()) as {
		segments: { text: string; speaker_name: string; words: { text: string }[] }[];
	};
	expect(about).toEqual({ title: "Quarterly talk", language_code: "en", audio_duration_secs: 30 });
	expect(segments).toMatchObject([
		{ text: "Hello there, how are you?", start: 0, speaker_id: "speaker_0", speaker_name: "Ada" },
		{ text: "Fine, thanks.", start: 3, speaker_name: "Speaker 2" },
	]);
	for (const segment of segments) expect(segment.words.map((word) => word.text).join("")).toBe(segment.text);
	const bare = JSON.parse(
		(await write(dialogue, "segmented_json", { includeSpeakers: false, includeTimestamps: false })).toString(),
	);
	expect(bare.segments[0]).not.toHaveProperty("start");
	expect(bare.segments[0]).not.toHaveProperty("speaker_id");
});

test("HTML and DOCX contain the text, escaped", async () => {
	const hostile = transcriptOf(wordsOf(text), { title: "<script>alert(1)</script>" });
	const html = (await write(hostile, "html")).toString();
	expect(html).not.toContain("<script>");
	expect(html).toContain("They worked &lt;hard&gt; &amp; long.");
	expect(html).toContain("<time>00:00:00</time>");
	const files = unzipSync(await write(hostile, "docx"));
	expect(Object.keys(files)).toEqual(["[Content_Types].xml", "_rels/.rels", "docProps/core.xml", "word/document.xml"]);
	const document = strFromU8(files["word/document.xml"] ?? new Uint8Array());
	const plain = document.replace(/<\/w:p>/g, "\n").replace(/<[^>]+>/g, "");
	expect(plain).toContain("They worked &lt;hard&gt; &amp; long.");
	const named = strFromU8(unzipSync(await write(dialogue, "docx"))["word/document.xml"] ?? new Uint8Array());
	expect(named.replace(/<[^>]+>/g, "").trim()).toBe(
		"Quarterly talk00:00:00  Ada: Hello there, how are you?00:00:03  Speaker 2: Fine, thanks.",
	);
	expect(await write(dialogue, "docx")).toEqual(await write(dialogue, "docx"));
});

/** The text of a PDF of this server, read with the tables that viewers use to copy text. */
function readPdf(file: Buffer): string[] {
	const source = file.toString("latin1");
	const objects = new Map(
		[...source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj\n/g)].map(([, id, body]) => [id, body ?? ""]),
	);
	const streamOf = (body: string) => {
		const at = body.indexOf("stream\n") + 7;
		return inflateSync(Buffer.from(body.slice(at, body.lastIndexOf("\nendstream")), "latin1")).toString("latin1");
	};
	const decode16 = (digits: string) => Buffer.from(digits, "hex").swap16().toString("utf16le");
	const resources = [...objects.values()].find((body) => body.startsWith("<< /Font <<")) ?? "";
	const fonts = new Map(
		[...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, key, id]) => {
			const unicode = /\/ToUnicode (\d+)/.exec(objects.get(id ?? "") ?? "")?.[1];
			const table = unicode === undefined ? "" : streamOf(objects.get(unicode) ?? "");
			const glyphs = new Map(
				[...table.matchAll(/<(\w{4})> <(\w+)>/g)].map(([, glyph, code]) => [glyph, decode16(code ?? "")]),
			);
			return [
				key,
				(digits: string) =>
					unicode === undefined
						? decode16(digits)
						: (digits.match(/.{4}/g) ?? []).map((glyph) => glyphs.get(glyph)).join(""),
			];
		}),
	);
	return [...objects.values()]
		.filter((body) => body.includes("/Type /Page "))
		.map((body) => streamOf(objects.get(/\/Contents (\d+)/.exec(body)?.[1] ?? "") ?? ""))
		.map((content) =>
			content
				.split("ET\n")
				.map((line) =>
					[...line.matchAll(/\/(F\d+) [\d.]+ Tf <(\w*)>/g)]
						.map(([, key, digits]) => fonts.get(key ?? "")?.(digits ?? ""))
						.join(""),
				)
				.join("\n"),
		);
}

test("PDF files hold the text in every script that they can show, on as many pages as needed", async () => {
	const [first = ""] = readPdf(await write(dialogue, "pdf"));
	expect(first.split("\n").slice(0, 3)).toEqual([
		"Quarterly talk",
		"00:00:00 Ada: Hello there, how are you?",
		"00:00:03 Speaker 2: Fine, thanks.",
	]);
	for (const [language, spoken] of [
		["de", "Größe, Straße, Äpfel."],
		["pl", "Zażółć gęślą jaźń"],
		["ru", "Съешь ещё этих мягких булок"],
		["el", "Ξεσκεπάζω την ψυχοφθόρα"],
		["vi", "Tiếng Việt đẹp lắm"],
		["ja", "今日はいい天気です。"],
		["zh", "今天天气很好。"],
		["ko", "안녕하세요 세계"],
	] as const) {
		const pages = readPdf(
			await write(transcriptOf(wordsOf(spoken), { language }), "pdf", { includeTimestamps: false }),
		);
		expect(pages.join("\n"), language).toContain(spoken);
	}
	const long = readPdf(await write(transcriptOf(wordsOf(`${text} `.repeat(40).trim())), "pdf"));
	expect(long.length).toBeGreaterThan(1);
	expect(long.join(" ").match(/Tromsø/g)).toHaveLength(40);
});

test("a PDF says what it can't show instead of leaving it out", async () => {
	const arabic = transcriptOf(wordsOf("مرحبا بالعالم"), { language: "ar" });
	await expect(write(arabic, "pdf")).rejects.toThrow("Export it as DOCX or HTML instead.");
	const [page] = readPdf(await write(transcriptOf(wordsOf("Yes 🎉")), "pdf", { includeTimestamps: false }));
	expect(page).toContain("Yes ?");
});
