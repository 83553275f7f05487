// Forms that are broken, recordings that are none, lexicons that bite.
import { gzipSync } from "node:zlib";
import type { Ask, Case } from "./world.ts";

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
): Ask {
	return { method: "POST", path, body, headers: { "content-type": type } };
}

/** One second of a tone: a recording there is nothing wrong with. */
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
const sound: Part = { name: "file", fileName: "a.wav", type: "audio/wav", value: wav() };
export const refused = [400, 413, 415, 422];

const forms: Case[] = [
	{
		name: "a form without a boundary",
		ask: upload(alignment, form([text, sound]), "multipart/form-data"),
		want: refused,
	},
	{
		name: "a form with an empty boundary",
		ask: upload(alignment, form([text, sound]), "multipart/form-data; boundary="),
		want: refused,
	},
	{
		name: "a form with another boundary than it says",
		ask: upload(alignment, form([text, sound]), "multipart/form-data; boundary=other"),
		want: refused,
	},
	{
		name: "a boundary of 10,000 characters",
		ask: upload(alignment, "x", `multipart/form-data; boundary=${"b".repeat(10_000)}`),
		want: refused,
	},
	{ name: "an empty form", ask: upload(alignment, form([])), want: refused },
	{ name: "a form without a byte", ask: upload(alignment, ""), want: refused },
	{ name: "a form without its end", ask: upload(alignment, form([text, sound], { end: false })), want: refused },
	{ name: "a form cut inside a file", ask: upload(alignment, form([text, sound]).subarray(0, 400)), want: refused },
	{ name: "a form cut inside a header", ask: upload(alignment, form([text, sound]).subarray(0, 30)), want: refused },
	{ name: "1,000 fields", ask: upload(alignment, form(Array.from({ length: 1_000 }, () => text))), want: refused },
	{
		name: "1,000 files",
		ask: upload(alignment, form(Array.from({ length: 1_000 }, () => ({ ...sound, value: "x" })))),
		want: refused,
	},
	{ name: "two recordings", ask: upload(alignment, form([text, sound, sound])), want: refused },
	{ name: "two texts", ask: upload(alignment, form([text, text, sound])), want: refused },
	...["__proto__", "constructor", "prototype"].map(
		(name): Case => ({
			name: `a part called ${name}`,
			ask: upload(alignment, form([{ ...text, name }, sound])),
			want: refused,
		}),
	),
	{
		name: "a file called __proto__",
		ask: upload(alignment, form([text, { ...sound, name: "__proto__" }])),
		want: refused,
	},
	{
		name: "toString in place of the text",
		ask: upload(alignment, form([{ ...text, name: "toString" }, sound])),
		want: refused,
	},
	{ name: "a part without a name", ask: upload(alignment, form([{ value: "x" }, sound])), want: refused },
	{
		name: "a part without a disposition",
		ask: upload(alignment, form([{ header: "x: y", value: "x" }, sound])),
		want: refused,
	},
	{
		name: "a name of 100,000 characters",
		ask: upload(alignment, form([{ name: "n".repeat(100_000), value: "x" }])),
		want: refused,
	},
	{
		name: "a field of 2 MB",
		ask: upload(alignment, form([{ name: "text", value: "t".repeat(2_000_000) }, sound])),
		want: refused,
	},
	{ name: "the text as a file", ask: upload(alignment, form([{ ...text, fileName: "t.txt" }, sound])), want: refused },
	{
		name: "the recording as a text",
		ask: upload(alignment, form([text, { name: "file", value: "x" }])),
		want: refused,
	},
	{ name: "no recording", ask: upload(alignment, form([text])), want: refused },
	{ name: "no text", ask: upload(alignment, form([sound])), want: refused },
	{ name: "JSON in place of a form", ask: { path: alignment, json: { text: "x", file: "y" } }, want: refused },
	{ name: "a gzipped form", ask: { ...upload(alignment, gzipSync(form([text, sound]))) }, want: refused },
	{
		name: "a content encoding nobody reads",
		ask: {
			...upload(alignment, form([text, sound])),
			headers: { "content-type": `multipart/form-data; boundary=${boundary}`, "content-encoding": "zstd" },
		},
		want: [200, ...refused],
	},
];

