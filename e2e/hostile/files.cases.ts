// Malformed forms, invalid recordings and malicious lexicons.
import { gzipSync } from "node:zlib";
import type { Case, RequestSpec } from "./world.ts";

const boundary = "----timbre";
const alignment = "/v1/forced-alignment";
const lexicons = "/v1/pronunciation-dictionaries/add-from-file";

export type Part = { name?: string; fileName?: string; type?: string; value: string | Uint8Array; header?: string };

export function form(parts: readonly Part[], { end = true }: { end?: boolean } = {}): Buffer {
	const chunks = parts.flatMap(({ name, fileName, type, value, header }) => {
		const disposition =
			header ??
			`content-disposition: form-data${name === undefined ? "" : `; name="${name}"`}${
				fileName === undefined ? "" : `; filename="${fileName}"`
			}`;
		return [
			Buffer.from(`--${boundary}\r\n${disposition}\r\n${type ? `content-type: ${type}\r\n` : ""}\r\n`),
			Buffer.from(value),
			Buffer.from("\r\n"),
		];
	});
	return Buffer.concat([...chunks, Buffer.from(end ? `--${boundary}--\r\n` : "")]);
}

export function upload(
	path: string,
	body: Uint8Array | string,
	type = `multipart/form-data; boundary=${boundary}`,
): RequestSpec {
	return { method: "POST", path, body, headers: { "content-type": type } };
}

/** A valid recording: one second of a tone. */
export function wav(change: (file: Buffer) => void = () => {}): Buffer {
	const samples = 16_000;
	const file = Buffer.alloc(44 + samples * 2);
	file.write("RIFF", 0);
	file.writeUInt32LE(36 + samples * 2, 4);
	file.write("WAVEfmt ", 8);
	file.writeUInt32LE(16, 16);
	file.writeUInt16LE(1, 20);
	file.writeUInt16LE(1, 22);
	file.writeUInt32LE(16_000, 24);
	file.writeUInt32LE(32_000, 28);
	file.writeUInt16LE(2, 32);
	file.writeUInt16LE(16, 34);
	file.write("data", 36);
	file.writeUInt32LE(samples * 2, 40);
	for (let at = 0; at < samples; at++) file.writeInt16LE(Math.round(8_000 * Math.sin(at / 8)), 44 + at * 2);
	change(file);
	return file;
}

const text: Part = { name: "text", value: "Hello there." };
const audioPart: Part = { name: "file", fileName: "a.wav", type: "audio/wav", value: wav() };
export const rejected = [400, 413, 415, 422];

const forms: Case[] = [
	{
		name: "a form without a boundary",
		request: upload(alignment, form([text, audioPart]), "multipart/form-data"),
		expected: rejected,
	},
	{
		name: "a form with an empty boundary",
		request: upload(alignment, form([text, audioPart]), "multipart/form-data; boundary="),
		expected: rejected,
	},
	{
		name: "a form with the wrong boundary",
		request: upload(alignment, form([text, audioPart]), "multipart/form-data; boundary=other"),
		expected: rejected,
	},
	{
		name: "a boundary of 10,000 characters",
		request: upload(alignment, "x", `multipart/form-data; boundary=${"b".repeat(10_000)}`),
		expected: rejected,
	},
	{ name: "an empty form", request: upload(alignment, form([])), expected: rejected },
	{ name: "an empty body", request: upload(alignment, ""), expected: rejected },
	{
		name: "a form without its closing boundary",
		request: upload(alignment, form([text, audioPart], { end: false })),
		expected: rejected,
	},
	{
		name: "a form truncated inside a file",
		request: upload(alignment, form([text, audioPart]).subarray(0, 400)),
		expected: rejected,
	},
	{
		name: "a form truncated inside a header",
		request: upload(alignment, form([text, audioPart]).subarray(0, 30)),
		expected: rejected,
	},
	{
		name: "1,000 fields",
		request: upload(alignment, form(Array.from({ length: 1_000 }, () => text))),
		expected: rejected,
	},
	{
		name: "1,000 files",
		request: upload(alignment, form(Array.from({ length: 1_000 }, () => ({ ...audioPart, value: "x" })))),
		expected: rejected,
	},
	{ name: "two recordings", request: upload(alignment, form([text, audioPart, audioPart])), expected: rejected },
	{ name: "two texts", request: upload(alignment, form([text, text, audioPart])), expected: rejected },
	...["__proto__", "constructor", "prototype"].map(
		(name): Case => ({
			name: `a part called ${name}`,
			request: upload(alignment, form([{ ...text, name }, audioPart])),
			expected: rejected,
		}),
	),
	{
		name: "a file called __proto__",
		request: upload(alignment, form([text, { ...audioPart, name: "__proto__" }])),
		expected: rejected,
	},
	{
		name: "toString in place of the text",
		request: upload(alignment, form([{ ...text, name: "toString" }, audioPart])),
		expected: rejected,
	},
	{ name: "a part without a name", request: upload(alignment, form([{ value: "x" }, audioPart])), expected: rejected },
	{
		name: "a part without a disposition",
		request: upload(alignment, form([{ header: "x: y", value: "x" }, audioPart])),
		expected: rejected,
	},
	{
		name: "a name of 100,000 characters",
		request: upload(alignment, form([{ name: "n".repeat(100_000), value: "x" }])),
		expected: rejected,
	},
	{
		name: "a field of 2 MB",
		request: upload(alignment, form([{ name: "text", value: "t".repeat(2_000_000) }, audioPart])),
		expected: rejected,
	},
	{
		name: "the text as a file",
		request: upload(alignment, form([{ ...text, fileName: "t.txt" }, audioPart])),
		expected: rejected,
	},
	{
		name: "the recording as a text",
		request: upload(alignment, form([text, { name: "file", value: "x" }])),
		expected: rejected,
	},
	{ name: "no recording", request: upload(alignment, form([text])), expected: rejected },
	{ name: "no text", request: upload(alignment, form([audioPart])), expected: rejected },
	{ name: "JSON in place of a form", request: { path: alignment, json: { text: "x", file: "y" } }, expected: rejected },
	{ name: "a gzipped form", request: { ...upload(alignment, gzipSync(form([text, audioPart]))) }, expected: rejected },
	{
		name: "an unsupported content encoding",
		request: {
			...upload(alignment, form([text, audioPart])),
			headers: { "content-type": `multipart/form-data; boundary=${boundary}`, "content-encoding": "zstd" },
		},
		expected: [200, ...rejected],
	},
];

