// Invalid recordings (broken, endless, compressed, video) for every endpoint that accepts one.
import { deflateRawSync, gzipSync } from "node:zlib";
import { form, type Part, rejected, upload, wav } from "./files.cases.ts";
import type { Case } from "./world.ts";

type Target = { what: string; path: string; field: string; fields: readonly Part[] };

const named: Part = { name: "name", value: "Somebody" };
const targets: readonly Target[] = [
	{ what: "a sample", path: "/v1/voices/add", field: "files", fields: [named] },
	{ what: "a recording to compare", path: "/v1/similar-voices", field: "audio_file", fields: [] },
	{ what: "a recording to recognize", path: "/v1/ai-classifier", field: "file", fields: [] },
];

/** Silent mp3 frames: 72 bytes for 72 milliseconds. */
function silentMp3(seconds: number): Buffer {
	const frame = Buffer.alloc(72);
	// MPEG 2.5, layer III, 8 kbit/s, 8 kHz, mono.
	frame.set([0xff, 0xe3, 0x18, 0xc0]);
	return Buffer.concat(Array.from({ length: Math.ceil(seconds / 0.072) }, () => frame));
}

/** A zip archive whose content is a thousand times larger. */
function zipBomb(): Buffer {
	const inside = Buffer.alloc(32_000_000);
	const packed = deflateRawSync(inside);
	const name = Buffer.from("voice.wav");
	const head = Buffer.alloc(30);
	head.write("PK\u0003\u0004", 0, "latin1");
	head.writeUInt16LE(20, 4);
	head.writeUInt16LE(8, 8);
	head.writeUInt32LE(packed.length, 18);
	head.writeUInt32LE(inside.length, 22);
	head.writeUInt16LE(name.length, 26);
	return Buffer.concat([head, name, packed]);
}

/** A box of an mp4 file. */
const box = (type: string, inside: Uint8Array) => {
	const head = Buffer.alloc(8);
	head.writeUInt32BE(8 + inside.length, 0);
	head.write(type, 4, "latin1");
	return Buffer.concat([head, inside]);
};
const mp4Video = Buffer.concat([
	box("ftyp", Buffer.from("isom\0\0\u0002\0isomiso2avc1mp41", "latin1")),
	box(
		"moov",
		box("trak", box("mdia", box("hdlr", Buffer.from("\0\0\0\0\0\0\0\0vide\0\0\0\0\0\0\0\0\0\0\0\0", "latin1")))),
	),
	box("mdat", Buffer.alloc(20_000, 0x5a)),
]);
const webmVideo = Buffer.concat([
	Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84]),
	Buffer.from("webm"),
	Buffer.from([0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
	Buffer.from([0x16, 0x54, 0xae, 0x6b, 0x8d, 0xae, 0x8b, 0xd7, 0x81, 0x01, 0x83, 0x81, 0x01, 0x86, 0x85]),
	Buffer.from("V_VP9"),
	Buffer.alloc(5_000, 0x33),
]);
const avi = Buffer.concat([
	Buffer.from("RIFF\xff\xff\xff\x7fAVI LIST\0\0\0\u0010hdrlavih", "latin1"),
	Buffer.alloc(4_000, 7),
]);

const twoHours = silentMp3(2 * 3_600 + 60);
const bomb = zipBomb();
const gzipped = gzipSync(Buffer.alloc(32_000_000));

type Bad = { name: string; value: Uint8Array | string; fileName?: string; type?: string; expected?: Case["expected"] };
const bad: readonly Bad[] = [
	{ name: "empty", value: "" },
	{ name: "of one byte", value: "R" },
	{ name: "a wav truncated in its header", value: wav().subarray(0, 30) },
	{ name: "a wav that is only a header", value: wav().subarray(0, 44) },
	{ name: "an mp3 truncated in its first frame", value: silentMp3(1).subarray(0, 40) },
	{ name: "an Ogg page without a stream", value: Buffer.concat([Buffer.from("OggS"), Buffer.alloc(400)]) },
	{ name: "a flac with only its signature", value: "fLaC" },
	{ name: "a zip bomb", value: bomb, fileName: "voice.wav" },
	{ name: "a gzip bomb", value: gzipped, fileName: "voice.mp3", type: "audio/mpeg" },
	{ name: "two hours of silence in 7 MB", value: twoHours, fileName: "long.mp3", type: "audio/mpeg" },
	{ name: "a text", value: "This is not sound at all. ".repeat(200), fileName: "voice.wav" },
	{
		name: "a picture",
		value: Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
		fileName: "me.png",
		type: "image/png",
	},
	{ name: "a program", value: Buffer.concat([Buffer.from("\x7fELF"), Buffer.alloc(3_000)]), fileName: "voice.wav" },
	{ name: "a page", value: "<html><script>alert(1)</script></html>", fileName: "voice.html", type: "text/html" },
	{ name: "an mp4 video", value: mp4Video, fileName: "film.mp4", type: "video/mp4" },
	{ name: "an mp4 video with an audio type", value: mp4Video, fileName: "voice.m4a", type: "audio/mp4" },
	{ name: "a webm video", value: webmVideo, fileName: "film.webm", type: "video/webm" },
	{ name: "an avi video", value: avi, fileName: "film.avi", type: "video/x-msvideo" },
	{ name: "a wav of an unknown codec", value: wav((file) => file.writeUInt16LE(0xdead, 20)) },
	{ name: "a wav with a sample rate of 0", value: wav((file) => file.writeUInt32LE(0, 24)) },
	{
		name: "a wav with 65,535 channels",
		value: wav((file) => file.writeUInt16LE(65_535, 22)),
		expected: [200, ...rejected],
	},
];

