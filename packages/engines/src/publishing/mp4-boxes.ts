// Writes the boxes of an MP4 file (ISO/IEC 14496-12). A box is its length, its type, and its content.

export type Content = Uint8Array | readonly Content[];

/** Not copied into one buffer: a table of packet sizes may have 30 MB, and it is inside five boxes. */
export function box(type: string, ...content: Content[]): readonly Content[] {
	const header = Buffer.alloc(8);
	header.writeUInt32BE(8 + lengthOf(content));
	header.write(type, 4, "latin1");
	return [header, ...content];
}

/** A box with a version and flags. */
export function fullBox(type: string, version: number, flags: number, ...content: Content[]): readonly Content[] {
	return box(type, u32(version * 0x1000000 + flags), ...content);
}

export function lengthOf(content: Content): number {
	return content instanceof Uint8Array ? content.length : content.reduce((sum, part) => sum + lengthOf(part), 0);
}

export function toBytes(content: Content): Buffer {
	const parts: Uint8Array[] = [];
	const collect = (part: Content) => {
		if (part instanceof Uint8Array) parts.push(part);
		else for (const one of part) collect(one);
	};
	collect(content);
	return Buffer.concat(parts);
}

export const u8 = (...values: number[]) => Buffer.from(values);
export const u16 = (...values: number[]) => numbers(values, 2);
export const u32 = (...values: number[]) => numbers(values, 4);

export function u64(value: number): Buffer {
	const bytes = Buffer.alloc(8);
	bytes.writeBigUInt64BE(BigInt(value));
	return bytes;
}

export const utf8 = (text: string) => Buffer.from(text, "utf8");
export const zeros = (length: number) => Buffer.alloc(length);

/** The beginning of a text that fits into so many bytes, without half a character. */
export function utf8Within(text: string, maxBytes: number): Buffer {
	let taken = "";
	let length = 0;
	for (const character of text) {
		length += Buffer.byteLength(character);
		if (length > maxBytes) break;
		taken += character;
	}
	return utf8(taken);
}

function numbers(values: readonly number[], width: 2 | 4): Buffer {
	const bytes = Buffer.alloc(values.length * width);
	for (const [index, value] of values.entries()) bytes.writeUIntBE(value, index * width, width);
	return bytes;
}
