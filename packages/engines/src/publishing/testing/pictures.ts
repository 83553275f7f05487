import { crc32, deflateSync } from "node:zlib";

/** A gray picture. */
export function pngPicture(width: number, height: number): Buffer {
	const chunk = (type: string, content: Buffer) => {
		const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
		const framed = Buffer.alloc(body.length + 8);
		framed.writeUInt32BE(content.length);
		body.copy(framed, 4);
		framed.writeUInt32BE(crc32(body), body.length + 4);
		return framed;
	};
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width);
	header.writeUInt32BE(height, 4);
	header[8] = 8;
	const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
	const rows = deflateSync(
		Buffer.alloc((width + 1) * height, 0x80).map((byte, at) => (at % (width + 1) === 0 ? 0 : byte)),
	);
	return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

/** The parts of a JPEG file that state its size, without a picture. */
export function jpegHeader(width: number, height: number): Buffer {
	const size = Buffer.alloc(11);
	size.writeUInt16BE(0xffc0);
	size.writeUInt16BE(11, 2);
	size[4] = 8;
	size.writeUInt16BE(height, 5);
	size.writeUInt16BE(width, 7);
	const segment = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]);
	return Buffer.concat([segment, size, Buffer.alloc(20)]);
}