const aligned = (
	name: string,
	value: string | Uint8Array,
	expected: Case["expected"],
	words = "Hello there.",
): Case => ({
	name,
	request: upload(
		alignment,
		form([
			{ name: "text", value: words },
			{ ...audioPart, value },
		]),
	),
	expected,
});
const riff = (at: number, value: number) => wav((file) => file.writeUInt32LE(value, at));

const recordings: Case[] = [
	aligned("a valid recording", wav(), [200, 400]),
	aligned("a recording that is empty", "", rejected),
	aligned("a recording that is one byte", "R", rejected),
	aligned("a recording that is a text", "This is not sound at all. ".repeat(100), rejected),
	aligned("a gzip file as a recording", gzipSync(Buffer.alloc(1_000_000)), rejected),
	aligned("a wav that is only a header", wav().subarray(0, 44), rejected),
	aligned("a wav truncated in its header", wav().subarray(0, 20), rejected),
	aligned("a wav that claims to be 4 GB", riff(40, 0xffffffff), [200, ...rejected]),
	aligned("a wav with a sample rate of 0", riff(24, 0), rejected),
	aligned("a wav with a sample rate of 4 billion", riff(24, 0xffffffff), [200, ...rejected]),
	aligned(
		"a wav with 65,535 channels",
		wav((file) => file.writeUInt16LE(65_535, 22)),
		[200, ...rejected],
	),
	aligned(
		"a wav with no channels",
		wav((file) => file.writeUInt16LE(0, 22)),
		rejected,
	),
	aligned(
		"a wav of 0 bits",
		wav((file) => file.writeUInt16LE(0, 34)),
		rejected,
	),
	aligned(
		"a wav of an unknown codec",
		wav((file) => file.writeUInt16LE(0xdead, 20)),
		rejected,
	),
	aligned("an mp3 with only the first frame header", Buffer.from([0xff, 0xfb, 0x90, 0x64]), rejected),
	aligned("an mp3 of noise", Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(50_000, 0xa5)]), [
		200,
		...rejected,
	]),
	aligned(
		"an ID3 tag that claims to be 256 MB",
		Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f, 1, 2]),
		rejected,
	),
	aligned("an Ogg page without a stream", Buffer.concat([Buffer.from("OggS"), Buffer.alloc(500)]), rejected),
	aligned("a flac with only its signature", Buffer.from("fLaC"), rejected),
	aligned("an mp4 with an unterminated first box", Buffer.from("\u0000\u0000\u0000\u0000ftypM4A ", "latin1"), rejected),
	aligned("a text of zero-width characters", wav(), [200, ...rejected], "\u200b\u200b"),
	aligned("a text with a NUL", wav(), rejected, "a\u0000b"),
	aligned("a text above the limit", wav(), rejected, "a ".repeat(60_000)),
	aligned("a text far too long for its recording", wav(), [200, ...rejected], "word ".repeat(5_000)),
	aligned("a right-to-left text", wav(), [200, 400], "مرحبا بالعالم"),
	aligned("90,000 dashes", wav(), [200, ...rejected], `A ${"-".repeat(90_000)} b`),
];

