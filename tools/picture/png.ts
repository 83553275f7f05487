// Encodes screenshots as small PNG files with a palette.
import { crc32, deflateSync, inflateSync } from "node:zlib";

export type Picture = { width: number; height: number /** Three bytes per pixel. */; rgb: Uint8Array };

const signature = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Width and height from the file header. */
export function pngSize(file: Buffer): { width: number; height: number } {
	if (!file.subarray(0, 8).equals(signature)) throw new Error("not a PNG file");
	return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

/** Decodes browser screenshots: eight bits per channel, with or without alpha, not interlaced. */
export function decodePng(file: Buffer): Picture {
	const { width, height } = pngSize(file);
	const channels = { 2: 3, 6: 4 }[file.readUInt8(25)];
	if (file.readUInt8(24) !== 8 || !channels || file.readUInt8(28) !== 0) throw new Error("unsupported PNG format");
	const parts: Buffer[] = [];
	for (let at = 8; at < file.length; ) {
		const length = file.readUInt32BE(at);
		if (file.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(file.subarray(at + 8, at + 8 + length));
		at += length + 12;
	}
	const lines = unfiltered(inflateSync(Buffer.concat(parts)), width * channels, height, channels);
	const rgb = new Uint8Array(width * height * 3);
	for (let pixel = 0; pixel < width * height; pixel++)
		for (let c = 0; c < 3; c++) rgb[pixel * 3 + c] = lines[pixel * channels + c] as number;
	return { width, height, rgb };
}

function unfiltered(raw: Buffer, stride: number, height: number, channels: number): Uint8Array {
	const out = new Uint8Array(stride * height);
	for (let y = 0; y < height; y++) {
		const filter = raw[y * (stride + 1)];
		for (let x = 0; x < stride; x++) {
			const left = x >= channels ? (out[y * stride + x - channels] as number) : 0;
			const up = y > 0 ? (out[(y - 1) * stride + x] as number) : 0;
			const corner = x >= channels && y > 0 ? (out[(y - 1) * stride + x - channels] as number) : 0;
			const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter as number] ?? 0;
			out[y * stride + x] = ((raw[y * (stride + 1) + 1 + x] as number) + guess) & 255;
		}
	}
	return out;
}

function paeth(left: number, up: number, corner: number): number {
	const [l, u, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
	return l <= u && l <= c ? left : u <= c ? up : corner;
}

/** Uses at most `maxColors` colors: the most frequent distinct ones, and the closest of them for every other. */
export function encodePalettePng({ width, height, rgb }: Picture, maxColors: number): Buffer {
	const counts = new Map<number, number>();
	const colourAt = (pixel: number) =>
		((rgb[pixel * 3] as number) << 16) | ((rgb[pixel * 3 + 1] as number) << 8) | (rgb[pixel * 3 + 2] as number);
	for (let pixel = 0; pixel < width * height; pixel++)
		counts.set(colourAt(pixel), (counts.get(colourAt(pixel)) ?? 0) + 1);
	const palette = choosePalette(counts, maxColors);
	const nearest = new Map([...counts.keys()].map((colour) => [colour, nearestOf(colour, palette)]));
	const lines = Buffer.alloc((width + 1) * height);
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++) lines[y * (width + 1) + 1 + x] = nearest.get(colourAt(y * width + x)) ?? 0;
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 3, 0, 0, 0], 8);
	return Buffer.concat([
		signature,
		chunk("IHDR", header),
		chunk("PLTE", Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))),
		chunk("IDAT", deflateSync(lines, { level: 9, memLevel: 9 })),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

/** Picks frequent colors first and skips similar ones, with a growing threshold until the palette fits. */
function choosePalette(counts: ReadonlyMap<number, number>, maxColors: number): number[] {
	const byCount = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
	for (let apart = 6; ; apart += 2) {
		const palette: number[] = [];
		for (const colour of byCount)
			if (palette.every((known) => distance(known, colour) > apart * apart)) palette.push(colour);
		if (palette.length <= maxColors) return palette;
	}
}

function nearestOf(colour: number, palette: readonly number[]): number {
	let best = 0;
	for (let i = 1; i < palette.length; i++)
		if (distance(colour, palette[i] as number) < distance(colour, palette[best] as number)) best = i;
	return best;
}

function distance(a: number, b: number): number {
	return ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;
}

function chunk(type: string, content: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
	const length = Buffer.alloc(4);
	length.writeUInt32BE(content.length);
	const check = Buffer.alloc(4);
	check.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, check]);
}