const broken: Case[] = targets.flatMap(({ what, path, field, fields }) =>
	bad.map(({ name, value, fileName = "voice.wav", type = "audio/wav", expected = rejected }) => ({
		name: `${what}: ${name}`,
		request: upload(path, form([...fields, { name: field, fileName, type, value }])),
		expected,
	})),
);

const good: Part = { name: "files", fileName: "voice.wav", type: "audio/wav", value: wav() };
const cloned = (name: string, parts: readonly Part[], expected: Case["expected"] = rejected): Case => ({
	name: `a voice from ${name}`,
	request: upload("/v1/voices/add", form(parts)),
	expected,
});
const labelled = (name: string, labels: string, expected: Case["expected"] = rejected) =>
	cloned(`a recording with ${name}`, [named, { name: "labels", value: labels }, good], expected);

const forms: Case[] = [
	cloned("nothing", []),
	cloned("a name alone", [named]),
	cloned("a recording without a name", [good]),
	cloned("one second of a tone", [named, good], [200, ...rejected]),
	cloned("1,000 recordings", [named, ...Array.from({ length: 1_000 }, () => ({ ...good, value: "x" }))]),
	cloned("26 recordings", [named, ...Array.from({ length: 26 }, () => good)]),
	cloned("a good recording and a broken one", [named, good, { ...good, value: "no sound" }]),
	cloned("a recording as a text", [named, { name: "files", value: "x" }]),
	cloned("a name of 10,000 characters", [{ ...named, value: "n".repeat(10_000) }, good]),
	cloned("a name with a NUL", [{ ...named, value: "a\u0000b" }, good]),
	labelled("labels that are not JSON", "{"),
	labelled("labels that are a list", "[1,2]"),
	labelled(
		"labels of 10,000 names",
		JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`l${at}`, "v"]))),
	),
	labelled("labels with a __proto__ key", '{"__proto__":{"admin":"yes"}}', [200, ...rejected]),
	labelled("labels nested 10,000 deep", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`),
	...["../../etc/passwd", "a\\r\\nset-cookie: b=c", "n".repeat(5_000), "\u202egpj.wav"].map((fileName) =>
		cloned(
			`a file called ${JSON.stringify(fileName.slice(0, 30))}`,
			[named, { ...good, fileName }],
			[200, ...rejected],
		),
	),
	...["{voice}", "doesNotExist", "..%2f..%2fetc"].map(
		(voice): Case => ({
			name: `a sample added to ${voice}`,
			request: upload(`/v1/voices/${voice}/edit`, form([named, good])),
			expected: [400, 403, 404, 409, 422],
		}),
	),
	{
		name: "a consent reading for a shipped voice",
		request: upload("/v1/voices/{voice}/consent", form([{ ...good, name: "recording" }])),
		expected: [400, 403, 404, 409, 422],
	},
	...["A".repeat(40), "../../etc/passwd", "a\u0000b", ""].map(
		(token): Case => ({
			name: `a consent reading with the link ${JSON.stringify(token.slice(0, 20))}`,
			request: upload(
				"/v1/consent-links/give",
				form([
					{ name: "token", value: token },
					{ name: "scope", value: "workspace" },
					{ name: "accept_voice_processing", value: "true" },
					{ ...good, name: "recording" },
				]),
			),
			expected: [404, 422],
		}),
	),
	{
		name: "a voice from JSON",
		request: { path: "/v1/voices/add", json: { name: "x", files: [] } },
		expected: rejected,
	},
];

export const sampleCases: Case[] = [...broken, ...forms];