const pls = (inside: string, head = "") =>
	`<?xml version="1.0" encoding="UTF-8"?>${head}<lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" alphabet="ipa" xml:lang="en">${inside}</lexicon>`;
const lexeme = "<lexeme><grapheme>UN</grapheme><alias>United Nations</alias></lexeme>";
const bomb = `<!DOCTYPE lexicon [<!ENTITY a "aaaaaaaaaa">${Array.from(
	{ length: 9 },
	(_, at) => `<!ENTITY a${at + 1} "${`&a${at || ""};`.repeat(10)}">`,
).join("")}]>`;
const lexicon = (
	name: string,
	value: string | Uint8Array,
	expected: Case["expected"] = rejected,
	fileName = "w.pls",
): Case => ({
	name,
	request: upload(
		lexicons,
		form([
			{ name: "name", value: "Words" },
			{ name: "file", fileName, type: "text/xml", value },
		]),
	),
	expected,
});
const lexiconFiles: Case[] = [
	lexicon("a valid lexicon", pls(lexeme), 200),
	lexicon("a lexicon with an entity bomb", pls("<lexeme><grapheme>&a9;</grapheme><alias>b</alias></lexeme>", bomb)),
	lexicon(
		"a lexicon with an external entity",
		pls(
			"<lexeme><grapheme>&f;</grapheme><alias>b</alias></lexeme>",
			'<!DOCTYPE lexicon [<!ENTITY f SYSTEM "file:///etc/passwd">]>',
		),
	),
	lexicon("a lexicon with an external DTD", pls(lexeme, '<!DOCTYPE lexicon SYSTEM "http://127.0.0.1:1/x.dtd">')),
	lexicon("a lexicon with an unknown entity", pls("<lexeme><grapheme>&nope;</grapheme><alias>b</alias></lexeme>")),
	lexicon("a lexicon nested 100,000 deep", pls(`${"<lexeme>".repeat(100_000)}${"</lexeme>".repeat(100_000)}`)),
	lexicon("an unterminated lexicon", `${pls("").slice(0, -10)}<lexeme><grapheme>a`),
	lexicon("a lexicon of 1 MB of <", "<".repeat(1_000_000)),
	lexicon("a lexicon with 100,000 attributes", pls(`<lexeme ${'a="b" '.repeat(100_000)}></lexeme>`)),
	lexicon(
		"a lexicon with 20,000 words",
		pls(Array.from({ length: 20_000 }, (_, at) => lexeme.replace("UN", `U${at}`)).join("")),
	),
	lexicon("a lexicon in UTF-16", Buffer.from(`\ufeff${pls(lexeme)}`, "utf16le"), [200, ...rejected]),
	lexicon(
		"a lexicon with invalid UTF-8",
		Buffer.concat([Buffer.from(pls("").slice(0, -10)), Buffer.from([0xff, 0xfe, 0xc0])]),
	),
	lexicon("a lexicon with a NUL", pls("<lexeme><grapheme>a\u0000</grapheme><alias>b</alias></lexeme>")),
	lexicon("a lexicon with a numeric NUL entity", pls("<lexeme><grapheme>a&#0;</grapheme><alias>b</alias></lexeme>")),
	lexicon(
		"a lexicon with a numeric surrogate entity",
		pls("<lexeme><grapheme>a&#xD800;</grapheme><alias>b</alias></lexeme>"),
	),
	lexicon("a lexicon that is JSON", "{}"),
	lexicon("a lexicon that is HTML", "<html><body>x</body></html>"),
	lexicon("an empty lexicon", ""),
	lexicon("a lexicon of 6 MB", `${pls(" ".repeat(6_000_000))}`, 413),
	lexicon("a lexicon of an unknown alphabet", pls(lexeme).replace('"ipa"', '"klingon"'), [200, ...rejected]),
	...[
		"../../etc/passwd",
		'a"; x="y',
		"a\\r\\nset-cookie: b=c",
		"a\u0000.pls",
		"\u202egpj.pls",
		"n".repeat(5_000),
		".",
		"CON",
	].map((fileName) =>
		lexicon(`a file called ${JSON.stringify(fileName.slice(0, 40))}`, pls(lexeme), [200, ...rejected], fileName),
	),
	{
		name: "a lexicon without a name",
		request: upload(lexicons, form([{ name: "file", fileName: "w", value: pls(lexeme) }])),
		expected: 422,
	},
	{
		name: "a dictionary's name with line breaks, a NUL and half a character",
		request: upload(lexicons, form([{ name: "name", value: "a\r\n\u0000b" }])),
		expected: 422,
	},
	{
		name: "two names",
		request: upload(lexicons, form([text, text].map((part) => ({ ...part, name: "name" })))),
		expected: 422,
	},
];

export const formCases: Case[] = forms;
export const recordingCases: Case[] = recordings;
export const lexiconCases: Case[] = lexiconFiles;