const aligned = (name: string, value: string | Uint8Array, want: Case["want"], words = "Hello there."): Case => ({
	name,
	ask: upload(
		alignment,
		form([
			{ name: "text", value: words },
			{ ...sound, value },
		]),
	),
	want,
});
const riff = (at: number, value: number) => wav((file) => file.writeUInt32LE(value, at));

const recordings: Case[] = [
	aligned("a recording there is nothing wrong with", wav(), [200, 400]),
	aligned("a recording that is empty", "", refused),
	aligned("a recording that is one byte", "R", refused),
	aligned("a recording that is a text", "This is not sound at all. ".repeat(100), refused),
	aligned("a recording that is a zip bomb's head", gzipSync(Buffer.alloc(1_000_000)), refused),
	aligned("a wav that is only a header", wav().subarray(0, 44), refused),
	aligned("a wav cut in its header", wav().subarray(0, 20), refused),
	aligned("a wav of 4 GB by its own account", riff(40, 0xffffffff), [200, ...refused]),
	aligned("a wav with no samples a second", riff(24, 0), refused),
	aligned("a wav with 4 billion samples a second", riff(24, 0xffffffff), [200, ...refused]),
	aligned(
		"a wav with 65,535 channels",
		wav((file) => file.writeUInt16LE(65_535, 22)),
		[200, ...refused],
	),
	aligned(
		"a wav with no channels",
		wav((file) => file.writeUInt16LE(0, 22)),
		refused,
	),
	aligned(
		"a wav of 0 bits",
		wav((file) => file.writeUInt16LE(0, 34)),
		refused,
	),
	aligned(
		"a wav of an unknown codec",
		wav((file) => file.writeUInt16LE(0xdead, 20)),
		refused,
	),
	aligned("an mp3 that is only its first frame's head", Buffer.from([0xff, 0xfb, 0x90, 0x64]), refused),
	aligned("an mp3 of noise", Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(50_000, 0xa5)]), [
		200,
		...refused,
	]),
	aligned(
		"an ID3 tag of 256 MB by its own account",
		Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f, 1, 2]),
		refused,
	),
	aligned("an Ogg page without a stream", Buffer.concat([Buffer.from("OggS"), Buffer.alloc(500)]), refused),
	aligned("a flac that is only its mark", Buffer.from("fLaC"), refused),
	aligned("an mp4 whose first box never ends", Buffer.from("\u0000\u0000\u0000\u0000ftypM4A ", "latin1"), refused),
	aligned("a text of zero-width characters", wav(), [200, ...refused], "\u200b\u200b"),
	aligned("a text with a NUL", wav(), refused, "a\u0000b"),
	aligned("a text above the limit", wav(), refused, "a ".repeat(60_000)),
	aligned("a text far too long for its recording", wav(), [200, ...refused], "word ".repeat(5_000)),
	aligned("a right-to-left text", wav(), [200, 400], "مرحبا بالعالم"),
	aligned("90,000 dashes", wav(), [200, ...refused], `A ${"-".repeat(90_000)} b`),
];

const pls = (inside: string, head = "") =>
	`<?xml version="1.0" encoding="UTF-8"?>${head}<lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" alphabet="ipa" xml:lang="en">${inside}</lexicon>`;
const lexeme = "<lexeme><grapheme>UN</grapheme><alias>United Nations</alias></lexeme>";
const bomb = `<!DOCTYPE lexicon [<!ENTITY a "aaaaaaaaaa">${Array.from(
	{ length: 9 },
	(_, at) => `<!ENTITY a${at + 1} "${`&a${at || ""};`.repeat(10)}">`,
).join("")}]>`;
const lexicon = (name: string, value: string | Uint8Array, want: Case["want"] = refused, fileName = "w.pls"): Case => ({
	name,
	ask: upload(
		lexicons,
		form([
			{ name: "name", value: "Words" },
			{ name: "file", fileName, type: "text/xml", value },
		]),
	),
	want,
});
const lexiconFiles: Case[] = [
	lexicon("a lexicon there is nothing wrong with", pls(lexeme), 200),
	lexicon("a lexicon with an entity bomb", pls("<lexeme><grapheme>&a9;</grapheme><alias>b</alias></lexeme>", bomb)),
	lexicon(
		"a lexicon with an external entity",
		pls(
			"<lexeme><grapheme>&f;</grapheme><alias>b</alias></lexeme>",
			'<!DOCTYPE lexicon [<!ENTITY f SYSTEM "file:///etc/passwd">]>',
		),
	),
	lexicon("a lexicon with a DTD from elsewhere", pls(lexeme, '<!DOCTYPE lexicon SYSTEM "http://127.0.0.1:1/x.dtd">')),
	lexicon("a lexicon with an unknown entity", pls("<lexeme><grapheme>&nope;</grapheme><alias>b</alias></lexeme>")),
	lexicon("a lexicon nested 100,000 deep", pls(`${"<lexeme>".repeat(100_000)}${"</lexeme>".repeat(100_000)}`)),
	lexicon("a lexicon that never closes", `${pls("").slice(0, -10)}<lexeme><grapheme>a`),
	lexicon("a lexicon of 1 MB of <", "<".repeat(1_000_000)),
	lexicon("a lexicon with 100,000 attributes", pls(`<lexeme ${'a="b" '.repeat(100_000)}></lexeme>`)),
	lexicon(
		"a lexicon with 20,000 words",
		pls(Array.from({ length: 20_000 }, (_, at) => lexeme.replace("UN", `U${at}`)).join("")),
	),
	lexicon("a lexicon in UTF-16", Buffer.from(`\ufeff${pls(lexeme)}`, "utf16le"), [200, ...refused]),
	lexicon(
		"a lexicon of bytes that are no UTF-8",
		Buffer.concat([Buffer.from(pls("").slice(0, -10)), Buffer.from([0xff, 0xfe, 0xc0])]),
	),
	lexicon("a lexicon with a NUL", pls("<lexeme><grapheme>a\u0000</grapheme><alias>b</alias></lexeme>")),
	lexicon("a lexicon with a NUL by number", pls("<lexeme><grapheme>a&#0;</grapheme><alias>b</alias></lexeme>")),
	lexicon(
		"a lexicon with a surrogate by number",
		pls("<lexeme><grapheme>a&#xD800;</grapheme><alias>b</alias></lexeme>"),
	),
	lexicon("a lexicon that is JSON", "{}"),
	lexicon("a lexicon that is HTML", "<html><body>x</body></html>"),
	lexicon("a lexicon without a byte", ""),
	lexicon("a lexicon of 6 MB", `${pls(" ".repeat(6_000_000))}`, 413),
	lexicon("a lexicon of an unknown alphabet", pls(lexeme).replace('"ipa"', '"klingon"'), [200, ...refused]),
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
		lexicon(`a file called ${JSON.stringify(fileName.slice(0, 40))}`, pls(lexeme), [200, ...refused], fileName),
	),
	{
		name: "a lexicon without a name",
		ask: upload(lexicons, form([{ name: "file", fileName: "w", value: pls(lexeme) }])),
		want: 422,
	},
	{
		name: "a dictionary's name with line breaks, a NUL and half a character",
		ask: upload(lexicons, form([{ name: "name", value: "a\r\n\u0000b" }])),
		want: 422,
	},
	{
		name: "two names",
		ask: upload(lexicons, form([text, text].map((part) => ({ ...part, name: "name" })))),
		want: 422,
	},
];

export const formCases: Case[] = forms;
export const recordingCases: Case[] = recordings;
export const lexiconCases: Case[] = lexiconFiles;
